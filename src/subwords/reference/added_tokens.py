"""Reference search for added tokens: tokens found in the text before the model sees it.

Tokens that are not `normalized` are looked for in the text as given; what lies between the matches
is normalized, each stretch on its own, and searched for the others, whose contents were normalized
too. The rules are those of the published library, learned by running it:

* The leftmost match wins, the longest of those that begin there, and the search goes on behind it.
* Properties are looked at only then. A match that fails `single_word`, or that is a special token
  not allowed here, stays text, and no other token is looked for inside it.
* `lstrip` takes white space up to the end of the match before, `rstrip` all that follows, also
  where a later match has begun already: then the two overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from subwords.normalizers import Normalizer
from subwords.reference.aligned import AlignedText
from subwords.reference.normalize import normalize
from subwords.reference.unicode import is_white_space, is_word
from subwords.spec import AddedToken


@dataclass(frozen=True, slots=True)
class Match:
    """An added token found in a text.

    Args:
        token: Which.
        origin: The characters of the user's text it covers, white space taken in included.
        text: What was covered, normalized where the token is.
    """

    token: AddedToken
    origin: tuple[int, int]
    text: str


class AddedTokenMatcher:
    """Splits texts at the added tokens; built once per tokenizer.

    Args:
        tokens: What to look for. Of two with the same content the last counts; of two whose
            contents are the same only when normalized, the first. Empty contents are ignored.
        normalizer: What is done to the text between raw matches, and to normalized tokens.
    """

    def __init__(self, tokens: tuple[AddedToken, ...], normalizer: Normalizer | None) -> None:
        last = {token.content: token for token in tokens if token.content}
        self._tokens = tuple(token for token in tokens if last.get(token.content) is token)
        self._normalizer = normalizer

    @cached_property
    def _raw(self) -> Trie:
        return Trie((token.content, token) for token in self._tokens if not token.normalized)

    @cached_property
    def _normalized(self) -> Trie:
        return Trie((self._normalize(t.content).text, t) for t in self._tokens if t.normalized)

    def _normalize(self, text: str) -> AlignedText:
        return normalize(self._normalizer, AlignedText.from_str(text))

    def split(
        self, text: AlignedText, allowed: frozenset[str] | None = None
    ) -> list[AlignedText | Match]:
        """Split a raw text into normalized pieces and matches, in order, none of them empty.

        Args:
            text: The text as given.
            allowed: Contents of the special tokens that may be recognised; None for all.
        """
        parts: list[AlignedText | Match] = []
        for part in split_at(self._raw, text, allowed):
            if isinstance(part, Match):
                parts.append(part)
            else:
                parts += split_at(self._normalized, normalize(self._normalizer, part), allowed)
        return parts


@dataclass(slots=True)
class Node:
    """A prefix of some tokens."""

    children: dict[str, Node] = field(default_factory=dict)
    token: AddedToken | None = None


class Trie:
    """Finds the longest of many strings at a position, whatever their number."""

    def __init__(self, items: Iterable[tuple[str, AddedToken]]) -> None:
        self.root = Node()
        for content, token in items:
            node = self.root
            for c in content:
                node = node.children.setdefault(c, Node())
            node.token = node.token or token

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be found."""
        return self.root.token is None and not self.root.children

    def longest(self, chars: Sequence[str], begin: int) -> tuple[int, AddedToken] | None:
        """Where the longest token that begins here ends, and which it is."""
        found = None
        node: Node | None = self.root
        i = begin
        while node is not None:
            if node.token is not None:
                found = i, node.token
            node = node.children.get(chars[i]) if i < len(chars) else None
            i += 1
        return found

    def find_all(self, chars: Sequence[str]) -> Iterator[tuple[int, int, AddedToken]]:
        """Every match from left to right, without overlap.

        A token that normalizes to nothing matches before every character where no other does, and
        at the end, but not right behind another match.
        """
        begin = 0
        last_end = -1
        while begin <= len(chars):
            found = self.longest(chars, begin)
            if found is None or found[0] == begin == last_end:
                begin += 1
                continue
            last_end, token = found
            yield begin, last_end, token
            begin = last_end


def split_at(
    trie: Trie, text: AlignedText, allowed: frozenset[str] | None
) -> list[AlignedText | Match]:
    """Split a text at the matches that keep their token's conditions."""
    if trie.is_empty:
        return [text] if len(text) else []
    chars = text.chars
    parts: list[AlignedText | Match] = []
    done = 0
    for found, found_end, token in trie.find_all(chars):
        if token.special and allowed is not None and token.content not in allowed:
            continue
        if token.single_word and not stands_alone(chars, found, found_end):
            continue
        begin, end = take_white_space(chars, found, found_end, token, done)
        if done < begin:
            parts.append(text.slice(done, begin))
        if begin < end:
            origin = (text.origin[begin][0], text.origin[end - 1][1])
            parts.append(Match(token, origin, "".join(chars[begin:end])))
        done = end
    if done < len(chars):
        parts.append(text.slice(done, len(chars)))
    return parts


def stands_alone(chars: Sequence[str], begin: int, end: int) -> bool:
    """Whether no word character stands beside a match."""
    after_word = begin > 0 and is_word(chars[begin - 1])
    before_word = end < len(chars) and is_word(chars[end])
    return not after_word and not before_word


def take_white_space(
    chars: Sequence[str], begin: int, end: int, token: AddedToken, done: int
) -> tuple[int, int]:
    """Widen a match as its token demands; nothing is left of one that was swallowed before."""
    if token.lstrip:
        while begin > done and is_white_space(chars[begin - 1]):
            begin -= 1
        begin = max(begin, done)
    if token.rstrip:
        while end < len(chars) and is_white_space(chars[end]):
            end += 1
    return begin, max(begin, end)
