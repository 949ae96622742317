// JSON, strictly: RFC 8259, valid UTF-8, no lone surrogates, capped nesting, exact error places.
//
// A tokenizer file is small but for its tables, which are read straight into `Vocab`, `Pieces` and
// `Merges` without a value per entry. Everything else becomes a plain tree.
// The Python twins are formats/json_reader.py and formats/json_tables.py.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "formats/fault.hpp"
#include "text/merges.hpp"
#include "text/pieces.hpp"
#include "text/vocab.hpp"

namespace subwords::json {

struct Value;
using Array = std::vector<Value>;
using Object = std::vector<std::pair<std::string, Value>>;  // in file order, keys may repeat

struct Value {
  // An integer that 64 bits cannot hold is a double, and so is -0.
  std::variant<std::monostate, bool, int64_t, uint64_t, double, std::string, Array, Object, VocabPtr,
               PiecesPtr, MergesPtr>
      data;
};

// Which parts become tables: none; model.vocab and model.merges; the whole document.
enum class Layout { kPlain, kTokenizer, kVocab };

// Parses a document. Throws Fault; nesting of `max_depth` lists and objects or more is one.
Value parse(std::string_view text, Layout layout, size_t max_depth);

// A JSON string with its quotes, for messages.
std::string quote(std::string_view text);

}  // namespace subwords::json
