"""Text that knows where each of its characters came from.

Normalizers rewrite the text; offsets must still point into what the user passed. So every character
carries its *origin*: the half-open range of characters of the user's text that it stands for.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class AlignedText:
    """Characters and their origins, one for one.

    Args:
        chars: The characters.
        origin: For each of them, the range of characters of the user's text it stands for.
    """

    chars: list[str]
    origin: list[tuple[int, int]]

    @classmethod
    def from_str(cls, text: str) -> AlignedText:
        """The text as it is: each character stands for itself."""
        return cls(list(text), [(at, at + 1) for at in range(len(text))])

    @property
    def text(self) -> str:
        """The characters as one string."""
        return "".join(self.chars)

    def slice(self, begin: int, end: int) -> AlignedText:
        """The characters from `begin` up to `end`, with their origins."""
        return AlignedText(self.chars[begin:end], self.origin[begin:end])

    def __len__(self) -> int:
        return len(self.chars)
