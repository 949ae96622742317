#include "fuzz/random_models.hpp"

#include <algorithm>
#include <stdexcept>

#include "formats/fault.hpp"
#include "fuzz/fuzz_inputs.hpp"
#include "models/bpe.hpp"
#include "models/rank_bpe.hpp"
#include "models/sentencepiece_bpe.hpp"
#include "models/unigram.hpp"
#include "text/byte_alphabet.hpp"
#include "text/utf8.hpp"

namespace subwords::fuzz {
namespace {

Strings characters(std::string_view text) {
  Strings out;
  const auto* p = reinterpret_cast<const uint8_t*>(text.data());
  for (const auto* const end = p + text.size(); p < end;) {
    const size_t size = utf8::valid_prefix(p, end);
    out.emplace_back(reinterpret_cast<const char*>(p), size);
    p += size;
  }
  return out;
}

std::string byte_piece(unsigned byte) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  return std::string("<0x") + kDigits[byte >> 4] + kDigits[byte & 15] + ">";
}

// A vocabulary in the making; a token that is there already keeps its id.
class Tokens {
 public:
  void add(const std::string& token) {
    if (token.empty() || std::find(all_.begin(), all_.end(), token) != all_.end()) return;
    all_.push_back(token);
  }
  const std::string& any(Random& random) const { return all_[random.below(all_.size())]; }
  bool empty() const { return all_.empty(); }
  const Strings& all() const { return all_; }

  VocabPtr vocab(Random& random) const {
    std::string arena;
    std::vector<Vocab::Entry> entries;
    uint32_t id = 0;
    const bool holes = random.below(4) == 0;
    for (const std::string& token : all_) {
      entries.push_back({arena.size(), static_cast<uint32_t>(token.size()), id});
      id += holes ? 1 + static_cast<uint32_t>(random.below(3)) : 1;
      arena += token;
    }
    return std::make_shared<const Vocab>(std::move(arena), std::move(entries));
  }

