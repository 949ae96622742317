"""What each id is to a decoder: its text, and whether it may be left out.

As the published library has it, an added token that is looked for in normalized text also decodes
to its normalized content: with a lower-casing normalizer, ``[X]`` comes back as ``[x]``. A token
is left out as special where its text, in that form, is the content of a special token.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from subwords import decoders
from subwords.decoders import Decoder
from subwords.errors import UnsupportedError
from subwords.lookup import Lookup
from subwords.nodes import replace
from subwords.normalizers import Normalizer
from subwords.spec import AddedToken, Spec


class DecodedTokens:
    """Every token as decoding sees it.

    Args:
        spec: Whose tokens these are.
        lookup: The way from id to token of the same spec.
    """

    def __init__(self, spec: Spec, lookup: Lookup) -> None:
        self._spec, self._lookup = spec, lookup
        self._raw = takes_bytes(spec.decoder)
        self._special = frozenset(t.content for t in spec.added_tokens if t.special)

    @cached_property
    def _added(self) -> dict[int, str]:
        return {t.id: _decoded(t, self._spec.normalizer) for t in self._spec.added_tokens}

    def text(self, id: int) -> str:
        """The text of one id; for a decoder of bytes, what is no UTF-8 in it as surrogates.

        Raises:
            UnknownIdError: No token has this id.
        """
        text = self._added.get(id)
        if text is not None:
            return text
        if self._raw and (stored := self._lookup.model_bytes(id)) is not None:
            return stored.decode("utf-8", "surrogateescape")
        return self._lookup.known(id)

    def is_special(self, id: int) -> bool:
        """Whether decoding may leave this id out."""
        return bool(self._special) and self.text(id) in self._special

    def texts(self, ids: Sequence[int], skip_special_tokens: bool) -> list[str]:
        """The texts of some ids, those of special tokens left out on demand."""
        texts = [self.text(id) for id in ids]
        if skip_special_tokens:
            texts = [text for text in texts if text not in self._special]
        return texts

    def table(self) -> Iterator[AddedToken]:
        """The same as added tokens that decode to their content, special where left out."""
        for token in self._spec.added_tokens:
            text = self._added[token.id]
            yield replace(token, content=text, special=text in self._special)
        for content in self._special:
            id = self._lookup.model_id(content)
            if id is not None and id not in self._added:
                yield AddedToken(content, id, special=True)


def takes_bytes(decoder: Decoder | None) -> bool:
    """Whether a decoder is given tokens as stored, be they UTF-8 or not."""
    if isinstance(decoder, decoders.Sequence):
        return bool(decoder.decoders) and takes_bytes(decoder.decoders[0])
    return isinstance(decoder, decoders.RawBytes)


def _decoded(token: AddedToken, normalizer: Normalizer | None) -> str:
    if not token.normalized or normalizer is None:
        return token.content
    from subwords.reference.aligned import AlignedText
    from subwords.reference.normalize import normalize

    try:
        return normalize(normalizer, AlignedText.from_str(token.content)).text
    except UnsupportedError:
        return token.content  # a normalizer that no engine runs; nor does it encode
