// Protocol Buffers' wire format: the fields of a message in order, checked.
//
// The readable twin is subwords/formats/protobuf.py; both give the same messages.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace subwords {

class WireReader {
 public:
  enum Type : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

  struct Field {
    uint32_t number;
    Type type;
    uint64_t integer;      // of a varint
    std::string_view raw;  // of the others: the payload
    size_t begin, end;     // in the file, tag included
  };

  // `base` is where in the file `data` begins; `piece` is the piece that the message is, for
  // errors (no path is made for a message without one).
  explicit WireReader(std::string_view data, size_t base = 0, size_t piece = SIZE_MAX)
      : data_(data), base_(base), piece_(piece) {}

  // The next field, or false at the end. Throws Fault where the bytes are no message.
  bool next(Field& field);

 private:
  uint64_t varint();
  [[noreturn]] void fail(const std::string& what, size_t at) const;

  std::string_view data_;
  size_t base_;
  size_t piece_;
  size_t at_ = 0;
};

// How errors name a piece.
std::string piece_path(size_t piece);

// Throws a Fault that names a path and a byte of a message.
[[noreturn]] void wire_fault(const std::string& what, const std::string& path, size_t byte,
                             const char* remedy = nullptr);

}  // namespace subwords
