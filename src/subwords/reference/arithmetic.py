"""The project's own logarithm, exponential and digamma, from basic float64 operations.

Every step is an operation that IEEE 754 rounds correctly, and `core/text/arithmetic.hpp` does the
same steps in the same order, so a score is the same number on every machine and in both engines.
(The functions of a C library may differ in their last bit from one system to the next.)
"""

from __future__ import annotations

from math import factorial, floor, frexp, inf, ldexp

SQRT_HALF = 0.7071067811865476
LN2_HIGH = 0.6931471803691238  # the leading bits of ln 2: times an exponent it is exact
LN2_LOW = 1.9082149292705877e-10  # the rest
ONE_BY_LN2 = 1.4426950408889634
LN_COEFFICIENTS = tuple(1.0 / odd for odd in range(21, 1, -2))  # 1/21, 1/19, …, 1/3
EXP_COEFFICIENTS = tuple(1.0 / factorial(n) for n in range(14, 2, -1))  # 1/14!, …, 1/3!
DIGAMMA_COEFFICIENTS = (  # B₂ₙ / 2n, from n = 7 down to 1
    1.0 / 12.0,
    -691.0 / 32760.0,
    1.0 / 132.0,
    -1.0 / 240.0,
    1.0 / 252.0,
    -1.0 / 120.0,
    1.0 / 12.0,
)
EXP_OVERFLOW = 709.782712893384  # e to more than this is no finite float64
EXP_UNDERFLOW = -745.1332191019412  # e to less than this is nearer to 0 than to any other float64


def ln(x: float) -> float:
    """The natural logarithm of a positive, finite number, to about one unit in the last place.

    x = m · 2^e with m near 1, and ln m = 2 artanh s = 2 s (1 + s²/3 + s⁴/5 + …), s = (m-1)/(m+1).
    """
    m, e = frexp(x)
    if m < SQRT_HALF:
        m, e = m * 2.0, e - 1
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    tail = 0.0
    for coefficient in LN_COEFFICIENTS:
        tail = (tail + coefficient) * z
    s2 = 2.0 * s
    return e * LN2_HIGH + (s2 + (s2 * tail + e * LN2_LOW))


def exp(x: float) -> float:
    """e to the power of x, to about one unit in the last place; 0 or infinity where it leaves them.

    x = k ln 2 + r with |r| at most half of ln 2, and e^r = 1 + r + r²/2! + r³/3! + …

    >>> exp(0.0), exp(1.0)
    (1.0, 2.718281828459045)
    """
    if x > EXP_OVERFLOW:
        return inf
    if x < EXP_UNDERFLOW:
        return 0.0
    k = floor(x * ONE_BY_LN2 + 0.5)
    high, low = x - k * LN2_HIGH, k * LN2_LOW
    r = high - low
    lost = (high - r) - low  # what rounding r left out
    tail = 0.0
    for coefficient in EXP_COEFFICIENTS:
        tail = coefficient + r * tail
    # The small terms first, so that their last bits count.
    return ldexp(1.0 + (r + (r * r * (0.5 + r * tail) + lost)), k)


def log_add(a: float, b: float) -> float:
    """ln(e^a + e^b) without leaving the range of float64; minus infinity is the logarithm of 0."""
    if a < b:
        a, b = b, a
    return a if b == -inf else a + ln(1.0 + exp(b - a))


def digamma(x: float) -> float:
    """The derivative of ln Γ at a positive number, to about twelve digits.

    From ψ(x) = ψ(x + 1) - 1/x up to x ≥ 8, then the asymptotic series ln x - 1/2x - Σ B₂ₙ / 2n x²ⁿ.

    >>> digamma(1.0)  # minus Euler's constant
    -0.577215664901533
    """
    below = 0.0
    while x < 8.0:
        below = below + 1.0 / x
        x = x + 1.0
    z = 1.0 / (x * x)
    tail = 0.0
    for coefficient in DIGAMMA_COEFFICIENTS:
        tail = (tail + coefficient) * z
    return ln(x) - 0.5 / x - tail - below
