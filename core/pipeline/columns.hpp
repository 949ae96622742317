// An annotated text: one row per token, and what is the same for whole stretches of rows.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/buffers.hpp"

namespace subwords {

struct Row {
  uint32_t id;
  uint32_t begin, end;  // characters of the text that was passed in
  int32_t word;         // index of the word, -1 for none
};

// Rows up to `end` that belong to one place of the template.
struct RowRun {
  size_t end;
  uint32_t type_id;
  int8_t sequence;  // 0 or 1; -1 for a special token
  bool special() const { return sequence < 0; }
};

// An added token found in the text, or another that is called by its text: what it covers there
// (UTF-8), normalized where it is.
struct MatchedRow {
  size_t row;
  std::string text;
};

struct Columns {
  Buffer<Row> rows;
  std::vector<RowRun> runs;
  std::vector<MatchedRow> matches;

  size_t size() const { return rows.size(); }
  void push(uint32_t id, uint32_t begin, uint32_t end, int32_t word) {
    rows.push_back({id, begin, end, word});
  }
  void clear() {
    rows.clear();
    runs.clear();
    matches.clear();
  }
};

}  // namespace subwords
