// What the bindings of merge trainers share: reading options, and the object that trains.
#pragma once
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "module.hpp"
#include "tables.hpp"
#include "train/pieces.hpp"
#include "train/word_counter.hpp"
#include "train/wordpiece_config.hpp"

namespace subwords::bindings {

inline std::string_view utf8(nb::handle text) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (!data) throw nb::python_error();
  return {data, static_cast<size_t>(size)};
}

inline std::vector<std::string> strings(nb::handle sequence) {
  std::vector<std::string> all;
  for (nb::handle item : sequence) all.emplace_back(utf8(item));
  return all;
}

inline Ties ties_named(const std::string& name) {
  if (name == "last") return Ties::kLast;
  // "tiktoken" is the order by id, the letters being numbered as bytes.
  return name == "sentencepiece" ? Ties::kSentencePiece : Ties::kHuggingFace;
}

// The attribute as a number, or -1 for None.
inline int64_t number_or_none(nb::handle options, const char* name) {
  const nb::object value = options.attr(name);
  return value.is_none() ? -1 : nb::cast<int64_t>(value);
}

// Pairs of token and id.
inline std::vector<std::pair<std::string, uint32_t>> vocabulary(nb::handle entries) {
  std::vector<std::pair<std::string, uint32_t>> all;
  for (nb::handle entry : entries) {
    all.emplace_back(utf8(entry[0]), nb::cast<uint32_t>(entry[1]));
  }
  return all;
}

// The bytes of an object with the buffer protocol, held until this goes out of scope.
class BytesView {
 public:
  explicit BytesView(nb::handle data) {
    if (PyObject_GetBuffer(data.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nb::python_error();
  }
  BytesView(const BytesView&) = delete;
  BytesView& operator=(const BytesView&) = delete;
  ~BytesView() { PyBuffer_Release(&view_); }
  std::string_view text() const {
    return {static_cast<const char*>(view_.buf), static_cast<size_t>(view_.len)};
  }

 private:
  Py_buffer view_;
};

// A trainer and the counts it reads, which it keeps alive.
template <typename Trainer>
struct Training {
  nb::object owner;
  WordCounter* counts;
  std::unique_ptr<Trainer> trainer;
  std::vector<MergeRow> rows = {};

  template <typename Config>
  static void make(Training* self, nb::object counts, Config config) {
    auto* counter = nb::cast<WordCounter*>(counts);
    auto trainer = std::make_unique<Trainer>(*counter, std::move(config));
    new (self) Training{std::move(counts), counter, std::move(trainer)};
  }
};

template <typename Trainer>
nb::list dropped(const Training<Trainer>& self) {
  nb::list all;
  for (const auto& [c, count] : self.trainer->alphabet().dropped()) {
    const Py_UCS4 character = c;
    all.append(nb::make_tuple(
        nb::steal<nb::str>(PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, &character, 1)), count));
  }
  return all;
}

template <typename Trainer>
nb::list tokens(const Training<Trainer>& self) {
  nb::list all;
  const PieceTable& pieces = self.trainer->pieces();
  for (uint32_t piece = 0; piece < pieces.size(); ++piece) {
    const std::string& token = pieces.token(piece);
    all.append(nb::make_tuple(nb::str(token.data(), token.size()), pieces.id(piece)));
  }
  return all;
}

// The rows (left, right, merged, count, left_count, right_count, total) as an n x 7 array.
using Rows = nb::ndarray<nb::numpy, uint64_t, nb::shape<-1, 7>>;

inline Rows as_array(const std::vector<MergeRow>& rows) {
  auto flat = std::make_unique<std::vector<uint64_t>>();
  flat->reserve(rows.size() * 7);
  for (const MergeRow& row : rows) {
    flat->insert(flat->end(), {row.left, row.right, row.merged, row.count, row.left_count,
                               row.right_count, row.total});
  }
  uint64_t* data = flat->data();
  nb::capsule owner(flat.release(),
                    [](void* p) noexcept { delete static_cast<std::vector<uint64_t>*>(p); });
  return Rows(data, {rows.size(), 7}, owner);
}

// Lets Python look for signals now and then; `callback` is None or takes a number.
template <typename Trainer>
Rows run(Training<Trainer>& self, nb::handle callback, bool release_counts) {
  const auto progress = [&](uint64_t size) {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!callback.is_none()) callback(size);
  };
  std::vector<MergeRow>& rows = self.rows;
  {
    const nb::gil_scoped_release unlocked;
    self.trainer->cut();
    if (release_counts) *self.counts = WordCounter();
    rows = self.trainer->run(progress);
  }
  return as_array(rows);
}

// The vocabulary as a table.
template <typename Trainer>
PyVocab vocab(const Training<Trainer>& self) {
  const PieceTable& pieces = self.trainer->pieces();
  std::string arena;
  std::vector<Vocab::Entry> entries;
  entries.reserve(pieces.size());
  for (uint32_t piece = 0; piece < pieces.size(); ++piece) {
    const std::string& token = pieces.token(piece);
    entries.push_back({arena.size(), static_cast<uint32_t>(token.size()),
                       static_cast<uint32_t>(pieces.id(piece))});
    arena += token;
  }
  return {std::make_shared<const Vocab>(std::move(arena), std::move(entries))};
}

// The pairs by rank; one that was merged more than once has the rank of its last merge.
template <typename Trainer>
PyMerges merges(const Training<Trainer>& self) {
  std::unordered_map<uint64_t, size_t> last;
  last.reserve(self.rows.size());
  const auto key = [](const MergeRow& row) { return uint64_t{row.left} << 32 | row.right; };
  for (size_t i = 0; i < self.rows.size(); ++i) last[key(self.rows[i])] = i;
  const PieceTable& pieces = self.trainer->pieces();
  std::string arena;
  std::vector<Merges::Entry> entries;
  entries.reserve(last.size());
  for (size_t i = 0; i < self.rows.size(); ++i) {
    if (last[key(self.rows[i])] != i) continue;
    const std::string& left = pieces.token(self.rows[i].left);
    const std::string& right = pieces.token(self.rows[i].right);
    entries.push_back({arena.size(), static_cast<uint32_t>(left.size()),
                       static_cast<uint32_t>(right.size())});
    arena.append(left).append(right);
  }
  return {std::make_shared<const Merges>(std::move(arena), std::move(entries))};
}

// The class without its constructor.
template <typename Trainer>
nb::class_<Training<Trainer>> bind_training(nb::module_& m, const char* name) {
  using Self = Training<Trainer>;
  return nb::class_<Self>(m, name)
      .def_prop_ro("words", [](const Self& self) { return self.trainer->words(); })
      .def_prop_ro("occurrences", [](const Self& self) { return self.trainer->occurrences(); })
      .def_prop_ro("characters", [](const Self& self) { return self.trainer->characters(); })
      .def_prop_ro("needed", [](const Self& self) { return self.trainer->needed(); })
      .def_prop_ro("letters",
                   [](const Self& self) { return self.trainer->alphabet().letters().size(); })
      .def_prop_ro("dropped", &dropped<Trainer>)
      .def_prop_ro("tokens", &tokens<Trainer>)
      .def("vocab", &vocab<Trainer>)
      .def("merges", &merges<Trainer>)
      .def("run", &run<Trainer>, nb::arg("progress").none(), nb::arg("release_counts"));
}

}  // namespace subwords::bindings
