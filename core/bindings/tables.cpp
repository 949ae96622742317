// Tables as Python objects: mappings and sequences whose entries become Python objects on demand.
#include "tables.hpp"

#include <nanobind/stl/string.h>

#include <array>
#include <string>
#include <vector>

#include "text.hpp"

using namespace subwords;

namespace {

constexpr std::array<const char*, 6> kTypeNames = {"normal",       "unknown", "control",
                                                   "user_defined", "byte",    "unused"};

PieceType type_of(const std::string& name) {
  for (size_t i = 0; i < kTypeNames.size(); ++i) {
    if (name == kTypeNames[i]) return static_cast<PieceType>(i);
  }
  throw nb::value_error("unknown type of piece");
}

nb::object optional_str(bool present, std::string_view text) {
  return present ? to_str(text) : nb::none();
}

// Entries as given from Python: an iterable of (token, id).
VocabPtr make_vocab(nb::iterable entries) {
  std::string arena;
  std::vector<Vocab::Entry> rows;
  for (nb::handle pair : entries) {
    const TextBytes token(pair[0]);
    rows.push_back({arena.size(), static_cast<uint32_t>(token.view().size()),
                    nb::cast<uint32_t>(pair[1])});
    arena += token.view();
  }
  return std::make_shared<const Vocab>(std::move(arena), std::move(rows));
}

MergesPtr make_merges(nb::iterable pairs) {
  std::string arena;
  std::vector<Merges::Entry> rows;
  for (nb::handle pair : pairs) {
    const TextBytes left(pair[0]), right(pair[1]);
    rows.push_back({arena.size(), static_cast<uint32_t>(left.view().size()),
                    static_cast<uint32_t>(right.view().size())});
    arena.append(left.view()).append(right.view());
  }
  return std::make_shared<const Merges>(std::move(arena), std::move(rows));
}

PiecesPtr make_pieces(nb::iterable pieces, nb::iterable types) {
  std::string arena;
  std::vector<Pieces::Entry> rows;
  std::vector<PieceType> kinds;
  for (nb::handle pair : pieces) {
    const TextBytes piece(pair[0]);
    rows.push_back({arena.size(), static_cast<uint32_t>(piece.view().size()),
                    nb::cast<double>(pair[1])});
    arena += piece.view();
  }
  for (nb::handle type : types) kinds.push_back(type_of(nb::cast<std::string>(type)));
  if (!kinds.empty() && kinds.size() != rows.size()) {
    throw nb::value_error("one type per piece is needed, or none");
  }
  return std::make_shared<const Pieces>(std::move(arena), std::move(rows), std::move(kinds));
}

uint32_t find_token(const PyVocab& self, nb::handle token) {
  return PyUnicode_Check(token.ptr()) ? self.table->id(TextBytes(token).view()) : kNoId;
}

nb::dict vocab_dict(const PyVocab& self) {
  nb::dict result;
  const Vocab& vocab = *self.table;
  for (size_t i = 0; i < vocab.size(); ++i) result[to_str(vocab.token_at(i))] = vocab.id_at(i);
  return result;
}

nb::list vocab_items(const PyVocab& self) {
  nb::list result;
  const Vocab& vocab = *self.table;
  for (size_t i = 0; i < vocab.size(); ++i) {
    result.append(nb::make_tuple(to_str(vocab.token_at(i)), vocab.id_at(i)));
  }
  return result;
}

bool same_vocab(const Vocab& a, const Vocab& b) {
  if (a.size() != b.size() || a.max_id() != b.max_id()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    const size_t j = b.position(a.id_at(i));
    if (j == SIZE_MAX || b.token_at(j) != a.token_at(i)) return false;
  }
  return true;
}

// A Python position (negative counts from the end) as one below `size`, or IndexError.
size_t checked_index(Py_ssize_t index, size_t size) {
  const auto count = static_cast<Py_ssize_t>(size);
  if (index < 0) index += count;
  if (index < 0 || index >= count) throw nb::index_error("position outside the table");
  return static_cast<size_t>(index);
}

// Walks over a table by position; holds the Python object, and with it the table.
struct TableIterator {
  nb::object owner;
  size_t size;
  nb::object (*entry)(nb::handle owner, size_t i);
  size_t next = 0;
};

template <class Table>
TableIterator iterate(nb::handle owner, nb::object (*entry)(nb::handle, size_t)) {
  return {nb::borrow(owner), nb::cast<const Table&>(owner).table->size(), entry};
}

nb::object token_entry(nb::handle owner, size_t i) {
  return to_str(nb::cast<const PyVocab&>(owner).table->token_at(i));
}

nb::object merge_entry(nb::handle owner, size_t i) {
  const Merges& table = *nb::cast<const PyMerges&>(owner).table;
  return nb::make_tuple(to_str(table.left(i)), to_str(table.right(i)));
}

nb::object piece_entry(nb::handle owner, size_t i) {
  const Pieces& table = *nb::cast<const PyPieces&>(owner).table;
  return nb::make_tuple(to_str(table.piece(i)), table.score(i));
}

// table[index] or table[slice]; a slice is a table again, made by `part` from its positions.
template <class Table, class Part>
nb::object subscript(nb::handle owner, nb::handle index, nb::object (*entry)(nb::handle, size_t),
                     const Part& part) {
  const size_t size = nb::cast<const Table&>(owner).table->size();
  if (!PySlice_Check(index.ptr())) {
    const Py_ssize_t position = PyNumber_AsSsize_t(index.ptr(), PyExc_IndexError);
    if (position == -1 && PyErr_Occurred()) throw nb::python_error();
    return entry(owner, checked_index(position, size));
  }
  Py_ssize_t start = 0, stop = 0, step = 0;
  if (PySlice_Unpack(index.ptr(), &start, &stop, &step) < 0) throw nb::python_error();
  const Py_ssize_t count =
      PySlice_AdjustIndices(static_cast<Py_ssize_t>(size), &start, &stop, step);
  std::vector<size_t> positions;
  for (Py_ssize_t i = 0; i < count; ++i) positions.push_back(static_cast<size_t>(start + i * step));
  return part(*nb::cast<const Table&>(owner).table, positions);
}

nb::object merges_part(const Merges& table, const std::vector<size_t>& ranks) {
  std::string arena;
  std::vector<Merges::Entry> rows;
  for (const size_t rank : ranks) {
    rows.push_back({arena.size(), static_cast<uint32_t>(table.left(rank).size()),
                    static_cast<uint32_t>(table.right(rank).size())});
    arena += table.both(rank);
  }
  return nb::cast(PyMerges{std::make_shared<const Merges>(std::move(arena), std::move(rows))});
}

nb::object pieces_part(const Pieces& table, const std::vector<size_t>& ids) {
  std::string arena;
  std::vector<Pieces::Entry> rows;
  std::vector<PieceType> types;
  for (const size_t id : ids) {
    rows.push_back({arena.size(), static_cast<uint32_t>(table.piece(id).size()), table.score(id)});
    types.push_back(table.type(id));
    arena += table.piece(id);
  }
  return nb::cast(PyPieces{
      std::make_shared<const Pieces>(std::move(arena), std::move(rows), std::move(types))});
}

// a == b for two native tables; anything else is the other side's to answer (the pure twins do).
template <class Table, class Same>
nb::object equal(const Table& self, nb::handle other, const Same& same) {
  Table* held = nullptr;
  if (!nb::try_cast(other, held) || held == nullptr) return nb::borrow(Py_NotImplemented);
  return nb::bool_(self.table == held->table || same(*self.table, *held->table));
}

nb::object bytes_or_none(const Vocab& vocab, int64_t id) {
  if (id < 0 || id >= kNoId || !vocab.has_id(static_cast<uint32_t>(id))) return nb::none();
  return to_bytes(vocab.token(static_cast<uint32_t>(id)));
}

void bind_vocab(nb::module_& m) {
  nb::class_<PyVocab>(m, "Vocab", "A vocabulary table; see subwords.tables.VocabTable.")
      .def("__len__", [](const PyVocab& self) { return self.table->size(); })
      .def("__iter__", [](nb::handle self) { return iterate<PyVocab>(self, &token_entry); })
      .def("__contains__",
           [](const PyVocab& self, nb::handle token) { return find_token(self, token) != kNoId; })
      .def("__getitem__",
           [](const PyVocab& self, nb::str token) {
             const uint32_t id = find_token(self, token);
             if (id == kNoId) throw nb::key_error(nb::repr(token).c_str());
             return id;
           })
      .def(
          "get",
          [](const PyVocab& self, nb::handle token, nb::object otherwise) -> nb::object {
            const uint32_t id = find_token(self, token);
            return id == kNoId ? otherwise : nb::int_(id);
          },
          nb::arg("token"), nb::arg("default") = nb::none())
      .def("token",
           [](const PyVocab& self, int64_t id) {
             const bool present = id >= 0 && id < kNoId && self.table->has_id(static_cast<uint32_t>(id));
             return optional_str(present, present ? self.table->token(static_cast<uint32_t>(id)) : "");
           })
      .def("token_bytes",
           [](const PyVocab& self, int64_t id) { return bytes_or_none(*self.table, id); })
      .def("items", &vocab_items)
      .def("to_dict", &vocab_dict)
      .def_prop_ro("max_id", [](const PyVocab& self) { return self.table->max_id(); })
      .def("__eq__", [](const PyVocab& self, nb::handle other) { return equal(self, other, same_vocab); },
           nb::is_operator())
      .def("__hash__",
           [](const PyVocab& self) {
             const Vocab& v = *self.table;
             return nb::hash(nb::make_tuple(v.size(), v.max_id(), bytes_or_none(v, v.max_id())));
           })
      .def("__repr__", [](const PyVocab& self) {
        return "<Vocab of " + std::to_string(self.table->size()) + " tokens>";
      });
  m.def("make_vocab", [](nb::iterable entries) { return PyVocab{make_vocab(entries)}; });
}

void bind_merges(nb::module_& m) {
  nb::class_<PyMerges>(m, "Merges", "A merges table; see subwords.tables.MergesTable.")
      .def("__len__", [](const PyMerges& self) { return self.table->size(); })
      .def("__iter__", [](nb::handle self) { return iterate<PyMerges>(self, &merge_entry); })
      .def("__getitem__",
           [](nb::handle self, nb::handle rank) {
             return subscript<PyMerges>(self, rank, &merge_entry, merges_part);
           })
      .def("pair_bytes",
           [](const PyMerges& self, Py_ssize_t rank) {
             const size_t i = checked_index(rank, self.table->size());
             return nb::make_tuple(to_bytes(self.table->left(i)), to_bytes(self.table->right(i)));
           })
      .def(
          "first_unknown",
          [](const PyMerges& self, nb::handle vocab, size_t prefix) -> nb::object {
            VocabPtr table = vocab_of(vocab);
            if (!table) table = make_vocab(nb::cast<nb::iterable>(vocab.attr("items")()));
            size_t rank;
            {
              const nb::gil_scoped_release release;
              rank = self.table->first_unknown(table, prefix);
            }
            return rank == SIZE_MAX ? nb::none() : nb::object(nb::int_(rank));
          },
          nb::arg("vocab"), nb::arg("prefix") = 0)
      .def("__eq__",
           [](const PyMerges& self, nb::handle other) {
             return equal(self, other, [](const Merges& a, const Merges& b) { return a == b; });
           },
           nb::is_operator())
      .def("__hash__",
           [](const PyMerges& self) {
             const Merges& t = *self.table;
             const nb::object last = t.size() == 0 ? nb::none() : nb::object(to_bytes(t.both(t.size() - 1)));
             return nb::hash(nb::make_tuple(t.size(), last));
           })
      .def("__repr__", [](const PyMerges& self) {
        return "<Merges of " + std::to_string(self.table->size()) + " pairs>";
      });
  m.def("make_merges", [](nb::iterable pairs) { return PyMerges{make_merges(pairs)}; });
}

void bind_pieces(nb::module_& m) {
  nb::class_<PyPieces>(m, "Pieces", "A table of scored pieces; see subwords.tables.PiecesTable.")
      .def("__len__", [](const PyPieces& self) { return self.table->size(); })
      .def("__iter__", [](nb::handle self) { return iterate<PyPieces>(self, &piece_entry); })
      .def("__getitem__",
           [](nb::handle self, nb::handle id) {
             return subscript<PyPieces>(self, id, &piece_entry, pieces_part);
           })
      .def("piece_bytes",
           [](const PyPieces& self, Py_ssize_t id) {
             return to_bytes(self.table->piece(checked_index(id, self.table->size())));
           })
      .def("score",
           [](const PyPieces& self, Py_ssize_t id) {
             return self.table->score(checked_index(id, self.table->size()));
           })
      .def("type",
           [](const PyPieces& self, Py_ssize_t id) {
             const PieceType type = self.table->type(checked_index(id, self.table->size()));
             return kTypeNames[static_cast<size_t>(type)];
           })
      .def("find",
           [](const PyPieces& self, nb::str piece) -> nb::object {
             const size_t id = self.table->find(TextBytes(piece).view());
             return id == SIZE_MAX ? nb::none() : nb::object(nb::int_(id));
           })
      .def("first_beyond",
           [](const PyPieces& self, double limit) -> nb::object {
             const size_t id = self.table->first_beyond(limit);
             return id == SIZE_MAX ? nb::none() : nb::object(nb::int_(id));
           },
           nb::arg("limit"))
      .def("__eq__",
           [](const PyPieces& self, nb::handle other) {
             return equal(self, other, [](const Pieces& a, const Pieces& b) { return a == b; });
           },
           nb::is_operator())
      .def("__hash__",
           [](const PyPieces& self) {
             const Pieces& t = *self.table;
             const nb::object last =
                 t.size() == 0 ? nb::none() : nb::object(to_bytes(t.piece(t.size() - 1)));
             return nb::hash(nb::make_tuple(t.size(), last));
           })
      .def("__repr__", [](const PyPieces& self) {
        return "<Pieces: " + std::to_string(self.table->size()) + ">";
      });
  m.def("make_pieces", [](nb::iterable pieces, nb::iterable types) {
    return PyPieces{make_pieces(pieces, types)};
  });
}

}  // namespace

void bind_tables(nb::module_& m) {
  nb::class_<TableIterator>(m, "TableIterator", "Walks over a table.")
      .def("__iter__", [](nb::handle self) { return nb::borrow(self); })
      .def("__next__", [](TableIterator& self) {
        if (self.next >= self.size) throw nb::stop_iteration();
        return self.entry(self.owner, self.next++);
      });
  bind_vocab(m);
  bind_merges(m);
  bind_pieces(m);
}
