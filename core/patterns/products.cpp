// Cells grow into products greedily, in every order of the four positions; the best one is taken.
#include "patterns/products.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <string>

namespace subwords::patterns {
namespace {

// What a cell asks for.
constexpr uint8_t kEither = 0, kYes = 1, kNo = 2;

// Visits the cells of a product; stops, with false, when `visit` says so.
template <class Visit>
bool for_each_cell(const Grid& grid, const Product& product, Visit&& visit) {
  for (uint32_t a = product[0]; a != 0; a &= a - 1) {
    for (uint32_t b = product[1]; b != 0; b &= b - 1) {
      const size_t row = (static_cast<size_t>(std::countr_zero(a)) * grid.side(1) +
                          static_cast<size_t>(std::countr_zero(b))) * grid.side(2);
      for (uint32_t c = product[2]; c != 0; c &= c - 1) {
        const size_t line = (row + static_cast<size_t>(std::countr_zero(c))) * grid.side(3);
        for (uint32_t d = product[3]; d != 0; d &= d - 1) {
          if (!visit(line + static_cast<size_t>(std::countr_zero(d)))) return false;
        }
      }
    }
  }
  return true;
}

// The cells where one position has one index.
std::string slice(const Grid& grid, size_t position, size_t index) {
  Product product;
  for (size_t i = 0; i < 4; ++i) product[i] = static_cast<uint32_t>((1ull << grid.side(i)) - 1);
  product[position] = 1u << index;
  std::string out;
  for_each_cell(grid, product, [&](size_t at) {
    out.push_back(static_cast<char>(grid.cells[at]));
    return true;
  });
  return out;
}

// Indices that mean the same at the position become one.
Grid fold_position(const Grid& grid, size_t position) {
  std::map<std::string, size_t> numbers;
  std::vector<size_t> first;
  Grid out;
  out.members = grid.members;
  out.members[position].clear();
  for (size_t i = 0; i < grid.side(position); ++i) {
    const auto [found, fresh] = numbers.try_emplace(slice(grid, position, i), first.size());
    if (fresh) {
      first.push_back(i);
      out.members[position].push_back(0);
    }
    out.members[position][found->second] |= grid.members[position][i];
  }
  out.cells.resize(out.side(0) * out.side(1) * out.side(2) * out.side(3));
  std::array<size_t, 4> at;
  for (at[0] = 0; at[0] < out.side(0); ++at[0]) {
    for (at[1] = 0; at[1] < out.side(1); ++at[1]) {
      for (at[2] = 0; at[2] < out.side(2); ++at[2]) {
        for (at[3] = 0; at[3] < out.side(3); ++at[3]) {
          auto old = at;
          old[position] = first[at[position]];
          out.cells[out.index(at)] = grid.cells[grid.index(old)];
        }
      }
    }
  }
  return out;
}

// The cells as wishes, folded: far smaller than the classes.
Grid wishes(const Grid& grid, bool (*yes)(uint8_t), bool (*no)(uint8_t)) {
  Grid out = grid;
  for (uint8_t& cell : out.cells) cell = yes(cell) ? kYes : no(cell) ? kNo : kEither;
  for (size_t position = 0; position < 4; ++position) out = fold_position(out, position);
  return out;
}

// The product grown from one cell, position by position in the given order.
Product grow(const Grid& grid, Product product, const std::array<size_t, 4>& order) {
  for (const size_t position : order) {
    Product probe = product;
    for (size_t i = 0; i < grid.side(position); ++i) {
      probe[position] = 1u << i;
      const bool allowed = for_each_cell(grid, probe, [&](size_t at) { return grid.cells[at] != kNo; });
      if (allowed) product[position] |= 1u << i;
    }
  }
  return product;
}

Product best_product(const Grid& grid, const std::vector<bool>& covered, const Product& cell) {
  std::array<size_t, 4> order = {0, 1, 2, 3};
  Product best{};
  size_t best_gain = 0;
  do {
    const Product grown = grow(grid, cell, order);
    size_t gain = 0;
    for_each_cell(grid, grown, [&](size_t at) {
      gain += grid.cells[at] == kYes && !covered[at];
      return true;
    });
    if (gain > best_gain) {
      best_gain = gain;
      best = grown;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

Product cell_at(const Grid& grid, size_t index) {
  Product cell;
  for (size_t position = 4; position-- > 0;) {
    cell[position] = 1u << index % grid.side(position);
    index /= grid.side(position);
  }
  return cell;
}

Product unfolded(const Grid& grid, const Product& product) {
  Product out{};
  for (size_t position = 0; position < 4; ++position) {
    for (size_t i = 0; i < grid.side(position); ++i) {
      if (product[position] >> i & 1) out[position] |= grid.members[position][i];
    }
  }
  return out;
}

}  // namespace

std::optional<std::vector<Product>> cover(const Grid& grid, bool (*yes)(uint8_t),
                                          bool (*no)(uint8_t), size_t limit) {
  const Grid folded = wishes(grid, yes, no);
  std::vector<bool> covered(folded.cells.size(), false);
  std::vector<Product> products;
  for (size_t i = 0; i < folded.cells.size(); ++i) {
    if (folded.cells[i] != kYes || covered[i]) continue;
    if (products.size() == limit) return std::nullopt;
    const Product best = best_product(folded, covered, cell_at(folded, i));
    for_each_cell(folded, best, [&](size_t at) {
      covered[at] = true;
      return true;
    });
    products.push_back(unfolded(folded, best));
  }
  return products;
}

}  // namespace subwords::patterns
