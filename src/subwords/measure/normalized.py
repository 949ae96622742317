"""Which characters a normalizer can give at all.

Every step is gone through backwards: a character can come out if one that becomes it can. Where a
step is not understood (a Python function, a replacement), every character counts as possible, so
"no" is always right and "yes" may be too generous.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from subwords import normalizers as norm
from subwords.reference import unicode
from subwords.reference.aligned import AlignedText
from subwords.reference.normal_forms import normal_form

FORMS = {"nfc": (False, True), "nfd": (False, False), "nfkc": (True, True), "nfkd": (True, False)}
"""Normal forms: (compatibility, composed)."""


def simple_steps(normalizer: norm.Normalizer | None) -> list[str]:
    """A normalizer as simple steps; "other" for one that is not understood."""
    match normalizer:
        case None:
            return []
        case norm.Sequence(parts):
            return [step for part in parts for step in simple_steps(part)]
        case norm.BERTNormalizer():
            steps = ["clean"] if normalizer.clean_text else []
            steps += ["cjk"] if normalizer.handle_chinese_chars else []
            steps += ["nfd", "marks"] if normalizer.strips_accents else []
            return steps + (["lower"] if normalizer.lowercase else [])
        case norm.NFC() | norm.NFD() | norm.NFKC() | norm.NFKD():
            return [type(normalizer).__name__.lower()]
        case norm.Lowercase():
            return ["lower"]
        case norm.StripAccents():
            return ["accents"]
    return ["other"]


def can_come_out(c: str, steps: list[str]) -> bool:
    """Whether a character can be in the text after these steps."""
    if not steps:
        return True
    *earlier, last = steps
    if last in ("nfc", "nfkc"):
        return in_form(c, last)  # what it may be composed of is not looked into
    return last == "other" or any(can_come_out(before, earlier) for before in _before(c, last))


def in_form(text: str, form: str) -> bool:
    """Whether a text is in a normal form; every part of a text that is in one is so, too."""
    compatibility, composed = FORMS[form]
    chars = AlignedText.from_str(text)
    return normal_form(chars, compatibility=compatibility, composed=composed).text == text


def _before(c: str, step: str) -> Iterator[str]:
    """The characters that a step turns into this one (among others, perhaps)."""
    if step == "cjk":
        yield c
    elif step == "clean":
        if c == " " or not (unicode.is_bert_dropped(c) or unicode.is_bert_space(c)):
            yield c
    elif step == "marks":
        if not unicode.is_nonspacing_mark(c):
            yield c
    elif step == "accents":
        if not unicode.is_stripped_accent(c):
            yield c
    elif step == "lower":
        if c in unicode.lowercase(c):
            yield c
        yield from _sources("LOWERCASE").get(c, ())
    elif in_form(c, step):  # nfd, nfkd
        yield c
        yield from _sources("CANONICAL").get(c, ())
        if step == "nfkd":
            yield from _sources("COMPATIBILITY").get(c, ())


@cache
def _sources(table: str) -> dict[str, list[str]]:
    """For each character the ones that a table maps to it, alone or with others."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for source, target in unicode._mapping(table).items():
        for c in set(target):
            found[c].append(source)
    return dict(found)
