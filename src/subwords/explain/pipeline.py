"""`explain`: the stages of a spec one after the other, as the reference engine runs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from subwords.engine import Errors, clean_text
from subwords.errors import UnsupportedError
from subwords.explain.bpe import BPETrace
from subwords.explain.edits import edits
from subwords.explain.explanation import AnyWord, Explanation
from subwords.explain.steps import Found, Token
from subwords.explain.unigram import UnigramTrace
from subwords.explain.wordpiece import WordPieceTrace
from subwords.models import BPE, RankBPE, SentencePieceBPE, Unigram, WordPiece
from subwords.options import require_errors, require_flag
from subwords.patterns.syntax import dialect_of
from subwords.reference.added_tokens import AddedTokenMatcher, Match
from subwords.reference.aligned import AlignedText
from subwords.reference.pretokenize import pre_tokenize
from subwords.reference.template import flatten
from subwords.spec import Spec

if TYPE_CHECKING:
    from subwords.tokenizer import Tokenizer


def explain(
    tokenizer: Tokenizer, text: str, *, add_special_tokens: bool = True, errors: Errors = "strict"
) -> Explanation:
    """How a text becomes its tokens; see `Tokenizer.explain`.

    Raises:
        UnsupportedError: The model is none of WordPiece, BPE and Unigram.
        TypeError: `text` is no `str`.
        SurrogateError: `text` holds a lone surrogate.
    """
    spec = tokenizer.spec
    require_flag("add_special_tokens", add_special_tokens)
    require_errors(errors)
    text = clean_text(text, errors)
    trace = _trace(spec)
    found = AddedTokenMatcher(spec.added_tokens, spec.normalizer).split(AlignedText.from_str(text))
    parts: list[Found | AnyWord] = []
    for part in found:
        if isinstance(part, Match):
            token = Token(part.token.content, part.token.id)
            parts.append(Found(token, *part.origin, part.token.special, part.text))
        else:
            words = pre_tokenize(spec.pre_tokenizer, [part], dialect_of(spec.semantics))
            parts += [trace.word(word) for word in words]
    before, after = _around(tokenizer) if add_special_tokens else ((), ())
    return Explanation(
        text=text,
        normalized="".join(part.text for part in found),
        edits=tuple(edits(text, found)),
        parts=tuple(parts),
        before=before,
        after=after,
        algorithm=tokenizer.algorithm,
        unk_token=_unk_token(spec),
    )


def _trace(spec: Spec) -> WordPieceTrace | BPETrace | UnigramTrace:
    """What traces a word through the spec's model."""
    if isinstance(spec.model, WordPiece):
        return WordPieceTrace(spec.model)
    if isinstance(spec.model, Unigram):
        return UnigramTrace(spec)
    if isinstance(spec.model, (BPE, RankBPE, SentencePieceBPE)):
        return BPETrace(spec)
    raise UnsupportedError(
        f"explain: only WordPiece, BPE and Unigram are explained, not {type(spec.model).__name__}"
    )


def _unk_token(spec: Spec) -> str:
    if isinstance(spec.model, Unigram):
        id = spec.model.unk_id
        return "" if id is None else spec.model.pieces[id][0]
    return getattr(spec.model, "unk_token", None) or ""


def _around(tokenizer: Tokenizer) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """The template's tokens before and after a single text."""
    slots = flatten(tokenizer.spec.post_processor).single
    at = next(index for index, (kind, _, _) in enumerate(slots) if kind != "special")

    def tokens(part: tuple[tuple[str, int, int], ...]) -> tuple[Token, ...]:
        return tuple(Token(tokenizer.id_to_token(id) or "", id) for _, id, _ in part)

    return tokens(slots[:at]), tokens(slots[at + 1 :])
