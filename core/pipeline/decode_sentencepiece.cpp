#include "pipeline/decode_sentencepiece.hpp"

#include "pipeline/decode_text.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

constexpr std::string_view kSpaceSymbol = "\xE2\x96\x81";  // ▁

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The byte that a piece like <0x0A> stands for, or -1.
int byte_of(std::string_view token) {
  if (token.size() != 6 || !token.starts_with("<0x") || token[5] != '>') return -1;
  const int high = hex_digit(token[3]), low = hex_digit(token[4]);
  return high < 0 || low < 0 ? -1 : high << 4 | low;
}

// Appends bytes as UTF-8; every single one that is part of no character is U+FFFD.
void append_bytes(std::string& out, std::string_view bytes) {
  while (!bytes.empty()) {
    const size_t valid = utf8::validate(bytes);
    out.append(bytes, 0, valid);
    bytes.remove_prefix(valid);
    if (bytes.empty()) return;
    out += kReplacement;
    bytes.remove_prefix(1);
  }
}

std::string denormalized(const NormalizerChain& chain, std::string_view text) {
  AlignedText aligned;
  const auto* p = reinterpret_cast<const uint8_t*>(text.data());
  for (const auto* const end = p + text.size(); p < end;) {
    char32_t c = 0;
    p = utf8::decode(p, c);
    aligned.push(c, {});
  }
  NormalizerScratch scratch;
  normalize(chain, aligned, scratch);
  std::string out;
  for (const char32_t c : aligned.chars) utf8::append(out, c);
  return out;
}

}  // namespace

void decode_sentencepiece(const SentencePieceDecoding& decoding,
                          std::span<const std::string_view> tokens, std::string& out) {
  std::string text, run;
  // A ▁ at the start of a piece is dropped while there is no text.
  bool at_start = decoding.add_dummy_prefix || decoding.remove_extra_whitespaces;
  bool prefix_is_gone = false;
  std::string key;
  for (std::string_view token : tokens) {
    const int byte = decoding.byte_pieces ? byte_of(token) : -1;
    if (byte >= 0) {
      run += static_cast<char>(byte);
      continue;
    }
    append_bytes(text, run);
    run.clear();
    at_start = at_start && !prefix_is_gone && text.empty();
    prefix_is_gone = false;
    if (!decoding.control.empty() && decoding.control.contains(key.assign(token))) continue;
    if (decoding.unk_piece && token == *decoding.unk_piece) {
      text += decoding.unk_surface;
      continue;
    }
    if (at_start && token.starts_with(kSpaceSymbol)) {
      token.remove_prefix(kSpaceSymbol.size());
      prefix_is_gone = !decoding.remove_extra_whitespaces;
    }
    append_replaced(text, token, kSpaceSymbol, " ");
  }
  append_bytes(text, run);
  out += decoding.denormalizer.empty() ? text : denormalized(decoding.denormalizer, text);
}

}  // namespace subwords
