"""Numbers of a ``tokenizer.json``, read and written as `tokenizers` reads them.

It does not round a decimal once: as many digits as 64 bits hold become a float64, which is then
multiplied or divided by a power of ten. So every fourth number of 17 digits comes out one step
beside the nearest float64, and such steps decide between segmentations of equal probability. (Found
by comparing what it writes with what it was given.) The native twin is in
``core/formats/json_scanner.cpp``.
"""

from __future__ import annotations

from collections.abc import Iterator

LARGEST_POWER = 308
_FITS = 1 << 64
_FAR = 10**9


def read_float(text: str) -> float:
    """The float64 that a number of a JSON text stands for.

    Raises:
        ValueError: It is out of range.
    """
    mantissa, _, stated = text.lower().partition("e")
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    digits = whole + fraction
    kept = _digits_that_fit(digits)
    value = float(int(digits[:kept] or "0"))
    power = len(whole) - kept + _exponent(stated)
    while value and power < -LARGEST_POWER:
        value /= 1e308
        power += LARGEST_POWER
    if value and power > LARGEST_POWER:
        raise ValueError(f"number out of range: {text[:40]}")
    if value:
        factor = float(f"1e{abs(power)}")
        value = value * factor if power >= 0 else value / factor
    if value == float("inf"):
        raise ValueError(f"number out of range: {text[:40]}")
    return -value if text.startswith("-") else value


def write_float(value: float) -> str:
    """A decimal that reads as this value; its shortest one where none is found that does."""
    shortest = repr(value)
    if read_float(shortest) == value:
        return shortest
    return next((text for text in _near(value) if read_float(text) == value), shortest)


def _near(value: float) -> Iterator[str]:
    """Decimals close to a value whose digits 64 bits hold, shorter ones first.

    More digits reach values that 17 do not: where the integer of the digits is coarser than the
    value, some values are the quotient of none.
    """
    from decimal import Decimal

    exact, sign = Decimal(value), "-" if value < 0 else ""
    for count in range(17, 21):
        exponent = exact.adjusted() + 1 - count
        middle = int(abs(exact).scaleb(-exponent).to_integral_value())
        step = 1 << max(0, middle.bit_length() - 53)  # between float64 numbers of that size
        for k in (0, 1, -1, 2, -2, 3, -3):
            digits = middle + k * step
            if 0 < digits < _FITS:
                yield f"{sign}{digits}e{exponent}"


def _digits_that_fit(digits: str) -> int:
    """How many digits from the left make a number that 64 bits hold."""
    zeros = len(digits) - len(digits.lstrip("0"))
    if len(digits) - zeros <= 19:
        return len(digits)
    return zeros + (20 if int(digits[zeros : zeros + 20]) < _FITS else 19)


def _exponent(stated: str) -> int:
    digits = stated.lstrip("+-").lstrip("0")
    size = int(digits or "0") if len(digits) <= 9 else _FAR
    return -size if stated.startswith("-") else size
