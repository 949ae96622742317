"""What a conversion could not carry over."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

LossKind = Literal["ids", "edge", "special", "text", "metadata"]
"""What a loss touches: "ids" of ordinary text; ids at an "edge" that texts rarely come to (ties,
odd spellings); "special" tokens spelled in text; decoded "text"; "metadata" alone."""


@dataclass(frozen=True, slots=True)
class Loss:
    """One thing that the written file does not say as the tokenizer did.

    Args:
        kind: What it touches.
        what: It, as a sentence without a final full stop.
    """

    kind: LossKind
    what: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.what}"


@dataclass(frozen=True, slots=True)
class ConversionReport:
    """The outcome of `subwords.save`.

    Args:
        format: The format that was written.
        files: The files that were written.
        losses: What they do not say as the tokenizer did.
    """

    format: str
    files: tuple[Path, ...]
    losses: tuple[Loss, ...] = ()

    @property
    def lossless(self) -> bool:
        """Whether nothing was lost."""
        return not self.losses

    @property
    def keeps_ids(self) -> bool:
        """Whether every text keeps its ids, special tokens spelled in text apart."""
        return not any(loss.kind in ("ids", "edge") for loss in self.losses)

    def __str__(self) -> str:
        names = ", ".join(str(file) for file in self.files)
        head = f"wrote {names} ({self.format})"
        if self.lossless:
            return f"{head}; nothing was lost"
        return "\n".join([f"{head}; not carried over:", *(f"  - {loss}" for loss in self.losses)])
