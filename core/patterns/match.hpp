// Runs an automaton over text. Work grows linearly with the text, whatever the pattern: where a run
// went far beyond the match it found, what it passed in vain is remembered for the runs after it
// (Reps, "Maximal-munch" tokenization in linear time, 1998).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "patterns/dfa.hpp"
#include "text/steps.hpp"

namespace subwords::patterns {

inline constexpr size_t kNone = ~size_t{0};

// Pairs of a state and a place from which no match ends any more. Places are looked at 64 apart, so
// that a run pays for at most 64 characters before it comes upon what is known.
class Barren {
 public:
  // Whether it is known that no match ends after this place; else remembers to find out.
  bool passed(uint32_t row, size_t place) {
    if (count_ != 0 && contains(key(row, place))) return true;
    run_.push_back({row, place});
    return false;
  }

  // A run is over, whose match ends at `end` (kNone: it found none).
  void close(size_t end) {
    if (run_.empty()) return;
    for (const Visit& visit : run_) {
      if (end == kNone || visit.place > end) insert(visit);
    }
    run_.clear();
  }

  // The runs to come begin here or later.
  void forget_before(size_t place) {
    if (count_ != 0 && place > farthest_) clear();
  }
  void clear();

 private:
  struct Visit {
    uint32_t row;
    size_t place;
  };
  static uint64_t key(uint32_t row, size_t place) { return uint64_t{place} << 21 | row; }
  bool contains(uint64_t key) const;
  void insert(const Visit& visit);
  void add(uint64_t key);

  std::vector<uint64_t> slots_;  // open addressing, a power of two; kEmpty where free
  size_t count_ = 0;
  size_t farthest_ = 0;
  std::vector<Visit> run_;
};

// Characters of UTF-8 by their class; places are bytes.
class Utf8Source {
 public:
  Utf8Source(const ClassMap& map, const uint8_t* text, size_t size)
      : map_(map), text_(text), size_(size) {}
  size_t size() const { return size_; }
  size_t read(size_t place, Class& one) const {
    return static_cast<size_t>(map_.read(text_ + place, one) - text_);
  }
  size_t before(size_t place) const {
    do --place;
    while ((text_[place] & 0xC0) == 0x80);
    return place;
  }

 private:
  const ClassMap& map_;
  const uint8_t* text_;
  size_t size_;
};

// Characters as code points; places are characters.
class CharSource {
 public:
  CharSource(const ClassMap& map, const char32_t* text, size_t size)
      : map_(map), text_(text), size_(size) {}
  size_t size() const { return size_; }
  size_t read(size_t place, Class& one) const {
    one = map_.of(text_[place]);
    return place + 1;
  }
  size_t before(size_t place) const { return place - 1; }

 private:
  const ClassMap& map_;
  const char32_t* text_;
  size_t size_;
};

// Where the match that begins at `begin` ends, or kNone.
template <class Source>
inline size_t match_end(const Dfa& dfa, const Source& source, size_t begin, Barren& barren) {
  const uint32_t* const table = dfa.table.data();
  const size_t size = source.size();
  Class one = dfa.edge();
  if (dfa.looks_behind && begin > 0) source.read(source.before(begin), one);
  Dfa::Step step{dfa.start(one) << 1};
  size_t end = kNone, at = begin;
  for (;;) {
    const size_t block = at / 64 * 64 + 64;
    const size_t stop = block < size ? block : size;
    while (at < stop) {
      SUBWORDS_STEP();
      const size_t next = source.read(at, one);
      step.bits = table[step.row() + one];
      end = step.accepts() ? at : end;
      if (step.row() == Dfa::kDead) {
        barren.close(end);
        return end;
      }
      at = next;
    }
    if (at >= size) break;
    const size_t known = end == kNone ? begin : end;
    if (at - known > 64 && barren.passed(step.row(), at)) {
      barren.close(end);
      return end;
    }
  }
  if (dfa.step(step.row(), dfa.edge()).accepts()) end = size;
  barren.close(end);
  return end;
}

struct Match {
  size_t begin;
  size_t end;
  friend bool operator==(const Match&, const Match&) = default;
};

// Finds the matches of a text from left to right, as the regular expression libraries do: they do
// not overlap, and an empty one never stands where the one before it ended.
template <class Source>
class MatchFinder {
 public:
  MatchFinder(const Dfa& dfa, const Source& source, Barren& barren)
      : dfa_(dfa), source_(source), barren_(barren) {
    barren_.clear();
  }

  bool next(Match& match) {
    while (from_ <= source_.size()) {
      const size_t begin = from_;
      barren_.forget_before(begin);
      const size_t end = match_end(dfa_, source_, begin, barren_);
      from_ = end == kNone || end == begin ? after(begin) : end;
      if (end == kNone || (end == begin && begin == last_end_)) continue;
      last_end_ = end;
      match = {begin, end};
      return true;
    }
    return false;
  }

 private:
  size_t after(size_t place) const {
    Class one;
    return place < source_.size() ? source_.read(place, one) : place + 1;
  }

  const Dfa& dfa_;
  Source source_;
  Barren& barren_;
  size_t from_ = 0;
  size_t last_end_ = kNone;
};

}  // namespace subwords::patterns
