#include "pipeline/ascii_chunks.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "text/steps.hpp"

#if defined(__x86_64__) && !defined(__clang__)
#include <immintrin.h>
#define SUBWORDS_X86 1
#endif

namespace subwords {

#if defined(SUBWORDS_X86)
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx2,bmi,bmi2,lzcnt")
// g++ 12 takes the "undefined" operands of its own intrinsics for mistakes (GCC bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
namespace {

struct Table {
  __m512i low, high;
  explicit Table(const uint8_t* bytes)
      : low(_mm512_load_si512(bytes)), high(_mm512_load_si512(bytes + 64)) {}
  __m512i of(__m512i chars) const { return _mm512_permutex2var_epi8(low, chars, high); }
};

size_t cut_avx512(const AsciiChunks& self, const uint8_t* text, size_t size,
                  AsciiChunks::State& state, Span* out, size_t room) {
  const AsciiChunks::Tables& tables = self.tables();
  const Table left0(tables.left[0]), left1(tables.left[1]);
  const Table right0(tables.right[0]), right1(tables.right[1]), kinds(tables.kinds);
  uint32_t begin = state.begin;
  bool spaced = state.spaced;
  size_t position = state.position, count = 0;
  for (bool plain = true; plain && position < size && count + AsciiChunks::kRoom <= room;) {
    SUBWORDS_STEP();
    const size_t left = size - position;
    __mmask64 here = left >= 64 ? ~__mmask64{0} : (__mmask64{1} << left) - 1;
    const __m512i chars = _mm512_maskz_loadu_epi8(here, text + position);
    const __m512i before = _mm512_maskz_loadu_epi8(here, text + position - 1);
    const __m512i kind = kinds.of(chars);
    const __mmask64 other =
        (_mm512_movepi8_mask(chars) | _mm512_test_epi8_mask(kind, _mm512_set1_epi8(2))) & here;
    plain = other == 0;
    if (!plain) here &= (other & -other) - 1;
    const auto read = static_cast<unsigned>(std::popcount(here));
    if (read == 0) break;
    const __mmask64 spaces = _mm512_test_epi8_mask(kind, _mm512_set1_epi8(1)) & here;
    const __mmask64 cuts = _mm512_testn_epi8_mask(left0.of(before), right0.of(chars)) &
                           _mm512_testn_epi8_mask(left1.of(before), right1.of(chars)) & here;
    // A space behind a space takes its place; any other cut ends a chunk.
    uint64_t ends = cuts & ~(spaces & (spaces << 1 | __mmask64{spaced}));
    uint64_t begins = cuts & ~(spaces & spaces >> 1);
    const auto base = static_cast<uint32_t>(position);
    if (cuts != 0 && ((cuts & -cuts) & ends) == 0) {
      begin = base + static_cast<uint32_t>(std::countr_zero(begins));
      begins &= begins - 1;
    }
    for (; ends != 0; ends &= ends - 1, begins &= begins - 1) {
      out[count++] = {begin, base + static_cast<uint32_t>(std::countr_zero(ends))};
      begin = base + static_cast<uint32_t>(std::countr_zero(begins));
    }
    spaced = (spaces >> (read - 1) & 1) != 0;
    position += read;
  }
  state = {begin, static_cast<uint32_t>(position), spaced};
  return count;
}

}  // namespace
#pragma GCC diagnostic pop
#pragma GCC pop_options
#endif

AsciiChunks::AsciiChunks(const std::array<Role, 128>& roles, const Joins& joins, Isa isa) {
  tabulate(roles, joins);
#if defined(SUBWORDS_X86)
  if (std::min(isa, best_isa()) == Isa::kAvx512) cut_ = cut_avx512;
#endif
}

namespace {

// About how often a character comes in text.
unsigned weight(unsigned c) {
  if (c == ' ') return 60;
  if ((c | 0x20) - 'a' < 26u) return 20;
  if (c - '0' < 10u || c == '\n') return 6;
  return c >= '!' && c <= '/' ? 3 : 1;
}

}  // namespace

void AsciiChunks::tabulate(const std::array<Role, 128>& roles, const Joins& joins) {
  constexpr size_t kClasses = 15;  // and one for spaces
  struct Class {
    std::array<uint64_t, 2> row;
    std::vector<uint8_t> members;
    unsigned weight = 0;
  };
  std::vector<Class> classes;
  for (unsigned c = 0; c < 128; ++c) {
    tables_.kinds[c] = roles[c] == Role::kSpace ? 1 : roles[c] == Role::kOther ? 2 : 0;
    if (roles[c] != Role::kPlain) continue;
    auto found = std::find_if(classes.begin(), classes.end(),
                              [&](const Class& one) { return one.row == joins[c]; });
    if (found == classes.end()) found = classes.insert(found, Class{joins[c], {}, 0});
    found->members.push_back(static_cast<uint8_t>(c));
    found->weight += weight(c);
  }
  std::stable_sort(classes.begin(), classes.end(),
                   [](const Class& a, const Class& b) { return a.weight > b.weight; });
  for (; classes.size() > kClasses; classes.pop_back()) {
    Class& shared = classes[kClasses - 1];
    for (size_t i = 0; i < 2; ++i) shared.row[i] |= classes.back().row[i];
    shared.members.insert(shared.members.end(), classes.back().members.begin(),
                          classes.back().members.end());
  }
  for (size_t k = 0; k < classes.size(); ++k) {
    const auto bit = static_cast<uint8_t>(1u << k % 8);
    for (const uint8_t c : classes[k].members) tables_.left[k / 8][c] = bit;
    for (unsigned c = 0; c < 128; ++c) {
      if ((classes[k].row[c / 64] >> c % 64 & 1) != 0) tables_.right[k / 8][c] |= bit;
    }
  }
  for (unsigned c = 0; c < 128; ++c) {
    if (roles[c] == Role::kSpace) tables_.left[1][c] = 0x80;
    if (roles[c] == Role::kPlain) tables_.right[1][c] |= 0x80;
  }
}

}  // namespace subwords
