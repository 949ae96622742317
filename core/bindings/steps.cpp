#include "steps.hpp"

#include "pattern_tree.hpp"

#include <map>
#include <stdexcept>
#include <string>

namespace subwords::bindings {
namespace {

template <class Enum>
Enum lookup(const std::map<std::string, Enum>& names, nb::handle name, const char* what) {
  const std::string key = nb::cast<std::string>(nb::str(name));
  const auto found = names.find(key);
  if (found == names.end()) throw nb::value_error((std::string(what) + ": " + key).c_str());
  return found->second;
}

const std::map<std::string, NormalizerKind> kNormalizers = {
    {"bert", NormalizerKind::kBert},
    {"nfc", NormalizerKind::kNfc},
    {"nfd", NormalizerKind::kNfd},
    {"nfkc", NormalizerKind::kNfkc},
    {"nfkd", NormalizerKind::kNfkd},
    {"lowercase", NormalizerKind::kLowercase},
    {"strip_accents", NormalizerKind::kStripAccents},
    {"strip", NormalizerKind::kStrip},
    {"replace", NormalizerKind::kReplace},
    {"replace_pattern", NormalizerKind::kReplacePattern},
    {"prepend", NormalizerKind::kPrepend},
    {"sentencepiece", NormalizerKind::kSentencePiece},
    {"precompiled", NormalizerKind::kPrecompiled},
    {"byte_level", NormalizerKind::kByteLevel},
    {"nmt", NormalizerKind::kNmt},
};

const std::map<std::string, PreTokenizerKind> kPreTokenizers = {
    {"bert", PreTokenizerKind::kBert},
    {"whitespace", PreTokenizerKind::kWhitespace},
    {"whitespace_split", PreTokenizerKind::kWhitespaceSplit},
    {"punctuation", PreTokenizerKind::kPunctuation},
    {"digits", PreTokenizerKind::kDigits},
    {"char_delimiter", PreTokenizerKind::kCharDelimiter},
    {"literal_split", PreTokenizerKind::kLiteralSplit},
    {"pattern_split", PreTokenizerKind::kPatternSplit},
    {"fixed_length", PreTokenizerKind::kFixedLength},
    {"unicode_scripts", PreTokenizerKind::kUnicodeScripts},
    {"prefix_space", PreTokenizerKind::kPrefixSpace},
    {"byte_level", PreTokenizerKind::kByteLevel},
    {"metaspace", PreTokenizerKind::kMetaspace},
};

const std::map<std::string, Behavior> kBehaviors = {
    {"removed", Behavior::kRemoved},
    {"isolated", Behavior::kIsolated},
    {"merged_with_previous", Behavior::kMergedWithPrevious},
    {"merged_with_next", Behavior::kMergedWithNext},
    {"contiguous", Behavior::kContiguous},
};

const std::map<std::string, PrependScheme> kPrependSchemes = {
    {"never", PrependScheme::kNever},
    {"first", PrependScheme::kFirst},
    {"always", PrependScheme::kAlways},
};

bool flag(const nb::dict& step, const char* key) {
  return step.contains(key) && nb::cast<bool>(step[key]);
}

std::u32string text(const nb::dict& step, const char* key) {
  return step.contains(key) ? code_points(step[key]) : std::u32string();
}

std::shared_ptr<const Charsmap> charsmap(nb::handle value) {
  const auto data = nb::cast<nb::bytes>(value);
  auto map = Charsmap::read({static_cast<const char*>(data.data()), data.size()});
  if (map == nullptr) throw nb::value_error("the compiled normalizer map is damaged");
  return map;
}

std::shared_ptr<const TokenTrie<char32_t>> symbols(nb::handle contents) {
  std::vector<std::pair<std::vector<char32_t>, uint32_t>> strings;
  for (nb::handle content : contents) {
    const std::u32string chars = code_points(content);
    strings.emplace_back(std::vector<char32_t>(chars.begin(), chars.end()), 0);
  }
  return std::make_shared<TokenTrie<char32_t>>(std::move(strings));
}

}  // namespace

std::u32string code_points(nb::handle value) {
  if (!PyUnicode_Check(value.ptr())) throw nb::type_error("expected a str");
  const auto length = static_cast<size_t>(PyUnicode_GET_LENGTH(value.ptr()));
  std::u32string out(length, U'\0');
  const int kind = PyUnicode_KIND(value.ptr());
  const void* data = PyUnicode_DATA(value.ptr());
  for (size_t i = 0; i < length; ++i) {
    out[i] = PyUnicode_READ(kind, data, static_cast<Py_ssize_t>(i));
  }
  return out;
}

NormalizerChain normalizer_chain(nb::list steps) {
  NormalizerChain chain;
  for (nb::handle item : steps) {
    const nb::dict fields = nb::cast<nb::dict>(item);
    NormalizerStep step{};
    step.kind = lookup(kNormalizers, fields["kind"], "unknown normalizer step");
    step.clean_text = flag(fields, "clean_text");
    step.handle_chinese_chars = flag(fields, "handle_chinese_chars");
    step.strip_accents = flag(fields, "strip_accents");
    step.lowercase = flag(fields, "lowercase");
    step.left = flag(fields, "left");
    step.folds_spaces = flag(fields, "folds_spaces");
    step.right = flag(fields, "right");
    step.pattern = text(fields, "pattern");
    step.content = text(fields, "content");
    if (fields.contains("tree")) step.compiled = compiled_pattern(fields["tree"]);
    if (fields.contains("charsmap")) step.charsmap = charsmap(fields["charsmap"]);
    if (fields.contains("protected")) step.protected_symbols = symbols(fields["protected"]);
    step.add_dummy_prefix = flag(fields, "add_dummy_prefix");
    step.remove_extra_whitespaces = flag(fields, "remove_extra_whitespaces");
    step.escape_whitespaces = flag(fields, "escape_whitespaces");
    step.suffix = flag(fields, "suffix");
    chain.push_back(std::move(step));
  }
  return chain;
}

PreTokenizerChain pre_tokenizer_chain(nb::list steps) {
  PreTokenizerChain chain;
  for (nb::handle item : steps) {
    const nb::dict fields = nb::cast<nb::dict>(item);
    PreTokenizerStep step{};
    step.kind = lookup(kPreTokenizers, fields["kind"], "unknown pre-tokenizer step");
    if (fields.contains("behavior")) {
      step.behavior = lookup(kBehaviors, fields["behavior"], "unknown behavior");
    }
    if (fields.contains("prepend_scheme")) {
      step.prepend = lookup(kPrependSchemes, fields["prepend_scheme"], "unknown prepend scheme");
    }
    if (fields.contains("length")) step.length = nb::cast<uint32_t>(fields["length"]);
    step.individual_digits = flag(fields, "individual_digits");
    step.invert = flag(fields, "invert");
    if (fields.contains("tree")) {
      step.tree = std::make_shared<const patterns::Node>(pattern_tree(fields["tree"]));
      step.compiled = compile_or_raise(*step.tree);
    }
    step.pattern = text(fields, "pattern");
    chain.push_back(std::move(step));
  }
  return chain;
}

}  // namespace subwords::bindings
