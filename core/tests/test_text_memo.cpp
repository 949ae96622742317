// A memo gives back the ids of exactly the texts that it was told, or says that it does not know.
#include "pipeline/text_memo.hpp"

#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/check.hpp"

using namespace subwords;

namespace {

using Ids = std::vector<uint32_t>;
const Ids kUnknown{0xFFFFFFFFu, 0xFFFFFFFFu};

RawText raw(const std::string& bytes, uint8_t width = 1, bool ascii = true) {
  return {bytes.data(), bytes.size() / width, width, ascii};
}

// What the memo appends behind an id that stands there already.
Ids asked(const TextMemo& memo, const RawText& text, bool variant = false) {
  IdBuffer out;
  out.push_back(7);
  if (!memo.append({text, variant}, out)) {
    CHECK_EQ(out.size(), 1);
    return kUnknown;
  }
  CHECK_EQ(out[0], 7);
  return {out.begin() + 1, out.end()};
}

std::string random_bytes(std::mt19937& random, size_t size) {
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

// The ids of text `number`, so many that the ring wraps within a few hundred texts.
Ids numbered(uint32_t number, size_t count) {
  Ids ids(count);
  for (size_t i = 0; i < count; ++i) ids[i] = (number * 31 + static_cast<uint32_t>(i)) & 0xFFFF;
  return ids;
}

}  // namespace

TEST(a_text_comes_back_exactly) {
  std::mt19937 random(3);
  for (const uint32_t most : {0xFFFFu, 0xFFFFFFFFu}) {
    TextMemo memo;
    CHECK_EQ(asked(memo, raw("never told")), kUnknown);
    std::map<std::string, Ids> told;
    for (size_t size = 1; size <= 300; ++size) {
      const std::string text = random_bytes(random, size);
      Ids ids(random() % 90);
      for (uint32_t& id : ids) id = random() & most;
      if (!ids.empty()) ids.back() = most;
      memo.remember({raw(text), false}, ids);
      CHECK_EQ(asked(memo, raw(text)), ids);
      told[text] = ids;
    }
    size_t kept = 0;
    for (const auto& [text, ids] : told) {
      const Ids found = asked(memo, raw(text));
      kept += found == ids;
      CHECK(found == ids || found == kUnknown);
    }
    CHECK(kept > 250);  // two texts may want one place
  }
}

TEST(what_is_told_later_counts) {
  TextMemo memo;
  memo.remember({raw("text"), false}, Ids{1, 2});
  memo.remember({raw("text"), false}, Ids{});
  CHECK_EQ(asked(memo, raw("text")), Ids{});
  memo.remember({raw("text"), false}, Ids{3});
  CHECK_EQ(asked(memo, raw("text")), Ids{3});
}

TEST(texts_that_differ_anywhere_are_two) {
  std::mt19937 random(4);
  for (const size_t size : {1, 2, 15, 16, 17, 63, 64, 65, 200, 500, 4000}) {
    const std::string text = random_bytes(random, size);
    for (size_t at = 0; at < size; ++at) {
      TextMemo memo;
      memo.remember({raw(text), false}, Ids{1});
      std::string other = text;
      other[at] = static_cast<char>(other[at] ^ 1);
      CHECK_EQ(asked(memo, raw(other)), kUnknown);
      CHECK_EQ(asked(memo, raw(text)), Ids{1});
      if (size == 4000) at += 6;
    }
    TextMemo memo;
    memo.remember({raw(text), false}, Ids{1});
    CHECK_EQ(asked(memo, raw(text + '\0')), kUnknown);
    CHECK_EQ(asked(memo, raw(text.substr(1))), kUnknown);
    CHECK_EQ(asked(memo, raw(text.substr(0, size - 1))), kUnknown);
  }
}

TEST(texts_that_look_alike_take_turns) {
  // They differ only where the memo does not look for a place: each takes the place of the one
  // before, and none is given another's ids.
  TextMemo memo;
  std::string text(1000, 'x');
  for (uint32_t i = 0; i < 26; ++i) {
    text[200] = static_cast<char>('a' + i);
    CHECK_EQ(asked(memo, raw(text)), kUnknown);
    memo.remember({raw(text), false}, Ids{i, i + 1});
    CHECK_EQ(asked(memo, raw(text)), Ids{i, i + 1});
  }
  text[200] = 'a';
  CHECK_EQ(asked(memo, raw(text)), kUnknown);
}

TEST(variants_are_two_texts) {
  TextMemo memo;
  memo.remember({raw("[CLS]"), false}, Ids{1});
  CHECK_EQ(asked(memo, raw("[CLS]"), true), kUnknown);
  memo.remember({raw("[CLS]"), true}, Ids{5, 6, 5});
  CHECK_EQ(asked(memo, raw("[CLS]"), false), Ids{1});
  CHECK_EQ(asked(memo, raw("[CLS]"), true), Ids{5, 6, 5});
}

TEST(the_same_bytes_in_another_width_are_another_text) {
  const std::string wide("a\0\0\0b\0\0\0c\0\0\0d\0\0\0", 16);
  TextMemo memo;
  uint32_t id = 0;
  for (const uint8_t width : {1, 2, 4}) {
    for (const bool ascii : {false, true}) memo.remember({raw(wide, width, ascii), false}, Ids{++id});
  }
  id = 0;
  for (const uint8_t width : {1, 2, 4}) {
    for (const bool ascii : {false, true}) CHECK_EQ(asked(memo, raw(wide, width, ascii)), Ids{++id});
  }
}

TEST(the_longest_are_not_kept) {
  TextMemo memo;
  const std::string longest(TextMemo::kMostTextBytes, 'a'), longer = longest + 'a', none;
  memo.remember({raw(longest), false}, Ids{1});
  memo.remember({raw(longer), false}, Ids{2});
  memo.remember({raw(none), false}, Ids{3});
  CHECK_EQ(asked(memo, raw(longest)), Ids{1});
  CHECK_EQ(asked(memo, raw(longer)), kUnknown);
  CHECK_EQ(asked(memo, raw(none)), kUnknown);
  const std::string wide(TextMemo::kMostTextBytes + 4, 'a');
  memo.remember({raw(wide, 4, false), false}, Ids{4});
  CHECK_EQ(asked(memo, raw(wide, 4, false)), kUnknown);
  // A short text may become many ids.
  memo.remember({raw("one"), false}, Ids(TextMemo::kBytes / 8, 9));
  CHECK_EQ(asked(memo, raw("one")), kUnknown);
  memo.remember({raw("one"), false}, Ids(TextMemo::kBytes / 20, 9));
  CHECK_EQ(asked(memo, raw("one")), Ids(TextMemo::kBytes / 20, 9));
}

TEST(the_oldest_make_room) {
  std::mt19937 random(6);
  for (int round = 0; round < 2; ++round) {
    TextMemo memo;
    std::vector<std::string> texts;
    std::vector<size_t> counts;
    size_t written = 0;
    for (uint32_t i = 0; i < 4000; ++i) {
      texts.push_back(random_bytes(random, 1 + random() % 5000));
      counts.push_back(random() % 3000);
      memo.remember({raw(texts[i]), false}, numbered(i, counts[i]));
      written += texts[i].size() + counts[i] * 4;
      if (i % 97 == 0) {  // some from any time: as they were, or gone
        for (uint32_t k = 0; k <= i; k += 1 + i / 40) {
          const Ids found = asked(memo, raw(texts[k]));
          CHECK(found == numbered(k, counts[k]) || found == kUnknown);
        }
      }
      CHECK_EQ(asked(memo, raw(texts[i])), numbered(i, counts[i]));
    }
    CHECK(written > 5 * TextMemo::kBytes);
    size_t kept_bytes = 0, early = 0;
    for (uint32_t i = 0; i < 4000; ++i) {
      const Ids found = asked(memo, raw(texts[i]));
      if (found == kUnknown) continue;
      CHECK_EQ(found, numbered(i, counts[i]));
      kept_bytes += texts[i].size() + counts[i] * 4;
      early += i < 2000;
    }
    CHECK(kept_bytes <= TextMemo::kBytes);
    CHECK(kept_bytes > TextMemo::kBytes / 2);
    CHECK_EQ(early, 0);
  }
}

TEST(texts_that_spell_records_forge_none) {
  // Texts made of what the memo would write for "forged", wherever they come to stand, when the
  // record itself has just been written over in part or whole.
  const std::string text = "forged";
  const uint32_t header[] = {6, 2, 4 + 2};
  std::string record(reinterpret_cast<const char*>(header), sizeof header);
  record += text + std::string("\1\0\0\0\2\0\0\0", 8);
  for (size_t shift = 0; shift < record.size(); ++shift) {
    TextMemo memo;
    memo.remember({raw(std::string(1000 + shift, 'f')), false}, Ids{});
    memo.remember({raw(text), false}, Ids{8, 9});
    std::string forgery;
    while (forgery.size() < 9000) forgery += record;
    for (uint32_t i = 0; i < 2 * TextMemo::kBytes / 9000; ++i) {
      forgery[0] = static_cast<char>(i);
      memo.remember({raw(forgery), false}, Ids{});
      const Ids found = asked(memo, raw(text));
      CHECK(found == (Ids{8, 9}) || found == kUnknown);
    }
    CHECK_EQ(asked(memo, raw(text)), kUnknown);
  }
}
