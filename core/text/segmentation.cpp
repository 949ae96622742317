#include "text/segmentation.hpp"

namespace subwords::segmentation::detail {

#include "text/segmentation_tables.inc"

}  // namespace subwords::segmentation::detail
