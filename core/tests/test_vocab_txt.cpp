// vocab.txt: line ends, white space, empty lines, repeated pieces.
#include "formats/vocab_txt.hpp"

#include <string>

#include "tests/check.hpp"

using namespace subwords;

namespace {

std::string fault(std::string_view text) {
  try {
    read_vocab_txt(text);
    return "accepted";
  } catch (const Fault& f) {
    return f.where + ": " + f.text;
  }
}

}  // namespace

TEST(lines_are_ids) {
  const VocabPtr vocab = read_vocab_txt("[PAD]\n##a\nb");
  CHECK_EQ(vocab->size(), 3);
  CHECK_EQ(vocab->id("b"), 2);
  CHECK_EQ(read_vocab_txt("")->size(), 0);
}

TEST(white_space_at_the_end_does_not_count) {
  const VocabPtr vocab = read_vocab_txt("a\r\nb \t\r\n c\xc2\xa0\xe3\x80\x80\nd\x1f\n\xe2\x80\xa8" "e\n");
  CHECK_EQ(vocab->id("a"), 0);
  CHECK_EQ(vocab->id("b"), 1);
  CHECK_EQ(vocab->id(" c"), 2);
  CHECK_EQ(vocab->id("d\x1f"), 3);
  CHECK_EQ(vocab->id("\xe2\x80\xa8" "e"), 4);
}

TEST(the_last_empty_line_counts) {
  const VocabPtr vocab = read_vocab_txt("a\n\nb\n\nc\n");
  CHECK_EQ(vocab->size(), 4);
  CHECK_EQ(vocab->id(""), 3);
  CHECK(!vocab->has_id(1));
  CHECK_EQ(vocab->id_at(2), 3);
}

TEST(faults) {
  CHECK_EQ(fault("a\nb\na\r\n"), "line 3: the piece \"a\" stands on line 1 already");
  CHECK_EQ(fault("a\nb\n\xff\n"), "byte 4: not UTF-8 (0xff)");
}
