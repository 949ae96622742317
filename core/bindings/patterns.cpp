// Compiled split patterns: which path a pattern takes, and its matches.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "patterns/pattern.hpp"

#include "pattern_tree.hpp"
#include "steps.hpp"

namespace subwords {
namespace {

using Spans = std::vector<std::pair<size_t, size_t>>;

std::tuple<bool, std::string, size_t> pattern_path(nb::handle tree) {
  const patterns::CompiledPattern compiled = patterns::compile(bindings::pattern_tree(tree));
  const size_t states = compiled.pattern ? compiled.pattern->dfa.states() : 0;
  return {compiled.pattern != nullptr, compiled.reason, states};
}

std::shared_ptr<const patterns::Pattern> compiled_or_raise(nb::handle tree) {
  patterns::CompiledPattern compiled = patterns::compile(bindings::pattern_tree(tree));
  if (!compiled.pattern) throw nb::value_error(compiled.reason.c_str());
  return compiled.pattern;
}

template <class Source>
Spans all_matches(const patterns::Pattern& pattern, const Source& source) {
  patterns::Barren barren;
  patterns::MatchFinder finder(pattern.dfa, source, barren);
  Spans spans;
  for (patterns::Match match; finder.next(match);) spans.emplace_back(match.begin, match.end);
  return spans;
}

}  // namespace

void bind_patterns(nb::module_& m) {
  using namespace nb::literals;
  m.def("pattern_path", &pattern_path, "tree"_a);
  m.def("pattern_matches", [](nb::handle tree, nb::str text) {
    const auto pattern = compiled_or_raise(tree);
    const std::u32string chars = bindings::code_points(text);
    return all_matches(*pattern, patterns::CharSource(pattern->map, chars.data(), chars.size()));
  }, "tree"_a, "text"_a);
}

}  // namespace subwords
