// The pieces of a sentencepiece `.model` as a table, and where the rest of it stands.
//
// The readable twin is subwords/formats/sentencepiece_pieces.py.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/pieces.hpp"

namespace subwords {

struct ModelProto {
  // A field of the file that is no piece: number and wire type, and where tag and payload begin.
  struct Field {
    uint32_t number;
    uint8_t wire;
    size_t begin, payload, end;
  };

  PiecesPtr pieces;
  std::string types;    // per piece: the file's number for its type
  std::string present;  // per piece: 1 where its score is stated, 2 where its type is
  std::vector<std::pair<size_t, std::string>> unknown;  // by piece: bytes of unknown fields
  std::vector<Field> rest;
};

// Throws Fault where `data` is no such file or a piece is wrong; names piece, field and byte.
ModelProto read_model_proto(std::string_view data);

}  // namespace subwords
