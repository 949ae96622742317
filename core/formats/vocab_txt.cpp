#include "formats/vocab_txt.hpp"

#include <string>

#include "formats/json.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

// Unicode's White_Space above ASCII, as UTF-8.
bool ends_with_wide_space(std::string_view line, size_t& size) {
  for (const std::string_view space :
       {"\xc2\x85", "\xc2\xa0", "\xe1\x9a\x80", "\xe2\x80\x80", "\xe2\x80\x81", "\xe2\x80\x82",
        "\xe2\x80\x83", "\xe2\x80\x84", "\xe2\x80\x85", "\xe2\x80\x86", "\xe2\x80\x87",
        "\xe2\x80\x88", "\xe2\x80\x89", "\xe2\x80\x8a", "\xe2\x80\xa8", "\xe2\x80\xa9",
        "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80"}) {
    if (line.ends_with(space)) {
      size = space.size();
      return true;
    }
  }
  return false;
}

std::string_view trim_end(std::string_view line) {
  while (!line.empty()) {
    const auto last = static_cast<uint8_t>(line.back());
    size_t size = 1;
    if (last > 0x20 && last < 0x80) break;
    if (last >= 0x80 ? !ends_with_wide_space(line, size)
                     : !(last == ' ' || (last >= 0x09 && last <= 0x0D))) {
      break;
    }
    line.remove_suffix(size);
  }
  return line;
}

void require_utf8(std::string_view text) {
  const size_t bad = utf8::validate(text);
  if (bad == text.size()) return;
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<uint8_t>(text[bad]);
  throw Fault(std::string("not UTF-8 (0x") + digits[byte >> 4] + digits[byte & 15] + ")",
              "byte " + std::to_string(bad), "Convert the file to UTF-8.");
}

}  // namespace

VocabPtr read_vocab_txt(std::string_view text) {
  require_utf8(text);
  std::string arena;
  arena.reserve(text.size());
  std::vector<Vocab::Entry> entries;
  uint32_t id = 0;
  uint32_t empty_id = kNoId;
  const auto add = [&](std::string_view piece, uint32_t piece_id) {
    entries.push_back({arena.size(), static_cast<uint32_t>(piece.size()), piece_id});
    arena += piece;
  };
  for (size_t begin = 0; begin < text.size(); ++id) {
    const size_t newline = std::min(text.find('\n', begin), text.size());
    const std::string_view piece = trim_end(text.substr(begin, newline - begin));
    begin = newline + 1;
    if (piece.empty()) {
      empty_id = id;
    } else {
      add(piece, id);
    }
  }
  if (empty_id != kNoId) {
    add({}, empty_id);
    for (size_t i = entries.size() - 1; i > 0 && entries[i].id < entries[i - 1].id; --i) {
      std::swap(entries[i], entries[i - 1]);
    }
  }
  auto vocab = std::make_shared<const Vocab>(std::move(arena), std::move(entries));
  if (const auto [first, second] = vocab->duplicate_token(); first != SIZE_MAX) {
    throw Fault("the piece " + json::quote(vocab->token_at(first)) + " stands on line " +
                    std::to_string(vocab->id_at(first) + 1) + " already",
                "line " + std::to_string(vocab->id_at(second) + 1),
                "Remove or rename one of the two; a removed line must stay as [unusedN], since "
                "the line number is the id.");
  }
  return vocab;
}

}  // namespace subwords
