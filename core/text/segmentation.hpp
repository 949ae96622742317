// Grapheme clusters and scripts, pinned to what the published library answers. The Python twin is
// reference/segmentation.py; both tables are made by tools/make_segmentation_tables.py.
#pragma once
#include <cstddef>
#include <cstdint>

namespace subwords::segmentation {

namespace detail {
extern const uint8_t kClusterBlock[];  // by code point / 128: which block of values
extern const uint8_t kClusterValue[];
extern const uint8_t kScriptBlock[];
extern const uint8_t kScriptValue[];
}  // namespace detail

enum Cluster : uint8_t {
  kOther, kControl, kExtend, kSpacing, kZwj, kPrepend, kL, kV, kT, kLv, kLvt, kPictograph,
  kConsonant, kLinker, kZwnj,
};

inline Cluster cluster_class(char32_t c) {
  if (c > 0x10FFFF) return kOther;
  return static_cast<Cluster>(
      detail::kClusterValue[size_t{detail::kClusterBlock[c >> 7]} << 7 | (c & 127)]);
}

// The number of the script that UnicodeScripts takes a character for; 0 for none.
inline uint8_t script(char32_t c) {
  if (c > 0x10FFFF) return 0;
  return detail::kScriptValue[size_t{detail::kScriptBlock[c >> 7]} << 7 | (c & 127)];
}

// Goes over a text and says where clusters end.
class ClusterScanner {
 public:
  // Whether a character belongs to the cluster of the one before it; then goes on behind it.
  bool joins_next(char32_t c) {
    const Cluster kind = cluster_class(c);
    const bool joined = joins(c, kind);
    pass_over(c, kind);
    return joined;
  }

 private:
  bool joins(char32_t c, Cluster kind) const {
    if (char_ == U'\r' && c == U'\n') return true;
    if (kind == kControl || class_ == kControl) return false;
    switch (kind) {
      case kExtend: case kSpacing: case kZwj: case kLinker: case kZwnj: return true;
      case kL: case kLv: case kLvt: if (class_ == kL) return true; break;
      case kV: if (class_ == kL || class_ == kLv || class_ == kV) return true; break;
      case kT:
        if (class_ == kLv || class_ == kV || class_ == kLvt || class_ == kT) return true;
        break;
      case kPictograph: if (pictograph_ == 2) return true; break;
      case kConsonant: if (conjunct_ == 2) return true; break;
      default: break;
    }
    return class_ == kPrepend;
  }

  void pass_over(char32_t c, Cluster kind) {
    const bool extends = kind == kExtend || kind == kLinker || kind == kZwnj;
    if (kind == kPictograph) {
      pictograph_ = 1;
    } else if (!(pictograph_ == 1 && extends)) {
      pictograph_ = pictograph_ == 1 && kind == kZwj ? 2 : 0;
    }
    if (kind == kConsonant) {
      conjunct_ = 1;
    } else if (conjunct_ != 0 && kind == kLinker) {
      conjunct_ = 2;
    } else if (kind != kExtend && kind != kZwj) {
      conjunct_ = 0;
    }
    char_ = c;
    class_ = kind;
  }

  char32_t char_ = 0;
  Cluster class_ = kControl;  // nothing joins the start of the text
  uint8_t pictograph_ = 0;    // 1: one and marks after it; 2: and then a joiner
  uint8_t conjunct_ = 0;      // 1: a consonant and marks after it; 2: one of them a linker
};

}  // namespace subwords::segmentation
