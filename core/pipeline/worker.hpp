// What one thread needs to encode; reused between calls, never shared at the same time.
#pragma once
#include <string>
#include <vector>

#include "models/merger.hpp"
#include "patterns/scanner.hpp"
#include "pipeline/added_tokens.hpp"
#include "pipeline/gaps.hpp"
#include "pipeline/stages.hpp"
#include "pipeline/text_memo.hpp"
#include "pipeline/word_cache.hpp"
#include "text/scan.hpp"

namespace subwords {

// A word on its way to the cache; no set where it cannot be there.
struct Probe {
  WordCache::Key key;
  WordCache::Set* set;
};

// Some hundred words, or parts of words, looked up at once.
struct WordBatch {
  static constexpr size_t kWords = 256;
  uint32_t begins[kWords], ends[kWords];  // bytes of a text
  Probe probes[kWords];
  Gaps gaps;
};

struct Worker {
  static constexpr size_t kSpans = WordBatch::kWords;
  // `narrow_ids`: the ids of the model fit 16 bits.
  explicit Worker(bool narrow_ids = false) : cache(narrow_ids) {}

  WordCache cache;
  TextMemo memo;
  uint32_t short_ids[WordCache::kMaxShortIds];  // of the slot looked at last
  StageScratch stages;
  MergeScratch merges;
  patterns::PatternScanner::State pattern_state;
  // Tokens that stand for several unknown characters of the word at hand.
  struct UnknownRun {
    size_t id;  // its place among all ids
    Span span;
  };
  std::vector<UnknownRun> unknown_runs;
  IdBuffer ids;           // of the chunk looked up last
  IdBuffer text_ids;      // of a text that is annotated chunk by chunk
  IdBuffer part_ids;      // of a part of it
  Buffer<uint8_t> word;   // a chunk, normalized
  std::vector<uint32_t> origins;  // for annotation: the character behind each byte of `word`
  std::string utf8;       // the text, where it was not UTF-8 as it stood
  std::string prefixed;   // a text with what goes before it
  std::vector<AddedMatch> matches, normalized_matches;
  Span spans[kSpans];
  Probe probes[kSpans];
  WordBatch words, parts;  // of the byte-level path

  // Gives back what an enormous text needed; the cache stays.
  void release_large() {
    stages.release_large();
    merges.release_large();
    pattern_state = {};
    words.gaps.release_large();
    parts.gaps.release_large();
    subwords::release_large(ids);
    subwords::release_large(text_ids);
    subwords::release_large(part_ids);
    subwords::release_large(word);
    subwords::release_large(unknown_runs);
    subwords::release_large(origins);
    subwords::release_large(utf8);
    subwords::release_large(prefixed);
    subwords::release_large(matches);
    subwords::release_large(normalized_matches);
  }
};

}  // namespace subwords
