// Takes the white space that tokens begin and end with out of their spans; the twin of trim_spans()
// in reference/template.py.
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pipeline/columns.hpp"
#include "text/pieces.hpp"
#include "text/vocab.hpp"

namespace subwords {

class OffsetTrimmer {
 public:
  // Of the two tables one is there. One entry of `passes` per pass: whether a single space that
  // the start of a text begins with was put there, so that its span stays.
  OffsetTrimmer(VocabPtr vocab, PiecesPtr pieces,
                std::unordered_map<uint32_t, std::string> added, std::vector<bool> passes)
      : vocab_(std::move(vocab)), pieces_(std::move(pieces)), added_(std::move(added)),
        passes_(std::move(passes)) {}

  void apply(Columns& columns) const;

 private:
  // The token of an id where the model gave it: its own, should an added one share the id.
  std::string_view token(uint32_t id) const;

  VocabPtr vocab_;
  PiecesPtr pieces_;
  std::unordered_map<uint32_t, std::string> added_;
  std::vector<bool> passes_;
};

}  // namespace subwords
