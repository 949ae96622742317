#include "normalize/normalizer.hpp"

#include "normalize/steps.hpp"

namespace subwords {
namespace {

void bert(const NormalizerStep& step, AlignedText& text, NormalizerScratch& scratch) {
  if (step.clean_text) clean_text(text);
  if (step.handle_chinese_chars) space_out_cjk(text, scratch);
  if (step.strip_accents) {
    normal_form(text, false, false, scratch);
    drop_nonspacing_marks(text);
  }
  if (step.lowercase) lowercase(text, scratch);
}

void apply(const NormalizerStep& step, AlignedText& text, NormalizerScratch& scratch) {
  switch (step.kind) {
    case NormalizerKind::kBert: return bert(step, text, scratch);
    case NormalizerKind::kNfc: return normal_form(text, false, true, scratch);
    case NormalizerKind::kNfd: return normal_form(text, false, false, scratch);
    case NormalizerKind::kNfkc: return normal_form(text, true, true, scratch);
    case NormalizerKind::kNfkd: return normal_form(text, true, false, scratch);
    case NormalizerKind::kLowercase: return lowercase(text, scratch);
    case NormalizerKind::kStripAccents: return drop_stripped_accents(text);
    case NormalizerKind::kStrip: return strip(text, step.left, step.right);
    case NormalizerKind::kReplace:
      return replace(text, step.pattern, step.content, scratch);
    case NormalizerKind::kReplacePattern:
      return replace_matches(text, *step.compiled, step.content, scratch);
    case NormalizerKind::kPrepend: return prepend(text, step.content);
    case NormalizerKind::kPrecompiled: return precompiled(*step.charsmap, text, scratch);
    case NormalizerKind::kByteLevel: return spell_bytes(text, scratch);
    case NormalizerKind::kNmt: return nmt(text);
    case NormalizerKind::kSentencePiece: return sentencepiece_text(step, text, scratch);
  }
}

}  // namespace

void normalize(const NormalizerChain& chain, AlignedText& text, NormalizerScratch& scratch) {
  for (const NormalizerStep& step : chain) {
    if (text.size() == 0) return;  // no step makes something of nothing
    apply(step, text, scratch);
  }
}

}  // namespace subwords
