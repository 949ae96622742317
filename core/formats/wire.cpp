#include "formats/wire.hpp"

#include "formats/fault.hpp"

namespace subwords {

void wire_fault(const std::string& what, const std::string& path, size_t byte,
                const char* remedy) {
  const std::string place = "byte " + std::to_string(byte);
  throw Fault(what, path.empty() ? place : path + ", " + place,
              remedy != nullptr ? remedy
                                : "The file is damaged, or cut short in transfer; fetch it again.");
}

std::string piece_path(size_t piece) { return "pieces[" + std::to_string(piece) + "]"; }

void WireReader::fail(const std::string& what, size_t at) const {
  wire_fault(what, piece_ == SIZE_MAX ? "" : piece_path(piece_), base_ + at);
}

uint64_t WireReader::varint() {
  const size_t begin = at_;
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    if (at_ >= data_.size()) fail("a number is cut short", begin);
    const auto byte = static_cast<uint8_t>(data_[at_++]);
    const uint64_t bits = byte & 0x7F;
    const bool fits = shift < 63 || bits <= 1;
    value |= shift < 64 ? bits << shift : 0;
    if (byte < 0x80) {
      if (!fits) break;
      return value;
    }
  }
  fail("a number has more than 64 bits", begin);
}

bool WireReader::next(Field& field) {
  if (at_ >= data_.size()) return false;
  const size_t begin = at_;
  const uint64_t tag = varint();
  const uint64_t number = tag >> 3;
  if (number == 0 || number >= uint64_t{1} << 29) {
    fail(std::to_string(number) + " is no field number", begin);
  }
  field.number = static_cast<uint32_t>(number);
  field.type = static_cast<Type>(tag & 7);
  field.raw = {};
  field.integer = 0;
  if (field.type == kVarint) {
    field.integer = varint();
  } else if (field.type == kBytes || field.type == kFixed32 || field.type == kFixed64) {
    const uint64_t size = field.type == kBytes ? varint() : field.type == kFixed32 ? 4 : 8;
    const size_t left = data_.size() - at_;
    if (size > left) {
      fail("field " + std::to_string(number) + " says it has " + std::to_string(size) +
               " bytes, but " + std::to_string(left) + " are left",
           begin);
    }
    field.raw = data_.substr(at_, size);
    at_ += size;
  } else {
    fail("field " + std::to_string(number) + " has wire type " + std::to_string(tag & 7), begin);
  }
  field.begin = base_ + begin;
  field.end = base_ + at_;
  return true;
}

}  // namespace subwords
