// The compiled way from ids to text.
#include "pipeline/decode.hpp"

#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "cuts.hpp"
#include "module.hpp"
#include "pipeline/token_table.hpp"
#include "pipeline/trim_offsets.hpp"
#include "tables.hpp"
#include "text.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace bindings {
namespace {

class Decoder {
 public:
  Decoder(nb::handle steps, nb::handle table, nb::handle added)
      : chain_(decoder_chain(steps)),
        tokens_(vocab_of(table), pieces_of(table), added_token_list(added),
                chain_.takes_bytes()) {}

  // None where an id is unknown: the caller knows better how to say so.
  nb::object decode(nb::list ids, bool skip_special_tokens) const {
    std::vector<std::string_view> tokens;
    tokens.reserve(nb::len(ids));
    for (nb::handle item : ids) {
      const unsigned long id = PyLong_AsUnsignedLong(item.ptr());
      if (id == static_cast<unsigned long>(-1) && PyErr_Occurred()) throw nb::python_error();
      if (id > kNoId) return nb::none();
      const auto token = tokens_.token(static_cast<uint32_t>(id));
      if (!token) return nb::none();
      if (skip_special_tokens && tokens_.special(static_cast<uint32_t>(id))) continue;
      tokens.push_back(*token);
    }
    std::string text;
    {
      const nb::gil_scoped_release unlocked;
      text = subwords::decode(chain_, tokens);
    }
    return to_str(text);
  }

 private:
  DecoderChain chain_;
  TokenTable tokens_;
};

std::unique_ptr<OffsetTrimmer> make_trimmer(nb::handle table, nb::handle added,
                                            const std::vector<bool>& passes) {
  if (vocab_of(table) == nullptr && pieces_of(table) == nullptr) {
    throw nb::type_error("table must be a _core.Vocab or a _core.Pieces");
  }
  std::unordered_map<uint32_t, std::string> contents;
  for (const AddedToken& token : added_token_list(added)) {
    for (const char32_t c : token.content) utf8::append(contents[token.id], c);
  }
  return std::make_unique<OffsetTrimmer>(vocab_of(table), pieces_of(table), std::move(contents),
                                         passes);
}

}  // namespace
}  // namespace bindings

void bind_decoder(nb::module_& m) {
  using bindings::Decoder;
  nb::class_<Decoder>(m, "Decoder")
      .def("__init__",
           [](Decoder* self, nb::handle steps, nb::handle table, nb::handle added) {
             if (vocab_of(table) == nullptr && pieces_of(table) == nullptr) {
               throw nb::type_error("table must be a _core.Vocab or a _core.Pieces");
             }
             new (self) Decoder(steps, table, added);
           },
           nb::arg("steps").none(), nb::arg("table"), nb::arg("added"))
      .def("decode", &Decoder::decode, nb::arg("ids"), nb::arg("skip_special_tokens"));
  nb::class_<OffsetTrimmer>(m, "OffsetTrimmer")
      .def(nb::new_(&bindings::make_trimmer), nb::arg("table"), nb::arg("added"),
           nb::arg("passes"))
      .def("apply", &OffsetTrimmer::apply, nb::arg("columns"));
}

}  // namespace subwords
