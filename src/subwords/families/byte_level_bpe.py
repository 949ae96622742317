"""The doors of byte-level BPE: `ByteLevelBPETokenizer` and `ByteLevelBPETokenizerFast`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from subwords import decoders, pre_tokenizers
from subwords.engine import EngineName, require_engine
from subwords.families import bpe_parts
from subwords.families.bpe import BPETokenizer
from subwords.families.parts import (
    NormalizerOption,
    PreTokenizerOption,
    added_tokens,
    normalizer_option,
    pre_tokenizer_option,
    require_special_tokens,
    template,
    text_option,
    vocab_table,
)
from subwords.spec import Spec
from subwords.special_tokens import SpecialTokens
from subwords.tables import MergesTable, VocabTable
from subwords.tokenizer import Tokenizer


class ByteLevelBPETokenizer(BPETokenizer):
    """Byte-level BPE, as in GPT-2, in readable Python; `ByteLevelBPETokenizerFast` is in C++.

    Words are spelled in 256 printable characters, one for each byte, so that nothing is unknown.

    Args:
        vocab: From token (in the byte alphabet, ``Ġ`` for a space) to id.
        merges: Pairs (left, right), best first.
        add_prefix_space: Whether a text that starts without a space gets one.
        unk_token: What a byte that is no token becomes; None: nothing.
        end_of_word_suffix: The mark of a token that ends a word, such as ``</w>``.
        ignore_merges: A word that is a token is emitted whole.
        dropout: Probability of skipping a merge, where a call states none.
        normalizer: What is done to the text first. None: nothing.
        pre_tokenizer: Where it is cut, and the byte alphabet. None: GPT-2's,
            ``ByteLevel(add_prefix_space)``.
        special_tokens: Which token plays which part. None: none is special. With `cls` and `sep`,
            BERT's template is put around a text, else with `bos` or `eos` these.

    Raises:
        ValueError: A merge needs a token that is not in `vocab`, or two tokens share an id.
        TypeError: An argument is of the wrong type.

    Example:
        >>> vocab = {"Ġ": 0, "h": 1, "u": 2, "g": 3, "ug": 4, "Ġh": 5}
        >>> tok = ByteLevelBPETokenizer(vocab, [("u", "g"), ("Ġ", "h")])
        >>> tok.tokenize("hug hug")
        ['h', 'ug', 'Ġh', 'ug']
    """

    __slots__ = ()

    def __init__(
        self,
        vocab: Mapping[str, int] | VocabTable,
        merges: Iterable[tuple[str, str]] | MergesTable,
        *,
        add_prefix_space: bool = False,
        unk_token: str | None = None,
        end_of_word_suffix: str = "",
        ignore_merges: bool = False,
        dropout: float | None = None,
        normalizer: NormalizerOption = None,
        pre_tokenizer: PreTokenizerOption = None,
        special_tokens: SpecialTokens | None = None,
    ) -> None:
        require_engine(self._door_engine)
        special = SpecialTokens(unk=unk_token) if special_tokens is None else special_tokens
        require_special_tokens(special)
        table = vocab_table(vocab)
        split = pre_tokenizer_option(pre_tokenizer)
        spec = Spec(
            model=bpe_parts.bpe_model(
                table,
                bpe_parts.merges_table(merges),
                unk_token=None if unk_token is None else text_option("unk_token", unk_token),
                end_of_word_suffix=text_option("end_of_word_suffix", end_of_word_suffix),
                ignore_merges=ignore_merges,
                dropout=dropout,
            ),
            normalizer=normalizer_option(normalizer),
            pre_tokenizer=split
            or pre_tokenizers.ByteLevel(add_prefix_space=add_prefix_space, trim_offsets=False),
            post_processor=template(table, special),
            decoder=decoders.ByteLevel(),
            added_tokens=added_tokens(table, special),
        )
        Tokenizer.__init__(self, spec, engine=self._door_engine, special_tokens=special)


class ByteLevelBPETokenizerFast(ByteLevelBPETokenizer):
    """`ByteLevelBPETokenizer` on the native engine: same arguments, same files, same ids.

    Raises:
        EngineUnavailableError: The extension is not part of this installation.
    """

    __slots__ = ()
    _door_engine: ClassVar[EngineName] = "native"
