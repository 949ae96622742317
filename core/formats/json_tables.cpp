#include "formats/json_tables.hpp"

#include <limits>

#include "formats/json.hpp"

namespace subwords::json {
namespace {

constexpr const char* kMergeRemedy =
    "A merge is \"left right\" with one space, or a list of two tokens.";

std::string item(const std::string& path, size_t index) {
  return path + "[" + std::to_string(index) + "]";
}

// A token's length, in the 32 bits of a table.
uint32_t length(std::string_view token) { return static_cast<uint32_t>(token.size()); }
uint32_t appended(std::string& arena, std::string_view token) {
  arena += token;
  return length(token);
}

double to_double(const Number& number) {
  return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

bool starts_number(char c) { return c == '-' || (c >= '0' && c <= '9'); }

// Throws where a token or an id is repeated.
void check(const VocabPtr& vocab, const std::string& path) {
  const auto path_of = [&](size_t i) {
    return path + "[" + quote(vocab->token_at(i)) + "]";
  };
  if (const auto [first, second] = vocab->duplicate_token(); first != SIZE_MAX) {
    throw Fault("the token is listed twice", path_of(second),
                "Keep one entry: a token has one id.");
  }
  if (const auto [first, second] = vocab->duplicate_id(); first != SIZE_MAX) {
    throw Fault("id " + std::to_string(vocab->id_at(second)) + " belongs to " +
                    quote(vocab->token_at(first)) + " already",
                path_of(second), "Give every token its own id.");
  }
}

}  // namespace

VocabPtr TableReader::vocab(const std::string& path) {
  scanner_.expect('{', "expected an object");
  std::string arena;
  std::vector<Vocab::Entry> entries;
  if (!scanner_.take('}')) {
    do {
      if (scanner_.peek() != '"') scanner_.fail("expected a key in double quotes");
      const std::string_view token = scanner_.string();
      const uint64_t offset = arena.size();
      arena += token;
      const uint32_t size = length(token);
      scanner_.expect(':', "expected ':' after a key");
      uint64_t id = kNoId;
      if (starts_number(scanner_.peek())) {
        const Number number = scanner_.number();
        if (const auto* value = std::get_if<uint64_t>(&number)) id = *value;
      }
      if (id >= kNoId) {
        throw Fault("expected an id from 0 to " + std::to_string(kNoId - 1),
                    path + "[" + quote(std::string_view(arena).substr(offset)) + "]",
                    "Every token needs an integer id.");
      }
      entries.push_back({offset, size, static_cast<uint32_t>(id)});
    } while (scanner_.take(','));
    scanner_.expect('}', "expected ',' or '}'");
  }
  arena.shrink_to_fit();
  entries.shrink_to_fit();
  auto vocab = std::make_shared<const Vocab>(std::move(arena), std::move(entries));
  constexpr size_t kWorthAThread = 50'000;
  if (vocab->size() < kWorthAThread) {
    check(vocab, path);
  } else {
    checks_.push_back(std::async(std::launch::async, [vocab, path] { check(vocab, path); }));
  }
  return vocab;
}

void TableReader::finish() {
  for (std::future<void>& done : checks_) done.get();
}

PiecesPtr TableReader::pieces(const std::string& path) {
  scanner_.expect('[', "expected a list");
  std::string arena;
  std::vector<Pieces::Entry> entries;
  if (!scanner_.take(']')) {
    do {
      const auto fault = [&](const char* what, const char* part) {
        return Fault(what, item(path, entries.size()) + part, "A piece is [\"piece\", score].");
      };
      if (!scanner_.take('[')) throw fault("expected a list of a piece and its score", "");
      if (scanner_.peek() != '"') throw fault("expected a piece (a string)", "[0]");
      const std::string_view piece = scanner_.string();
      const uint64_t offset = arena.size();
      arena += piece;
      const uint32_t size = length(piece);
      if (!scanner_.take(',')) throw fault("expected a list of a piece and its score", "");
      if (!starts_number(scanner_.peek())) throw fault("expected a score (a number)", "[1]");
      const double score = to_double(scanner_.number());
      if (!scanner_.take(']')) throw fault("expected a list of a piece and its score", "");
      entries.push_back({offset, size, score});
    } while (scanner_.take(','));
    scanner_.expect(']', "expected ',' or ']'");
  }
  return std::make_shared<const Pieces>(std::move(arena), std::move(entries));
}

MergesPtr TableReader::merges(const std::string& path) {
  scanner_.expect('[', "expected a list");
  if (scanner_.take(']')) return std::make_shared<const Merges>();
  return scanner_.peek() == '"' ? merge_strings(path) : merge_pairs(path);
}

MergesPtr TableReader::merge_strings(const std::string& path) {
  std::string arena;
  std::vector<Merges::Entry> entries;
  size_t index = 0;
  do {
    if (scanner_.peek() != '"') {
      throw Fault("a \"left right\" string was expected, as in the first merge", item(path, index),
                  kMergeRemedy);
    }
    const std::string_view merge = scanner_.string();
    ++index;
    if (merge.starts_with("#version")) continue;
    const size_t space = merge.find(' ');
    if (space == std::string_view::npos || merge.find(' ', space + 1) != std::string_view::npos) {
      throw Fault(quote(merge) + " does not have exactly one space", item(path, index - 1),
                  kMergeRemedy);
    }
    const uint64_t offset = arena.size();
    arena += merge.substr(0, space);
    arena += merge.substr(space + 1);
    entries.push_back({offset, length(merge.substr(0, space)), length(merge.substr(space + 1))});
  } while (scanner_.take(','));
  scanner_.expect(']', "expected ',' or ']'");
  return std::make_shared<const Merges>(std::move(arena), std::move(entries));
}

MergesPtr TableReader::merge_pairs(const std::string& path) {
  std::string arena;
  std::vector<Merges::Entry> entries;
  do {
    const auto require = [&](bool holds) {
      if (holds) return;
      throw Fault(entries.empty() ? "not a merge"
                                  : "a list of two tokens was expected, as in the first merge",
                  item(path, entries.size()), kMergeRemedy);
    };
    require(scanner_.take('['));
    const uint64_t offset = arena.size();
    require(scanner_.peek() == '"');
    const uint32_t left = appended(arena, scanner_.string());
    require(scanner_.take(','));
    require(scanner_.peek() == '"');
    const uint32_t right = appended(arena, scanner_.string());
    require(scanner_.take(']'));
    entries.push_back({offset, left, right});
  } while (scanner_.take(','));
  scanner_.expect(']', "expected ',' or ']'");
  return std::make_shared<const Merges>(std::move(arena), std::move(entries));
}

}  // namespace subwords::json
