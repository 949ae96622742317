// Cells grow into products greedily, in several orders of the positions; the best one is taken.
#include "patterns/products.hpp"

#include <algorithm>
#include <bit>

namespace subwords::patterns {
namespace {

constexpr size_t kLast = Grid::kPositions - 1;

// A grid by lines: the cells that differ in the last position only, as bits.
struct Lines {
  std::array<size_t, Grid::kPositions> sides;
  std::vector<uint32_t> yes, no;
};

Lines lines_of(const Grid& grid, bool (*yes)(uint8_t), bool (*no)(uint8_t)) {
  Lines out;
  for (size_t i = 0; i < Grid::kPositions; ++i) out.sides[i] = grid.side(i);
  const size_t width = grid.side(kLast);
  for (size_t first = 0; first < grid.cells.size(); first += width) {
    uint32_t wanted = 0, unwanted = 0;
    for (size_t i = 0; i < width; ++i) {
      wanted |= uint32_t{yes(grid.cells[first + i])} << i;
      unwanted |= uint32_t{no(grid.cells[first + i])} << i;
    }
    out.yes.push_back(wanted);
    out.no.push_back(unwanted);
  }
  return out;
}

// Visits the lines of a product; stops, with false, when `visit` says so.
template <class Visit>
bool for_each_line(const Lines& lines, const Product& product, Visit&& visit) {
  const auto& sides = lines.sides;
  for (uint32_t a = product[0]; a != 0; a &= a - 1) {
    const size_t at_a = static_cast<size_t>(std::countr_zero(a)) * sides[1];
    for (uint32_t b = product[1]; b != 0; b &= b - 1) {
      const size_t at_b = (at_a + static_cast<size_t>(std::countr_zero(b))) * sides[2];
      for (uint32_t c = product[2]; c != 0; c &= c - 1) {
        const size_t at_c = (at_b + static_cast<size_t>(std::countr_zero(c))) * sides[3];
        for (uint32_t d = product[3]; d != 0; d &= d - 1) {
          if (!visit(at_c + static_cast<size_t>(std::countr_zero(d)))) return false;
        }
      }
    }
  }
  return true;
}

using Order = std::array<size_t, Grid::kPositions>;

// Enough to find short covers; with more orders the published patterns save a term or two.
constexpr Order kOrders[] = {
    {0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {0, 4, 1, 3, 2}, {4, 0, 3, 1, 2}};

// The product grown from one cell, position by position.
Product grow(const Lines& lines, Product product, const Order& order) {
  for (const size_t position : order) {
    if (position == kLast) {
      uint32_t unwanted = 0;
      for_each_line(lines, product, [&](size_t line) {
        unwanted |= lines.no[line];
        return true;
      });
      product[kLast] = ~unwanted & static_cast<uint32_t>((uint64_t{1} << lines.sides[kLast]) - 1);
      continue;
    }
    Product probe = product;
    for (size_t i = 0; i < lines.sides[position]; ++i) {
      probe[position] = 1u << i;
      const bool allowed = for_each_line(
          lines, probe, [&](size_t line) { return (lines.no[line] & product[kLast]) == 0; });
      if (allowed) product[position] |= 1u << i;
    }
  }
  return product;
}

// Without a call, which std::popcount is where the processor's instruction may not be used.
int count_bits(uint32_t bits) {
  bits -= bits >> 1 & 0x55555555;
  bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
  return static_cast<int>(((bits + (bits >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24);
}

// Of the products around one cell, the one with the most cells that are still wanted.
Product best_product(const Lines& lines, const Product& cell) {
  Product best = cell, last = cell;
  int best_gain = 0;
  for (const Order& order : kOrders) {
    const Product grown = grow(lines, cell, order);
    if (grown == best || grown == last) continue;
    last = grown;
    int gain = 0;
    for_each_line(lines, grown, [&](size_t line) {
      const uint32_t gained = lines.yes[line] & grown[kLast];
      if (gained != 0) gain += count_bits(gained);
      return true;
    });
    if (gain > best_gain) {
      best_gain = gain;
      best = grown;
    }
  }
  return best;
}

Product cell_at(const Lines& lines, size_t line) {
  Product cell;
  cell[kLast] = lines.yes[line] & (~lines.yes[line] + 1);
  for (size_t position = kLast; position-- > 0;) {
    cell[position] = 1u << line % lines.sides[position];
    line /= lines.sides[position];
  }
  return cell;
}

// With members instead of indices.
Product spelled_out(const Grid& grid, const Product& product) {
  Product out{};
  for (size_t position = 0; position < Grid::kPositions; ++position) {
    for (size_t i = 0; i < grid.side(position); ++i) {
      if (product[position] >> i & 1) out[position] |= grid.members[position][i];
    }
  }
  return out;
}

}  // namespace

std::optional<std::vector<Product>> cover(const Grid& grid, bool (*yes)(uint8_t),
                                          bool (*no)(uint8_t), size_t limit) {
  Lines lines = lines_of(grid, yes, no);
  std::vector<Product> products;
  for (size_t line = 0; line < lines.yes.size(); ++line) {
    while (lines.yes[line] != 0) {
      if (products.size() == limit) return std::nullopt;
      const Product best = best_product(lines, cell_at(lines, line));
      for_each_line(lines, best, [&](size_t at) {
        lines.yes[at] &= ~best[kLast];
        return true;
      });
      products.push_back(spelled_out(grid, best));
    }
  }
  return products;
}

}  // namespace subwords::patterns
