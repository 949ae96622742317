// Lines to the scanner, its pieces to the table.
#include "train/pattern_counter.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "text/byte_alphabet.hpp"
#include "text/scan.hpp"
#include "text/utf8.hpp"

namespace subwords {

PatternCounter::PatternCounter(const std::vector<patterns::Split>& splits) {
  patterns::PatternScanner::Compiled compiled = patterns::PatternScanner::compile(splits);
  if (!compiled.scanner) throw std::invalid_argument(compiled.reason);
  scanner_ = std::move(compiled.scanner);
}

void PatternCounter::add(std::string_view text, bool by_line, WordCounter& words) const {
  while (!text.empty()) {
    size_t size = text.size();
    if (by_line) {
      const void* newline = std::memchr(text.data(), '\n', size);
      if (newline) size = static_cast<size_t>(static_cast<const char*>(newline) - text.data()) + 1;
    }
    add_text(text.substr(0, size), words);
    text.remove_prefix(size);
  }
}

void PatternCounter::add_text(std::string_view text, WordCounter& words) const {
  constexpr size_t kPieces = 512;
  static_assert(kPieces >= patterns::PatternScanner::kMinCapacity);
  if (text.size() > kMaxTextBytes) {
    throw std::length_error("a line or text is longer than the scanner takes");
  }
  uint32_t begins[kPieces], ends[kPieces];
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  patterns::PatternScanner::State state;
  while (!state.finished) {
    const size_t found = scanner_->scan(bytes, text.size(), state, begins, ends, kPieces);
    words.add_words(text, begins, ends, found);
  }
}

void spell_bytes(const WordCounter& from, WordCounter& to) {
  std::string spelled;
  to.reserve(from.size());
  from.for_each([&](std::string_view word, uint64_t count) {
    spelled.clear();
    for (const char byte : word) {
      utf8::append(spelled, byte_alphabet::kSpelling[static_cast<uint8_t>(byte)]);
    }
    to.add(spelled, count);
  });
}

}  // namespace subwords
