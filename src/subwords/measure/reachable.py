"""Which pieces of a WordPiece vocabulary no text can ever give.

A piece is *reached* where encoding some text gives it: this is tried out, with the piece itself, or
for one that continues a word, behind the longest pieces that begin one. It is *never produced*
where a reason is known for which no text can: see `Judge.reason`. What is neither is undecided.

Greedy matching is no reason by itself: behind the longest piece that begins a word no longer match
exists, so any piece can follow there, unless a cut, the normalizer or the limit forbids it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from subwords.measure.cuts import Cuts
from subwords.measure.normalized import FORMS, can_come_out, in_form, simple_steps
from subwords.measure.scripts import script_of
from subwords.models import WordPiece

if TYPE_CHECKING:
    from subwords.tokenizer import Tokenizer

Entry = tuple[str, int]


@dataclass(frozen=True, slots=True)
class NeverProduced:
    """A piece that no text gives.

    Args:
        piece: The piece as stored.
        id: Its id.
        reason: Why.
    """

    piece: str
    id: int
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"piece": self.piece, "id": self.id, "reason": self.reason}


def never_produced(tokenizer: Tokenizer) -> tuple[list[NeverProduced], list[str]]:
    """The pieces that no text gives, and those for which this is not known.

    Added tokens and unk are not judged.

    Args:
        tokenizer: A WordPiece tokenizer.
    """
    judge = Judge(tokenizer)
    open_entries = judge.entries()
    open_entries -= judge.reached((token, token, id) for token, id in open_entries)
    begins = judge.begins
    longest = max(filter(str.isalpha, begins), key=len, default="")
    open_entries -= judge.continued(open_entries, [longest])
    never: list[NeverProduced] = []
    rest: set[Entry] = set()
    for token, id in open_entries:
        reason = judge.reason(token)
        if reason is None:
            rest.add((token, id))
        else:
            never.append(NeverProduced(token, id, reason))
    rest -= judge.continued(rest, _varied(begins))
    never.sort(key=lambda piece: piece.id)
    return never, [token for token, _ in sorted(rest, key=lambda entry: entry[1])]


class Judge:
    """What can be said about single pieces of one tokenizer.

    Args:
        tokenizer: A WordPiece tokenizer.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        model = tokenizer.spec.model
        assert isinstance(model, WordPiece)
        self._tokenizer, self._model = tokenizer, model
        self._steps = simple_steps(tokenizer.spec.normalizer)
        self._cuts = Cuts(tokenizer.spec.pre_tokenizer, self._steps)
        self._possible: dict[str, bool] = {}
        self.begins: list[str] = []

    def entries(self) -> set[Entry]:
        """The pieces to judge."""
        added = {token.content for token in self._tokenizer.spec.added_tokens}
        skipped = added | {self._model.unk_token}
        return {entry for entry in self._model.vocab.items() if entry[0] not in skipped}

    def reached(self, trials: Iterable[tuple[str, str, int]]) -> set[Entry]:
        """The pieces (token, text to try, id) that their text gives; notes those that begin it."""
        tried = list(trials)
        rows = self._tokenizer.encode_batch(
            [text for _, text, _ in tried], add_special_tokens=False, errors="replace"
        ).to_list()
        found = set()
        for (token, text, id), row in zip(tried, rows, strict=True):
            if id in row:
                found.add((token, id))
                if row == [id] and token == text:
                    self.begins.append(token)
        return found

    def continued(self, entries: Iterable[Entry], before: Iterable[str]) -> set[Entry]:
        """The pieces that are given behind one of these beginnings."""
        left, found = set(entries), set[Entry]()
        for begin in filter(None, before):
            prefix = self._model.continuing_prefix
            trials = [
                (token, begin + token[len(prefix) :], id)
                for token, id in left
                if token.startswith(prefix)
            ]
            new = self.reached(trials)
            found |= new
            left -= new
        return found

    def reason(self, token: str) -> str | None:
        """Why no text gives this piece, in any place; None: not known."""
        if "\ufffd" in token and not self._is_text(token):
            return "its bytes are no UTF-8"
        as_begin = self._reason(token, inside=False)
        prefix = self._model.continuing_prefix
        if not token.startswith(prefix) or token == prefix or as_begin is None:
            return as_begin
        return self._reason(token[len(prefix) :], inside=True)

    def _reason(self, text: str, inside: bool) -> str | None:
        if not text:
            return "it is empty"
        limit = self._model.max_chars_per_word
        if limit is not None and len(text) + inside > limit:
            return f"it only fits words of more than {limit} characters, which are unknown"
        for c in text:
            if c not in self._possible:
                self._possible[c] = can_come_out(c, self._steps)
            if not self._possible[c]:
                return f"the normalizer never gives {c!r}"
        if self._steps and self._steps[-1] in FORMS and not in_form(text, self._steps[-1]):
            return f"the normalizer gives {self._steps[-1].upper()}, which it is not in"
        if self._cuts.always(text, inside):
            return "the pre-tokenizer always cuts it"
        return None

    def _is_text(self, token: str) -> bool:
        id = self._model.vocab.get(token)
        return id is not None and self._model.vocab.token_bytes(id) == token.encode("utf-8")


def _varied(begins: Iterable[str]) -> list[str]:
    """Of the pieces that begin a word, the longest and the shortest for each kind of ending."""
    longest: dict[str, str] = {}
    shortest: dict[str, str] = {}
    for begin in begins:
        kind = script_of(begin[-1])
        longest[kind] = max(longest.get(kind, begin), begin, key=len)
        shortest[kind] = min(shortest.get(kind, begin), begin, key=len)
    return list(dict.fromkeys([*longest.values(), *shortest.values()]))
