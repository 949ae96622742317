// Mutated .model and rank files: only Fault comes out, and what is accepted is consistent.
#include "formats/fault.hpp"
#include "formats/model_proto.hpp"
#include "formats/rank_file.hpp"
#include "fuzz/fuzz.hpp"

namespace subwords::fuzz {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string rank_line(std::string_view token, unsigned rank) {
  std::string line;
  for (size_t i = 0; i < token.size(); i += 3) {
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (i + k < token.size() ? static_cast<uint8_t>(token[i + k]) : 0u);
    }
    for (size_t k = 0; k < 4; ++k) {
      line += i + k > token.size() ? '=' : kDigits[bits >> (18 - 6 * k) & 63];
    }
  }
  return line + " " + std::to_string(rank) + "\n";
}

std::string all_bytes() {
  std::string file;
  for (unsigned byte = 0; byte < 256; ++byte) {
    const char token = static_cast<char>(byte);
    file += rank_line({&token, 1}, byte);
  }
  return file + rank_line("he", 256) + rank_line("hello", 300);
}

void check_ranks(const Vocab& vocab) {
  size_t bytes = 0;
  for (size_t i = 0; i < vocab.size(); ++i) {
    bytes += vocab.token_at(i).size() + 8;
    if (vocab.id(vocab.token_at(i)) != vocab.id_at(i)) fuzz_fail("a token has another rank");
    if (vocab.token(vocab.id_at(i)) != vocab.token_at(i)) fuzz_fail("a rank has another token");
  }
  if (rank_image(vocab).size() != bytes) fuzz_fail("the image of ranks has another size");
}

void check_model(const ModelProto& proto, std::string_view input) {
  const Pieces& pieces = *proto.pieces;
  if (proto.types.size() != pieces.size() || proto.present.size() != pieces.size()) {
    fuzz_fail("a piece lacks its type");
  }
  for (size_t id = 0; id < pieces.size(); ++id) {
    if (pieces.find(pieces.piece(id)) != id) fuzz_fail("a piece is not found");
  }
  for (const ModelProto::Field& field : proto.rest) {
    if (field.begin > field.payload || field.payload > field.end || field.end > input.size()) {
      fuzz_fail("a field lies outside the file");
    }
  }
}

}  // namespace

std::vector<std::string> fuzz_seeds() {
  using namespace std::string_literals;
  const std::string pieces =
      "\x0a\x0e\x0a\x05<unk>\x15\0\0\0\0\x18\x02\x0a\x08\x0a\x01" "a\x15\0\0\x80\xbf"s;
  return {
      pieces + "\x12\x02\x18\x02\x1a\x06\x12\x04" "abcd\xa0\x06\x01"s,
      pieces + "\x0a\x0c\x0a\x03\xe2\x96\x81\x15\0\0\0\xc0\xc8\x01\x05"s,
      all_bytes(),
  };
}

std::vector<std::string> fuzz_dictionary() {
  using namespace std::string_literals;
  return {"\x0a"s, "\x15"s, "\x18"s, "\0"s, "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"s, "\xff\xff"s,
          "\x0a\xff\xff\xff\xff\x0f"s, "IQ== 0\n"s, "="s, " "s, "\r\n"s, "4294967295"s, "A"s};
}

void fuzz_one(std::string_view input, Random&) {
  try {
    check_model(read_model_proto(input), input);
  } catch (const Fault&) {
  }
  try {
    check_ranks(*read_rank_file(input));
  } catch (const Fault&) {
  }
}

}  // namespace subwords::fuzz
