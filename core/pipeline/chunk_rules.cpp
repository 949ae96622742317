// Which chains of stages the chunk path stands in for.
#include <algorithm>

#include "pipeline/chunk_path.hpp"
#include "text/segmentation.hpp"
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
  rules.origin = ChunkRules::Origin::kFirstSpace;
  if (step.add_dummy_prefix) rules.prefix = Prefix::kAlways;
  rules.protected_symbols = step.protected_symbols;
  return true;
}

// Whether a character can be in one cluster with the character before it, or with any behind it
// that is not such a character itself.
bool clusters(char32_t c) {
  switch (segmentation::cluster_class(c)) {
    case segmentation::kOther:
    case segmentation::kControl:
    case segmentation::kLv:
    case segmentation::kLvt:
    case segmentation::kPictograph:
    case segmentation::kConsonant: return false;
    default: return true;
  }
}

// Whether a normal form can change what stands before a character.
bool combines(char32_t c) {
  const auto does = [](char32_t one) {
    return (unicode::properties(one) & (unicode::kReorders | unicode::kComposesBack)) != 0;
  };
  char32_t scratch[3];
  const std::u32string_view parts = unicode::decompose(c, true, scratch);
  return does(c) || (!parts.empty() && does(parts[0]));
}

void also_joins(ChunkRules& rules, std::function<bool(char32_t)> joins) {
  rules.symbols.joins_previous = [before = std::move(rules.symbols.joins_previous),
                                  joins = std::move(joins)](char32_t c) {
    return before(c) || joins(c);
  };
}

// Takes one step of a normalizer; false where the path does not know it.
bool take_step(const NormalizerStep& step, bool first, bool last, ChunkRules& rules) {
  auto& kept = rules.symbols.normalizer;
  switch (step.kind) {
    case NormalizerKind::kPrepend:
      // Only in front of every other step is it sure that there is a text to put it before.
      if (!first || !is_meta(step.content)) return false;
      rules.prefix = Prefix::kAlways;
      return true;
    case NormalizerKind::kReplace:
      if (step.content.empty()) return false;
      if (step.pattern.size() > 1) {
        also_joins(rules, [pattern = step.pattern](char32_t c) {
          return pattern.find(c) != std::u32string::npos;
        });
      }
      break;
    case NormalizerKind::kReplacePattern:
      rules.symbols.folds_spaces = step.folds_spaces;
      rules.folds_to_mark = is_meta(step.content);
      return step.folds_spaces && last && (step.content == U" " || is_meta(step.content));
    case NormalizerKind::kStrip:
      rules.strips_end |= step.right;
      return step.right;  // what is in front folds, so it does not matter
    case NormalizerKind::kPrecompiled: also_joins(rules, clusters); break;
    case NormalizerKind::kNfc:
    case NormalizerKind::kNfd:
    case NormalizerKind::kNfkc:
    case NormalizerKind::kNfkd: also_joins(rules, combines); break;
    case NormalizerKind::kLowercase:
    case NormalizerKind::kStripAccents: break;
    default: return false;
  }
  kept.push_back(step);
  return true;
}

bool take_normalizer(const NormalizerChain& chain, ChunkRules& rules) {
  if (chain.size() == 1 && chain[0].kind == NormalizerKind::kSentencePiece) {
    return take_sentencepiece(chain[0], rules);
  }
  for (size_t i = 0; i < chain.size(); ++i) {
    if (!take_step(chain[i], i == 0, i + 1 == chain.size(), rules)) return false;
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
  const bool words = next(PreTokenizerKind::kWhitespaceSplit) != nullptr;
  rules.symbols.drops_white_space = words;
  if (words) rules.origin = ChunkRules::Origin::kNextCharacter;
  if (const PreTokenizerStep* step = next(PreTokenizerKind::kMetaspace)) {
    if (!is_meta(step->pattern) || rules.prefix != Prefix::kNever) return false;
    rules.symbols.marks_spaces = true;
    if (step->prepend == PrependScheme::kAlways) rules.prefix = Prefix::kUnlessSpace;
    if (step->prepend == PrependScheme::kFirst) rules.prefix = Prefix::kFirst;
    if (words && step->prepend != PrependScheme::kAlways) return false;
    rules.cuts_before_spaces = words;
    if (const PreTokenizerStep* split = next(PreTokenizerKind::kLiteralSplit)) {
      if (!is_meta(split->pattern) || split->behavior != Behavior::kMergedWithNext ||
          split->invert) {
        return false;
      }
      rules.cuts_before_spaces = true;
    }
  }
  // White space at the ends is folded away, so it must be a step's to drop it there.
  const bool folds = rules.symbols.folds_spaces || rules.strips_end;
  if (folds && !words && !(rules.strips_end && rules.symbols.folds_spaces)) return false;
  if (folds && rules.prefix != Prefix::kUnlessSpace) return false;
  // Words are cut at spaces, not at the ▁ of a run.
  if (words && (!rules.symbols.marks_spaces || rules.folds_to_mark)) return false;
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
  if (!take_normalizer(normalizer, rules)) return std::nullopt;
  const bool sentencepiece = rules.protected_symbols != nullptr;
  if (sentencepiece ? !pre_tokenizer.empty() : !take_pre_tokenizer(pre_tokenizer, rules)) {
    return std::nullopt;
  }
  if (rules.prefix != Prefix::kNever && !space_becomes_meta(rules)) return std::nullopt;
  return rules;
}

}  // namespace subwords
