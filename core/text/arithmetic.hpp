// The project's own logarithm, exponential and digamma; reference/arithmetic.py does the same steps.
//
// Every step is correctly rounded by IEEE 754, and the build keeps the compiler from fusing them,
// so the results are the same everywhere.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace subwords {

inline constexpr double kLn2High = 0.6931471803691238;  // times an exponent it is exact
inline constexpr double kLn2Low = 1.9082149292705877e-10;

// ln x for a positive, finite x.
inline double natural_log(double x) {
  constexpr double kSqrtHalf = 0.7071067811865476;
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

// e to the power of x; 0 or infinity where that is no float64 (x must be a number).
inline double exponential(double x) {
  if (x > 709.782712893384) return std::numeric_limits<double>::infinity();
  if (x < -745.1332191019412) return 0.0;
  const double k = std::floor(x * 1.4426950408889634 + 0.5);
  const double high = x - k * kLn2High, low = k * kLn2Low;
  const double r = high - low;
  const double lost = (high - r) - low;
  constexpr double kFactorials[] = {87178291200.0, 6227020800.0, 479001600.0, 39916800.0,
                                    3628800.0,     362880.0,     40320.0,     5040.0,
                                    720.0,         120.0,        24.0,        6.0};
  double tail = 0.0;
  for (const double factorial : kFactorials) tail = 1.0 / factorial + r * tail;
  const double power = 1.0 + (r + (r * r * (0.5 + r * tail) + lost));
  const int exponent = static_cast<int>(k);
  if (exponent < -1021 || exponent > 1023) [[unlikely]] return std::ldexp(power, exponent);
  // The result is a normal number: 2^k times the power is exact, and quicker than ldexp.
  return power * std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}

// ln(e^a + e^b); minus infinity is the logarithm of 0.
inline double log_add(double a, double b) {
  if (a < b) std::swap(a, b);
  if (b == -std::numeric_limits<double>::infinity()) return a;
  return a + natural_log(1.0 + exponential(b - a));
}

// The derivative of ln gamma at a positive number.
inline double digamma(double x) {
  constexpr double kCoefficients[] = {1.0 / 12.0,  -691.0 / 32760.0, 1.0 / 132.0, -1.0 / 240.0,
                                      1.0 / 252.0, -1.0 / 120.0,     1.0 / 12.0};
  double below = 0.0;
  while (x < 8.0) {
    below = below + 1.0 / x;
    x = x + 1.0;
  }
  const double z = 1.0 / (x * x);
  double tail = 0.0;
  for (const double coefficient : kCoefficients) tail = (tail + coefficient) * z;
  return natural_log(x) - 0.5 / x - tail - below;
}

}  // namespace subwords
