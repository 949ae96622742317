// Every instruction set finds the same spans as a plain loop, whatever the text and its end.
#include "text/scan.hpp"

#include <random>
#include <string>
#include <vector>

#include "tests/check.hpp"

using namespace subwords;

namespace {

AsciiClasses bert_like() {
  AsciiClasses classes{};
  for (unsigned c = 0; c < 128; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    classes[c] = letter ? AsciiClass::kPlain : AsciiClass::kIsolated;
  }
  for (const char c : {' ', '\t', '\n', '\r'}) classes[static_cast<size_t>(c)] = AsciiClass::kSpace;
  for (const char c : {'\0', '\x0B', '\x7F'}) classes[static_cast<size_t>(c)] = AsciiClass::kOdd;
  return classes;
}

std::vector<Span> by_hand(const AsciiClasses& classes, const std::string& text) {
  std::vector<Span> spans;
  for (size_t i = 0; i < text.size();) {
    const auto class_at = [&](size_t at) {
      const auto byte = static_cast<uint8_t>(text[at]);
      return byte < 128 ? classes[byte] : AsciiClass::kOdd;
    };
    size_t end = i + 1;
    bool dirty = false;
    if (class_at(i) == AsciiClass::kPlain || class_at(i) == AsciiClass::kOdd) {
      for (end = i; end < text.size(); ++end) {
        if (class_at(end) == AsciiClass::kSpace || class_at(end) == AsciiClass::kIsolated) break;
        dirty |= class_at(end) == AsciiClass::kOdd;
      }
    }
    if (class_at(i) != AsciiClass::kSpace) {
      spans.push_back({static_cast<uint32_t>(i),
                       static_cast<uint32_t>(end) | (dirty ? Span::kDirty : 0)});
    }
    i = end;
  }
  return spans;
}

std::vector<Span> scanned(const Scanner& scanner, const std::string& text, size_t capacity) {
  // A copy of exactly the right size lets the sanitizer see a read past the end.
  const std::vector<uint8_t> bytes(text.begin(), text.end());
  std::vector<Span> all, some(capacity);
  Scanner::State state;
  while (!state.finished) {
    some.resize(capacity);
    some.resize(scanner.scan(bytes.data(), bytes.size(), state, some.data(), capacity));
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::string random_text(std::mt19937& random, size_t size, const std::string& alphabet) {
  std::string text;
  for (size_t i = 0; i < size; ++i) text += alphabet[random() % alphabet.size()];
  return text;
}

}  // namespace

TEST(every_instruction_set_finds_the_same_spans) {
  const AsciiClasses classes = bert_like();
  std::mt19937 random(7);
  const std::string sparse = std::string(60, 'a') + " .\xC3\xA9";
  const std::string dense = std::string("aB .,\n\t\x0B\x7F\xE4\xBA\xBA", 12) + '\0';
  for (int round = 0; round < 3000; ++round) {
    const std::string text =
        random_text(random, random() % 400, round % 2 == 0 ? sparse : dense);
    const std::vector<Span> expected = by_hand(classes, text);
    for (const Isa isa : {Isa::kPortable, Isa::kAvx2, Isa::kAvx512}) {
      const Scanner scanner(classes, isa);
      CHECK(scanned(scanner, text, Scanner::kMinCapacity) == expected);
      CHECK(scanned(scanner, text, 1000) == expected);
    }
  }
}

TEST(any_set_of_ascii_characters_can_be_asked_for) {
  std::mt19937 random(11);
  std::string every;
  for (int byte = 0; byte < 256; ++byte) every += static_cast<char>(byte);
  for (int round = 0; round < 300; ++round) {
    AsciiClasses classes{};
    constexpr AsciiClass kAll[] = {AsciiClass::kPlain, AsciiClass::kSpace, AsciiClass::kIsolated,
                                   AsciiClass::kOdd};
    for (auto& one : classes) one = kAll[random() % 4];
    const std::string text = random_text(random, 300, every);
    const std::vector<Span> expected = by_hand(classes, text);
    for (const Isa isa : {Isa::kPortable, Isa::kAvx2, Isa::kAvx512}) {
      CHECK(scanned(Scanner(classes, isa), text, 128) == expected);
    }
  }
}

TEST(empty_text_has_no_spans) {
  Scanner::State state;
  Span spans[Scanner::kMinCapacity];
  CHECK_EQ(Scanner(bert_like()).scan(nullptr, 0, state, spans, Scanner::kMinCapacity), 0);
  CHECK(state.finished);
}
