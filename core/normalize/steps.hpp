// The steps behind normalize(), by the file that carries them out.
#pragma once
#include "normalize/normalizer.hpp"

namespace subwords {

// characters.cpp: what becomes of each character on its own
void clean_text(AlignedText& text);
void space_out_cjk(AlignedText& text, NormalizerScratch& scratch);
void lowercase(AlignedText& text, NormalizerScratch& scratch);
void drop_nonspacing_marks(AlignedText& text);
void drop_stripped_accents(AlignedText& text);
void spell_bytes(AlignedText& text, NormalizerScratch& scratch);
void nmt(AlignedText& text);

// normal_forms.cpp
void normal_form(AlignedText& text, bool compatibility, bool composed, NormalizerScratch& scratch);

// literals.cpp; what has an empty pattern does nothing
void strip(AlignedText& text, bool left, bool right);
void replace(AlignedText& text, const std::u32string& pattern, const std::u32string& content,
             NormalizerScratch& scratch);
void replace_matches(AlignedText& text, const patterns::Pattern& pattern,
                     const std::u32string& content, NormalizerScratch& scratch);
void prepend(AlignedText& text, const std::u32string& content);

// precompiled.cpp
void precompiled(const Charsmap& charsmap, AlignedText& text, NormalizerScratch& scratch);

// sentencepiece_text.cpp
void sentencepiece_text(const NormalizerStep& step, AlignedText& text, NormalizerScratch& scratch);

}  // namespace subwords
