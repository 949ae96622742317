"""What the reference normalizers do beyond the published library: errors, custom functions."""

from __future__ import annotations

from typing import Any, cast

import pytest

from subwords import Regex, normalizers
from subwords.errors import CustomComponentError, UnsupportedError
from subwords.reference.aligned import AlignedText
from subwords.reference.normalize import normalize


def origins(normalizer: normalizers.Normalizer | None, text: str) -> list[tuple[str, int, int]]:
    out = normalize(normalizer, AlignedText.from_str(text))
    return [(c, *where) for c, where in zip(out.chars, out.origin, strict=True)]


def test_none_and_the_empty_sequence_do_nothing() -> None:
    plain = [("a", 0, 1), ("É", 1, 2)]
    assert origins(None, "aÉ") == plain
    assert origins(normalizers.Sequence([]), "aÉ") == plain


def test_a_match_of_nothing_is_refused_by_its_expression() -> None:
    with pytest.raises(UnsupportedError, match=r"Replace.*'\\\\d\*'"):
        origins(normalizers.Replace(Regex(r"\d*"), ""), "a1")


@pytest.mark.parametrize("normalizer", [normalizers.Replace("", "x"), normalizers.Prepend("")])
def test_empty_strings_are_refused(normalizer: normalizers.Normalizer) -> None:
    with pytest.raises(UnsupportedError, match=type(normalizer).__name__):
        origins(normalizer, "a")


def test_a_lone_surrogate_passes_through() -> None:
    for normalizer in (normalizers.NFKC(), normalizers.BERTNormalizer(), normalizers.Lowercase()):
        assert origins(normalizer, "a\ud800b")[1] == ("\ud800", 1, 2)


def test_a_custom_function_is_aligned_by_its_common_ends() -> None:
    swap = normalizers.Custom(lambda text: text.replace("lo", "LOL"))
    assert origins(swap, "hello you") == [
        *(("h", 0, 1), ("e", 1, 2), ("l", 2, 3)),
        *(("L", 3, 5), ("O", 3, 5), ("L", 3, 5)),
        *((" ", 5, 6), ("y", 6, 7), ("o", 7, 8), ("u", 8, 9)),
    ]


def test_a_custom_function_may_put_in_or_take_out() -> None:
    first = normalizers.Custom(lambda text: "▁" + text)
    assert origins(first, "ab") == [("▁", 0, 1), ("a", 0, 1), ("b", 1, 2)]
    last = normalizers.Custom(lambda text: text + "!")
    assert origins(last, "ab") == [("a", 0, 1), ("b", 1, 2), ("!", 1, 2)]
    assert origins(last, "") == [("!", 0, 0)]
    assert origins(normalizers.Custom(lambda text: text[1:]), "ab") == [("b", 1, 2)]
    assert origins(normalizers.Custom(lambda text: ""), "ab") == []


def test_a_custom_function_must_return_a_str() -> None:
    broken = normalizers.Custom(cast(Any, lambda text: None))
    with pytest.raises(CustomComponentError, match="returned NoneType"):
        origins(broken, "ab")
