"""Added tokens are found as the published library finds them: complete encodings are compared.

The model is a WordPiece of single characters, so that every cut shows in the tokens.
"""

import random
import time

import pytest

from subwords import normalizers, pre_tokenizers
from subwords.reference.added_tokens import AddedTokenMatcher, Match
from subwords.reference.aligned import AlignedText
from subwords.reference.pretokenize import pre_tokenize
from subwords.spec import AddedToken

tokenizers = pytest.importorskip("tokenizers")

LETTERS = "abcABCxyz_ \t\u3000.,é中1[]"
VOCAB = {"[UNK]": 0}
for letter in LETTERS:
    VOCAB.setdefault(letter, len(VOCAB))
    VOCAB.setdefault("##" + letter, len(VOCAB))


def oracle_normalizer(normalizer):
    theirs = tokenizers.normalizers
    match normalizer:
        case None:
            return None
        case normalizers.Lowercase():
            return theirs.Lowercase()
        case normalizers.Replace(pattern, content):
            return theirs.Replace(pattern, content)
        case normalizers.Prepend(prepend):
            return theirs.Prepend(prepend)
        case normalizers.Strip(left, right):
            return theirs.Strip(left, right)
        case normalizers.BERTNormalizer():
            return theirs.BertNormalizer()
        case normalizers.NFKC():
            return theirs.NFKC()
        case normalizers.Sequence(steps):
            return theirs.Sequence([oracle_normalizer(step) for step in steps])
    raise AssertionError(normalizer)


class Pair:
    """The same tokenizer twice: the library's, and one put together from our splits."""

    def __init__(self, tokens, normalizer=None, split=False):
        """`tokens` are (content, properties) pairs."""
        self.oracle = tokenizers.Tokenizer(tokenizers.models.WordPiece(VOCAB, unk_token="[UNK]"))
        if normalizer is not None:
            self.oracle.normalizer = oracle_normalizer(normalizer)
        if split:
            self.oracle.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
        self.pre_tokenizer = pre_tokenizers.WhitespaceSplit() if split else None
        for content, properties in tokens:
            theirs = {k: v for k, v in properties.items() if k != "special"}
            add = (
                self.oracle.add_special_tokens if properties["special"] else self.oracle.add_tokens
            )
            add([tokenizers.AddedToken(content, **theirs)])
        self.tokens = tuple(
            AddedToken(content, self.oracle.token_to_id(content), **properties)
            for content, properties in tokens
            if content
        )
        self.matcher = AddedTokenMatcher(self.tokens, normalizer)

    def published(self, text):
        """What the library answers; None where it fails on matches that swallow each other."""
        try:
            encoding = self.oracle.encode(text)
        except BaseException as error:  # its failures do not derive from Exception
            if type(error).__name__ != "PanicException":
                raise
            return None
        return list(
            zip(encoding.ids, encoding.tokens, encoding.offsets, encoding.word_ids, strict=True)
        )

    def ours(self, text, allowed=None):
        rows = []
        word = 0
        for part in self.matcher.split(AlignedText.from_str(text), allowed):
            if isinstance(part, Match):
                rows.append((part.token.id, part.text, part.origin, word))
                word += 1
                continue
            for piece in pre_tokenize(self.pre_tokenizer, [part]):
                rows += [(VOCAB[t], t, origin, word) for t, origin in characters(piece)]
                word += 1
        return rows


def characters(piece):
    """What the model makes of a piece."""
    tokens = ["##" * (i > 0) + c for i, c in enumerate(piece.chars)]
    if all(token in VOCAB for token in tokens):
        return list(zip(tokens, piece.origin, strict=True))
    return [("[UNK]", (piece.origin[0][0], piece.origin[-1][1]))]


def token(content, **properties):
    defaults = {"special": False, "normalized": not properties.get("special", False)}
    return content, {**defaults, **properties}


def raw(content, **properties):
    return token(content, normalized=False, **properties)


