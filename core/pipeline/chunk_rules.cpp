// Which chains of stages the chunk path stands in for.
#include <algorithm>

#include "pipeline/chunk_path.hpp"
#include "text/unicode.hpp"

namespace subwords {
namespace {

using Prefix = ChunkRules::Prefix;

bool is_meta(const std::u32string& text) { return text == std::u32string(1, kMetaSpace); }

bool take_sentencepiece(const NormalizerStep& step, ChunkRules& rules) {
  auto followers = step.charsmap->followers();
  if (!followers || step.suffix || !step.escape_whitespaces) return false;
  NormalizerStep inner = step;  // the map alone
  inner.add_dummy_prefix = inner.remove_extra_whitespaces = inner.escape_whitespaces = false;
  inner.protected_symbols = std::make_shared<TokenTrie<char32_t>>();
  if (!step.charsmap->empty()) rules.symbols.normalizer.push_back(std::move(inner));
  rules.symbols.joins_previous = [followers = std::move(*followers)](char32_t c) {
    return std::binary_search(followers.begin(), followers.end(), c);
  };
  rules.symbols.marks_spaces = true;
  rules.symbols.folds_spaces = step.remove_extra_whitespaces;
  if (step.add_dummy_prefix) rules.prefix = Prefix::kAlways;
  rules.protected_symbols = step.protected_symbols;
  return true;
}

// Takes the normalizer; false where the path does not know it.
bool take_normalizer(const NormalizerChain& chain, ChunkRules& rules) {
  for (const NormalizerStep& step : chain) {
    switch (step.kind) {
      case NormalizerKind::kPrepend:
        // Only in front of every other step is it sure that there is a text to put it before.
        if (&step != &chain.front() || !is_meta(step.content)) return false;
        rules.prefix = Prefix::kAlways;
        break;
      case NormalizerKind::kReplace:
        if (step.pattern.size() != 1 || step.content.empty()) return false;
        rules.symbols.normalizer.push_back(step);
        break;
      case NormalizerKind::kSentencePiece:
        return chain.size() == 1 && take_sentencepiece(step, rules);
      default:
        return false;
    }
  }
  return true;
}

// Whether a step cuts nothing because the characters it looks for are gone.
bool is_idle(const PreTokenizerStep& step, const ChunkRules& rules) {
  if (step.kind != PreTokenizerKind::kLiteralSplit || step.pattern != U" " || step.invert) {
    return false;
  }
  const auto& steps = rules.symbols.normalizer;
  return !steps.empty() && steps.back().kind == NormalizerKind::kReplace &&
         steps.back().pattern == U" " && is_meta(steps.back().content);
}

bool take_pre_tokenizer(const PreTokenizerChain& chain, ChunkRules& rules) {
  size_t at = 0;
  const auto next = [&](PreTokenizerKind kind) {
    return at < chain.size() && chain[at].kind == kind ? &chain[at++] : nullptr;
  };
  if (at < chain.size() && is_idle(chain[at], rules)) ++at;
  if (const PreTokenizerStep* step = next(PreTokenizerKind::kMetaspace)) {
    if (!is_meta(step->pattern) || rules.prefix != Prefix::kNever) return false;
    rules.symbols.marks_spaces = true;
    if (step->prepend == PrependScheme::kAlways) rules.prefix = Prefix::kUnlessSpace;
    if (step->prepend == PrependScheme::kFirst) rules.prefix = Prefix::kFirst;
    if (const PreTokenizerStep* split = next(PreTokenizerKind::kLiteralSplit)) {
      if (!is_meta(split->pattern) || split->behavior != Behavior::kMergedWithNext ||
          split->invert) {
        return false;
      }
      rules.cuts_before_spaces = true;
    }
  }
  return at == chain.size();
}

// Whether a space put before a text is as good as the ▁ that belongs there.
bool space_becomes_meta(const ChunkRules& rules) {
  const SymbolMap symbols(rules.symbols);
  const Symbol& space = symbols[U' '];
  return space.kind != SymbolKind::kComplex && space.first == kMetaSpace &&
         space.last == kMetaSpace;
}

}  // namespace

std::optional<ChunkRules> chunk_rules(const NormalizerChain& normalizer,
                                      const PreTokenizerChain& pre_tokenizer) {
  ChunkRules rules;
  rules.symbols.joins_previous = [](char32_t) { return false; };
  if (!take_normalizer(normalizer, rules) || !take_pre_tokenizer(pre_tokenizer, rules)) {
    return std::nullopt;
  }
  if (rules.prefix != Prefix::kNever && !space_becomes_meta(rules)) return std::nullopt;
  return rules;
}

}  // namespace subwords
