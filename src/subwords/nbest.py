"""`nbest`: the most probable ways to encode a whole text, as ids.

The lattices of the text's words are laid side by side: no piece crosses from one word into the
next, so the best ways through all of them are found as through a single one.
"""

from __future__ import annotations

from collections.abc import Iterator

from subwords.engine import Errors, clean_text
from subwords.errors import UnsupportedError
from subwords.models import Unigram
from subwords.options import require_errors, require_flag
from subwords.patterns.syntax import dialect_of
from subwords.reference.added_tokens import AddedTokenMatcher, Match
from subwords.reference.aligned import AlignedText
from subwords.reference.lattice import Edge
from subwords.reference.lattice_best import best_ways
from subwords.reference.lattice_sums import segments
from subwords.reference.pretokenize import pre_tokenize
from subwords.reference.template import flatten
from subwords.reference.unigram import UnigramWords
from subwords.spec import Spec


def nbest(
    spec: Spec, text: str, k: int, *, add_special_tokens: bool, errors: Errors
) -> list[list[int]]:
    """The ids of the `k` most probable segmentations; see `Tokenizer.nbest`."""
    if not isinstance(spec.model, Unigram):
        raise UnsupportedError(
            f"nbest: {type(spec.model).__name__} has one way to encode a text; only Unigram weighs "
            "several"
        )
    if isinstance(k, bool) or not isinstance(k, int):
        raise TypeError(f"k must be an integer, not {k!r}")
    if k < 1:
        raise ValueError(f"k must be 1 or more, not {k}")
    require_flag("add_special_tokens", add_special_tokens)
    require_errors(errors)
    words = UnigramWords(spec.model, spec.semantics)
    parts = list(_parts(spec, clean_text(text, errors)))
    edges: list[list[Edge]] = []
    for part in parts:
        if isinstance(part, str):
            base = len(edges)
            edges += [
                [Edge(e.begin + base, e.end + base, e.id, e.score) for e in starting]
                for starting in words.lattice(part)
            ]
    slots = flatten(spec.post_processor).single
    out: list[list[int]] = []
    for way in best_ways(edges, segments(edges), k):
        ids = _ids(parts, way, words)
        whole: list[int] = []
        for kind, id, _ in slots:
            if kind != "special":
                whole += ids
            elif add_special_tokens:
                whole.append(id)
        out.append(whole)
    return out


def _parts(spec: Spec, text: str) -> Iterator[str | int]:
    """The words of a text, and the ids of the added tokens between them."""
    dialect = dialect_of(spec.semantics)
    matcher = AddedTokenMatcher(spec.added_tokens, spec.normalizer)
    for part in matcher.split(AlignedText.from_str(text)):
        if isinstance(part, Match):
            yield part.token.id
        else:
            words = pre_tokenize(spec.pre_tokenizer, [part], dialect)
            yield from (word.text for word in words)


def _ids(parts: list[str | int], way: list[Edge], words: UnigramWords) -> list[int]:
    ids: list[int] = []
    base, at = 0, 0
    for part in parts:
        if isinstance(part, int):
            ids.append(part)
            continue
        own: list[Edge] = []
        while at < len(way) and way[at].end <= base + len(part):
            edge = way[at]
            own.append(Edge(edge.begin - base, edge.end - base, edge.id, edge.score))
            at += 1
        ids += [id for id, _, _ in words.tokens(part, own)]
        base += len(part)
    return ids
