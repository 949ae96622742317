// Compiled split patterns: which path a pattern takes, and its matches.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>

#include "patterns/scanner.hpp"

#include "pattern_tree.hpp"
#include "text/utf8.hpp"
#include "steps.hpp"

namespace subwords {
namespace {

using Spans = std::vector<std::pair<size_t, size_t>>;

std::tuple<bool, std::string, size_t> pattern_path(nb::handle tree) {
  const patterns::CompiledPattern compiled = patterns::compile(bindings::pattern_tree(tree));
  const size_t states = compiled.pattern ? compiled.pattern->dfa.states() : 0;
  return {compiled.pattern != nullptr, compiled.reason, states};
}

template <class Source>
Spans all_matches(const patterns::Pattern& pattern, const Source& source) {
  patterns::Barren barren;
  patterns::MatchFinder finder(pattern.dfa, source, barren);
  Spans spans;
  for (patterns::Match match; finder.next(match);) spans.emplace_back(match.begin, match.end);
  return spans;
}

const std::map<std::string, patterns::Keep> kKeeps = {
    {"all", patterns::Keep::kAll},
    {"matches", patterns::Keep::kMatches},
    {"gaps", patterns::Keep::kGaps},
};

const std::map<std::string, Isa> kIsas = {
    {"portable", Isa::kPortable},
    {"avx2", Isa::kAvx2},
    {"avx512", Isa::kAvx512},
};

patterns::PatternScanner::Compiled compile_scanner(nb::list splits, const std::string& isa) {
  std::vector<patterns::Split> all;
  for (nb::handle item : splits) {
    const auto [tree, keep] = nb::cast<std::pair<nb::object, std::string>>(item);
    all.push_back({bindings::pattern_tree(tree), kKeeps.at(keep)});
  }
  return patterns::PatternScanner::compile(all, isa.empty() ? best_isa() : kIsas.at(isa));
}

// How splits in a row are carried out, and why not by a scanner.
nb::dict scanner_path(nb::list splits) {
  const auto [scanner, reason] = compile_scanner(splits, "");
  nb::dict path;
  path["compiled"] = scanner != nullptr;
  path["reason"] = reason;
  path["states"] = scanner ? scanner->states() : 0;
  path["one_automaton"] = scanner && scanner->fused();
  path["vectorised"] = scanner && scanner->vectorised();
  return path;
}

Spans pattern_pieces(nb::list splits, nb::bytes text, const std::string& isa, size_t capacity) {
  const auto [scanner, reason] = compile_scanner(splits, isa);
  if (!scanner) throw nb::value_error(reason.c_str());
  if (capacity < patterns::PatternScanner::kMinCapacity) throw nb::value_error("too little room");
  const std::string_view view(text.c_str(), text.size());
  if (utf8::validate(view) != view.size()) throw nb::value_error("the text is not UTF-8");
  const std::vector<uint8_t> bytes(view.begin(), view.end());
  std::vector<uint32_t> begins(capacity), ends(capacity);
  patterns::PatternScanner::State state;
  Spans spans;
  while (!state.finished) {
    const size_t count = scanner->scan(bytes.data(), bytes.size(), state, begins.data(),
                                       ends.data(), capacity);
    for (size_t i = 0; i < count; ++i) spans.emplace_back(begins[i], ends[i]);
  }
  return spans;
}

}  // namespace

void bind_patterns(nb::module_& m) {
  using namespace nb::literals;
  m.def("pattern_path", &pattern_path, "tree"_a);
  m.def("pattern_matches", [](nb::handle tree, nb::str text) {
    const auto pattern = bindings::compiled_pattern(tree);
    const std::u32string chars = bindings::code_points(text);
    return all_matches(*pattern, patterns::CharSource(pattern->map, chars.data(), chars.size()));
  }, "tree"_a, "text"_a);
  m.def("pattern_can_be_empty", [](nb::handle tree) {
    return patterns::matches_empty(bindings::compiled_pattern(tree)->dfa);
  }, "tree"_a);
  m.def("scanner_path", &scanner_path, "splits"_a);
  m.def("pattern_pieces", &pattern_pieces, "splits"_a, "text"_a, "isa"_a = "",
        "capacity"_a = 1024);
}

}  // namespace subwords
