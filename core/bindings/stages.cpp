// The stages of the general path and the Unicode tables one by one, for tests against the twins.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "normalize/quick_check.hpp"
#include "steps.hpp"
#include "text/unicode.hpp"
#include "text/utf8.hpp"

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

// 0 to 3: NFC, NFD, NFKC, NFKD. Both ways of asking must agree.
bool is_already_normal_text(uint8_t form, nb::str text) {
  if (form > 3) throw nb::value_error("form must be 0 to 3");
  const auto which = static_cast<NormalForm>(form);
  const std::u32string chars = bindings::code_points(text);
  std::string utf8;
  for (const char32_t c : chars) utf8::append(utf8, c);
  const bool answer = is_already_normal(which, utf8);
  if (answer != is_already_normal(which, std::span<const char32_t>(chars))) {
    throw std::logic_error("the quick checks of UTF-8 and of characters differ");
  }
  return answer;
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
  m.def("is_already_normal", &is_already_normal_text, "form"_a, "text"_a);
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
