"""Between ranks of byte strings (tiktoken) and byte-level vocabulary with merges (Hugging Face).

From ranks to merges nothing about ids is lost: `merging_order` shows that every token has one pair,
and words that are tokens without one are covered by ``ignore_merges``. From merges to ranks it is
lost unless the ids rank the tokens in the order of the merges, and the pair of each is among them;
that is checked. Published lists hold every way to cut a token in two; by the same reasoning all
but its pair are never carried out, wherever among the merges into this token they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from subwords import decoders, post_processors, pre_tokenizers
from subwords.conversion.expression import in_dialect
from subwords.conversion.merging_order import last_pair, pairs_of
from subwords.conversion.report import Loss
from subwords.errors import UnsupportedError
from subwords.formats.tiktoken_ranks import rank_model, rank_split
from subwords.models import BPE, RankBPE
from subwords.normalizers import Sequence
from subwords.patterns import GPT2, Regex
from subwords.patterns.known import KNOWN_PATTERNS
from subwords.post_processors import PostProcessor
from subwords.pre_tokenizers import ByteLevel, Split
from subwords.reference.byte_alphabet import BYTES
from subwords.spec import AddedToken, Spec
from subwords.tables import Merges, Vocab, VocabTable

_CHARS = {byte: char for char, byte in BYTES.items()}


def ranks_to_merges(spec: Spec) -> tuple[Spec, list[Loss]]:
    """A tokenizer of a rank file as a byte-level BPE with "huggingface" semantics.

    Raises:
        UnsupportedError: There is more to the spec than ranks, a split and special tokens, or a
            special token is spelled as another token would be.
    """
    model, split = rank_model(spec), rank_split(spec)
    losses: list[Loss] = []
    assert isinstance(split.pattern, Regex)
    expression = in_dialect(split.pattern.expression, "fancy", "oniguruma")
    if expression is None:
        expression = split.pattern.expression
        what = f"the split pattern {expression!r} may cut otherwise in the dialect of the format"
        losses.append(Loss("ids", what))
    if spec.added_tokens:
        what = "special tokens are recognised in text without allowed_special"
        losses.append(Loss("special", what))
    ranks = _ranks(model.vocab)
    pairs, unreachable = pairs_of(list(ranks), _split, ranks)
    vocab = {_spell(token): rank for token, rank in ranks.items()}
    for token in spec.added_tokens:
        if vocab.setdefault(token.content, token.id) != token.id:
            raise UnsupportedError(
                f"the special token {token.content!r} would be spelled as the token of rank "
                f"{vocab[token.content]} is"
            )
    ordered = sorted(vocab.items(), key=lambda item: item[1])
    converted = Spec(
        model=BPE(
            Vocab(ordered),
            Merges((_spell(left), _spell(right)) for left, right in pairs),
            ignore_merges=bool(unreachable),
        ),
        pre_tokenizer=pre_tokenizers.Sequence(
            [
                Split(Regex(expression), split.behavior, split.invert),
                ByteLevel(add_prefix_space=False, trim_offsets=False, use_regex=False),
            ]
        ),
        decoder=decoders.ByteLevel(),
        added_tokens=spec.added_tokens,
    )
    return converted, losses


def _ranks(vocab: VocabTable) -> dict[bytes, int]:
    """The ranks by token, ascending."""
    ids = sorted(id for _, id in vocab.items())
    return {vocab.token_bytes(id) or b"": id for id in ids}


def _spell(token: bytes) -> str:
    return "".join(_CHARS[byte] for byte in token)


def merges_to_ranks(spec: Spec) -> tuple[Spec, list[Loss]]:
    """A byte-level BPE as a tokenizer of a rank file.

    Raises:
        UnsupportedError: Its ids would change; says why.
    """
    model = spec.model
    if not isinstance(model, BPE):
        raise UnsupportedError(f"only a BPE has merges, not a {type(model).__name__}")
    losses = list(_template_losses(spec.post_processor))
    split, covers = _rank_split(spec)
    if not covers:
        what = "text that the split pattern does not match: a rank file drops it"
        losses.append(Loss("edge", what))
    added = tuple(
        AddedToken(token.content, token.id, special=True, normalized=False)
        for token in spec.added_tokens
    )
    if added:
        what = "special tokens are recognised in text only where allowed_special names them"
        losses.append(Loss("special", what))
    for before, after in zip(spec.added_tokens, added, strict=True):
        if not before.special or replace(after, normalized=before.normalized) != before:
            what = f"the flags of the added token {before.content!r}: it becomes a special token"
            losses.append(Loss("special", what))
    ranks = _checked_ranks(model, {token.content for token in added})
    return (
        Spec(
            model=RankBPE(Vocab(ranks.items())),
            pre_tokenizer=split,
            decoder=decoders.RawBytes(),
            added_tokens=added,
            semantics="tiktoken",
        ),
        losses,
    )


def _checked_ranks(model: BPE, added: set[str]) -> dict[bytes, int]:
    """The ranks that give the ids of the merges."""
    plain = BPE(model.vocab, model.merges, model.unk_token, ignore_merges=model.ignore_merges)
    if model != plain:
        raise _no_ranks("it has a prefix, a suffix, byte fallback, fused unknowns or dropout")
    spelled = [(token, id) for token, id in model.vocab.items() if token not in added]
    ranks: dict[bytes, int] = {}
    for token, id in sorted(spelled, key=lambda item: item[1]):
        if not all(char in BYTES for char in token) or not token:
            raise _no_ranks(f"the token {token!r} is not spelled in the byte-level alphabet")
        ranks[_bytes(token)] = id
    for byte in range(256):
        if bytes((byte,)) not in ranks:
            raise _no_ranks(f"the single byte 0x{byte:02x} is no token")
    made: dict[bytes, set[tuple[bytes, bytes]]] = {}
    last = -1
    for left, right in model.merges:
        pair = _bytes(left), _bytes(right)
        rank = ranks.get(pair[0] + pair[1], -1)
        if rank < last:
            raise _no_ranks(f"the ids do not follow the order of the merges ({left!r}, {right!r})")
        last = rank
        made.setdefault(pair[0] + pair[1], set()).add(pair)
    for spelled_out in ranks:
        if len(spelled_out) > 1:
            _check_made(spelled_out, made.get(spelled_out), ranks, model.ignore_merges)
    return ranks


def _check_made(
    token: bytes, made: set[tuple[bytes, bytes]] | None, ranks: dict[bytes, int], whole: bool
) -> None:
    """Merges and ranks must make a token alike; further merges into it are never carried out."""
    pair = last_pair(_split(token), ranks)
    if pair is not None and pair not in (made or ()):
        parts = f"{_spell(pair[0])!r} and {_spell(pair[1])!r}"
        raise _no_ranks(f"ranks would make {_spell(token)!r} from {parts}, and no merge does")
    if pair is None and not whole:
        raise _no_ranks(f"no merge makes the token {_spell(token)!r}, but a word that is one is")


def _split(token: bytes) -> list[bytes]:
    return [token[i : i + 1] for i in range(len(token))]


def _bytes(token: str) -> bytes:
    return bytes(BYTES[char] for char in token)


def _rank_split(spec: Spec) -> tuple[Split, bool]:
    """The split that the pre-tokenizer comes to, and whether both drop the same text."""
    if spec.normalizer not in (None, Sequence(())) or spec.semantics != "huggingface":
        raise _no_ranks("it normalizes text" if spec.normalizer else "it is of other semantics")
    parts = spec.pre_tokenizer
    steps = parts.pre_tokenizers if isinstance(parts, pre_tokenizers.Sequence) else (parts,)
    expression = None
    if len(steps) == 1 and steps[0] in (ByteLevel(False, True), ByteLevel(False, False)):
        expression = GPT2
    elif len(steps) == 2 and isinstance(steps[0], Split) and isinstance(steps[1], ByteLevel):
        cuts = (("removed", True), ("isolated", False))
        plain = not steps[1].use_regex and not steps[1].add_prefix_space
        if plain and (steps[0].behavior, steps[0].invert) in cuts:
            pattern = steps[0].pattern
            expression = pattern.expression if isinstance(pattern, Regex) else None
    if expression is None:
        raise _no_ranks(f"it does not cut at the matches of one expression alone: {parts!r}")
    spelled = in_dialect(expression, "oniguruma", "fancy")
    if spelled is None:
        raise _no_ranks(f"its split pattern {expression!r} has no equal in tiktoken's dialect")
    covers = expression in (GPT2, *KNOWN_PATTERNS.values()) or steps[0] == Split(
        Regex(expression), "removed", invert=True
    )
    return Split(Regex(spelled), "removed", invert=True), covers


def _template_losses(part: PostProcessor | None) -> Iterator[Loss]:
    if isinstance(part, post_processors.Sequence):
        for inner in part.processors:
            yield from _template_losses(inner)
    elif isinstance(part, post_processors.ByteLevel):
        if part.trim_offsets:
            yield Loss("metadata", "offsets are not trimmed any more")
    elif part is not None:
        yield Loss("special", "the template: nothing is added around a text")


def _no_ranks(why: str) -> UnsupportedError:
    return UnsupportedError(f"this tokenizer cannot become a rank file with the same ids: {why}")
