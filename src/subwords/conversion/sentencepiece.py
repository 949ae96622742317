"""From a ``.model`` to the components of a ``tokenizer.json``.

The pieces keep their ids; the text rules are spelled with Hugging Face's normalizers, the way back
with its decoders. For BPE, merges are put in an order that takes the steps of the scores: each
piece has one pair (`merging_order`), and of pieces with equal scores, of which the leftmost merges
first, one whose right part is another's left part must stand before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from subwords import decoders, models, normalizers
from subwords.conversion.merging_order import pairs_of
from subwords.conversion.report import Loss, LossKind
from subwords.errors import UnsupportedError
from subwords.normalizers import SentencePieceText
from subwords.patterns import Regex
from subwords.spec import AddedToken, Spec
from subwords.tables import Merges, Pieces, PiecesTable, Vocab

SPACE = "\u2581"


def from_sentencepiece(spec: Spec) -> tuple[Spec, list[Loss]]:
    """A tokenizer of a ``.model`` with "huggingface" semantics.

    Raises:
        UnsupportedError: It is none, or has text rules that have no counterpart.
    """
    model, text, decoder = spec.model, spec.normalizer, spec.decoder
    if (
        not isinstance(model, (models.SentencePieceBPE, models.Unigram))
        or not isinstance(text, SentencePieceText)
        or not isinstance(decoder, decoders.SentencePiece)
        or spec.semantics != "sentencepiece"
        or spec.added_tokens
    ):
        raise UnsupportedError(f"this is not what a .model holds: {spec!r}")
    losses = list(_piece_losses(model.pieces, text))
    converted, more = _bpe(model) if isinstance(model, models.SentencePieceBPE) else _unigram(model)
    losses += more
    normalizer, more = _normalizer(text)
    losses += more
    if decoder.denormalizer is not None:
        losses.append(Loss("text", "the denormalizer: decoded text keeps the normalized form"))
    if decoder.unk_piece is not None:
        what = f"the surface of the unknown piece: it decodes to {decoder.unk_piece!r}"
        losses.append(Loss("text", what))
    return (
        Spec(
            model=converted,
            normalizer=normalizer,
            decoder=_decoder(decoder),
            added_tokens=_added(model.pieces),
        ),
        losses,
    )


def _piece_losses(pieces: PiecesTable, text: SentencePieceText) -> list[Loss]:
    by_type: dict[str, list[str]] = {}
    for id in range(len(pieces)):
        by_type.setdefault(pieces.type(id), []).append(pieces[id][0])
    losses: list[Loss] = []
    hidden = [by_type[kind][0] for kind in ("unknown", "control") if kind in by_type]
    if hidden:
        what = f"that {' and '.join(map(repr, hidden))} and such are not recognised in text"
        losses.append(Loss("special", what))
    if "unused" in by_type:
        losses.append(Loss("ids", f"that pieces such as {by_type['unused'][0]!r} are unused"))
    if "user_defined" in by_type:
        kind: LossKind = "ids" if text.add_dummy_prefix or text.remove_extra_whitespaces else "edge"
        losses.append(
            Loss(
                kind,
                f"that user-defined pieces such as {by_type['user_defined'][0]!r} are found after "
                "the text rules: they become added tokens, and the text on both sides of one is "
                "normalized on its own",
            )
        )
    return losses


def _normalizer(text: SentencePieceText) -> tuple[normalizers.Normalizer, list[Loss]]:
    steps: list[normalizers.Normalizer] = []
    losses: list[Loss] = []
    if text.suffix and text.add_dummy_prefix:
        raise UnsupportedError(
            "a tokenizer.json cannot put the dummy prefix after the text "
            "(trainer_spec.treat_whitespace_as_suffix)"
        )
    if text.charsmap:
        steps.append(normalizers.Precompiled(text.charsmap))
        what = "how the character map reads text: by the longest match, not by grapheme clusters"
        losses.append(Loss("edge", what))
    space = SPACE if text.escape_whitespaces else " "
    if text.remove_extra_whitespaces:
        steps.append(normalizers.Replace(Regex(r"\A +"), ""))
        steps.append(normalizers.Replace(Regex(" {2,}"), " "))
    if text.add_dummy_prefix:
        steps.append(normalizers.Prepend(space))
    if text.escape_whitespaces:
        steps.append(normalizers.Replace(" ", SPACE))
    if text.remove_extra_whitespaces:
        steps.append(normalizers.Replace(Regex(f"{space}+\\z"), ""))
    return (steps[0] if len(steps) == 1 else normalizers.Sequence(steps)), losses


def _decoder(decoder: decoders.SentencePiece) -> decoders.Decoder:
    steps: list[decoders.Decoder] = [decoders.Replace(SPACE, " ")]
    if decoder.byte_pieces:
        steps.append(decoders.ByteFallback())
    steps.append(decoders.Fuse())
    if decoder.add_dummy_prefix or decoder.remove_extra_whitespaces:
        steps.append(decoders.Strip(" ", 1, 0))
    return decoders.Sequence(steps)


def _added(pieces: PiecesTable) -> tuple[AddedToken, ...]:
    """Special tokens for control and unknown pieces, plain added ones for those users defined."""
    return tuple(
        AddedToken(pieces[id][0], id, special=pieces.type(id) != "user_defined", normalized=False)
        for id in range(len(pieces))
        if pieces.type(id) in ("unknown", "control", "user_defined")
    )


def _unigram(model: models.Unigram) -> tuple[models.Unigram, list[Loss]]:
    rows = [model.pieces[id] for id in range(len(model.pieces))]
    losses = [
        Loss("edge", "the rounding of sums to 32 bits, which decides between equal segmentations")
    ]
    if model.byte_fallback:
        what = "that byte pieces are not recognised where text spells them (<0x41>)"
        losses.append(Loss("edge", what))
    return models.Unigram(Pieces(rows), model.unk_id, model.byte_fallback), losses


def _bpe(model: models.SentencePieceBPE) -> tuple[models.BPE, list[Loss]]:
    pieces = model.pieces
    ids = [id for id in range(len(pieces)) if pieces.type(id) in ("normal", "unused")]
    scores = {pieces[id][0]: -pieces.score(id) for id in ids}
    ordered = sorted(scores, key=scores.__getitem__)
    pairs, _ = pairs_of(ordered, list, scores)
    losses: list[Loss] = []
    pairs, tied = _in_order_of_ties(pairs, scores)
    if tied is not None:
        what = f"which of the pieces with the score of {tied!r} merges first: the leftmost"
        losses.append(Loss("edge", what))
    return (
        models.BPE(
            Vocab((pieces.piece_bytes(id), id) for id in range(len(pieces))),
            Merges(pairs),
            unk_token=pieces[model.unk_id][0],
            fuse_unk=True,
            byte_fallback=model.byte_fallback,
        ),
        losses,
    )


Pair = tuple[str, str]


def _in_order_of_ties(
    pairs: Sequence[Pair], scores: dict[str, float]
) -> tuple[list[Pair], str | None]:
    """Pairs of equal scores in an order that gives the leftmost the first turn; a piece if none.

    Two merges compete only where they share a token, the right part of one and the left part of the
    other: there the former stands to the left.
    """
    groups: dict[float, list[Pair]] = {}
    for pair in pairs:
        groups.setdefault(scores[pair[0] + pair[1]], []).append(pair)
    ordered: list[Pair] = []
    tied: str | None = None
    for group in groups.values():
        placed = group if len(group) == 1 else _leftmost_first(group)
        if placed is None:
            placed, tied = group, group[0][0] + group[0][1]
        ordered += placed
    return ordered, tied


def _leftmost_first(group: list[Pair]) -> list[Pair] | None:
    """A topological order: before a pair, all others whose right part is its left part."""
    by_right: dict[str, list[int]] = {}
    for i, (_, right) in enumerate(group):
        by_right.setdefault(right, []).append(i)
    state = [0] * len(group)  # 0 new, 1 being placed, 2 placed
    placed: list[Pair] = []
    for start in range(len(group)):
        stack = [start]
        while stack:
            i = stack[-1]
            waiting = [j for j in by_right.get(group[i][0], ()) if j != i and state[j] != 2]
            if state[i] == 0 and waiting:
                state[i] = 1
                if any(state[j] == 1 for j in waiting):
                    return None
                stack += waiting
                continue
            stack.pop()
            if state[i] != 2:
                state[i] = 2
                placed.append(group[i])
    return placed
