"""What the libraries find, and random expressions of what both dialects have in common."""

import itertools

import tiktoken
from tokenizers import Regex, pre_tokenizers

BYTES = {bytes([byte]): byte for byte in range(256)}
DIALECTS = ("oniguruma", "fancy")

PLAIN = ["a", "b", "A", "1", "s", "'", " ", ".", "k", "é", "日"]
SETS = [r"\s", r"\S", r"\d", r"\w", r"\W", r"\h", r"\p{L}", r"\p{N}", r"\p{Lu}", r"\P{L}", r"\n"]
MEMBERS = ["a", "b", "a-c", "A-Z", "1", "'", r"\-", r"\s", r"\S", r"\d", r"\w", r"\p{L}", r"\P{L}"]
NESTED = ["[b1]", "[^ab]", "&&[a-z]", "[[:upper:]]", "[:alpha:]"]
GROUPS = ["(?:%s)", "(?:%s)", "(%s)", "(?>%s)", "(?i:%s)", "(?=%s)", "(?!%s)", "(?<n>%s)"]
QUANTIFIERS = [
    "*",
    "+",
    "?",
    "*?",
    "+?",
    "??",
    "*+",
    "++",
    "?+",
    "{1,2}",
    "{2}",
    "{1,3}?",
    "{,2}",
    "{2,}",
    "{1,2}+",
]
PLACES = [r"\b", r"\B", "^", "$", r"\A", r"\z", "(?<=a)", r"(?<!\s)", "(?<=ab|b)", r"\R"]
TEXT = "abAB1s'S \nék日K²"


def oniguruma_matches(expression, text):
    """The matches that are not empty, as `tokenizers` finds them."""
    split = pre_tokenizers.Split(Regex(expression), "removed", invert=True)
    return [span for _, span in split.pre_tokenize_str(text)]


def fancy_matches(expression, text):
    """The texts of the matches of `tiktoken`, for a short text: every stretch of it is a token."""
    ranks = dict(BYTES)
    for begin in range(len(text)):
        for end in range(begin + 1, len(text) + 1):
            ranks.setdefault(text[begin:end].encode(), len(ranks))
    encoding = tiktoken.Encoding("t", pat_str=expression, mergeable_ranks=ranks, special_tokens={})
    return [encoding.decode_single_token_bytes(i).decode() for i in encoding.encode_ordinary(text)]


def fancy_cuts_as(expression, text, pieces):
    """Whether `tiktoken` cuts a long text into these pieces.

    Each of them is made a token, and so is each two that stand side by side: then a cut too few
    shows as the longer token, and a cut too many as other tokens.
    """
    ranks = dict(BYTES)
    for piece in [*pieces, *map("".join, itertools.pairwise(pieces))]:
        ranks.setdefault(piece.encode(), len(ranks))
    encoding = tiktoken.Encoding("t", pat_str=expression, mergeable_ranks=ranks, special_tokens={})
    return encoding.encode_ordinary(text) == [ranks[piece.encode()] for piece in pieces]


def random_expression(rng, depth=0):
    """An expression of a few options."""
    options = (_sequence(rng, depth) for _ in range(rng.choice((1, 1, 2, 3))))
    expression = "|".join(options)
    if depth == 0 and rng.random() < 0.25:
        place = rng.choice(PLACES)
        return rng.choice((place + expression, f"(?:{expression}){place}"))
    return expression


def _sequence(rng, depth):
    return "".join(_item(rng, depth) for _ in range(rng.randint(1, 3)))


def _item(rng, depth):
    atom = _atom(rng, depth)
    if rng.random() < 0.5 and not atom.startswith(("(?=", "(?!")):
        atom += rng.choice(QUANTIFIERS)
    return atom


def _atom(rng, depth):
    kind = rng.random()
    if kind < 0.45 or depth > 2:
        return rng.choice(PLAIN + SETS)
    if kind < 0.6:
        members = MEMBERS + NESTED
        inside = "".join(rng.choice(members) for _ in range(rng.randint(1, 3)))
        return "[" + rng.choice(("", "", "^")) + rng.choice(MEMBERS) + inside + "]"
    group = rng.choice(GROUPS if depth == 0 else GROUPS[:-1])
    return group % random_expression(rng, depth + 1)


def random_text(rng, longest=9):
    """A short text in which such expressions find something."""
    return "".join(rng.choice(TEXT) for _ in range(rng.randint(0, longest)))
