// The Python module `subwords.native._core`: one registration function per file of this folder.
#include "module.hpp"

NB_MODULE(_core, m) {
  m.doc() = "Native engine of subwords.";
}
