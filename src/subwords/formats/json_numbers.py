"""Numbers of a ``tokenizer.json``, read and written as `tokenizers` reads them.

It does not round a decimal once: as many digits as 64 bits hold become a float64, which is then
multiplied or divided by a power of ten. So every fourth number of 17 digits comes out one step
beside the nearest float64, and such steps decide between segmentations of equal probability. (Found
by comparing what it writes with what it was given.) The native twin is in
``core/formats/json_scanner.cpp``.
"""

from __future__ import annotations

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
    mantissa, _, exponent = f"{abs(value):.16e}".partition("e")
    near, sign = int(mantissa.replace(".", "")), "-" if value < 0 else ""
    for step in range(1, 33):
        for digits in (near - step, near + step):
            text = f"{sign}{digits}e{int(exponent) - 16}"
            if read_float(text) == value:
                return text
    return shortest


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
