#include "text/pieces.hpp"

namespace subwords {

size_t Pieces::find(std::string_view wanted) const {
  const auto at = [this](size_t i) { return piece(i); };
  std::call_once(once_, [&] { index_.build(size(), at, /*last_wins=*/true); });
  return index_.find(wanted, at);
}

bool operator==(const Pieces& a, const Pieces& b) {
  if (a.size() != b.size()) return false;
  for (size_t id = 0; id < a.size(); ++id) {
    if (a.piece(id) != b.piece(id) || a.score(id) != b.score(id) || a.type(id) != b.type(id)) {
      return false;
    }
  }
  return true;
}

}  // namespace subwords
