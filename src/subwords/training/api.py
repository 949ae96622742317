"""`train`: from a corpus or word counts to a tokenizer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any, Literal, overload

from subwords.engine import EngineName, Errors
from subwords.tokenizer import Tokenizer
from subwords.training.bpe import plan_bpe
from subwords.training.corpus import Corpus
from subwords.training.counting import count_words
from subwords.training.counts import WordCounts
from subwords.training.learned import Learned
from subwords.training.notices import warn_about
from subwords.training.options import Score
from subwords.training.plans import Plan
from subwords.training.sentencepiece_bpe import plan_sentencepiece_bpe
from subwords.training.unigram import UnigramPlan, plan_unigram
from subwords.training.unigram_learned import LearnedUnigram
from subwords.training.wordpiece import plan_wordpiece

ALGORITHMS = ("wordpiece", "bpe", "unigram")


def train(
    corpus: Corpus | WordCounts,
    algorithm: str = "wordpiece",
    vocab_size: int = 30_000,
    *,
    errors: Errors = "strict",
    threads: int | None = None,
    engine: EngineName | None = None,
    **options: Any,
) -> Tokenizer:
    """Train a tokenizer.

    The same multiset of words gives the same vocabulary, byte for byte, whatever their order, the
    number of threads, the machine, or the engine.

    Args:
        corpus: An iterable of `str`, a path, a list of paths (a file counts line by line), or
            `WordCounts`.
        algorithm: "wordpiece", "bpe" or "unigram".
        vocab_size: Size of the vocabulary, special tokens and alphabet included.
        errors: "strict" refuses a lone surrogate in a text, "replace" reads it as U+FFFD.
        threads: How many threads may count; None for one per processor.
        engine: "native", "reference", or None for native where present; also of the tokenizer.
        options: For WordPiece:

            - `min_frequency` (default 2): a pair that occurs less often is never merged.
            - `score` (default "frequency"): "frequency" merges the most frequent pair, as Hugging
              Face's trainer does; "likelihood" the pair with the greatest
              count(ab) / (count(a) · count(b)); "gain" the one with the greatest
              count(ab) · ln(N · count(ab) / (count(a) · count(b))), N being the number of pieces.
            - `pmi_shift` (default True): False leaves N out of the gain.
            - `ties` (default "last"): "last" takes the greatest (left, right) by code point,
              "huggingface" the smallest (left id, right id), "sentencepiece" the shorter piece,
              then the smaller one.
            - `alphabet` (default "seen"): "seen" starts from the forms of characters that occur
              (bare at a word's start, marked inside), "huggingface" from every character bare and
              the marked forms that occur.
            - `limit_alphabet` (default None): keep so many characters, the most frequent.
            - `initial_alphabet`: characters (``a``) or marked ones (``##a``) that are always kept.
            - `special_tokens` (default ``SpecialTokens(unk="[UNK]")``): unk gets id 0, the others
              follow in field order.
            - `unk_token`, `continuing_prefix`, `max_chars_per_word`, `normalizer`,
              `pre_tokenizer`: as of `WordPieceTokenizer`; an empty prefix trains unmarked.
            - `extend`: a WordPiece tokenizer (or a vocabulary) whose tokens keep their ids. The
              corpus is first cut by it, and new tokens get the next ids up to `vocab_size`.

            For BPE:

            - `pre_tokenizer` (default: GPT-2's split and byte alphabet, ``ByteLevel`` without a
              space at the start), `normalizer` (default: none). With a ``ByteLevel`` stage the
              alphabet is all 256 bytes, in code-point order of their printable characters; else
              it is the characters that occur.
            - `min_frequency` (default 2), `limit_alphabet`, `initial_alphabet`, `alphabet`: as
              above; characters are given bare.
            - `ties` (default "huggingface"): as above, and "tiktoken", which numbers the bytes as
              bytes.
            - `max_token_length` (default None): no piece as long as this, in characters, is made,
              but for pairs that stand in the words from the start (as published).
            - `special_tokens` (default: none): unk gets id 0, the others follow in field order.
            - `unk_token` (default: none for bytes and with `byte_fallback`, else "[UNK]"),
              `byte_fallback` (default False: True adds ``<0x00>`` to ``<0xFF>`` for what the
              alphabet lacks).
            - `continuing_prefix`, `end_of_word_suffix` (default: none): marks of pieces inside,
              or at the end of, a word.
            - `extend`: a BPE tokenizer whose tokens keep their ids and whose merges come first.

            - `sentencepiece` (default False): True trains as sentencepiece does, with its words,
              ties and rules for pieces, to the model of a ``.model`` file. The other options then
              are those of `subwords.training.SentencePieceOptions`, whose names are sentencepiece's
              where it has them, and `special_tokens` in the place of their names and ids. Word
              counts for it are made with ``count_words(corpus, **unigram_rules())``. (sentencepiece
              takes pairs that occur once, or no longer, to fill the vocabulary: the former with
              ``min_frequency=1``, the latter never.)

            For Unigram: the settings of `subwords.training.UnigramOptions`, whose names are those
            of sentencepiece where it has them, and `special_tokens` in the place of their names
            and ids. Word counts for it are made with ``count_words(corpus, **unigram_rules())``.

    Returns:
        The tokenizer.

    Raises:
        ValueError: `vocab_size` is below special tokens plus alphabet, an option is out of range,
            or `WordCounts` were made by another normalizer or pre-tokenizer. Unigram: `vocab_size`
            is above what the data supports (it states the largest possible).
        UnsupportedError: The algorithm, or a rule, is not available.
        MissingFileError: A file of the corpus does not exist.
        FormatError: A file of the corpus is not UTF-8.

    Warns:
        TrainingWarning: The data does not support `vocab_size` (names the largest), or characters
            were left out (names them with counts).

    Example:
        >>> tok = train(["hug pug pun bun hugs"] * 2, vocab_size=14)
        >>> tok.tokenize("Hug pugs, bugs")
        ['hug', 'pug', '##s', '[UNK]', 'b', '##ug', '##s']
    """
    return _train(make_plan(algorithm, vocab_size, options), corpus, errors, threads, engine)[0]


@overload
def train_traced(
    corpus: Corpus | WordCounts,
    algorithm: Literal["unigram"],
    vocab_size: int = 30_000,
    *,
    errors: Errors = "strict",
    threads: int | None = None,
    engine: EngineName | None = None,
    **options: Any,
) -> tuple[Tokenizer, LearnedUnigram]: ...
@overload
def train_traced(
    corpus: Corpus | WordCounts,
    algorithm: Literal["wordpiece", "bpe"] = "wordpiece",
    vocab_size: int = 30_000,
    *,
    errors: Errors = "strict",
    threads: int | None = None,
    engine: EngineName | None = None,
    **options: Any,
) -> tuple[Tokenizer, Learned]: ...
@overload
def train_traced(
    corpus: Corpus | WordCounts,
    algorithm: str,
    vocab_size: int = 30_000,
    *,
    errors: Errors = "strict",
    threads: int | None = None,
    engine: EngineName | None = None,
    **options: Any,
) -> Any: ...
def train_traced(
    corpus: Corpus | WordCounts,
    algorithm: str = "wordpiece",
    vocab_size: int = 30_000,
    *,
    errors: Errors = "strict",
    threads: int | None = None,
    engine: EngineName | None = None,
    **options: Any,
) -> Any:
    """Train as `train` does; return the tokenizer, and what was learned with its trace."""
    return _train(make_plan(algorithm, vocab_size, options), corpus, errors, threads, engine)


@overload
def learn(
    corpus: Corpus | WordCounts,
    algorithm: Literal["unigram"],
    vocab_size: int = 30_000,
    *,
    errors: Errors = "strict",
    threads: int | None = None,
    engine: EngineName | None = None,
    **options: Any,
) -> LearnedUnigram: ...
@overload
def learn(
    corpus: Corpus | WordCounts,
    algorithm: Literal["wordpiece", "bpe"] = "wordpiece",
    vocab_size: int = 30_000,
    *,
    errors: Errors = "strict",
    threads: int | None = None,
    engine: EngineName | None = None,
    **options: Any,
) -> Learned: ...
@overload
def learn(
    corpus: Corpus | WordCounts,
    algorithm: str,
    vocab_size: int = 30_000,
    *,
    errors: Errors = "strict",
    threads: int | None = None,
    engine: EngineName | None = None,
    **options: Any,
) -> Any: ...
def learn(
    corpus: Corpus | WordCounts,
    algorithm: str = "wordpiece",
    vocab_size: int = 30_000,
    *,
    errors: Errors = "strict",
    threads: int | None = None,
    engine: EngineName | None = None,
    **options: Any,
) -> Any:
    """Train as `train` does, and return what was learned: vocabulary, trace of merges, report.

    The arguments and errors are those of `train`; what it would warn about is in the report.
    """
    return learn_plan(make_plan(algorithm, vocab_size, options), corpus, errors, threads, engine)


def compare_scores(
    corpus: Corpus | WordCounts,
    scores: Sequence[Score] = ("frequency", "likelihood"),
    vocab_size: int = 30_000,
    *,
    errors: Errors = "strict",
    threads: int | None = None,
    engine: EngineName | None = None,
    **options: Any,
) -> dict[Score, Learned]:
    """Train WordPiece once for each score on the same words; the corpus is counted once.

    The other arguments are those of `train`; `subwords.training.side_by_side` shows the result.
    """
    if isinstance(scores, str) or not scores:
        raise TypeError(f"scores must be a list of scores, not {scores!r}")
    plans = {
        score: make_plan("wordpiece", vocab_size, options | {"score": score}) for score in scores
    }
    first = next(iter(plans.values()))
    counts = count_words(
        corpus,
        normalizer=first.normalizer,
        pre_tokenizer=first.pre_tokenizer,
        errors=errors,
        threads=threads,
        engine=engine,
    )
    return {score: plan.learn(counts, engine) for score, plan in plans.items()}


def make_plan(algorithm: str, vocab_size: int, options: dict[str, Any]) -> Plan:
    """What is asked for, checked, with the defaults filled in."""
    if not isinstance(algorithm, str) or algorithm not in ALGORITHMS:
        raise ValueError(f"algorithm must be one of {', '.join(ALGORITHMS)}, got {algorithm!r}")
    its_own = algorithm == "bpe" and options.get("sentencepiece")
    if algorithm == "bpe":
        options = {name: value for name, value in options.items() if name != "sentencepiece"}
    plans: dict[str, Callable[..., Plan]] = {
        "wordpiece": plan_wordpiece,
        "bpe": plan_sentencepiece_bpe if its_own else plan_bpe,
        "unigram": plan_unigram,
    }
    plan = plans[algorithm]
    names = signature(plan).parameters.values()
    if not any(name.kind is name.VAR_KEYWORD for name in names):
        unknown = options.keys() - {name.name for name in names}
        if unknown:
            raise TypeError(f"training a {algorithm} has no option {min(unknown)!r}")
    return plan(vocab_size=vocab_size, **options)


def _train(
    plan: Plan,
    corpus: Corpus | WordCounts,
    errors: Errors,
    threads: int | None,
    engine: EngineName | None,
) -> tuple[Tokenizer, Any]:
    learned = learn_plan(plan, corpus, errors, threads, engine)
    warn_about(learned.report, plan.options, stacklevel=4)
    spec = plan.spec(learned)
    return Tokenizer(spec, engine=engine, special_tokens=plan.special_tokens), learned


def learn_plan(
    plan: Plan,
    corpus: Corpus | WordCounts,
    errors: Errors,
    threads: int | None,
    engine: EngineName | None,
) -> Any:
    """Count and learn; see `learn`."""
    counts = count_words(
        corpus,
        normalizer=plan.normalizer,
        pre_tokenizer=plan.pre_tokenizer,
        errors=errors,
        threads=threads,
        engine=engine,
    )
    counts.disposable = counts is not corpus  # nobody else has them
    if isinstance(plan, UnigramPlan):
        return plan.learn(counts, engine, threads)
    return plan.learn(counts, engine)
