// Drawing a segmentation: forward sums, then backward choices, segment by segment.
//
// Python twin: reference/lattice_sums.py, step by step and draw by draw.
#include <algorithm>
#include <limits>

#include "models/unigram.hpp"
#include "models/unigram_work.hpp"
#include "text/arithmetic.hpp"
#include "text/steps.hpp"

namespace subwords {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
constexpr uint32_t kNoEdge = 0xFFFFFFFFu;

}  // namespace

void Unigram::sample(std::string_view word, double alpha, RandomStream& random, Scratch& scratch,
                     IdBuffer& ids) const {
  Work& work = static_cast<Work&>(scratch);
  Emitter emit(*this, word, ids, nullptr);
  const auto* const text = reinterpret_cast<const uint8_t*>(word.data());
  const UnigramTrie::Node* const nodes = trie_.nodes();
  size_t first = 0, reach = 0;

  const auto start_segment = [&](size_t at) {
    first = at;
    reach = 0;
    work.edges.clear();
    work.nodes.assign(1, {0.0, 1.0, 0.0, kNoEdge});
  };
  const auto add = [&](size_t begin, size_t end, uint32_t node, double score) {
    if (end > reach) {
      work.nodes.resize(end + 1, {kMinusInfinity, 0.0, 0.0, kNoEdge});
      reach = end;
    }
    Work::Node& to = work.nodes[end];
    const double x = work.nodes[begin].total + alpha * score;
    if (x > to.greatest) {
      to.scaled = to.scaled == 0.0 ? 1.0 : to.scaled * exponential(to.greatest - x) + 1.0;
      to.greatest = x;
    } else if (x > kMinusInfinity) {
      to.scaled += exponential(x - to.greatest);
    }
    work.edges.push_back({static_cast<uint32_t>(begin), node, to.last_edge});
    to.last_edge = static_cast<uint32_t>(work.edges.size() - 1);
  };

  start_segment(0);
  for (size_t at = 0; at < word.size();) {
    if (at - first == reach && reach > 0) {
      draw_segment(first, reach, alpha, random, work, emit);
      start_segment(at);
    }
    const size_t begin = at - first;
    Work::Node& from = work.nodes[begin];
    from.total = from.scaled == 0.0 ? kMinusInfinity : from.greatest + natural_log(from.scaled);
    char32_t character;
    const size_t next = static_cast<size_t>(utf8::decode(text + at, character) - text);
    if (trie_.is_piece(word.substr(at, next - at))) {
      // Found on the walk below.
    } else if (unk_id_ != kNoId) {
      add(begin, next - first, kUnknown, trie_.unknown_score());
    } else {
      throw NoUnknownPiece(character);
    }
    uint32_t node = trie_.root();
    for (size_t end = at; end < word.size();) {
      SUBWORDS_STEP();
      const uint32_t child = nodes[node].base ^ text[end];
      if (nodes[child].check != node) break;
      node = child;
      ++end;
      if (nodes[node].score != UnigramTrie::kNoPiece) {
        add(begin, end - first, node, nodes[node].score);
      }
    }
    at = next;
  }
  if (reach > 0) draw_segment(first, reach, alpha, random, work, emit);
  emit.finish(word.size());
}

void Unigram::draw_segment(size_t first, size_t length, double alpha, RandomStream& random,
                           Work& work, Emitter& emit) const {
  work.drawn.clear();
  for (uint32_t at = static_cast<uint32_t>(length); at > 0;) {
    uint32_t chosen = work.nodes[at].last_edge;
    if (work.edges[chosen].next != kNoEdge) {
      work.weights.clear();
      double greatest = kMinusInfinity;
      for (uint32_t e = chosen; e != kNoEdge; e = work.edges[e].next) {
        const Work::Edge& edge = work.edges[e];
        const double score =
            edge.node == kUnknown ? trie_.unknown_score() : trie_.nodes()[edge.node].score;
        work.weights.push_back(work.nodes[edge.begin].total + alpha * score);
        greatest = std::max(greatest, work.weights.back());
      }
      double total = 0.0;
      for (double& weight : work.weights) {
        weight = exponential(weight - greatest);
        total += weight;
      }
      const double target = random.uniform() * total;
      double reached = work.weights[0];
      for (size_t i = 1; reached <= target && i < work.weights.size(); ++i) {
        reached += work.weights[i];
        chosen = work.edges[chosen].next;
      }
    }
    const Work::Edge& edge = work.edges[chosen];
    work.drawn.push_back({edge.begin, edge.node, at});  // `next` is where it ends
    at = edge.begin;
  }
  for (size_t i = work.drawn.size(); i-- > 0;) {
    const Work::Edge& edge = work.drawn[i];
    emit.piece(edge.node, first + edge.begin, first + edge.next);
  }
}

}  // namespace subwords
