// A fast path: text to ids without the stages between, for the chains that published models use.
//
// Each gives what the general path (Stages) gives, on every text; what it cannot do on its own it
// hands to the general path. Which one serves a spec is decided once, when it is compiled.
#pragma once
#include <memory>
#include <string_view>

#include "pipeline/worker.hpp"
#include "text/scan.hpp"

namespace subwords {

class FastPath {
 public:
  virtual ~FastPath() = default;

  // Appends the ids of valid UTF-8 text of at most kMaxTextBytes; `starts` says that the user's
  // text begins with it.
  virtual void encode(std::string_view text, bool starts, Worker& worker, IdBuffer& out) const = 0;
  // Appends rows; the first character is number `first_char` of the user's text and word ids count
  // on from `word`. Returns the next free word id.
  virtual int32_t annotate(std::string_view text, uint32_t first_char, int32_t word,
                           Worker& worker, Columns& out) const = 0;
  // Puts into a new worker's cache what is known of words before any text has come.
  virtual void teach(Worker&) const {}
  // Whether the normalizer leaves this text as it is; false where that is not sure.
  virtual bool keeps(std::string_view) const { return false; }
  // Appends the normalized text faster than the stages do it; false where it cannot, and what was
  // appended is worth nothing then.
  virtual bool normalize_text(std::string_view, uint32_t, AlignedText&) const { return false; }
  virtual size_t memory_bytes() const = 0;
};

// Null where no fast path gives what these stages and this model give.
std::unique_ptr<FastPath> make_fast_path(const Stages& stages, const WordModel& model, Isa isa);

}  // namespace subwords
