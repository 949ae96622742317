"""Make the Unicode tables of both engines by asking the published library about every character.

    python tools/make_unicode_tables.py            # writes both files, then prints a cross-check

Needs `tokenizers` (the release in pyproject.toml). Nothing is taken from Python's own tables: each
property is what a component of that library does to the character, each mapping what it turns it
into. Many characters go through in one call, kept apart by a separator; every question is asked
with two separators, so that a separator that takes part shows itself as two different answers.
Surrogates cannot be asked; they get no property and map to themselves.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path

import tokenizers
from tokenizers import AddedToken, Tokenizer, models
from tokenizers import normalizers as norm
from tokenizers import pre_tokenizers as pre
from unicode_emit import cpp_tables, python_tables

ROOT = Path(__file__).resolve().parent.parent
RELEASE = "0.23.3"
SEPARATORS = "\ua000\U00010380"  # Yi and Ugaritic letters: no case, no marks, in no decomposition
CHARACTERS = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
HANGUL = range(0xAC00, 0xD7A4)
# The values of the canonical combining classes in use before Unicode 13, zero left out.
CLASS_VALUES = [
    *(1, 7, 8, 9, *range(10, 27), *range(27, 37), 84, 91, 103, 107, 118, 122, 129, 130, 132),
    *(202, 214, 216, 218, 220, 222, 224, 226, 228, 230, 232, 233, 234, 240),
]


def need(condition: bool, claim: str) -> None:
    """Stop where an assumption about the library does not hold; the tables would be wrong."""
    if not condition:
        raise SystemExit(f"the library disagrees: {claim}")


# ---------------------------------------------------------------- asking


def answers(normalizer: norm.Normalizer, questions: list[str]) -> list[str]:
    """What the normalizer makes of each question, asked between two different separators."""
    found = []
    for separator in SEPARATORS:
        asked = [q for q in questions if separator not in q]
        parts = normalizer.normalize_str(separator.join(["", *asked, ""])).split(separator)
        need(len(parts) == len(asked) + 2, f"{separator!r} is not neutral for {normalizer}")
        need(parts[0] == "" and parts[-1] == "", f"{separator!r} is not kept by {normalizer}")
        found.append(dict(zip(asked, parts[1:-1], strict=True)))
    both = found[1] | found[0]
    need(both == found[0] | found[1], f"{normalizer} depends on the characters around")
    return [both[q] for q in questions]


def mapping(normalizer: norm.Normalizer) -> dict[str, str]:
    """The characters that the normalizer changes, with what they become."""
    pairs = zip(CHARACTERS, answers(normalizer, CHARACTERS), strict=True)
    return {c: answer for c, answer in pairs if answer != c}


def pieces(cut: pre.PreTokenizer, separator: str) -> tuple[set[str], set[str]]:
    """The characters that a pre-tokenizer removes, and those it makes a piece of their own."""
    asked = [c for c in CHARACTERS if c != separator]
    text = separator.join(["", *asked, ""])  # character k stands at 2k + 1
    starts = {begin: end for _, (begin, end) in cut.pre_tokenize_str(text)}
    kept = bytearray(len(text))
    for begin, end in starts.items():
        kept[begin:end] = b"k" * (end - begin)
    removed = {c for k, c in enumerate(asked) if not kept[2 * k + 1]}
    isolated = {c for k, c in enumerate(asked) if starts.get(2 * k + 1) == 2 * k + 2}
    return removed, isolated


@functools.cache
def cut_classes(kind: type[pre.PreTokenizer], **options: bool) -> tuple[set[str], set[str]]:
    """`pieces` with both separators agreeing (a separator answers for itself in the other run)."""
    cut = kind(**options)
    (removed, isolated), (removed2, isolated2) = (pieces(cut, s) for s in SEPARATORS)
    apart = set(SEPARATORS)
    need(removed - apart == removed2 - apart, f"{cut} removes by context")
    need(isolated - apart == isolated2 - apart, f"{cut} isolates by context")
    return removed | removed2, isolated | isolated2


def added_token_spans(template: str, **options: bool) -> dict[str, int]:
    """Length of the added token's match with each character in the template; absent: no match."""
    tokenizer = Tokenizer(models.WordLevel({"?": 0}, unk_token="?"))
    tokenizer.add_tokens([AddedToken("qzq", normalized=False, **options)])
    width, spans = len(template.format("x")), {}
    for first in range(0, len(CHARACTERS), 20_000):
        part = CHARACTERS[first : first + 20_000]
        encoding = tokenizer.encode("".join(template.format(c) for c in part))
        for token, (begin, end) in zip(encoding.ids, encoding.offsets, strict=True):
            if token == 1:
                spans[part[begin // width]] = end - begin
    return spans


# ---------------------------------------------------------------- properties


def white_space() -> set[str]:
    r"""One set for WhitespaceSplit, BERT's cut, \s, Strip, lstrip and rstrip of added tokens."""
    found, _ = cut_classes(pre.WhitespaceSplit)
    strip = norm.Strip()
    need(found == cut_classes(pre.BertPreTokenizer)[0], "BERT's white space is WhitespaceSplit's")
    need(found == cut_classes(pre.Whitespace)[0], r"\s is WhitespaceSplit's")
    need(found == {c for c in CHARACTERS if not strip.normalize_str(c)}, "Strip's white space")
    for template, option in (("ab{}qzqab", "lstrip"), ("abqzq{}ab", "rstrip")):
        spans = added_token_spans(template, **{option: True})
        need(found == {c for c, n in spans.items() if n == 4}, f"{option}'s white space")
    return found


def word() -> set[str]:
    r"""\w, as the characters that Whitespace joins to a letter; `single_word` agrees."""
    (_, isolated), (space, _) = cut_classes(pre.Whitespace), cut_classes(pre.WhitespaceSplit)
    found = set(CHARACTERS) - isolated - space
    for template in (" {}qzq ", " qzq{} "):
        free = set(added_token_spans(template, single_word=True))
        need(found == set(CHARACTERS) - free, r"single_word looks for \w")
    return found


def bert_clean() -> tuple[set[str], set[str]]:
    """What clean_text drops, and what it turns into a space."""
    changed = mapping(norm.BertNormalizer(True, False, False, False))
    need(set(changed.values()) == {"", " "}, "clean_text drops or spaces out")
    dropped = {c for c, answer in changed.items() if not answer}
    return dropped, {c for c, answer in changed.items() if answer} | {" "}


def cjk() -> set[str]:
    """What handle_chinese_chars puts spaces around."""
    changed = mapping(norm.BertNormalizer(False, True, False, False))
    need(all(answer == f" {c} " for c, answer in changed.items()), "CJK gets a space on each side")
    return set(changed)


def nonspacing_marks(nfd: dict[str, str]) -> set[str]:
    """What BERT's accent stripping drops, among the characters that NFD leaves alone."""
    changed = mapping(norm.BertNormalizer(False, False, True, False))
    marks = {c for c, answer in changed.items() if not answer and c not in nfd}
    for c in CHARACTERS:
        kept = "".join(d for d in nfd.get(c, c) if d not in marks)
        need(changed.get(c, c) == kept, f"U+{ord(c):04X} is NFD without marks")
    return marks


def stripped_accents() -> set[str]:
    """What StripAccents drops."""
    changed = mapping(norm.StripAccents())
    need(set(changed.values()) == {""}, "StripAccents only drops")
    return set(changed)


def properties(nfd: dict[str, str]) -> dict[str, set[str]]:
    """Every property by its name in core/text/unicode.hpp."""
    _, punctuation = cut_classes(pre.Punctuation)
    need(punctuation == cut_classes(pre.BertPreTokenizer)[1], "BERT cuts at Punctuation's set")
    _, numeric = cut_classes(pre.Digits, individual_digits=True)
    need(numeric == cut_classes(pre.Digits, individual_digits=False)[1], "one set of digits")
    dropped, space = bert_clean()
    return {
        "white_space": white_space(),
        "bert_dropped": dropped,
        "bert_space": space,
        "cjk": cjk(),
        "punctuation": punctuation,
        "numeric": numeric,
        "word": word(),
        "nonspacing_mark": nonspacing_marks(nfd),
        "stripped_accent": stripped_accents(),
    }


# ---------------------------------------------------------------- mappings


def lowercase() -> dict[str, str]:
    """Lower case; BERT's is the same, and no context counts (a final sigma stays σ)."""
    lower = mapping(norm.Lowercase())
    need(lower == mapping(norm.BertNormalizer(False, False, False, True)), "BERT's is Lowercase's")
    need(norm.Lowercase().normalize_str("ΑΣ ΟΔΟΣ") == "ασ οδοσ", "sigma knows no context")
    return lower


def without_hangul(table: dict[str, str], normal_form: norm.Normalizer) -> dict[str, str]:
    """The table without the Hangul syllables, which follow arithmetic."""
    for c in HANGUL:
        lead, rest = divmod(c - 0xAC00, 588)
        jamo = chr(0x1100 + lead) + chr(0x1161 + rest // 28)
        jamo += chr(0x11A7 + rest % 28) if rest % 28 else ""
        need(table[chr(c)] == jamo, f"{normal_form} of Hangul")
    return {c: answer for c, answer in table.items() if ord(c) not in HANGUL}


def moves_before(pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Those pairs whose second mark NFD puts before the first: its class is lower."""
    pairs = [(a, b) for a, b in pairs if a != b]
    got = answers(norm.NFD(), ["o" + a + b for a, b in pairs])
    return {(a, b) for (a, b), text in zip(pairs, got, strict=True) if text == "o" + b + a}


def combining_classes(nfd: dict[str, str]) -> dict[str, int]:
    """Class of each mark that NFD moves, numbered as in Unicode."""
    whole = [c for c in CHARACTERS if c not in nfd and c not in SEPARATORS]
    lowest, highest = "\u0334", "\u0345"  # classes 1 and 240
    between = answers(norm.NFD(), [highest + c + lowest for c in whole])
    marks = {c for c, got in zip(whole, between, strict=True) if got != highest + c + lowest}
    groups: list[set[str]] = []
    left = set(marks)
    while left:
        sample = min(left)
        lower = {c for _, c in moves_before((sample, c) for c in left)}
        higher = {c for c, _ in moves_before((c, sample) for c in left)}
        groups.append(left - lower - higher)
        left &= lower | higher
    samples = [min(group) for group in groups]
    below = moves_before((a, b) for a in samples for b in samples)
    groups.sort(key=lambda group: sum(a == min(group) for a, _ in below))
    need(len(groups) == len(CLASS_VALUES), f"{len(CLASS_VALUES)} classes, found {len(groups)}")
    return {c: value for value, group in zip(CLASS_VALUES, groups, strict=True) for c in group}


def composites(nfd: dict[str, str]) -> dict[str, str]:
    """Primary composites but Hangul: each pair of characters that NFC makes one."""
    nfc = norm.NFC()
    pairs: dict[str, str] = {}
    for c, parts in nfd.items():
        if nfc.normalize_str(c) == c:
            first = nfc.normalize_str(parts[:-1])
            need(len(first) == 1, f"U+{ord(c):04X} is composed of two")
            pairs[first + parts[-1]] = c
    seconds = {pair[1] for pair in pairs}
    firsts = seconds | {pair[0] for pair in pairs}
    every = [a + b for a in sorted(firsts) for b in sorted(seconds)]
    answer = dict(zip(every, answers(nfc, every), strict=True))
    for pair, apart in zip(every, answers(norm.NFD(), every), strict=True):
        # A mark that moves before those of the first character composes by way of another pair.
        stays = (
            apart == nfd.get(pair[0], pair[0]) + pair[1] and nfc.normalize_str(pair[0]) == pair[0]
        )
        need(not stays or answer[pair] == pairs.get(pair, pair), f"composition of {pair!a}")
    return pairs


# ---------------------------------------------------------------- output


def cross_check(name: str, ours: set[str], theirs: Callable[[str], bool]) -> None:
    """Print how Python's tables differ; they may, and decide nothing."""
    differ = sorted(c for c in CHARACTERS if (c in ours) != theirs(c))
    sample = " ".join(f"{ord(c):04X}" for c in differ[:8])
    print(f"  {name:<16} {len(ours):7,} characters, Python differs on {len(differ):,}: {sample}")


def main() -> None:
    """Ask, write both files, report."""
    need(tokenizers.__version__ == RELEASE, f"tokenizers {RELEASE} is installed")
    canonical, compatible = mapping(norm.NFD()), mapping(norm.NFKD())
    tables = {
        "properties": properties(canonical),
        "lowercase": lowercase(),
        "canonical": without_hangul(canonical, norm.NFD()),
        "compatibility": without_hangul(compatible, norm.NFKD()),
        "classes": combining_classes(canonical),
        "composites": composites(without_hangul(canonical, norm.NFD())),
    }
    (ROOT / "src/subwords/reference/_unicode_tables.py").write_text(python_tables(tables))
    (ROOT / "core/text/unicode_tables.inc").write_text(cpp_tables(tables))

    category = unicodedata.category
    print(f"against Python's Unicode {unicodedata.unidata_version}:")
    checks: dict[str, Callable[[str], bool]] = {
        "white_space": str.isspace,
        "bert_dropped": lambda c: category(c)[0] == "C",
        "bert_space": lambda c: category(c) == "Zs",
        "cjk": lambda c: unicodedata.name(c, "").startswith("CJK "),
        "punctuation": lambda c: category(c)[0] == "P",
        "numeric": lambda c: category(c)[0] == "N",
        "word": lambda c: c.isalnum() or category(c)[0] == "M",
        "nonspacing_mark": lambda c: category(c) == "Mn",
        "stripped_accent": lambda c: category(c)[0] == "M",
    }
    for name, members in tables["properties"].items():
        cross_check(name, members, checks[name])
    cross_check("lowercase", set(tables["lowercase"]), lambda c: c.lower() != c)
    for form, name in (("NFD", "canonical"), ("NFKD", "compatibility")):
        theirs = {c for c in CHARACTERS if ord(c) not in HANGUL}
        theirs = {c for c in theirs if unicodedata.normalize(form, c) != c}
        cross_check(name, set(tables[name]), theirs.__contains__)
    classes = tables["classes"]
    cross_check("class not 0", set(classes), lambda c: unicodedata.combining(c) != 0)
    wrong = [c for c in classes if unicodedata.combining(c) not in (0, classes[c])]
    print(f"  {len(classes)} marks, {len(wrong)} of another class than Python's; ", end="")
    print(f"{len(tables['composites'])} primary composites")


if __name__ == "__main__":
    main()
