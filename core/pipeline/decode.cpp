// Every decoder rewrites a list of tokens into another; what the last one leaves is the text.
#include "pipeline/decode.hpp"

#include <optional>

#include "pipeline/decode_text.hpp"
#include "text/byte_alphabet.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

using Tokens = std::span<const std::string_view>;

// Tokens side by side in one buffer.
struct TokenList {
  std::string bytes;
  std::vector<size_t> ends;
  std::vector<std::string_view> views;

  void close() { ends.push_back(bytes.size()); }
  void add(std::string_view token) {
    bytes += token;
    close();
  }
  Tokens tokens() {
    views.clear();
    size_t begin = 0;
    for (const size_t end : ends) {
      views.emplace_back(bytes.data() + begin, end - begin);
      begin = end;
    }
    return views;
  }
};

void word_piece(const DecoderStep& step, Tokens tokens, TokenList& out) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    std::string_view token = tokens[i];
    const bool continues = i > 0 && token.starts_with(step.pattern);
    if (continues) token.remove_prefix(step.pattern.size());
    const bool spaced = i > 0 && !continues;
    if (step.cleanup) {
      append_cleaned(out.bytes, token, spaced);
    } else {
      if (spaced) out.bytes += ' ';
      out.bytes += token;
    }
    out.close();
  }
}

void bpe(const DecoderStep& step, Tokens tokens, TokenList& out) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    append_replaced(out.bytes, tokens[i], step.pattern, i + 1 < tokens.size() ? " " : "");
    out.close();
  }
}

// Appends the bytes that a token spells; a token with any other character is text as it is.
void append_spelled(std::string& out, std::string_view token) {
  if (!byte_alphabet::append_bytes(token, out)) out += token;
}

void byte_level(const DecoderStep&, Tokens tokens, TokenList& out) {
  std::string spelled;
  for (const std::string_view token : tokens) append_spelled(spelled, token);
  append_lossy(out.bytes, spelled);
  out.close();
}

void raw_bytes(Tokens tokens, TokenList& out) {
  std::string joined;
  for (const std::string_view token : tokens) joined += token;
  append_lossy(out.bytes, joined);
  out.close();
}

void metaspace(const DecoderStep& step, Tokens tokens, TokenList& out) {
  // The first token loses every ▁, not only the one at its start; so it is published.
  for (size_t i = 0; i < tokens.size(); ++i) {
    append_replaced(out.bytes, tokens[i], step.pattern, i > 0 || step.keep_first ? " " : "");
    out.close();
  }
}

void replace(const DecoderStep& step, Tokens tokens, TokenList& out) {
  // Nothing is found in an empty token, not even the empty pattern.
  for (const std::string_view token : tokens) {
    if (!token.empty()) append_replaced(out.bytes, token, step.pattern, step.content);
    out.close();
  }
}

// An empty match takes the content too.
void replace_pattern(const DecoderStep& step, Tokens tokens, TokenList& out) {
  patterns::Barren barren;
  for (const std::string_view token : tokens) {
    if (!token.empty()) {
      const auto* bytes = reinterpret_cast<const uint8_t*>(token.data());
      patterns::MatchFinder finder(
          step.compiled->dfa, patterns::Utf8Source(step.compiled->map, bytes, token.size()), barren);
      size_t done = 0;
      for (patterns::Match match; finder.next(match); done = match.end) {
        out.bytes += token.substr(done, match.begin - done);
        out.bytes += step.content;
      }
      out.bytes += token.substr(done);
    }
    out.close();
  }
}

void strip(const DecoderStep& step, Tokens tokens, TokenList& out) {
  const std::string_view content = step.pattern;
  for (const std::string_view token : tokens) {
    // Both ends count on the whole token: nothing is left where they take the same characters.
    size_t begin = 0, end = token.size();
    for (size_t n = 0; n < step.start && token.substr(begin).starts_with(content); ++n) {
      begin += content.size();
    }
    for (size_t n = 0; n < step.stop && token.substr(0, end).ends_with(content); ++n) {
      end -= content.size();
    }
    out.add(begin < end ? token.substr(begin, end - begin) : std::string_view());
  }
}

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

