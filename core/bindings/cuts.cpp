// Bindings of the stages around the model: pre-tokenizers, added tokens, decoders.
#include "cuts.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <tuple>
#include <utility>

#include "pattern_tree.hpp"
#include "steps.hpp"
#include "text/utf8.hpp"

namespace subwords {
namespace bindings {
namespace {

std::string_view utf8_of(nb::handle text) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (data == nullptr) throw nb::python_error();
  return {data, static_cast<size_t>(size)};
}

nb::str str_of(std::u32string_view text) {
  std::string bytes;
  for (const char32_t c : text) utf8::append(bytes, c);
  return nb::str(bytes.data(), bytes.size());
}

const std::map<std::string, DecoderKind> kDecoders = {
    {"word_piece", DecoderKind::kWordPiece},
    {"bpe", DecoderKind::kBpe},
    {"byte_level", DecoderKind::kByteLevel},
    {"metaspace", DecoderKind::kMetaspace},
    {"replace", DecoderKind::kReplace},
    {"replace_pattern", DecoderKind::kReplacePattern},
    {"strip", DecoderKind::kStrip},
    {"byte_fallback", DecoderKind::kByteFallback},
    {"fuse", DecoderKind::kFuse},
    {"ctc", DecoderKind::kCtc},
    {"raw_bytes", DecoderKind::kRawBytes},
    {"sentencepiece", DecoderKind::kSentencePiece},
};

std::shared_ptr<const SentencePieceDecoding> sentencepiece_decoding(const nb::dict& fields) {
  auto decoding = std::make_shared<SentencePieceDecoding>();
  decoding->add_dummy_prefix = nb::cast<bool>(fields["add_dummy_prefix"]);
  decoding->remove_extra_whitespaces = nb::cast<bool>(fields["remove_extra_whitespaces"]);
  const nb::object unk_piece = fields["unk_piece"];
  if (!unk_piece.is_none()) decoding->unk_piece = std::string(utf8_of(unk_piece));
  decoding->unk_surface = utf8_of(fields["unk_surface"]);
  for (nb::handle piece : fields["control"]) decoding->control.emplace(utf8_of(piece));
  decoding->byte_pieces = nb::cast<bool>(fields["byte_pieces"]);
  decoding->denormalizer = normalizer_chain(nb::cast<nb::list>(fields["denormalizer"]));
  return decoding;
}

DecoderStep decoder_step(const nb::dict& fields) {
  const auto kind = nb::cast<std::string>(fields["kind"]);
  const auto found = kDecoders.find(kind);
  if (found == kDecoders.end()) throw nb::value_error(("unknown decoder step: " + kind).c_str());
  const auto text = [&](const char* key) {
    return std::string(fields.contains(key) ? utf8_of(fields[key]) : std::string_view());
  };
  const auto flag = [&](const char* key) {
    return fields.contains(key) && nb::cast<bool>(fields[key]);
  };
  const auto count = [&](const char* key) {
    return fields.contains(key) ? nb::cast<size_t>(fields[key]) : size_t{0};
  };
  DecoderStep step{found->second,      text("pattern"), text("content"), flag("cleanup"),
                   flag("keep_first"), count("start"),  count("stop")};
  if (step.kind == DecoderKind::kSentencePiece) step.sentencepiece = sentencepiece_decoding(fields);
  if (fields.contains("tree")) step.compiled = compiled_pattern(fields["tree"]);
  return step;
}

using Rows = std::vector<std::tuple<size_t, size_t, uint32_t>>;

Rows rows(const std::vector<AddedMatch>& matches) {
  Rows out;
  for (const AddedMatch& match : matches) out.emplace_back(match.begin, match.end, match.token);
  return out;
}

std::vector<uint8_t> allowed_flags(const AddedTokens& tokens, nb::handle allowed) {
  if (allowed.is_none()) return {};
  std::vector<std::u32string> contents;
  for (nb::handle content : allowed) contents.push_back(code_points(content));
  return tokens.allow(contents);
}

Rows find_raw(const AddedTokens& tokens, nb::str text, nb::handle allowed) {
  std::vector<AddedMatch> matches;
  tokens.find_raw(utf8_of(text), allowed_flags(tokens, allowed), matches);
  return rows(matches);
}

Rows find_normalized(const AddedTokens& tokens, nb::str text, nb::handle allowed) {
  std::vector<AddedMatch> matches;
  tokens.find_normalized(code_points(text), allowed_flags(tokens, allowed), matches);
  return rows(matches);
}

using Ranges = std::vector<std::pair<uint32_t, uint32_t>>;

// The pieces, each with the origins of its characters in the text.
std::vector<std::pair<nb::str, Ranges>> pretokenize_ranges(nb::list steps, nb::str text,
                                                           const Ranges& ranges) {
  AlignedText aligned;
  for (const char32_t c : code_points(text)) {
    const auto at = static_cast<uint32_t>(aligned.size());
    aligned.push(c, {at, at + 1});
  }
  std::vector<Range> pieces;
  PreTokenizerScratch scratch;
  for (const auto& [begin, end] : ranges) {
    if (begin > end || end > aligned.size()) throw nb::value_error("a range is outside the text");
    pieces.push_back({begin, end});
  }
  const AlignedText& cut = pretokenize(pre_tokenizer_chain(steps), aligned, pieces, scratch);
  std::vector<std::pair<nb::str, Ranges>> out;
  for (const Range piece : pieces) {
    Ranges origins;
    for (uint32_t i = piece.begin; i < piece.end; ++i) {
      origins.emplace_back(cut.origin[i].begin, cut.origin[i].end);
    }
    const std::u32string_view chars(cut.chars.data() + piece.begin, piece.end - piece.begin);
    out.emplace_back(str_of(chars), std::move(origins));
  }
  return out;
}

nb::str decode_tokens(nb::handle steps, nb::handle tokens) {
  const DecoderChain chain = decoder_chain(steps);
  std::vector<std::string_view> views;
  for (nb::handle token : tokens) views.push_back(utf8_of(token));
  const std::string text = decode(chain, views);
  return nb::str(text.data(), text.size());
}

}  // namespace

std::vector<AddedToken> added_token_list(nb::handle tokens) {
  std::vector<AddedToken> list;
  for (nb::handle token : tokens) {
    const auto flag = [&](const char* name) { return nb::cast<bool>(token.attr(name)); };
    list.push_back({code_points(token.attr("content")), nb::cast<uint32_t>(token.attr("id")),
                    flag("special"), flag("single_word"), flag("lstrip"), flag("rstrip"),
                    flag("normalized")});
  }
  return list;
}

AddedTokens added_tokens(nb::handle tokens, nb::handle normalize) {
  return AddedTokens(added_token_list(tokens), [&](const std::u32string& content) {
    return code_points(normalize(str_of(content)));
  });
}

DecoderChain decoder_chain(nb::handle steps) {
  DecoderChain chain;
  chain.spaced = steps.is_none();
  if (chain.spaced) return chain;
  for (nb::handle step : steps) chain.steps.push_back(decoder_step(nb::cast<nb::dict>(step)));
  return chain;
}

}  // namespace bindings

void bind_cuts(nb::module_& m) {
  using namespace bindings;
  m.def("pretokenize", &pretokenize_ranges, nb::arg("steps"), nb::arg("text"), nb::arg("ranges"));
  m.def("decode", &decode_tokens, nb::arg("steps").none(), nb::arg("tokens"));
  nb::class_<AddedTokens>(m, "AddedTokens")
      .def("__init__",
           [](AddedTokens* self, nb::handle tokens, nb::handle normalize) {
             new (self) AddedTokens(added_tokens(tokens, normalize));
           })
      .def("find_raw", &find_raw, nb::arg("text"), nb::arg("allowed").none() = nb::none())
      .def("find_normalized", &find_normalized, nb::arg("text"),
           nb::arg("allowed").none() = nb::none());
}

}  // namespace subwords
