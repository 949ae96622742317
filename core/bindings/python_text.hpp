// Python strings as the core sees them, without a copy.
#pragma once
#include "module.hpp"
#include "text/transcode.hpp"

namespace subwords::bindings {

// A view of a str; valid while the str lives. Raises TypeError for anything else.
inline RawText raw_text(nb::handle text) {
  PyObject* const object = text.ptr();
  if (!PyUnicode_Check(object)) throw nb::type_error("text must be a str");
  RawText raw;
  raw.data = PyUnicode_DATA(object);
  raw.length = static_cast<size_t>(PyUnicode_GET_LENGTH(object));
  raw.width = static_cast<uint8_t>(PyUnicode_KIND(object));
  raw.ascii = PyUnicode_IS_ASCII(object);
  return raw;
}

}  // namespace subwords::bindings