// The byte that a token like <0x41> stands for. A plus sign and one digit pass too, as published.
std::optional<char> byte_of(std::string_view token) {
  if (token.size() != 6 || !token.starts_with("<0x") || token[5] != '>') return std::nullopt;
  const auto high = token[3] == '+' ? 0 : hex_digit(token[3]);
  const auto low = hex_digit(token[4]);
  if (!high || !low) return std::nullopt;
  return static_cast<char>(*high << 4 | *low);
}

void byte_fallback(const DecoderStep&, Tokens tokens, TokenList& out) {
  std::string run;
  const auto flush = [&] {
    if (run.empty()) return;
    if (utf8::validate(run) == run.size()) {
      out.add(run);
    } else {
      for (size_t i = 0; i < run.size(); ++i) out.add(kReplacement);
    }
    run.clear();
  };
  for (const std::string_view token : tokens) {
    if (const auto byte = byte_of(token)) {
      run += *byte;
    } else {
      flush();
      out.add(token);
    }
  }
  flush();
}

void fuse(const DecoderStep&, Tokens tokens, TokenList& out) {
  for (const std::string_view token : tokens) out.bytes += token;
  out.close();
}

void ctc(const DecoderStep& step, Tokens tokens, TokenList& out) {
  std::string piece, cleaned;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && tokens[i] == tokens[i - 1]) continue;
    piece.clear();
    if (step.pattern.empty()) {
      piece = tokens[i];
    } else {
      append_replaced(piece, tokens[i], step.pattern, "");
    }
    const size_t begin = out.bytes.size();
    if (step.cleanup) {
      cleaned.clear();
      append_cleaned(cleaned, piece, false);
      append_replaced(out.bytes, cleaned, step.content, " ");
    } else {
      out.bytes += piece;
    }
    if (out.bytes.size() > begin) out.close();
  }
}

void run(const DecoderStep& step, Tokens tokens, TokenList& out) {
  switch (step.kind) {
    case DecoderKind::kWordPiece: return word_piece(step, tokens, out);
    case DecoderKind::kBpe: return bpe(step, tokens, out);
    case DecoderKind::kByteLevel: return byte_level(step, tokens, out);
    case DecoderKind::kMetaspace: return metaspace(step, tokens, out);
    case DecoderKind::kReplace: return replace(step, tokens, out);
    case DecoderKind::kReplacePattern: return replace_pattern(step, tokens, out);
    case DecoderKind::kStrip: return strip(step, tokens, out);
    case DecoderKind::kByteFallback: return byte_fallback(step, tokens, out);
    case DecoderKind::kFuse: return fuse(step, tokens, out);
    case DecoderKind::kCtc: return ctc(step, tokens, out);
    case DecoderKind::kRawBytes: return raw_bytes(tokens, out);
    case DecoderKind::kSentencePiece:
      decode_sentencepiece(*step.sentencepiece, tokens, out.bytes);
      return out.close();
  }
}

std::string join(Tokens tokens, std::string_view separator) {
  std::string text;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0) text += separator;
    text += tokens[i];
  }
  return text;
}

}  // namespace

std::string decode(const DecoderChain& chain, Tokens tokens) {
  if (chain.spaced || chain.steps.empty()) return join(tokens, chain.spaced ? " " : "");
  TokenList lists[2];
  size_t current = 0;
  for (const DecoderStep& step : chain.steps) {
    TokenList& out = lists[current];
    out.bytes.clear();
    out.ends.clear();
    out.ends.reserve(tokens.size());
    run(step, tokens, out);
    if (&step != &chain.steps.back()) tokens = out.tokens();
    current ^= 1;
  }
  return std::move(lists[current ^ 1].bytes);
}

}  // namespace subwords
