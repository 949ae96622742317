// Pre-tokenizers, added tokens and decoders without Python; the rules are compared with the
// reference in tests/reference/test_cuts_native.py.
#include "check.hpp"
#include "pipeline/added_tokens.hpp"
#include "pipeline/decode.hpp"
#include "pretokenize/pretokenizer.hpp"

using namespace subwords;

namespace {

std::vector<std::string> cut(const PreTokenizerStep& step, std::u32string_view text) {
  AlignedText aligned;
  for (const char32_t c : text) {
    const auto at = static_cast<uint32_t>(aligned.size());
    aligned.push(c, {at, at + 1});
  }
  std::vector<Range> ranges{{0, static_cast<uint32_t>(text.size())}};
  PreTokenizerScratch scratch;
  pretokenize({step}, aligned, ranges, scratch);
  std::vector<std::string> pieces;
  for (const Range range : ranges) {
    std::string piece;
    for (uint32_t i = range.begin; i < range.end; ++i) piece += static_cast<char>(text[i]);
    pieces.push_back(piece);
  }
  return pieces;
}

PreTokenizerStep split(std::u32string pattern, Behavior behavior, bool invert = false) {
  PreTokenizerStep step{};
  step.kind = PreTokenizerKind::kLiteralSplit;
  step.pattern = std::move(pattern);
  step.behavior = behavior;
  step.invert = invert;
  return step;
}

using Strings = std::vector<std::string>;

AddedToken raw(std::u32string content) {
  AddedToken token;
  token.content = std::move(content);
  return token;
}

std::vector<std::string> found(const AddedTokens& tokens, std::string_view text) {
  std::vector<AddedMatch> matches;
  tokens.find_raw(text, {}, matches);
  std::vector<std::string> out;
  for (const AddedMatch& match : matches) {
    out.emplace_back(text.substr(match.begin, match.end - match.begin));
  }
  return out;
}

std::string decoded(DecoderStep step, std::vector<std::string_view> tokens) {
  DecoderChain chain;
  chain.steps.push_back(std::move(step));
  return decode(chain, tokens);
}

DecoderStep step_of(DecoderKind kind, std::string pattern = "", std::string content = "") {
  return {kind, std::move(pattern), std::move(content), true, false, 0, 0, {}};
}

}  // namespace

TEST(literal_split_takes_the_leftmost) {
  CHECK_EQ(cut(split(U"aa", Behavior::kIsolated), U"aaa"), Strings{"aa", "a"});
  CHECK_EQ(cut(split(U"aa", Behavior::kRemoved), U"aaa"), Strings{"a"});
  CHECK_EQ(cut(split(U"aa", Behavior::kMergedWithNext), U"aaa"), Strings{"aaa"});
  CHECK_EQ(cut(split(U"a", Behavior::kContiguous), U"baab"), Strings{"b", "aa", "b"});
}

TEST(empty_pattern_divides_every_character) {
  CHECK_EQ(cut(split(U"", Behavior::kContiguous), U"abc"), Strings{"a", "b", "c"});
  CHECK_EQ(cut(split(U"", Behavior::kRemoved, true), U"abc"), Strings{});
}

TEST(empty_text_gives_no_piece) {
  CHECK_EQ(cut(split(U"", Behavior::kIsolated), U""), Strings{});
  PreTokenizerStep bert{};
  bert.kind = PreTokenizerKind::kBert;
  CHECK_EQ(cut(bert, U""), Strings{});
  CHECK_EQ(cut(bert, U" a,b "), Strings{"a", ",", "b"});
}

TEST(longest_added_token_wins) {
  const AddedTokens tokens({raw(U"ab"), raw(U"abcd"), raw(U"bc")}, {});
  CHECK_EQ(found(tokens, "xabcdabcbc"), Strings{"abcd", "ab", "bc"});
  CHECK_EQ(found(tokens, ""), Strings{});
  CHECK_EQ(found(AddedTokens(), "ab"), Strings{});
}

TEST(white_space_is_taken_in) {
  AddedToken token = raw(U"<m>");
  token.lstrip = token.rstrip = true;
  CHECK_EQ(found(AddedTokens({token}, {}), "a  <m>\t<m> b"), Strings{"  <m>\t", "<m> "});
}

TEST(a_word_beside_it_spoils_a_single_word) {
  AddedToken token = raw(U"ab");
  token.single_word = true;
  const AddedTokens tokens({token, raw(U"b")}, {});
  CHECK_EQ(found(tokens, "ab xab ab."), Strings{"ab", "ab"});
}

TEST(forbidden_special_tokens_stay_text) {
  AddedToken token = raw(U"[A]");
  token.special = true;
  const AddedTokens tokens({token, raw(U"A")}, {});
  const std::vector<uint8_t> none = tokens.allow({});
  std::vector<AddedMatch> matches;
  tokens.find_raw("[A] A", none, matches);
  CHECK_EQ(matches.size(), 1);
  CHECK_EQ(matches[0].begin, 4);
}

TEST(decoders_without_tokens) {
  for (int kind = 0; kind <= static_cast<int>(DecoderKind::kCtc); ++kind) {
    CHECK_EQ(decoded(step_of(static_cast<DecoderKind>(kind)), {}), "");
  }
}

TEST(decoders) {
  CHECK_EQ(decoded(step_of(DecoderKind::kWordPiece, "##"), {"do", "##g", "n't", "."}), "dogn't.");
  CHECK_EQ(decoded(step_of(DecoderKind::kBpe, "</w>"), {"a</w>", "b</w>"}), "a b");
  CHECK_EQ(decoded(step_of(DecoderKind::kByteFallback), {"<0xC3>", "<0xA9>"}), "\xC3\xA9");
  CHECK_EQ(decoded(step_of(DecoderKind::kCtc, "_", "|"), {"a", "a", "_", "a", "|"}), "aa ");
}
