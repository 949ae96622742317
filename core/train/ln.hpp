// The project's own natural logarithm; subwords/training/ln.py does the same steps.
#pragma once
#include <cmath>

namespace subwords {

// ln x for a positive, finite x. Every step is correctly rounded by IEEE 754, and the build keeps
// the compiler from fusing them, so the result is the same everywhere.
inline double natural_log(double x) {
  constexpr double kSqrtHalf = 0.7071067811865476;
  constexpr double kLn2High = 0.6931471803691238;  // times an exponent it is exact
  constexpr double kLn2Low = 1.9082149292705877e-10;
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < kSqrtHalf) {
    m *= 2.0;
    e -= 1;
  }
  const double f = m - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;
  double tail = 0.0;
  for (int odd = 21; odd > 1; odd -= 2) tail = (tail + 1.0 / odd) * z;
  const double s2 = 2.0 * s;
  return e * kLn2High + (s2 + (s2 * tail + e * kLn2Low));
}

}  // namespace subwords
