// Files read natively: JSON into Python objects and tables, others into tables.
#include <string>
#include <unordered_map>

#include "formats/json.hpp"
#include "formats/model_proto.hpp"
#include "formats/rank_file.hpp"
#include "formats/vocab_txt.hpp"
#include "tables.hpp"
#include "text.hpp"

using namespace subwords;

namespace {

// What is wrong with a file, as a value: Python raises it with the file's name.
struct PyFault {
  std::string what, where, remedy;
};

// Builds Python objects; keys, which repeat from object to object, are made once.
class Builder {
 public:
  nb::object build(const json::Value& value) {
    return std::visit([this](const auto& data) { return make(data); }, value.data);
  }

 private:
  nb::object make(std::monostate) { return nb::none(); }
  nb::object make(bool value) { return nb::bool_(value); }
  nb::object make(int64_t value) { return nb::int_(value); }
  nb::object make(uint64_t value) { return nb::int_(value); }
  nb::object make(double value) { return nb::float_(value); }
  nb::object make(const std::string& value) { return to_str(value); }
  nb::object make(const VocabPtr& table) { return nb::cast(PyVocab{table}); }
  nb::object make(const MergesPtr& table) { return nb::cast(PyMerges{table}); }
  nb::object make(const PiecesPtr& table) { return nb::cast(PyPieces{table}); }
  nb::object make(const json::Array& items) {
    nb::list result;
    for (const json::Value& item : items) result.append(build(item));
    return result;
  }
  nb::object make(const json::Object& members) {
    nb::dict result;
    for (const auto& [key, value] : members) result[key_of(key)] = build(value);
    return result;
  }
  nb::object& key_of(const std::string& key) {
    const auto found = keys_.find(key);
    return found != keys_.end() ? found->second : keys_.emplace(key, to_str(key)).first->second;
  }

  std::unordered_map<std::string, nb::object> keys_;
};

// Runs `read` on the bytes without the interpreter lock; a Fault becomes a value.
template <class Read, class Wrap>
nb::object guarded(const nb::bytes& data, const Read& read, const Wrap& wrap) {
  const std::string_view text(data.c_str(), data.size());
  try {
    auto result = [&] {
      const nb::gil_scoped_release release;
      return read(text);
    }();
    return wrap(result);
  } catch (const Fault& fault) {
    return nb::cast(PyFault{fault.text, fault.where, fault.remedy});
  }
}

nb::object read_json(nb::bytes data, int layout, size_t max_depth) {
  return guarded(
      data,
      [&](std::string_view text) {
        return json::parse(text, static_cast<json::Layout>(layout), max_depth);
      },
      [](const json::Value& value) { return Builder().build(value); });
}

nb::object read_vocab(nb::bytes data) {
  return guarded(data, [](std::string_view text) { return read_vocab_txt(text); },
                 [](const VocabPtr& vocab) { return nb::cast(PyVocab{vocab}); });
}

nb::object read_ranks(nb::bytes data) {
  return guarded(data, [](std::string_view text) { return read_rank_file(text); },
                 [](const VocabPtr& vocab) { return nb::cast(PyVocab{vocab}); });
}

nb::object image_of_ranks(nb::handle vocab) {
  const VocabPtr table = vocab_of(vocab);
  if (!table) throw nb::type_error("a _core.Vocab is needed");
  return to_bytes(rank_image(*table));
}

// (pieces, the type of each, what each states, [(piece, unknown bytes)], [(number, wire, begin, payload, end)])
nb::object model_proto_parts(const ModelProto& proto) {
  nb::list unknown, rest;
  for (const auto& [piece, bytes] : proto.unknown) {
    unknown.append(nb::make_tuple(piece, to_bytes(bytes)));
  }
  for (const ModelProto::Field& field : proto.rest) {
    rest.append(nb::make_tuple(field.number, field.wire, field.begin, field.payload, field.end));
  }
  return nb::make_tuple(PyPieces{proto.pieces}, to_bytes(proto.types), to_bytes(proto.present),
                        unknown, rest);
}

nb::object read_model(nb::bytes data) {
  return guarded(data, [](std::string_view text) { return read_model_proto(text); },
                 &model_proto_parts);
}

// Text that is not UTF-8 at the edge of a message must not hide the message.
nb::object readable(const std::string& text) { return to_str(text); }

}  // namespace

void bind_formats(nb::module_& m) {
  nb::class_<PyFault>(m, "Fault", "What is wrong with a file.")
      .def_prop_ro("what", [](const PyFault& self) { return readable(self.what); })
      .def_prop_ro("where", [](const PyFault& self) { return readable(self.where); })
      .def_prop_ro("remedy", [](const PyFault& self) { return readable(self.remedy); });
  m.def("read_json", &read_json, "The document, or a Fault. layout: 0 plain, 1 tokenizer, 2 vocab.");
  m.def("read_vocab_txt", &read_vocab, "The vocabulary, or a Fault.");
  m.def("read_ranks", &read_ranks, "The vocabulary of a rank file, or a Fault.");
  m.def("rank_image", &image_of_ranks, "The bytes that identify ranks.");
  m.def("read_model_proto", &read_model, "The parts of a .model, or a Fault.");
}