 private:
  Strings all_;
};

// Merges of any two tokens; what they become is a token too.
MergesPtr random_merges(Tokens& tokens, const std::string& prefix, Random& random) {
  std::string arena;
  std::vector<Merges::Entry> entries;
  for (size_t count = tokens.empty() ? 0 : random.below(40); count > 0; --count) {
    const std::string left = tokens.any(random), right = tokens.any(random);
    if (left.size() + right.size() > 24 || !right.starts_with(prefix)) continue;
    tokens.add(left + right.substr(prefix.size()));
    entries.push_back({arena.size(), static_cast<uint32_t>(left.size()),
                       static_cast<uint32_t>(right.size())});
    arena += left + right;
  }
  return std::make_shared<const Merges>(std::move(arena), std::move(entries));
}

PreTokenizerStep step_of(PreTokenizerKind kind) {
  PreTokenizerStep step;
  step.kind = kind;
  return step;
}

// Words that begin at each space, as a split pattern.
PreTokenizerStep words_by_pattern() {
  patterns::Node space, others, word;
  space.kind = others.kind = patterns::NodeKind::kRepeat;
  space.most = 1;
  others.least = 1;
  patterns::Node chars;
  chars.kind = patterns::NodeKind::kChars;
  chars.chars = {{U' ', U' '}};
  space.items = {chars};
  chars.chars = patterns::complement(chars.chars);
  others.items = {chars};
  word.items = {space, others};
  PreTokenizerStep step = step_of(PreTokenizerKind::kPatternSplit);
  step.tree = std::make_shared<const patterns::Node>(word);
  step.compiled = patterns::compile(word).pattern;
  return step;
}

PreTokenizerStep metaspace(Random& random) {
  PreTokenizerStep step = step_of(PreTokenizerKind::kMetaspace);
  step.pattern = U"\u2581";
  step.prepend = static_cast<PrependScheme>(random.below(3));
  return step;
}

NormalizerStep sentencepiece_text(const Strings& pieces, Random& random) {
  NormalizerStep step{NormalizerKind::kSentencePiece};
  step.add_dummy_prefix = random.below(2) == 1;
  step.remove_extra_whitespaces = random.below(2) == 1;
  step.escape_whitespaces = random.below(4) != 0;
  step.suffix = random.below(8) == 0;
  step.charsmap = random_charsmap(pieces, random);
  std::vector<std::pair<std::vector<char32_t>, uint32_t>> symbols;
  if (!pieces.empty() && random.below(4) == 0) {
    symbols.push_back({code_points(pieces[random.below(pieces.size())]), 0});
  }
  step.protected_symbols = std::make_shared<const TokenTrie<char32_t>>(std::move(symbols));
  return step;
}

// As tokenizers converts sentencepiece's files: a compiled map, folded or stripped spaces, words.
void take_converted(Subject& subject, const Strings& pieces, Random& random) {
  NormalizerStep map{NormalizerKind::kPrecompiled};
  map.charsmap = random_charsmap(pieces, random);
  subject.normalizer = {map};
  const bool words = random.below(2) == 0;
  if (random.below(3) != 0) {
    NormalizerStep strip{NormalizerKind::kStrip}, folds{NormalizerKind::kReplacePattern};
    strip.right = true;
    patterns::Node spaces, space;
    space.kind = patterns::NodeKind::kChars;
    space.chars = {{U' ', U' '}};
    spaces.kind = patterns::NodeKind::kRepeat;
    spaces.least = 2;
    spaces.items = {space};
    folds.compiled = patterns::compile(spaces).pattern;
    folds.content = random.below(2) == 0 ? U" " : U"\u2581";
    folds.folds_spaces = true;
    if (random.below(4) != 0) subject.normalizer.push_back(strip);
    subject.normalizer.push_back(folds);
  }
  if (words) subject.pre_tokenizer = {step_of(PreTokenizerKind::kWhitespaceSplit)};
  subject.pre_tokenizer.push_back(metaspace(random));
  if (random.below(2) == 0) subject.pre_tokenizer.back().prepend = PrependScheme::kAlways;
  if (!words && random.below(2) == 0) {
    PreTokenizerStep cut = step_of(PreTokenizerKind::kLiteralSplit);
    cut.pattern = U"\u2581";
    cut.behavior = Behavior::kMergedWithNext;
    subject.pre_tokenizer.push_back(cut);
  }
}

// Text as a stream with a mark for each space.
void take_stream(Subject& subject, const Strings& pieces, Random& random) {
  if (random.below(3) == 0) {
    take_converted(subject, pieces, random);
  } else if (random.below(3) != 0) {
    subject.normalizer = {sentencepiece_text(pieces, random)};
  } else if (random.below(2) == 0) {
    subject.pre_tokenizer = {metaspace(random)};
    if (random.below(2) == 0) {
      PreTokenizerStep cut = step_of(PreTokenizerKind::kLiteralSplit);
      cut.pattern = U"\u2581";
      cut.behavior = Behavior::kMergedWithNext;
      subject.pre_tokenizer.push_back(cut);
    }
  } else if (random.below(2) == 0) {
    NormalizerStep marks{NormalizerKind::kReplace};
    marks.pattern = U" ", marks.content = U"\u2581";
    subject.normalizer = {marks};
  }
}

void take_bytes(Subject& subject, bool alphabet, Random& random) {
  if (random.below(3) == 0) subject.normalizer = {NormalizerStep{NormalizerKind::kNfc}};
  if (random.below(3) == 0) subject.pre_tokenizer = {step_of(PreTokenizerKind::kPrefixSpace)};
  if (random.below(3) != 0) subject.pre_tokenizer.push_back(words_by_pattern());
  if (alphabet) subject.pre_tokenizer.push_back(step_of(PreTokenizerKind::kByteLevel));
}

void make_bpe(Subject& subject, const Strings& pieces, Random& random) {
  Tokens tokens;
  BpeOptions options;
  const bool by_bytes = random.below(2) == 0;
  if (by_bytes) {
    for (const char32_t c : byte_alphabet::kSpelling) {
      std::string token;
      utf8::append(token, c);
      if (random.below(200) != 0) tokens.add(token);
    }
  } else {
    options.unk_token = random.below(4) != 0 ? std::optional<std::string>("<unk>") : std::nullopt;
    if (options.unk_token && random.below(8) != 0) tokens.add(*options.unk_token);
    options.prefix = random.below(4) == 0 ? "##" : "";
    options.suffix = random.below(4) == 0 ? "</w>" : "";
    options.byte_fallback = random.below(3) == 0;
    for (unsigned byte = 0; options.byte_fallback && byte < 256; ++byte) {
      if (random.below(200) != 0) tokens.add(byte_piece(byte));
    }
  }
  options.fuse_unk = random.below(2) == 1;
  options.ignore_merges = random.below(4) == 0;
  for (const std::string& piece : pieces) {
    for (const std::string& c : characters(piece)) {
      tokens.add(c);
      if (!options.prefix.empty()) tokens.add(options.prefix + c);
      if (!options.suffix.empty()) tokens.add(c + options.suffix);
    }
    tokens.add(piece);
  }
  const MergesPtr merges = random_merges(tokens, options.prefix, random);
  if (by_bytes) {
    take_bytes(subject, true, random);
  } else {
    take_stream(subject, pieces, random);
  }
  subject.model = std::make_shared<const Bpe>(tokens.vocab(random), merges, std::move(options));
}

void make_rank_bpe(Subject& subject, const Strings& pieces, Random& random) {
  Tokens tokens;
  for (unsigned byte = 0; byte < 256; ++byte) tokens.add(std::string(1, static_cast<char>(byte)));
  for (const std::string& piece : pieces) {
    for (size_t size = 2; size <= piece.size(); ++size) {
      if (random.below(4) != 0) tokens.add(piece.substr(random.below(piece.size()), size));
    }
  }
  take_bytes(subject, false, random);
  subject.model = std::make_shared<const RankBpe>(tokens.vocab(random));
}

// Scored pieces, with all bytes where `bytes` says so; number 0 is the unknown piece.
PiecesPtr scored(const Strings& pieces, bool bytes, bool typed, Random& random) {
  Tokens tokens;
  tokens.add("<unk>");
  for (unsigned byte = 0; bytes && byte < 256; ++byte) tokens.add(byte_piece(byte));
  const size_t first = tokens.all().size();
  for (const std::string& piece : pieces) {
    tokens.add(piece);
    const Strings own = characters(piece);
    for (const std::string& c : own) {
      if (random.below(4) != 0) tokens.add(c);
    }
    std::string part;
    for (const std::string& c : own) tokens.add(part += c);
  }
  std::string arena;
  std::vector<Pieces::Entry> entries;
  std::vector<PieceType> types;
  for (size_t id = 0; id < tokens.all().size(); ++id) {
    const std::string& token = tokens.all()[id];
    // Many are equal, or equal once they are rounded.
    const double score = -0.1 * static_cast<double>(random.below(60)) -
                         (random.below(3) == 0 ? 1e-9 * static_cast<double>(random.below(9)) : 0);
    entries.push_back({arena.size(), static_cast<uint32_t>(token.size()), score});
    arena += token;
    PieceType type = id == 0 ? PieceType::kUnknown : PieceType::kByte;
    if (id >= first) {
      type = PieceType::kNormal;
      if (random.below(8) == 0) type = PieceType::kUnused;
      if (random.below(8) == 0) type = PieceType::kUserDefined;
    }
    types.push_back(type);
  }
  if (!typed) types.clear();
  return std::make_shared<const Pieces>(std::move(arena), std::move(entries), std::move(types));
}

void make_scored(Subject& subject, const Strings& pieces, bool unigram, Random& random) {
  const bool bytes = random.below(3) == 0;
  take_stream(subject, pieces, random);
  if (!unigram) {
    subject.model =
        std::make_shared<const SentencePieceBpe>(scored(pieces, bytes, true, random), 0, bytes);
    return;
  }
  const bool typed = random.below(2) == 0;  // as in a `.model`
  const std::optional<uint32_t> unknown =
      typed || random.below(4) != 0 ? std::optional<uint32_t>(0) : std::nullopt;
  subject.is_bpe = false;
  subject.model = std::make_shared<const Unigram>(
      scored(pieces, bytes, typed, random), unknown, bytes,
      typed ? UnigramSemantics::kSentencePiece : UnigramSemantics::kHuggingFace);
}

}  // namespace

std::optional<Subject> make_subject(const Strings& pieces, Random& random) {
  Subject subject;
  try {
    switch (random.below(5)) {
      case 0: make_bpe(subject, pieces, random); break;
      case 1: make_rank_bpe(subject, pieces, random); break;
      case 2: make_scored(subject, pieces, false, random); break;
      default: make_scored(subject, pieces, true, random); break;
    }
  } catch (const Fault&) {
    return std::nullopt;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
  return subject;
}

}  // namespace subwords::fuzz
