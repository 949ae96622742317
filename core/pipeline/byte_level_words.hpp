// What the encoding and the annotating half of ByteLevelPath both go through.
#pragma once
#include "pipeline/byte_level_path.hpp"

namespace subwords {

// Gives the words of a text, a few hundred at a time.
class ByteLevelPath::Words {
 public:
  // No scanner: the text is one word.
  Words(const patterns::PatternScanner* scanner, std::string_view text, Worker& worker)
      : scanner_(scanner), text_(text), state_(worker.pattern_state), batch_(worker.words) {
    state_ = {};
  }

  bool finished() const { return state_.finished; }
  Span operator[](size_t i) const { return {batch_.begins[i], batch_.ends[i]}; }

  // Puts the next ones into worker.words; how many.
  size_t next() {
    const auto* const text = reinterpret_cast<const uint8_t*>(text_.data());
    if (scanner_ != nullptr) {
      return scanner_->scan(text, text_.size(), state_, batch_.begins, batch_.ends,
                            WordBatch::kWords);
    }
    state_.finished = true;
    batch_.begins[0] = 0;
    batch_.ends[0] = static_cast<uint32_t>(text_.size());
    return text_.empty() ? 0 : 1;
  }

 private:
  const patterns::PatternScanner* scanner_;
  std::string_view text_;
  patterns::PatternScanner::State& state_;
  WordBatch& batch_;
};

}  // namespace subwords
