// NFD, NFC, NFKD and NFKC with alignments; the twin of reference/normal_forms.py.
//
// Decomposition gives a character's first part its one old character, the other parts none.
// Reordering takes the counts along; composition adds the counts of what it joins.
#include <algorithm>
#include <array>

#include "normalize/quick_check.hpp"
#include "normalize/steps.hpp"
#include "text/unicode.hpp"

namespace subwords {
namespace {

constexpr size_t kNone = static_cast<size_t>(-1);

void decompose(const AlignedText& text, bool compatibility, std::vector<Edit>& edits) {
  const uint16_t decomposes =
      compatibility ? unicode::kDecomposesCompatibly : unicode::kDecomposes;
  edits.clear();
  char32_t scratch[3];
  for (char32_t c : text.chars) {
    const uint16_t properties = unicode::properties(c);
    if (!(properties & decomposes)) {
      const bool reorders = properties & unicode::kReorders;
      edits.push_back({c, 1, reorders ? unicode::combining_class(c) : uint8_t{0}});
      continue;
    }
    uint32_t used = 1;
    for (char32_t part : unicode::decompose(c, compatibility, scratch)) {
      edits.push_back({part, used, unicode::combining_class(part)});
      used = 0;
    }
  }
}

// Stable sorts of the marks in [begin, end) by class: insertion for the few that occur in text,
// counting for the many that somebody may send.
void sort_few(Edit* begin, Edit* end) {
  for (Edit* next = begin + 1; next < end; ++next) {
    const Edit moved = *next;
    Edit* hole = next;
    for (; hole > begin && hole[-1].combining_class > moved.combining_class; --hole) {
      *hole = hole[-1];
    }
    *hole = moved;
  }
}

void sort_many(Edit* begin, Edit* end, std::vector<Edit>& sorted) {
  std::array<size_t, 257> places{};
  for (const Edit* edit = begin; edit < end; ++edit) ++places[edit->combining_class + 1u];
  for (size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
  sorted.resize(static_cast<size_t>(end - begin));
  for (const Edit* edit = begin; edit < end; ++edit) sorted[places[edit->combining_class]++] = *edit;
  std::copy(sorted.begin(), sorted.end(), begin);
}

void reorder(std::vector<Edit>& edits, std::vector<Edit>& sorted) {
  Edit* const end = edits.data() + edits.size();
  for (Edit* begin = edits.data(); begin < end; ++begin) {
    if (begin->combining_class == 0) continue;
    Edit* const first = begin;
    while (begin < end && begin->combining_class != 0) ++begin;
    if (begin - first <= 32) {
      sort_few(first, begin);
    } else {
      sort_many(first, begin, sorted);
    }
    if (begin == end) return;
  }
}

// Joins each character to the last starter before it, unless one in between, of a class that is
// not lower, blocks the way.
void compose(std::vector<Edit>& edits) {
  size_t starter = kNone, kept = 0;
  uint8_t last_class = 0;
  for (const Edit edit : edits) {
    const bool adjacent = starter + 1 == kept;
    if (starter != kNone && (adjacent || last_class < edit.combining_class)) {
      if (const char32_t composite = unicode::compose(edits[starter].c, edit.c)) {
        edits[starter].c = composite;
        edits[starter].used += edit.used;
        continue;
      }
    }
    if (edit.combining_class == 0) starter = kept;
    edits[kept++] = edit;
    last_class = edit.combining_class;
  }
  edits.resize(kept);
}

}  // namespace

void normal_form(AlignedText& text, bool compatibility, bool composed,
                 NormalizerScratch& scratch) {
  const NormalForm form = composed ? (compatibility ? NormalForm::kNfkc : NormalForm::kNfc)
                                   : (compatibility ? NormalForm::kNfkd : NormalForm::kNfd);
  if (is_already_normal(form, text.chars)) return;
  std::vector<Edit>& edits = scratch.edits;
  decompose(text, compatibility, edits);
  reorder(edits, scratch.sorted);
  if (composed) compose(edits);
  AlignedText& out = scratch.other;
  out.clear();
  size_t at = 0;
  // The first edit always uses a character: a first part has the lowest class of its parts.
  for (const Edit& edit : edits) {
    out.push(edit.c, text.origin[edit.used ? at : at - 1]);
    at += edit.used;
  }
  std::swap(text, out);
}

}  // namespace subwords
