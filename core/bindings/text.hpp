// Between Python's str and bytes and C++ views.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "module.hpp"

// A str from bytes that are meant to be UTF-8; what is not becomes U+FFFD.
inline nb::object to_str(std::string_view text) {
  PyObject* result =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (result == nullptr) throw nb::python_error();
  return nb::steal(result);
}

inline nb::bytes to_bytes(std::string_view text) { return nb::bytes(text.data(), text.size()); }

// The bytes of a str or bytes object. A view where that needs no copy; a str with lone surrogates
// is spelled byte by byte ("surrogatepass"), as the pure tables do. Keep this object while the
// view is used.
class TextBytes {
 public:
  explicit TextBytes(nb::handle object) {
    if (PyBytes_Check(object.ptr())) {
      view_ = {PyBytes_AS_STRING(object.ptr()), static_cast<size_t>(PyBytes_GET_SIZE(object.ptr()))};
      return;
    }
    if (!PyUnicode_Check(object.ptr())) throw nb::type_error("a token must be str or bytes");
    Py_ssize_t size = 0;
    if (const char* data = PyUnicode_AsUTF8AndSize(object.ptr(), &size)) {
      view_ = {data, static_cast<size_t>(size)};
      return;
    }
    PyErr_Clear();
    copy_ = nb::steal(PyUnicode_AsEncodedString(object.ptr(), "utf-8", "surrogatepass"));
    if (!copy_.is_valid()) throw nb::python_error();
    view_ = {PyBytes_AS_STRING(copy_.ptr()), static_cast<size_t>(PyBytes_GET_SIZE(copy_.ptr()))};
  }
  std::string_view view() const { return view_; }

 private:
  std::string_view view_;
  nb::object copy_;
};
