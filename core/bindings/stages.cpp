// The stages of the general path and the Unicode tables one by one, for tests against the twins.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "steps.hpp"
#include "text/unicode.hpp"

namespace subwords {
namespace {

nb::object to_str(std::u32string_view chars) {
  return nb::steal(PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, chars.data(),
                                             static_cast<Py_ssize_t>(chars.size())));
}

using Spans = std::vector<std::pair<uint32_t, uint32_t>>;

std::pair<nb::object, Spans> run_normalizers(nb::list steps, nb::str text) {
  const NormalizerChain chain = bindings::normalizer_chain(steps);
  AlignedText aligned;
  for (char32_t c : bindings::code_points(text)) {
    const auto at = static_cast<uint32_t>(aligned.size());
    aligned.push(c, {at, at + 1});
  }
  NormalizerScratch scratch;
  normalize(chain, aligned, scratch);
  Spans spans;
  for (const Range& range : aligned.origin) spans.emplace_back(range.begin, range.end);
  return {to_str({aligned.chars.data(), aligned.size()}), std::move(spans)};
}

nb::object unless_same(std::u32string_view changed, char32_t c) {
  return changed.empty() ? to_str({&c, 1}) : to_str(changed);
}

nb::object decompose_one(uint32_t code_point, bool compatibility) {
  char32_t scratch[3];
  return unless_same(unicode::decompose(code_point, compatibility, scratch), code_point);
}

}  // namespace

void bind_stages(nb::module_& m) {
  using namespace nb::literals;
  m.def("normalize", &run_normalizers, "steps"_a, "text"_a);
  m.def("properties", [](uint32_t c) { return unicode::properties(c); }, "code_point"_a);
  m.def("combining_class", [](uint32_t c) { return unicode::combining_class(c); }, "code_point"_a);
  m.def("lowercase", [](uint32_t c) { return unless_same(unicode::lowercase(c), c); },
        "code_point"_a);
  m.def("decompose", &decompose_one, "code_point"_a, "compatibility"_a);
  m.def("compose", [](uint32_t first, uint32_t second) -> uint32_t {
    return unicode::compose(first, second);
  }, "first"_a, "second"_a);
}

}  // namespace subwords
