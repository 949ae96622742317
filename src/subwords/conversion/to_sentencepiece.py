"""From a Unigram ``tokenizer.json`` to what a ``.model`` holds.

Only chains whose counterpart among sentencepiece's text rules is known are taken: a character map,
the clean-up of spaces, and Metaspace (or its older spelling as normalizers, as `sentencepiece`
writes it). Added tokens become control pieces where they play a part (bos, eos, pad ...), and
user-defined pieces otherwise, which text can spell.
"""

from __future__ import annotations

from subwords import decoders, models, normalizers, post_processors, pre_tokenizers
from subwords.conversion.report import Loss
from subwords.errors import UnsupportedError
from subwords.normalizers import SentencePieceText
from subwords.patterns import Regex
from subwords.spec import AddedToken, Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import Pieces

SPACE = "\u2581"


def to_sentencepiece(spec: Spec, special_tokens: SpecialTokens) -> tuple[Spec, list[Loss]]:
    """A Unigram tokenizer with "sentencepiece" semantics.

    Args:
        spec: The tokenizer.
        special_tokens: Which token plays which part.

    Raises:
        UnsupportedError: It has a part that no ``.model`` can state; names it.
    """
    model = spec.model
    if not isinstance(model, models.Unigram):
        raise UnsupportedError(
            f"a .model is made of scored pieces; a {type(model).__name__} model has none"
        )
    if model.unk_id is None:
        raise _cannot("a model without an unknown piece")
    losses = [
        Loss("edge", "the rounding of sums to 64 bits, which decides between equal segmentations")
    ]
    pieces, protected, control = _pieces(model, spec.added_tokens, special_tokens, losses)
    text = _text_rules(spec, protected, losses)
    if isinstance(spec.post_processor, post_processors.PostProcessor):
        losses.append(Loss("special", "the template: nothing is added around a text"))
    decoder = decoders.SentencePiece(
        add_dummy_prefix=text.add_dummy_prefix,
        remove_extra_whitespaces=text.remove_extra_whitespaces,
        unk_piece=model.pieces[model.unk_id][0],
        unk_surface=model.pieces[model.unk_id][0],
        control=control,
        byte_pieces=model.byte_fallback,
    )
    converted = models.Unigram(pieces, model.unk_id, model.byte_fallback)
    return Spec(converted, text, None, None, decoder, semantics="sentencepiece"), losses


def _cannot(what: str) -> UnsupportedError:
    return UnsupportedError(f"a .model cannot state {what} of this tokenizer")


def _pieces(
    model: models.Unigram,
    added: tuple[AddedToken, ...],
    special: SpecialTokens,
    losses: list[Loss],
) -> tuple[Pieces, tuple[str, ...], tuple[str, ...]]:
    """The pieces with their types, the user-defined ones and the control ones."""
    parts = set(special.to_dict().values())
    rows = [model.pieces[id] for id in range(len(model.pieces))]
    types = ["normal"] * len(rows)
    for token in added:
        if token.id < len(rows):
            types[token.id] = "control" if token.content in parts else "user_defined"
        elif token.id == len(rows):
            rows.append((token.content, 0.0))
            types.append("user_defined")
        else:
            raise _cannot(f"id {token.id} of {token.content!r}: its ids have no holes")
    flagged = [
        token.content for token in added if token.lstrip or token.rstrip or token.single_word
    ]
    if flagged:
        what = (
            f"that {len(flagged)} added tokens take in white space or stand alone ({flagged[0]!r})"
        )
        losses.append(Loss("special", what))
    types[model.unk_id or 0] = "unknown"
    if model.byte_fallback:
        for id, (piece, _) in enumerate(rows):
            if len(piece) == 6 and piece.startswith("<0x") and piece.endswith(">"):
                types[id] = "byte"
    if "control" in types:
        what = "special tokens, which a .model never recognises in text"
        losses.append(Loss("special", what))
    by_type = {
        kind: tuple(rows[id][0] for id, own in enumerate(types) if own == kind)
        for kind in ("user_defined", "control")
    }
    if by_type["user_defined"]:
        what = "added tokens, which become user-defined pieces and are found in normalized text"
        losses.append(Loss("special", what))
    return Pieces(rows, types), by_type["user_defined"], by_type["control"]


def _text_rules(spec: Spec, protected: tuple[str, ...], losses: list[Loss]) -> SentencePieceText:
    steps = _flat(spec.normalizer)
    charsmap = b""
    if steps and isinstance(steps[0], normalizers.Precompiled):
        charsmap = steps.pop(0).charsmap  # type: ignore[attr-defined]
        what = "how the character map reads text: by grapheme clusters, not by the longest match"
        losses.append(Loss("edge", what))
    cleans = [step for step in steps if step in _CLEANING]
    prefix = [step for step in steps if step == normalizers.Prepend(SPACE)]
    escapes = [step for step in steps if step == normalizers.Replace(" ", SPACE)]
    unknown = [s for s in steps if s not in _CLEANING and s not in prefix and s not in escapes]
    if unknown:
        raise _cannot(f"the normalizer {unknown[0]!r}")
    cuts = _flat_cuts(spec.pre_tokenizer)
    splits = bool(cuts) and isinstance(cuts[0], pre_tokenizers.WhitespaceSplit)
    if splits:
        cuts.pop(0)
    metaspace: pre_tokenizers.Metaspace | None = None
    if cuts and isinstance(cuts[0], pre_tokenizers.Metaspace):
        metaspace = cuts[0]
        cuts.pop(0)
    if cuts or (metaspace is not None and metaspace.replacement != SPACE):
        raise _cannot(f"the pre-tokenizer {spec.pre_tokenizer!r}")
    if metaspace is None and not escapes:
        raise _cannot("that spaces are left as they are")
    exact = steps == [
        normalizers.Replace(Regex(r"\A +"), ""),
        normalizers.Replace(Regex(" {2,}"), " "),
        *prefix,
        normalizers.Replace(" ", SPACE),
        normalizers.Replace(Regex(f"{SPACE}+\\z"), ""),
    ]
    removes = bool(cleans) or splits
    if removes and not exact:
        losses.append(
            Loss("edge", "which white space is cleaned up: sentencepiece's rule takes its place")
        )
    dummy = bool(prefix) or (metaspace is not None and metaspace.prepend_scheme != "never")
    return SentencePieceText(charsmap, dummy, removes, True, False, protected)


_CLEANING: tuple[normalizers.Normalizer, ...] = (
    normalizers.Strip(True, True),
    normalizers.Strip(False, True),
    normalizers.Replace(Regex(" {2,}"), " "),
    normalizers.Replace(Regex(" {2,}"), SPACE),
    normalizers.Replace(Regex(r"\A +"), ""),
    normalizers.Replace(Regex(f"{SPACE}+\\z"), ""),
)


def _flat(part: normalizers.Normalizer | None) -> list[normalizers.Normalizer]:
    if isinstance(part, normalizers.Sequence):
        return [inner for step in part.normalizers for inner in _flat(step)]
    return [] if part is None else [part]


def _flat_cuts(part: pre_tokenizers.PreTokenizer | None) -> list[pre_tokenizers.PreTokenizer]:
    if isinstance(part, pre_tokenizers.Sequence):
        return [inner for step in part.pre_tokenizers for inner in _flat_cuts(step)]
    return [] if part is None else [part]
