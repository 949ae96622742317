"""What a token stands for in bytes, and whether a spec keeps every text whole."""

from __future__ import annotations

from subwords import decoders, models, normalizers, pre_tokenizers
from subwords.lookup import Lookup
from subwords.patterns import Regex
from subwords.patterns.known import KNOWN_PATTERNS
from subwords.reference.byte_alphabet import SPELLINGS
from subwords.reference.decode import spelled_bytes
from subwords.spec import Spec
from subwords.streaming import is_byte_level


def token_bytes(spec: Spec, lookup: Lookup, id: int) -> bytes:
    """The bytes that `id` stands for.

    Added tokens stand for their UTF-8. Of a byte-level spec, a token is read in GPT-2's printable
    alphabet; with byte fallback, ``<0x41>`` is one byte; else a token is its UTF-8 as stored.

    Raises:
        UnknownIdError: No token has this id.
    """
    token = lookup.known(id)
    if lookup.added(id) is not None:
        return token.encode()
    if is_byte_level(spec):
        return spelled_bytes(token)
    if getattr(spec.model, "byte_fallback", False) and len(token) == 6 and token[:3] == "<0x":
        return bytes.fromhex(token[3:5])
    stored = lookup.model_bytes(id)
    return token.encode() if stored is None else stored


def is_lossless(spec: Spec) -> bool:
    """Whether decoding what was encoded gives back every text, to the byte.

    That takes a byte-level model that lacks no byte, no normalizer, a pre-tokenizer that drops and
    adds nothing, and no added token that takes in the white space beside it.
    """
    model = spec.model
    if isinstance(model, models.RankBPE) and isinstance(spec.decoder, decoders.RawBytes):
        # The known patterns match all of every text; of another one nothing is known.
        pattern = getattr(spec.pre_tokenizer, "pattern", None)
        known = isinstance(pattern, Regex) and pattern.expression in KNOWN_PATTERNS.values()
        return known and spec.normalizer is None
    if not (isinstance(model, models.BPE) and isinstance(spec.decoder, decoders.ByteLevel)):
        return False
    if spec.normalizer not in (None, normalizers.Sequence(())):
        return False
    if any(token.lstrip or token.rstrip for token in spec.added_tokens):
        return False
    return _keeps_everything(spec.pre_tokenizer) and all(char in model.vocab for char in SPELLINGS)


def _keeps_everything(pre_tokenizer: pre_tokenizers.PreTokenizer | None) -> bool:
    """Whether it spells every byte in the alphabet, once, and drops and adds nothing."""
    parts = (
        pre_tokenizer.pre_tokenizers
        if isinstance(pre_tokenizer, pre_tokenizers.Sequence)
        else (pre_tokenizer,)
    )
    spellers = 0
    for part in parts:
        if isinstance(part, pre_tokenizers.ByteLevel):
            spellers += 1
            if part.add_prefix_space:
                return False
        elif isinstance(part, (pre_tokenizers.Split, pre_tokenizers.Punctuation)):
            if part.behavior == "removed":
                return False
        elif not isinstance(part, pre_tokenizers.Digits):
            return False
    return spellers == 1
