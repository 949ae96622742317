#include "train/sentencepiece_cutter.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace subwords {
namespace {

constexpr std::string_view kSpace = "\xE2\x96\x81";

size_t sequence_length(uint8_t lead) {
  return lead < 0x80 ? 1 : (lead < 0xE0 ? 2 : (lead < 0xF0 ? 3 : 4));
}

}  // namespace

CharsMap::CharsMap(std::string data) : data_(std::move(data)) {
  if (data_.size() < 4) return;
  uint32_t bytes = 0;
  for (int i = 3; i >= 0; --i) bytes = bytes << 8 | static_cast<uint8_t>(data_[i]);
  if (bytes > data_.size() - 4) return;
  units_ = bytes / 4;
  texts_ = std::string_view(data_).substr(4 + bytes);
  if (units_ == 0) return;
  const uint32_t root = unit(0);
  const size_t base = (root >> 10) << ((root & 512) >> 6);
  for (uint32_t byte = 1; byte < 128; ++byte) {
    const size_t node = base ^ byte;
    ascii_[byte] = node < units_ && (unit(node) & 0x800000FFu) == byte;
  }
}

uint32_t CharsMap::unit(size_t node) const {
  const auto* p = reinterpret_cast<const uint8_t*>(data_.data()) + 4 + node * 4;
  return p[0] | p[1] << 8 | p[2] << 16 | static_cast<uint32_t>(p[3]) << 24;
}

CharsMap::Match CharsMap::longest(std::string_view text, size_t at) const {
  Match found;
  if (units_ == 0) return found;
  const uint32_t root = unit(0);
  size_t node = (root >> 10) << ((root & 512) >> 6);
  for (size_t end = at; end < text.size();) {
    const auto byte = static_cast<uint8_t>(text[end++]);
    node ^= byte;
    if (byte == 0 || node >= units_) break;
    const uint32_t here = unit(node);
    if ((here & 0x800000FFu) != byte) break;
    node ^= (here >> 10) << ((here & 512) >> 6);
    if (!(here & 256) || node >= units_) continue;
    const size_t start = unit(node) & 0x7FFFFFFFu;
    const size_t stop = texts_.find('\0', start);
    if (start > texts_.size() || stop == std::string_view::npos) continue;
    found = {end - at, texts_.substr(start, stop - start)};
  }
  return found;
}

SentencePieceCutter::SentencePieceCutter(SentencePieceRules rules)
    : rules_(std::move(rules)), map_(rules_.charsmap) {
  std::ranges::sort(rules_.symbols, [](const std::string& a, const std::string& b) {
    return a.size() > b.size();
  });
  for (const std::string& symbol : rules_.symbols) {
    if (!symbol.empty()) begins_symbol_[static_cast<uint8_t>(symbol[0])] = true;
  }
}

size_t SentencePieceCutter::symbol_at(std::string_view text, size_t at) const {
  if (!begins_symbol_[static_cast<uint8_t>(text[at])]) return 0;
  for (const std::string& symbol : rules_.symbols) {
    if (!symbol.empty() && text.substr(at).starts_with(symbol)) return symbol.size();
  }
  return 0;
}

void SentencePieceCutter::map(std::string_view text) {
  mapped_.clear();
  for (size_t at = 0; at < text.size();) {
    const auto byte = static_cast<uint8_t>(text[at]);
    if (const size_t symbol = symbol_at(text, at)) {
      mapped_.append(text, at, symbol);
      at += symbol;
    } else if (byte < 128 && !map_.replaces_ascii(byte)) {
      mapped_.push_back(text[at++]);
    } else if (const CharsMap::Match match = map_.longest(text, at); match.length) {
      mapped_.append(match.replacement);
      at += match.length;
    } else {
      const size_t length = sequence_length(byte);
      mapped_.append(text, at, length);
      at += length;
    }
  }
}

std::string_view SentencePieceCutter::normalize(std::string_view text) {
  out_.clear();
  if (text.empty()) return out_;
  map(text);
  finish();
  return out_;
}

void SentencePieceCutter::finish() {
  const std::string_view space = rules_.escape_whitespaces ? kSpace : " ";
  const bool tidy = rules_.remove_extra_whitespaces;
  if (tidy && mapped_.find_first_not_of(' ') == std::string::npos) return;
  if (rules_.add_dummy_prefix && !rules_.suffix) out_.append(space);
  bool waiting = false;  // a space that is written only before something else
  bool begun = false;
  for (const char c : mapped_) {
    if (c != ' ') {
      if (waiting && begun) out_.append(space);
      waiting = false;
      begun = true;
      out_.push_back(c);
    } else if (tidy) {
      waiting = true;
    } else {
      out_.append(space);
    }
  }
  const bool ends = rules_.add_dummy_prefix && rules_.suffix;
  if (tidy) {
    while (std::string_view(out_).ends_with(space)) out_.resize(out_.size() - space.size());
  }
  if (ends) out_.append(space);
}

void SentencePieceCutter::cut(const WordCounter& runs, WordCounter& words) {
  runs.for_each([&](std::string_view run, uint64_t count) {
    std::string_view text = normalize(run);
    if (!rules_.split) {
      if (!text.empty()) words.add(text, count);
      return;
    }
    while (!text.empty()) {
      size_t end = 0;
      if (rules_.suffix) {
        end = text.find(kSpace);
        if (end != std::string_view::npos) end += kSpace.size();
      } else {
        end = text.find(kSpace, text.starts_with(kSpace) ? kSpace.size() : 0);
      }
      words.add(text.substr(0, end), count);
      text.remove_prefix(std::min(end, text.size()));
    }
  });
}

}  // namespace subwords
