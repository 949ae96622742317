// Places in an output that wait for their ids, so that what goes in between can be written at once.
#pragma once
#include <cstring>
#include <span>
#include <vector>

#include "pipeline/buffers.hpp"
#include "text/release.hpp"

namespace subwords {

class Gaps {
 public:
  struct Gap {
    size_t word;   // whose ids are missing
    size_t place;  // where in the output they go
    size_t first = 0, count = 0;  // which of the ids below they are
  };

  void clear() {
    gaps_.clear();
    ids_.clear();
  }
  bool empty() const { return gaps_.empty(); }
  // Places rise.
  void add(size_t word, size_t place) { gaps_.push_back({word, place}); }
  std::vector<Gap>& all() { return gaps_; }
  // Says what goes into a gap, in any order of gaps.
  void fill(Gap& gap, std::span<const uint32_t> ids) {
    gap.first = ids_.size();
    gap.count = ids.size();
    ids_.append(ids.data(), ids.size());
  }
  // Moves what is behind each gap by as much as goes into it, the last first.
  void close(IdBuffer& out) const {
    size_t end = out.size();
    out.resize(end + ids_.size());
    size_t next = out.size();  // everything from here on is in its place
    for (size_t i = gaps_.size(); i-- > 0;) {
      const Gap& gap = gaps_[i];
      const size_t behind = end - gap.place;
      next -= behind;
      if (behind > 0) {
        std::memmove(out.data() + next, out.data() + gap.place, behind * sizeof(uint32_t));
      }
      next -= gap.count;
      if (gap.count > 0) {
        std::memcpy(out.data() + next, ids_.data() + gap.first, gap.count * sizeof(uint32_t));
      }
      end = gap.place;
    }
  }

  void release_large() {
    subwords::release_large(gaps_);
    subwords::release_large(ids_);
  }

 private:
  std::vector<Gap> gaps_;
  IdBuffer ids_;
};

}  // namespace subwords
