#include "formats/model_proto.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "formats/fault.hpp"
#include "formats/json.hpp"
#include "formats/wire.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace {

constexpr const char* kWrong = "No tokenizer can be made of it; train or fetch the file again.";

// From the file's numbers (1 to 6) to types.
constexpr std::array<PieceType, 7> kTypes = {
    PieceType::kNormal,      PieceType::kNormal, PieceType::kUnknown, PieceType::kControl,
    PieceType::kUserDefined, PieceType::kUnused, PieceType::kByte};

class PieceReader {
 public:
  void add(const WireReader::Field& field);
  ModelProto finish();

  std::vector<ModelProto::Field> rest;

 private:
  void require_wire(const WireReader::Field& field, WireReader::Type type, const char* name) const;
  void read_text(const WireReader::Field& field);
  void read_score(const WireReader::Field& field);
  void read_type(const WireReader::Field& field);
  std::string path(const char* name) const { return piece_path(entries_.size()) + "." + name; }

  std::string arena_, numbers_, present_;
  std::vector<Pieces::Entry> entries_;
  std::vector<PieceType> types_;
  std::vector<size_t> begins_;
  std::vector<std::pair<size_t, std::string>> unknown_;
  // The piece at hand.
  std::string_view text_;
  double score_ = 0;
  char number_ = 1;
  char stated_ = 0;
};

void PieceReader::require_wire(const WireReader::Field& field, WireReader::Type type,
                               const char* name) const {
  if (field.type == type) return;
  wire_fault("wire type " + std::to_string(type) + " was expected, not " +
                 std::to_string(field.type),
             path(name), field.begin);
}

void PieceReader::read_text(const WireReader::Field& field) {
  require_wire(field, WireReader::kBytes, "piece");
  if (field.raw.size() > std::numeric_limits<uint32_t>::max()) {
    wire_fault("the piece is too long", path("piece"), field.begin, kWrong);
  }
  text_ = field.raw;
}

void PieceReader::read_score(const WireReader::Field& field) {
  require_wire(field, WireReader::kFixed32, "score");
  uint32_t bits = 0;
  for (int i = 3; i >= 0; --i) bits = bits << 8 | static_cast<uint8_t>(field.raw[size_t(i)]);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  if (!std::isfinite(value)) {
    wire_fault("the score is no finite number", path("score"), field.begin, kWrong);
  }
  score_ = value;
  stated_ |= 1;
}

void PieceReader::read_type(const WireReader::Field& field) {
  require_wire(field, WireReader::kVarint, "type");
  if (field.integer == 0 || field.integer >= kTypes.size()) {
    wire_fault(std::to_string(field.integer) + " is no type of piece; known are 1 to 6",
               path("type"), field.begin, kWrong);
  }
  number_ = static_cast<char>(field.integer);
  stated_ |= 2;
}

void PieceReader::add(const WireReader::Field& field) {
  text_ = {};
  score_ = 0;
  number_ = 1;
  stated_ = 0;
  std::string unknown;
  const size_t base = field.end - field.raw.size();
  WireReader reader(field.raw, base, entries_.size());
  for (WireReader::Field part; reader.next(part);) {
    if (part.number == 1) {
      read_text(part);
    } else if (part.number == 2) {
      read_score(part);
    } else if (part.number == 3) {
      read_type(part);
    } else {
      unknown += field.raw.substr(part.begin - base, part.end - part.begin);
    }
  }
  if (text_.empty()) wire_fault("the piece is empty", path("piece"), field.begin, kWrong);
  if (utf8::validate(text_) != text_.size()) {
    wire_fault("the piece is not UTF-8", path("piece"), field.begin, kWrong);
  }
  if (text_.find('\0') != std::string_view::npos) {
    wire_fault("the piece holds U+0000", path("piece"), field.begin, kWrong);
  }
  if (!unknown.empty()) unknown_.emplace_back(entries_.size(), std::move(unknown));
  entries_.push_back({arena_.size(), static_cast<uint32_t>(text_.size()), score_});
  arena_ += text_;
  types_.push_back(kTypes[static_cast<size_t>(number_)]);
  numbers_ += number_;
  present_ += stated_;
  begins_.push_back(field.begin);
}

ModelProto PieceReader::finish() {
  auto pieces =
      std::make_shared<const Pieces>(std::move(arena_), std::move(entries_), std::move(types_));
  if (const auto [first, second] = pieces->repeated(); first != SIZE_MAX) {
    wire_fault("the piece " + json::quote(pieces->piece(second)) + " is pieces[" +
                   std::to_string(first) + "] already",
               piece_path(second) + ".piece", begins_[second], kWrong);
  }
  return {std::move(pieces), std::move(numbers_), std::move(present_), std::move(unknown_),
          std::move(rest)};
}

}  // namespace

ModelProto read_model_proto(std::string_view data) {
  PieceReader pieces;
  WireReader reader(data);
  for (WireReader::Field field; reader.next(field);) {
    if (field.number == 1) {
      if (field.type != WireReader::kBytes) {
        wire_fault("wire type 2 was expected, not " + std::to_string(field.type), "pieces",
                   field.begin);
      }
      pieces.add(field);
    } else {
      const bool sized = field.type != WireReader::kVarint;
      const size_t payload = sized ? field.end - field.raw.size() : field.end;
      pieces.rest.push_back({field.number, field.type, field.begin, payload, field.end});
    }
  }
  return pieces.finish();
}

}  // namespace subwords
