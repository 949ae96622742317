"""The project's own natural logarithm, from basic float64 operations.

Every step is an operation that IEEE 754 rounds correctly, and `core/train/ln.hpp` does the same
steps in the same order, so a score is the same number on every machine and in both engines. (The
logarithm of a C library may differ in its last bit from one system to the next.)
"""

from __future__ import annotations

from math import frexp

SQRT_HALF = 0.7071067811865476
LN2_HIGH = 0.6931471803691238  # the leading bits of ln 2: times an exponent it is exact
LN2_LOW = 1.9082149292705877e-10  # the rest
COEFFICIENTS = tuple(1.0 / odd for odd in range(21, 1, -2))  # 1/21, 1/19, …, 1/3


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
    for coefficient in COEFFICIENTS:
        tail = (tail + coefficient) * z
    s2 = 2.0 * s
    return e * LN2_HIGH + (s2 + (s2 * tail + e * LN2_LOW))