LOWER = normalizers.Lowercase()
BERT = normalizers.BERTNormalizer()
CASES = [
    # overlap and prefixes: leftmost, then longest
    ([raw("ab"), raw("bc"), raw("abcA"), raw("a")], None, ["abcA", "abc", "xabcAx bca aab"]),
    # single_word, also where the longest match fails and a shorter one exists
    (
        [raw("ab", single_word=True)],
        None,
        ["ab", "xab", "ab ab", "ab_", "_ab", "ab.", "éab", "ab1"],
    ),
    ([raw("abc", single_word=True), raw("ab")], None, ["abcx", "abc", "abx", "xabcy"]),
    ([raw("abc", single_word=True), raw("bc"), raw("c")], None, ["xabc", "abcA"]),
    # white space taken in
    ([raw("ab", lstrip=True)], None, ["x ab", "x \t ab y", "  ab", "x\u3000ab", " ab  ab"]),
    ([raw("ab", rstrip=True)], None, ["ab x", "ab \t x", "ab  ", "ab ab", "ab\u3000x"]),
    ([raw("ab", lstrip=True, rstrip=True)], None, ["ab ab", "x ab  ab  ab y"]),
    ([raw("ab", rstrip=True), raw(" c"), raw("x")], None, ["ab c", "ab   c", "ab  x"]),
    ([raw("ab", rstrip=True), raw(" c", lstrip=True)], None, ["ab    c", "ab c", "x    c"]),
    ([raw("ab", rstrip=True), raw("  ")], None, ["ab    c", "ab     c", "ab     "]),
    ([raw("ab", single_word=True), raw("c", lstrip=True)], None, ["xab  c", "xab c"]),
    # normalized: found in the normalized text, with the token normalized
    ([token("Ab")], LOWER, ["ab AB Ab aB", "xABy"]),
    ([token("AB"), raw("B")], LOWER, ["AB", "ABAB ab b"]),
    ([token("ab", single_word=True), raw("c")], LOWER, ["cab", "abc", "xcabcy"]),
    ([token("İ")], LOWER, ["İ", "i̇", "xİy"]),
    (
        [token("[A]", special=True, normalized=True), token("[B]", special=True)],
        LOWER,
        ["[A][a][B][b]"],
    ),
    ([token("ﬁ")], normalizers.NFKC(), ["ﬁ", "fi", "xﬁy"]),
    ([token("ab", lstrip=True, rstrip=True)], normalizers.Replace("_", " "), ["x__ab__y"]),
    ([token("a b"), token("中"), token(" A ")], BERT, ["xa\tby", "x中y", "x a y"]),
    ([token("ab", lstrip=True)], BERT, ["x \x10\x10 ab y", "x\x10ab\x10y", "é ÀB"]),
    # each stretch between raw matches is normalized on its own
    ([raw("[]"), token("x")], normalizers.Strip(), ["  a []  b  [] x ", "[] []", "[][]"]),
    ([raw("[]"), token("x")], normalizers.Prepend("_"), ["a[]b", "[]b", "a[]", "[]", "", "axb"]),
    ([token("_b"), token("c")], normalizers.Prepend("_"), ["b", "_b", "c", "_c", "__b"]),
    # a token that normalizes to nothing cuts everywhere; an empty one is ignored
    ([token("\x10"), token("yz")], BERT, ["xyz", "x y  z", "", "  ", "é  z "]),
    ([token("\x10", lstrip=True), token("y")], BERT, ["xyz", "x y  z", "  ", "é  z "]),
    ([token("\x10", rstrip=True)], BERT, ["xyz", "x y  z", "  ", "é  z "]),
    ([token("\x10", single_word=True)], BERT, ["xyz", "x. ,z", "..", "  "]),
    ([raw(""), raw("ab")], None, ["xaby", ""]),
    # a token of the vocabulary keeps its id
    ([token("a"), token("b", special=True)], LOWER, ["abc aBA"]),
    ([raw("[]", special=True, lstrip=True)], BERT, ["a [] b", "  [][]", "[ ]", "\x10[]a"]),
]


@pytest.mark.parametrize(("tokens", "normalizer", "texts"), CASES)
@pytest.mark.parametrize("split", [False, True])
def test_rules(tokens, normalizer, texts, split):
    pair = Pair(tokens, normalizer, split)
    for text in texts:
        expected = pair.published(text)
        assert expected is not None
        assert pair.ours(text) == expected, text


