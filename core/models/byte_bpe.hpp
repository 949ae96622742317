// BPE on the raw bytes of a pre-token, for vocabularies that have a token for every byte.
//
// What byte-level `tokenizer.json` files and rank files share: the lead-in of the merge (bytes to
// symbols by a table, the first joins by a grid of all pairs of bytes) and the word that is a token
// by itself. The text needs not be spelled in the byte alphabet first. A long pre-token is cut where
// no join can reach over (ByteCuts), and its parts are merged one after the other, near in memory.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "models/byte_cuts.hpp"
#include "models/merger.hpp"
#include "models/short_merge.hpp"
#include "models/whole_words.hpp"

namespace subwords {

class ByteBpe {
 public:
  ByteBpe() = default;
  // `symbols` has the symbol of each byte, `last` of each byte at the end of a word;
  // Joins::kNoSymbol for one that never occurs. `joins` must outlive this.
  ByteBpe(const Joins* joins, const uint32_t (&symbols)[256], const uint32_t (&last)[256],
          Isa isa = best_isa());

  // From now on a word that is this token is emitted whole; call finish() after the last.
  void add_whole(std::string_view bytes, uint32_t id, MergeScratch& scratch);
  void finish() { whole_.build(); }

  // Whether there is a model at all: every byte has a symbol.
  bool ready() const { return joins_ != nullptr; }

  // Writes the ids of a pre-token (not empty) to `out`, which has room for `size` of them, and
  // returns how many. Where `starts` is not null, token k begins at byte starts[k] (same room).
  size_t encode(const uint8_t* bytes, size_t size, MergeScratch& scratch, uint32_t* out,
                uint32_t* starts = nullptr) const {
    const uint32_t id = whole_.find(bytes, size);
    if (id == WholeWords::kNone) [[likely]] return merge_bytes(bytes, size, scratch, out, starts);
    out[0] = id;
    if (starts != nullptr) starts[0] = 0;
    return 1;
  }
  // The id of a word (not empty) that is emitted whole though merging it does not give it; kNone
  // for all others.
  uint32_t whole(const uint8_t* bytes, size_t size) const { return whole_.find(bytes, size); }
  // Whether the bytes of a token are known to give it.
  bool forms(uint32_t id) const { return joins_->forms(id); }
  bool has_whole() const { return !whole_.empty(); }
  // Where a pre-token that is not emitted whole may be cut, so that merging its parts is as good.
  const ByteCuts& cuts() const;
  // The same as encode() without looking for whole words.
  size_t merge_bytes(const uint8_t* bytes, size_t size, MergeScratch& scratch, uint32_t* out,
                     uint32_t* starts) const;
  // The ids of several words (not empty) in their symbols; as encode() of each.
  void encode_together(ShortWord* words, size_t count, MergeScratch& scratch) const;
  // Writes the initial symbols.
  void initial(const uint8_t* bytes, size_t size, uint32_t* out) const {
    for (size_t i = 0; i < size; ++i) out[i] = symbols_[bytes[i]];
    if (size > 0) out[size - 1] = last_[bytes[size - 1]];
  }
  size_t memory_bytes() const {
    return sizeof(*this) + grid_.size() * sizeof(uint32_t) + whole_.memory_bytes();
  }

 private:
  // Made when the first long pre-token comes.
  struct LongWords {
    std::once_flag once;
    std::unique_ptr<const ByteCuts> cuts;
  };
  // Shorter ones are merged as they are.
  static constexpr size_t kCutFrom = 256;

  // Merges the symbols of the bytes begin..end of a pre-token of `size` bytes in place.
  size_t merge_range(const uint8_t* bytes, size_t size, size_t begin, size_t end,
                     MergeScratch& scratch, uint32_t* symbols, uint32_t* starts) const;
  size_t merge_parts(const uint8_t* bytes, size_t size, MergeScratch& scratch, uint32_t* out,
                     uint32_t* starts) const;

  const Joins* joins_ = nullptr;
  std::vector<uint32_t> grid_;  // joins of the symbols of two bytes
  uint32_t symbols_[256] = {}, last_[256] = {};
  bool marked_end_ = false;
  ShortMerges short_merges_;
  WholeWords whole_;
  std::shared_ptr<LongWords> long_words_ = std::make_shared<LongWords>();
};

}  // namespace subwords
