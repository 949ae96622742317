// Reads the tables of a tokenizer file straight off the scanner.
#pragma once
#include <future>
#include <string>
#include <vector>

#include "formats/json_scanner.hpp"
#include "text/merges.hpp"
#include "text/pieces.hpp"
#include "text/vocab.hpp"

namespace subwords::json {

// `path` is the JSON path of the table, for errors. All throw Fault.
class TableReader {
 public:
  explicit TableReader(Scanner& scanner) : scanner_(scanner) {}

  VocabPtr vocab(const std::string& path);    // {"token": id, ...}
  PiecesPtr pieces(const std::string& path);  // [["piece", score], ...]
  MergesPtr merges(const std::string& path);  // ["left right", ...] or [["left", "right"], ...]

  // Throws what the checks of big vocabularies found; they go on while the rest is read.
  void finish();

 private:
  MergesPtr merge_strings(const std::string& path);
  MergesPtr merge_pairs(const std::string& path);

  Scanner& scanner_;
  std::vector<std::future<void>> checks_;
};

}  // namespace subwords::json