NORMALIZERS = [
    None,
    LOWER,
    BERT,
    normalizers.Replace("_", " "),
    normalizers.Replace("x", ""),
    normalizers.Prepend("_"),
    normalizers.Strip(),
    normalizers.Sequence([normalizers.Prepend(" "), LOWER]),
]


def random_tokens(draw):
    tokens = {}
    for _ in range(draw.randint(1, 5)):
        content = "".join(draw.choices("abcABx_ .é中", k=draw.randint(1, 3)))
        properties = ("special", "single_word", "lstrip", "rstrip", "normalized")
        tokens[content] = {name: draw.random() < 0.4 for name in properties}
    return list(tokens.items())


def is_unpredictable(pair):
    """Whether the library picks by chance, or never ends.

    It picks by chance between tokens that are the same when normalized, and may not come back
    from a search where one normalizes to nothing.
    """
    normalized = [t for t in pair.tokens if t.normalized]
    contents = {pair.matcher._normalize(t.content).text for t in normalized}
    return len(contents) < len(normalized) or "" in contents


def random_pairs(seed, count):
    draw = random.Random(seed)
    for _ in range(count):
        pair = Pair(random_tokens(draw), draw.choice(NORMALIZERS), draw.random() < 0.5)
        if not is_unpredictable(pair):
            contents = [t.content for t in pair.tokens] * 2
            texts = [
                "".join(draw.choices(contents + list(LETTERS), k=draw.randint(0, 10)))
                for _ in range(15)
            ]
            yield pair, texts


def test_random_tokens_and_texts():
    compared = 0
    for pair, texts in random_pairs(1, 1500):
        for text in texts:
            expected = pair.published(text)
            if expected is not None:
                compared += 1
                assert pair.ours(text) == expected, (pair.tokens, text)
            else:
                pair.ours(text)
    assert compared > 10_000


def test_special_tokens_that_are_not_allowed():
    """As the library with `encode_special_tokens`: such a match stays text, and is not searched."""
    compared = 0
    for pair, texts in random_pairs(2, 800):
        pair.oracle.encode_special_tokens = True
        for text in texts:
            expected = pair.published(text)
            if expected is not None:
                compared += 1
                assert pair.ours(text, frozenset()) == expected, (pair.tokens, text)
    assert compared > 5_000


def test_some_special_tokens_allowed():
    pair = Pair([raw("[a]", special=True), raw("[b]", special=True), raw("[c]")])
    found = pair.matcher.split(AlignedText.from_str("[a][b][c]"), frozenset({"[b]"}))
    contents = [part.token.content if isinstance(part, Match) else part.text for part in found]
    assert contents == ["[a]", "[b]", "[c]"]
    assert [isinstance(part, Match) for part in found] == [False, True, True]


def test_same_content_when_normalized():
    tokens = (AddedToken("AB", 7), AddedToken("ab", 8), AddedToken("Ab", 9))
    matcher = AddedTokenMatcher(tokens, LOWER)
    (match,) = matcher.split(AlignedText.from_str("aB"))
    assert match.token.id == 7


def test_matches_that_swallow_each_other():
    """Where the library fails, nothing is lost and nothing goes backwards."""
    pair = Pair([raw("ab", rstrip=True), raw("  ", lstrip=True)])
    text = "ab    c"
    assert pair.published(text) is None
    assert [row[1:3] for row in pair.ours(text)] == [("ab    ", (0, 6)), ("c", (6, 7))]


def test_thousands_of_tokens_cost_nothing():
    tokens = tuple(AddedToken(f"zz{i}q", i, normalized=False) for i in range(20_000))
    text = AlignedText.from_str("the quick brown fox zz123q jumps over zz9 the lazy dog " * 200)

    def seconds(matcher):
        best = float("inf")
        for _ in range(5):
            start = time.process_time()
            matcher.split(text)
            best = min(best, time.process_time() - start)
        return best

    many, few = AddedTokenMatcher(tokens, None), AddedTokenMatcher(tokens[123:124], None)
    assert [p.token.id for p in many.split(text) if isinstance(p, Match)] == [123] * 200
    assert seconds(many) < 3 * seconds(few) + 0.01
