// Added tokens and decoders on any bytes that are UTF-8. The input's first line names the tokens,
// separated by tabs; the rest is the text.
#include <algorithm>
#include <sstream>

#include "fuzz.hpp"
#include "pipeline/added_tokens.hpp"
#include "pipeline/decode.hpp"
#include "pretokenize/pretokenizer.hpp"
#include "text/utf8.hpp"

namespace subwords::fuzz {
namespace {

std::u32string code_points(std::string_view text) {
  std::u32string out;
  const auto* p = reinterpret_cast<const uint8_t*>(text.data());
  const auto* const end = p + text.size();
  while (p < end) {
    char32_t c = 0;
    p = utf8::decode(p, c);
    out += c;
  }
  return out;
}

void check_matches(const std::vector<AddedMatch>& matches, size_t size) {
  size_t begin = 0;
  for (const AddedMatch& match : matches) {
    if (match.begin > match.end || match.end > size) fuzz_fail("a match outside the text");
    if (match.begin == match.end) continue;  // it only cuts
    if (match.begin < begin) fuzz_fail("matches go backwards");
    begin = match.begin;
  }
}

AddedTokens random_tokens(const std::string& line, Random& random) {
  std::vector<AddedToken> tokens;
  std::istringstream contents(line);
  for (std::string content; std::getline(contents, content, '\t');) {
    const uint64_t bits = random.next();
    tokens.push_back({code_points(content), 0, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0,
                      (bits & 8) != 0, (bits & 16) != 0});
  }
  return AddedTokens(std::move(tokens), [](const std::u32string& content) {
    return content.substr(content.size() > 2 ? 1 : 0, 2);
  });
}

void pretokenize_randomly(const std::u32string& text, Random& random) {
  AlignedText aligned;
  for (const char32_t c : text) {
    const auto at = static_cast<uint32_t>(aligned.size());
    aligned.push(c, {at, at + 1});
  }
  PreTokenizerChain chain;
  for (size_t steps = random.below(4); steps > 0; --steps) {
    PreTokenizerStep step{};
    do {
      step.kind = static_cast<PreTokenizerKind>(random.below(13));
    } while (step.kind == PreTokenizerKind::kPatternSplit);  // fuzz_patterns does those
    step.behavior = static_cast<Behavior>(random.below(5));
    step.individual_digits = step.invert = random.below(2) == 1;
    step.prepend = static_cast<PrependScheme>(random.below(3));
    step.length = static_cast<uint32_t>(random.below(4));
    step.pattern = text.empty() ? U"a" : text.substr(random.below(text.size()), 1 + random.below(2));
    chain.push_back(std::move(step));
  }
  std::vector<Range> ranges{{0, static_cast<uint32_t>(text.size())}};
  PreTokenizerScratch scratch;
  const AlignedText& cut = pretokenize(chain, aligned, ranges, scratch);
  if (cut.origin.size() != cut.size()) fuzz_fail("a character without an origin");
  uint32_t end = 0, origin = 0;
  for (const Range range : ranges) {
    if (range.begin < end || range.end <= range.begin) fuzz_fail("a piece is empty or out of order");
    end = range.end;
    for (uint32_t i = range.begin; i < range.end && i < cut.size(); ++i) {
      if (cut.origin[i].begin < origin) fuzz_fail("origins go backwards");
      origin = cut.origin[i].begin;
    }
  }
  if (end > cut.size()) fuzz_fail("a piece outside the text");
  if (origin > text.size()) fuzz_fail("an origin outside the text");
}

void decode_randomly(const std::string& text, Random& random) {
  std::vector<std::string> words;
  std::istringstream lines(text);
  for (std::string word; std::getline(lines, word, ' ');) words.push_back(word);
  const std::vector<std::string_view> tokens(words.begin(), words.end());
  DecoderChain chain;
  for (size_t steps = random.below(4); steps > 0; --steps) {
    const auto some = [&] { return words.empty() ? "" : words[random.below(words.size())]; };
    chain.steps.push_back({static_cast<DecoderKind>(random.below(9)), some(), some(),
                           random.below(2) == 1, random.below(2) == 1, random.below(3),
                           random.below(3)});
  }
  const std::string out = decode(chain, tokens);
  if (utf8::validate(out) != out.size()) fuzz_fail("decoding broke UTF-8");
}

}  // namespace

std::vector<std::string> fuzz_seeds() {
  return {"[CLS]\t[SEP]\tab\tb\n[CLS] ab abab [SEP]\u3000 x", "  \t \ta\n    a     ",
          "##\t</w>\n<0xC3> <0xA9> <0xFF> ##a do not . 'm \u2581x \u0120"};
}

std::vector<std::string> fuzz_dictionary() {
  return {"\t", "\n", " ", "##", "<0xE2>", "\u3000", "\u2581", "[CLS]", " do not", "\u0143"};
}

void fuzz_one(std::string_view input, Random& random) {
  if (utf8::validate(input) != input.size()) return;
  const size_t line = std::min(input.find('\n'), input.size());
  const std::string text(input.substr(std::min(line + 1, input.size())));
  const std::u32string chars = code_points(text);
  const AddedTokens tokens = random_tokens(std::string(input.substr(0, line)), random);
  const std::vector<uint8_t> none = tokens.allow({});
  std::vector<AddedMatch> matches;
  for (const AddedTokens::Allowed allowed : {AddedTokens::Allowed(), AddedTokens::Allowed(none)}) {
    tokens.find_raw(text, allowed, matches);
    check_matches(matches, text.size());
    tokens.find_normalized(chars, allowed, matches);
    check_matches(matches, chars.size());
  }
  pretokenize_randomly(chars, random);
  decode_randomly(text, random);
}

}  // namespace subwords::fuzz
