"""Random numbers that depend on nothing but (seed, stream, how many were drawn before).

A counter goes through the finalizer of SplitMix64 (Steele, Lea and Flood 2014). Seed and stream
are mixed into the key one after the other, so that seeds 0, 1, 2, … and the documents of a batch
are independent. The C++ twin is core/text/random.hpp: the same numbers on every machine.
"""

from __future__ import annotations

_GOLDEN = 0x9E3779B97F4A7C15
_ODD = 0xD1342543DE82EF95
_MASK = (1 << 64) - 1


class RandomStream:
    """The numbers of one stream.

    Args:
        seed: Chosen by the caller; only its low 64 bits count.
        stream: Which of the seed's streams; document i of a batch draws from stream i.
    """

    __slots__ = ("_counter", "_key")

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._key = _mix(_mix((seed + _GOLDEN) & _MASK) ^ (stream * _ODD & _MASK))
        self._counter = 0

    def bits(self) -> int:
        """The next 64 random bits."""
        self._counter += 1
        return _mix((self._key + _GOLDEN * self._counter) & _MASK)

    def uniform(self) -> float:
        """The next number in [0, 1), a multiple of 2**-53."""
        return (self.bits() >> 11) * 2.0**-53


def _mix(x: int) -> int:
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & _MASK
    return x ^ (x >> 31)
