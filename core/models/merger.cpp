#include "models/merger.hpp"

#include "text/release.hpp"

namespace subwords {

void MergeScratch::release_large() {
  tree.release_large();
  subwords::release_large(next);
  subwords::release_large(previous);
  subwords::release_large(joins);
}

}  // namespace subwords
