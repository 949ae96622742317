// The native readers of .model files and rank files; Python tests them against their twins.
#include "check.hpp"
#include "formats/fault.hpp"
#include "formats/model_proto.hpp"
#include "formats/rank_file.hpp"

using namespace subwords;
using namespace std::string_literals;

namespace {

// The place a reader names, or "" where it accepts the file.
template <class Read>
std::string place(const Read& read) {
  try {
    read();
  } catch (const Fault& fault) {
    return fault.where;
  }
  return "";
}

const std::string kUnk = "\x0a\x0e\x0a\x05<unk>\x15\0\0\0\0\x18\x02"s;
const std::string kA = "\x0a\x08\x0a\x01" "a\x15\0\0\x80\xbf"s;

}  // namespace

TEST(pieces_scores_and_types) {
  const ModelProto proto = read_model_proto(kUnk + kA + "\x12\x02\x18\x02"s);
  CHECK_EQ(proto.pieces->size(), size_t{2});
  CHECK_EQ(std::string(proto.pieces->piece(0)), "<unk>");
  CHECK(proto.pieces->type(0) == PieceType::kUnknown);
  CHECK_EQ(proto.pieces->score(1), -1.0);
  CHECK_EQ(proto.types, "\2\1"s);
  CHECK_EQ(proto.present, "\3\1"s);
  CHECK_EQ(proto.rest.size(), size_t{1});
  CHECK_EQ(proto.rest[0].payload, kUnk.size() + kA.size() + 2);
}

TEST(damage_names_the_byte) {
  const auto read = [](const std::string& data) {
    return place([&] { read_model_proto(data); });
  };
  CHECK_EQ(read(kUnk + kA + kA), "pieces[2].piece, byte 26");
  CHECK_EQ(read(kUnk + "\x0a\x63" "abc"), "byte 16");
  CHECK_EQ(read(kUnk + "\xff"), "byte 16");
  CHECK_EQ(read(kUnk + "\x0a\x03\x0a\x09z"), "pieces[1], byte 18");
  CHECK_EQ(read(""), "");
}

TEST(ranks) {
  const auto read = [](const std::string& data) {
    return place([&] { read_rank_file(data); });
  };
  CHECK_EQ(read("IQ== 0\nIg= 1\n"), "line 2");
  CHECK_EQ(read("IQ== 0\n\nIQ== 1\n"), "line 3");
  CHECK_EQ(read("IQ== 0\nIg== 4294967295\n"), "line 2");
  const Vocab vocab("cab", {{1, 2, 2}, {0, 1, 1}});
  CHECK_EQ(rank_image(vocab), "\1\0\0\0\1\0\0\0c\2\0\0\0\2\0\0\0ab"s);
}
