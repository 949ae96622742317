#include "formats/rank_file.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "formats/fault.hpp"

namespace subwords {
namespace {

constexpr const char* kLine = "A line is a token in base64, a space and its rank: IQ== 0.";

constexpr uint8_t kBad = 0xFF;

constexpr std::array<uint8_t, 256> kDigits = [] {
  std::array<uint8_t, 256> table{};
  for (auto& value : table) value = kBad;
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < digits.size(); ++i) {
    table[static_cast<uint8_t>(digits[i])] = static_cast<uint8_t>(i);
  }
  return table;
}();

[[noreturn]] void fail(const std::string& what, size_t line, const char* remedy = kLine) {
  throw Fault(what, "line " + std::to_string(line), remedy);
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

// Appends what `text` stands for; false where it is not base64 (four digits a group, padded).
bool decode_base64(std::string_view text, std::string& out) {
  if (text.empty() || text.size() % 4 != 0) return false;
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  const size_t digits = text.size() - padding;
  uint32_t bits = 0;
  unsigned count = 0;
  for (size_t i = 0; i < digits; ++i) {
    const uint8_t value = kDigits[static_cast<uint8_t>(text[i])];
    if (value == kBad) return false;
    bits = bits << 6 | value;
    count += 6;
    if (count >= 8) {
      count -= 8;
      out.push_back(static_cast<char>(bits >> count));
      bits &= (1u << count) - 1;
    }
  }
  return bits == 0;  // left-over bits would be lost
}

// The rank, or kNoId where the text is none.
uint32_t parse_rank(std::string_view text) {
  uint64_t value = 0;
  if (text.empty() || text.size() > 20) return kNoId;
  for (const char c : text) {
    if (c < '0' || c > '9') return kNoId;
    value = value * 10 + static_cast<uint64_t>(c - '0');
    if (value >= kNoId) return kNoId;
  }
  return static_cast<uint32_t>(value);
}

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
  while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
  return line;
}

void require_bytes(const Vocab& vocab) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    const char token = static_cast<char>(byte);
    if (vocab.find({&token, 1}) != SIZE_MAX) continue;
    constexpr std::string_view digits = "0123456789abcdef";
    throw Fault(std::string("the single byte 0x") + digits[byte >> 4] + digits[byte & 15] +
                    " is no token, so not every text could be encoded",
                "", "The file is cut short, or it is no rank file.");
  }
}

}  // namespace

VocabPtr read_rank_file(std::string_view text) {
  std::string arena;
  arena.reserve(text.size() / 2);
  std::vector<Vocab::Entry> entries;
  std::vector<uint32_t> lines;
  uint32_t number = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    ++number;
    if (line.empty()) continue;
    const auto space = static_cast<size_t>(std::find_if(line.begin(), line.end(), is_space) -
                                           line.begin());
    if (space == line.size()) fail("no rank stands after the token", number);
    const size_t offset = arena.size();
    if (!decode_base64(line.substr(0, space), arena)) fail("the token is not base64", number);
    const uint32_t rank = parse_rank(trimmed(line.substr(space)));
    if (rank == kNoId) {
      fail("the rank is no number from 0 to " + std::to_string(kNoId - 1), number);
    }
    entries.push_back({offset, static_cast<uint32_t>(arena.size() - offset), rank});
    lines.push_back(number);
  }
  auto vocab = std::make_shared<const Vocab>(std::move(arena), std::move(entries));
  const auto refuse = [&](const char* what, std::pair<size_t, size_t> two) {
    if (two.first == SIZE_MAX) return;
    fail(std::string(what) + " stands on line " + std::to_string(lines[two.first]) + " already",
         lines[two.second], "Remove one of the two.");
  };
  refuse("the token", vocab->duplicate_token());
  refuse("the rank", vocab->duplicate_id());
  require_bytes(*vocab);
  return vocab;
}

std::string rank_image(const Vocab& vocab) {
  std::vector<std::pair<uint32_t, uint32_t>> order;  // (rank, position)
  size_t bytes = 0;
  for (size_t i = 0; i < vocab.size(); ++i) {
    order.emplace_back(vocab.id_at(i), static_cast<uint32_t>(i));
    bytes += vocab.token_at(i).size() + 8;
  }
  if (!std::is_sorted(order.begin(), order.end())) std::sort(order.begin(), order.end());
  std::string image;
  image.reserve(bytes);
  const auto append = [&](uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8) image.push_back(static_cast<char>(value >> shift));
  };
  for (const auto& [rank, position] : order) {
    const std::string_view token = vocab.token_at(position);
    append(rank);
    append(static_cast<uint32_t>(token.size()));
    image += token;
  }
  return image;
}

}  // namespace subwords
