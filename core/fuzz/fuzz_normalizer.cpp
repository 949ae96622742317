// Chains of normalizers on any bytes that are UTF-8: every character of the outcome has an origin
// inside the text, and what is normalized twice does not change the second time.
#include <algorithm>

#include "fuzz.hpp"
#include "normalize/normalizer.hpp"
#include "text/utf8.hpp"

namespace subwords::fuzz {
namespace {

AlignedText aligned(std::string_view text) {
  AlignedText out;
  const auto* p = reinterpret_cast<const uint8_t*>(text.data());
  const auto* const end = p + text.size();
  while (p < end) {
    char32_t c = 0;
    p = utf8::decode(p, c);
    const auto at = static_cast<uint32_t>(out.size());
    out.push(c, {at, at + 1});
  }
  return out;
}

// A compiled map of every character (to "x", "" or two characters), a few of its units broken.
std::shared_ptr<const Charsmap> random_map(Random& random) {
  constexpr uint32_t kRoot = 256, kLast = 512, kMiddle = 768, kTop = 1024, kEnds = 1536;
  std::vector<uint32_t> units(2048);
  const auto node = [&](uint32_t position, uint32_t label, uint32_t target, bool leaf) {
    units[position] = label | uint32_t{leaf} << 8 | (position ^ target) << 10;
  };
  units[0] = kRoot << 10;
  for (uint32_t byte = 1; byte < 0xF5; ++byte) {
    if (byte < 0x80) node(kRoot ^ byte, byte, kEnds + byte % 3, true);
    if (byte >= 0x80 && byte < 0xC0) {
      node(kLast ^ byte, byte, kEnds + byte % 3, true);
      node(kMiddle ^ byte, byte, kLast, false);
      node(kTop ^ byte, byte, kMiddle, false);
    }
    if (byte >= 0xC2) {
      node(kRoot ^ byte, byte, byte < 0xE0 ? kLast : byte < 0xF0 ? kMiddle : kTop, false);
    }
  }
  for (uint32_t i = 0; i < 3; ++i) units[kEnds + i] = uint32_t{1} << 31 | 2 * i;
  for (size_t broken = random.below(6); broken > 0; --broken) {
    units[random.below(units.size())] = static_cast<uint32_t>(random.next());
  }
  std::string data;
  const auto put = [&](uint32_t word) {
    for (int byte = 0; byte < 4; ++byte) data += static_cast<char>(word >> 8 * byte);
  };
  put(static_cast<uint32_t>(4 * units.size()));
  for (const uint32_t unit : units) put(unit);
  data += std::string("x\0 \0\0 y\0", 8);
  auto map = Charsmap::read(data);
  return map == nullptr ? Charsmap::read("") : map;
}

std::shared_ptr<const TokenTrie<char32_t>> random_symbols(const AlignedText& text,
                                                          Random& random) {
  std::vector<std::pair<std::vector<char32_t>, uint32_t>> symbols;
  for (size_t count = random.below(4); count > 0 && text.size() > 0; --count) {
    const size_t begin = random.below(text.size());
    const size_t end = std::min(text.size(), begin + 1 + random.below(3));
    symbols.emplace_back(std::vector<char32_t>(text.chars.begin() + static_cast<ptrdiff_t>(begin),
                                               text.chars.begin() + static_cast<ptrdiff_t>(end)),
                         0);
  }
  return std::make_shared<TokenTrie<char32_t>>(std::move(symbols));
}

NormalizerStep random_step(const AlignedText& text, Random& random) {
  NormalizerStep step{static_cast<NormalizerKind>(random.below(14))};
  step.clean_text = random.below(2);
  step.handle_chinese_chars = random.below(2);
  step.strip_accents = random.below(2);
  step.lowercase = random.below(2);
  step.charsmap = random_map(random);
  step.protected_symbols = random_symbols(text, random);
  step.add_dummy_prefix = random.below(2);
  step.remove_extra_whitespaces = random.below(2);
  step.escape_whitespaces = random.below(2);
  step.suffix = random.below(2);
  step.left = random.below(2);
  step.right = random.below(2);
  for (size_t at = random.below(text.size()), n = random.below(4); n > 0; --n, ++at) {
    if (at < text.size()) step.pattern += text.chars[at];
  }
  step.content = random.below(2) ? U"\u00e9x" : U"";
  return step;
}

bool is_normal_form(NormalizerKind kind) {
  return kind == NormalizerKind::kNfc || kind == NormalizerKind::kNfd ||
         kind == NormalizerKind::kNfkc || kind == NormalizerKind::kNfkd;
}

}  // namespace

std::vector<std::string> fuzz_seeds() {
  return {"caf\u00e9 \u0130stanbul \ufb01ne", "a\u0315\u0300\u0301\u0344\u0f73", "\uac01\u1100\u1161\u11a8",
          "\u4e2d\x10 \u338f\ufffd", "\U0001d15e\u0316 x"};
}

std::vector<std::string> fuzz_dictionary() {
  return {"\u0301", "\u0316", "\u0345", "\u0334", "\u3099", "\u11a8", "\u09be", "\u2126", "\U0002f800"};
}

void fuzz_one(std::string_view input, Random& random) {
  if (utf8::validate(input) != input.size()) return;
  AlignedText text = aligned(input);
  const auto size = static_cast<uint32_t>(text.size());
  NormalizerChain chain;
  for (size_t steps = 1 + random.below(4); steps > 0; --steps) {
    chain.push_back(random_step(text, random));
  }
  NormalizerScratch scratch;
  normalize(chain, text, scratch);
  if (text.chars.size() != text.origin.size()) fuzz_fail("a character without an origin");
  uint32_t begin = 0;
  for (const Range range : text.origin) {
    if (range.begin >= range.end || range.end > size) fuzz_fail("an origin outside the text");
    if (range.begin < begin) fuzz_fail("origins go backwards");
    begin = range.begin;
  }
  if (!is_normal_form(chain.back().kind)) return;
  const AlignedText once = text;
  normalize({chain.back()}, text, scratch);
  if (text.chars != once.chars) fuzz_fail("a normal form of itself differs");
}

}  // namespace subwords::fuzz
