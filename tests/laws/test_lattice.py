"""Laws of the lattice, by brute force on small words: every segmentation listed and weighed."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import subwords
from subwords.errors import UnsupportedError
from subwords.models import Unigram, WordLevel
from subwords.spec import Spec
from subwords.tables import Pieces, Vocab

SCORES = [-1.0, -2.5, -2.5, -0.3, -7.1, -4.0, 0.2]
ALPHAS = [0.0, 0.1, 0.5, 1.0, 2.0]


def tokenizer(pieces, semantics="huggingface", unk_id=0):
    model = Unigram(Pieces([("<unk>", -3.0), *pieces]), unk_id)
    return subwords.Tokenizer(Spec(model, semantics=semantics), engine="reference")


@st.composite
def lattices(draw):
    piece = st.text("ab▁", min_size=1, max_size=4)
    pieces = draw(st.dictionaries(piece, st.sampled_from(SCORES), max_size=10))
    text = draw(st.text("ab▁z", min_size=1, max_size=9))
    semantics = draw(st.sampled_from(["huggingface", "sentencepiece"]))
    return tokenizer(list(pieces.items()), semantics).lattice(text)


def segmentations(lattice):
    """Every way through the lattice: (pieces, exact score), by trying all cuts."""
    at = {}
    for begin, end, _, score in lattice.edges:
        at.setdefault(begin, []).append((end, Fraction(score)))
    ways = []

    def extend(begin, pieces, score):
        if begin == len(lattice.text):
            ways.append((pieces, score))
        for end, step in at.get(begin, []):
            extend(end, [*pieces, lattice.text[begin:end]], score + step)

    extend(0, [], Fraction(0))
    return ways


def viterbi_order(way):
    """By score, then as Viterbi prefers: the longest last piece, then the one before it."""
    pieces, score = way
    begins, at = [], sum(map(len, pieces))
    for piece in reversed(pieces):
        at -= len(piece)
        begins.append(at)
    return (-score, begins)


@settings(max_examples=150)
@given(lattices())
def test_count_and_order(lattice):
    ways = sorted(segmentations(lattice), key=viterbi_order)
    assert lattice.count() == len(ways)
    for k in (1, 2, 5, len(ways), len(ways) + 3):
        assert lattice.nbest(k) == [pieces for pieces, _ in ways[:k]]
    for found, (_, score) in zip(lattice.nbest(len(ways)), ways, strict=True):
        assert found.score == pytest.approx(float(score), abs=1e-12)
    assert lattice.best() in [
        pieces for pieces, score in ways if score > ways[0][1] - Fraction(1, 10**4)
    ]


@settings(max_examples=100)
@given(lattices(), st.sampled_from(ALPHAS))
def test_probabilities(lattice, alpha):
    ways = segmentations(lattice)
    weights = [math.exp(alpha * float(score)) for _, score in ways]
    assert lattice.log_partition(alpha) == pytest.approx(math.log(sum(weights)), abs=1e-9)
    shares = [weight / sum(weights) for weight in weights]
    found = [lattice.probability(pieces, alpha) for pieces, _ in ways]
    assert found == pytest.approx(shares, abs=1e-9)
    assert sum(found) == pytest.approx(1.0, abs=1e-9)

    marginals, counts = Counter(), Counter()
    for (pieces, _), share in zip(ways, shares, strict=True):
        at = 0
        for piece in pieces:
            marginals[at, at + len(piece)] += share
            counts[piece] += share
            at += len(piece)
    for begin, end, piece, _, probability in lattice.marginals(alpha):
        assert lattice.text[begin:end] == piece
        assert probability == pytest.approx(marginals[begin, end], abs=1e-9)
    assert lattice.expected_counts(alpha) == pytest.approx(dict(counts), abs=1e-9)
    entropy = -sum(share * math.log(share) for share in shares)
    assert lattice.entropy(alpha) == pytest.approx(entropy, abs=1e-8)


def chi_squared(observed, expected):
    """The statistic and its degrees of freedom; outcomes expected less than 5 times are pooled."""
    small = [key for key, count in expected.items() if count < 5]
    groups = [[key] for key in expected if key not in small] + ([small] if small else [])
    pairs = [(sum(observed[k] for k in g), sum(expected[k] for k in g)) for g in groups]
    return sum((o - e) ** 2 / e for o, e in pairs if e > 0), len(groups) - 1


@pytest.mark.parametrize("alpha", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("text", ["abab", "▁aabba", "abzab"])
def test_draws_follow_the_distribution(text, alpha):
    pieces = [("a", -1.0), ("b", -1.4), ("ab", -2.0), ("ba", -2.2), ("▁a", -1.5), ("abb", -3.0)]
    lattice = tokenizer(pieces).lattice(text)
    expected = {tuple(w): 4000 * lattice.probability(w, alpha) for w, _ in segmentations(lattice)}
    observed = Counter(tuple(lattice.sample(alpha, seed)) for seed in range(4000))
    assert set(observed) <= set(expected)
    statistic, freedom = chi_squared(observed, expected)
    # Beyond this lies less than one in ten thousand (Wilson and Hilferty's approximation).
    limit = freedom * (1 - 2 / (9 * freedom) + 3.72 * math.sqrt(2 / (9 * freedom))) ** 3
    assert statistic < limit


def test_draws_without_replacement():
    pieces = [("a", -1.0), ("b", -1.4), ("ab", -2.0), ("ba", -2.2), ("aba", -2.6)]
    lattice = tokenizer(pieces).lattice("abab")
    ways = [tuple(pieces) for pieces, _ in segmentations(lattice)]
    alpha, draws = 0.7, 4000
    share = {way: lattice.probability(way, alpha) for way in ways}
    expected = {
        (a, b): draws * share[a] * share[b] / (1 - share[a]) for a in ways for b in ways if a != b
    }
    observed = Counter()
    for seed in range(draws):
        drawn = [tuple(way) for way in lattice.sample_distinct(len(ways) + 2, alpha, seed)]
        assert sorted(drawn) == sorted(ways)
        assert [tuple(way) for way in lattice.sample_distinct(2, alpha, seed)] == drawn[:2]
        observed[drawn[0], drawn[1]] += 1
    statistic, freedom = chi_squared(observed, expected)
    assert statistic < freedom * (1 - 2 / (9 * freedom) + 3.72 * math.sqrt(2 / (9 * freedom))) ** 3


def test_a_long_text_is_counted_exactly():
    lattice = tokenizer([("a", -1.0), ("aa", -1.5), ("b", -1.0)]).lattice("aab" * 3000)
    assert lattice.count() == 2**3000
    assert lattice.entropy() == pytest.approx(
        3000 * tokenizer([("a", -1.0), ("aa", -1.5)]).lattice("aa").entropy()
    )
    assert lattice.nbest(3)[0] == ["aa", "b"] * 3000
    fibonacci = tokenizer([("a", -1.0), ("aa", -2.0)]).lattice("a" * 100)
    assert fibonacci.count() == 573147844013817084101


def test_whole_texts_in_the_order_of_their_probability():
    from subwords import pre_tokenizers

    model = Unigram(Pieces([("<unk>", -9.0), ("a", -1.0), ("b", -1.2), ("ab", -2.0)]), 0)
    tok = subwords.Tokenizer(Spec(model, pre_tokenizer=pre_tokenizers.WhitespaceSplit()))
    assert tok.nbest("ab zz ab", 9) == [[3, 0, 3], [1, 2, 0, 3], [3, 0, 1, 2], [1, 2, 0, 1, 2]]
    assert tok.nbest("ab zz ab", 1) == [tok.encode("ab zz ab")]
    assert tok.nbest("", 2) == [[]]


def test_wrong_arguments():
    lattice = tokenizer([("a", -1.0), ("aa", -1.5)]).lattice("aa")
    with pytest.raises(ValueError, match="do not spell"):
        lattice.probability(["a"])
    assert lattice.probability(["", "aa"]) == 0.0
    for k in (0, -1):
        with pytest.raises(ValueError, match="1 or more"):
            lattice.nbest(k)
    for k in (True, 1.0, "1"):
        with pytest.raises(TypeError, match="integer"):
            lattice.nbest(k)
    with pytest.raises(ValueError, match="too wide"):
        tokenizer([("a", -1.0)]).lattice("a" * 61).to_svg()
    with pytest.raises(subwords.errors.SurrogateError):
        tokenizer([("a", -1.0)]).lattice("\ud800")
    words = subwords.Tokenizer(Spec(WordLevel(Vocab({"<unk>": 0}))), engine="reference")
    for call in (lambda: words.lattice("a"), lambda: words.nbest("a", 2)):
        with pytest.raises(UnsupportedError, match="only Unigram"):
            call()


def test_an_empty_text_has_one_segmentation():
    lattice = tokenizer([("a", -1.0)]).lattice("")
    assert lattice.count() == 1
    assert lattice.best() == [] == lattice.sample(0.5, 1)
    assert lattice.nbest(3) == [[]]
    assert lattice.probability([]) == 1.0
    assert lattice.entropy() == 0.0
    assert lattice.to_svg().endswith("</svg>")


def test_the_drawing_names_every_piece():
    import xml.etree.ElementTree as xml

    lattice = tokenizer([("<", -1.0), ("<&", -1.5), ("&", -1.0)]).lattice("<&")
    root = xml.fromstring(lattice.to_svg())
    titles = [node.text for node in root.iter() if node.tag.endswith("title")]
    assert sorted(title.split(":")[0] for title in titles) == ["&", "<", "<&"]
