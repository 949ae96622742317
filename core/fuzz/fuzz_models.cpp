// Models of every kind on any text: the input's first line names pieces, separated by tabs, the rest
// is the text. Whatever the pieces are, building ends in a model or a reason, the fast path gives
// the ids of the stages, and so do annotation and sampling that skips nothing.
#include <algorithm>
#include <optional>
#include <string>

#include "fuzz/fuzz.hpp"
#include "fuzz/fuzz_inputs.hpp"
#include "fuzz/random_models.hpp"
#include "models/bpe.hpp"
#include "models/unigram.hpp"
#include "pipeline/fast_path.hpp"
#include "text/utf8.hpp"

namespace subwords::fuzz {
namespace {

Strings split(std::string_view line) {
  Strings parts;
  for (size_t begin = 0; begin <= line.size();) {
    const size_t end = std::min(line.find('\t', begin), line.size());
    if (end > begin) parts.emplace_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// The ids of a text, or nothing where a character is no piece and none stands for unknown ones.
template <class Encode>
std::optional<std::vector<uint32_t>> ids_of(const Encode& encode) {
  IdBuffer ids;
  try {
    encode(ids);
  } catch (const NoUnknownPiece&) {
    return std::nullopt;
  } catch (const NoUnknownToken&) {
    return std::nullopt;
  }
  return std::vector<uint32_t>(ids.begin(), ids.end());
}

void check_rows(const Columns& rows, const std::vector<uint32_t>& ids, size_t chars) {
  if (rows.size() != ids.size()) fuzz_fail("annotation has other rows");
  for (size_t i = 0; i < ids.size(); ++i) {
    const Row& row = rows.rows.begin()[i];
    if (row.id != ids[i]) fuzz_fail("annotation has another id in row " + std::to_string(i));
    if (row.begin > row.end || row.end > chars) fuzz_fail("a span outside of the text");
  }
}

bool same(const Columns& a, const Columns& b) {
  const auto rows = [](const Row& x, const Row& y) {
    return x.id == y.id && x.begin == y.begin && x.end == y.end && x.word == y.word;
  };
  const auto matches = [](const MatchedRow& x, const MatchedRow& y) {
    return x.row == y.row && x.text == y.text;
  };
  return std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(), rows) &&
         std::equal(a.matches.begin(), a.matches.end(), b.matches.begin(), b.matches.end(), matches);
}

void compare(const Subject& subject, std::string_view text, Random& random) {
  const Stages stages(subject.normalizer, subject.pre_tokenizer, *subject.model);
  const auto chars = static_cast<size_t>(utf8::length(text));
  Worker worker(random.below(2) == 0 && subject.model->max_id() < 0xFFFF);
  const auto staged =
      ids_of([&](IdBuffer& out) { stages.encode(text, 0, worker.stages, out); });
  const auto isa = random.below(2) == 0 ? Isa::kPortable : best_isa();
  const auto fast = make_fast_path(stages, *subject.model, isa);
  if (fast != nullptr && random.below(2) == 0) fast->teach(worker);
  // Twice: the second time the words are in the cache.
  for (int i = 0; fast != nullptr && i < 2; ++i) {
    if (ids_of([&](IdBuffer& out) { fast->encode(text, true, worker, out); }) != staged) {
      fuzz_fail("fast and general ids differ");
    }
  }
  if (!staged) return;
  for (const uint32_t id : *staged) {
    if (id > subject.model->max_id()) fuzz_fail("an id beyond the last");
  }
  Columns rows;
  // The text may begin at some character of the user's.
  const uint32_t first = random.below(2) == 0 ? 0 : 7;
  const int32_t words = stages.encode(text, first, worker.stages, 2, rows);
  if (first == 0) check_rows(rows, *staged, chars);
  if (fast != nullptr) {
    Columns fast_rows;
    if (fast->annotate(text, first, 2, worker, fast_rows) != words) fuzz_fail("words differ");
    if (!same(rows, fast_rows)) fuzz_fail("fast and general annotation differ");
  }
  Draw draw{subject.is_bpe ? 0.0 : 0.5, RandomStream(random.next(), 0)};
  worker.stages.draw = &draw;
  IdBuffer drawn;
  stages.encode(text, 0, worker.stages, drawn);
  if (subject.is_bpe && !std::equal(drawn.begin(), drawn.end(), staged->begin(), staged->end())) {
    fuzz_fail("skipping no merge gives other ids");
  }
  draw.amount = static_cast<double>(random.below(5)) / 4;
  stages.encode(text, 0, worker.stages, drawn);
}

}  // namespace

std::vector<std::string> fuzz_seeds() {
  return {
      "hello\twor\tld\t\u2581wor\tlo\tel\n hello world  worldly \u2581lo",
      "a\taa\taaa\tab\tba\tabab\nabaabaaabababaaaabbbab aab",
      "\u00e9\te\u0301\t\u2581caf\u00e9\tcafe\u0301s\nun caf\u00e9, deux cafe\u0301s",
      "\u4eba\u4eba\t\u65e5\u672c\t\U0001f600\n\u65e5\u672c\u4eba\u4eba\U0001f600 \u65e5\u672c\u8a9e",
      "\u2581\u2581\t\u2581a\ta\u2581b\tx\u2581\n a  b\u2581\u2581a b  x ",
      "b\tbb\n" + std::string(300, 'b') + " " + std::string(70, 'b'),
  };
}

std::vector<std::string> fuzz_dictionary() {
  return {" ", "\t", "\n", "\u2581", "\u0301", "\u3000", "<unk>", "<0x41>", "##", "</w>", "ab",
          "\u4eba", "\u00e9", "\u0120", std::string(1, '\0')};
}

void fuzz_one(std::string_view input, Random& random) {
  const std::string all = repaired(input);
  const size_t end = std::min(all.find('\n'), all.size());
  const Strings pieces = split(std::string_view(all).substr(0, std::min<size_t>(end, 400)));
  const std::string text = end < all.size() ? all.substr(end + 1) : "";
  Strings whole;
  for (const std::string& piece : pieces) {
    if (utf8::validate(piece) == piece.size() && whole.size() < 12) whole.push_back(piece);
  }
  const auto subject = make_subject(whole, random);
  if (subject) compare(*subject, text, random);
}

}  // namespace subwords::fuzz
