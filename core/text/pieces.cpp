#include "text/pieces.hpp"

#include <cmath>

namespace subwords {

void Pieces::build_index() const {
  std::call_once(once_, [this] {
    index_.build(size(), [this](size_t i) { return piece(i); }, /*last_wins=*/true);
  });
}

size_t Pieces::find(std::string_view wanted) const {
  build_index();
  return index_.find(wanted, [this](size_t i) { return piece(i); });
}

size_t Pieces::first_beyond(double limit) const {
  for (size_t id = 0; id < size(); ++id) {
    if (!(std::abs(score(id)) <= limit) && type(id) == PieceType::kNormal) return id;
  }
  return SIZE_MAX;
}

std::pair<size_t, size_t> Pieces::repeated() const {
  build_index();
  return index_.repeated();
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
