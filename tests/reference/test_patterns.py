"""Reading patterns: what is refused, and how; and that matching them is bounded."""

import pickle

import pytest

from subwords.errors import PatternError, SubwordsError, UnsupportedError, UnsupportedPatternError
from subwords.patterns.known import KNOWN_PATTERNS, known_pattern
from subwords.patterns.parser import parse
from subwords.patterns.tree import Alt, Anchor, Chars, Look, Repeat, Seq, as_tuples
from subwords.reference.match import find_all


def matches(expression, text, dialect="oniguruma"):
    return [text[begin:end] for begin, end in find_all(parse(expression, dialect), text)]


def test_the_tree_holds_ranges_alone():
    assert parse("[a-cx]+(?!b)$", "fancy") == Seq(
        (
            Repeat(Chars(((97, 99), (120, 120))), 1, None, "greedy"),
            Look(Chars(((98, 98),)), behind=False, negate=True),
            Anchor("text_end"),
        )
    )
    assert parse("(?i:k)|", "fancy") == Alt(
        (Chars(((75, 75), (107, 107), (0x212A, 0x212A))), Seq(()))
    )
    assert as_tuples(parse("(?>a*?|.)", "fancy")) == (
        "atomic",
        (
            "alt",
            (
                ("repeat", ("chars", ((97, 97),)), 0, None, "lazy"),
                ("chars", ((0, 9), (11, 0x10FFFF))),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("expression", "position"),
    [("a(b", 1), ("a)b", 1), ("*a", 0), ("a|+", 2), ("x[b", 1), ("[b-a]", 1), ("a\\", 2)],
)
@pytest.mark.parametrize("dialect", ["oniguruma", "fancy"])
def test_what_no_dialect_allows(expression, position, dialect):
    with pytest.raises(PatternError) as caught:
        parse(expression, dialect)
    assert caught.value.position == position
    assert repr(expression) in str(caught.value)


@pytest.mark.parametrize(
    ("expression", "what"),
    [
        (r"(a)\1", r"\1"),
        (r"a\Kb", r"\K"),
        (r"\Ga", r"\G"),
        (r"\X", r"\X"),
        (r"(?(1)a|b)", "group"),
        (r"a{3,1}", "repetitions"),
        (r"a{2000}", "repetitions"),
        (r"(?<=a+)b", "lookbehind"),
        (r"^*a", "assertion"),
        (r"(?:a?|b){2}", "repeating"),
        (r"\p{Blk=Foo}", "Blk=Foo"),
        (r"[\d-z]", "hyphen"),
        ("(" * 150 + ")" * 150, "groups inside each other"),
    ],
)
@pytest.mark.parametrize("dialect", ["oniguruma", "fancy"])
def test_what_is_refused_names_the_expression_and_the_reason(expression, what, dialect):
    with pytest.raises(UnsupportedPatternError) as caught:
        parse(expression, dialect)
    message = str(caught.value)
    assert repr(expression) in message
    assert what in message
    assert f"position {caught.value.position}" in message
    assert isinstance(caught.value, UnsupportedError)
    assert isinstance(caught.value, ValueError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == message


def test_where_the_dialects_part():
    assert matches("a{1,2}+a", "aaaa") == ["aaaa"]
    assert matches("a{1,2}+a", "aaaa", "fancy") == ["aaa"]
    assert matches("a{2}?b", "aab b") == ["aab", "b"]
    assert matches("a{2}?b", "aab b", "fancy") == ["aab"]
    assert matches("a(?i)b|c", "aB ac C") == ["aB", "ac"]
    assert matches("a(?i)b|c", "aB ac C", "fancy") == ["aB", "c", "C"]
    assert matches("(?i)ss", "ß") == ["ß"]
    assert matches("(?i)ss", "ß", "fancy") == []
    assert matches(r"\w", "²\u200d") == ["²"]
    assert matches(r"\w", "²\u200d", "fancy") == ["\u200d"]
    assert matches("(?m)a.", "a\n") == ["a\n"]
    assert matches("(?m)a.", "a\n", "fancy") == []


@pytest.mark.parametrize("expression", ["(?s)a", "(?P<n>a)", "[a--b]"])
def test_what_only_fancy_regex_knows(expression):
    parse(expression, "fancy")
    with pytest.raises(PatternError):
        parse(expression, "oniguruma")


def test_a_lone_surrogate_is_refused():
    with pytest.raises(PatternError, match="surrogate"):
        parse("a\ud800", "oniguruma")


@pytest.mark.parametrize(
    ("expression", "text", "count"),
    [
        (r"(?:a+)+b", "a" * 80, 0),
        (r"(?:a|a)*b", "a" * 30, 0),
        (r"(?:a|b|ab)*c", "ab" * 60, 0),
        (r"(?:(?:a*)*)*b", "a" * 60, 0),
    ],
)
def test_what_takes_exponential_time_elsewhere(expression, text, count):
    assert len(matches(expression, text)) == count


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
@pytest.mark.parametrize("c", ["a", " ", "\n", "1"])
def test_long_words_do_not_exhaust_the_stack(name, c):
    text = c * 40_000
    assert "".join(matches(KNOWN_PATTERNS[name], text, "fancy")) == text


def test_a_nested_repetition_over_a_long_text():
    text = "ab" * 100_000
    assert matches("(?:ab)+|(?:a|b)*?c", text) == [text]


def test_known_names():
    assert known_pattern("GPT2") == known_pattern("r50k_base")
    assert known_pattern("llama-4") == known_pattern("o200k_base")
    assert known_pattern(r"\w+") is None
    for expression in KNOWN_PATTERNS.values():
        parse(expression, "fancy")


def test_too_many_steps_is_an_error_of_ours():
    nested = "a"
    for _ in range(4):
        nested = f"(?:{nested}b){{1,90}}"
    with pytest.raises(SubwordsError, match="steps"):
        matches(nested, "ab")
