"""What `import subwords`, loading and encoding may not pull in: they use none of it."""

import subprocess
import sys

import pytest

import subwords
from subwords.native import available

NOT_TO_ENCODE = (
    "numpy",
    "dataclasses",
    "pathlib",
    "inspect",
    "json",
    "decimal",
    "subwords.conversion",
    "subwords.decoded",
    "subwords.explain",
    "subwords.families",
    "subwords.formats.directory",
    "subwords.formats.saving",
    "subwords.formats.json_pure",
    "subwords.formats.json_writer",
    "subwords.lattice",
    "subwords.measure.text",
    "subwords.measure.vocabulary",
    "subwords.reference.engine",
    "subwords.reference.pretokenize",
    "subwords.reference.unicode",
    "subwords.streaming",
    "subwords.training",
)

PROGRAM = """
import sys
import subwords
tok = subwords.load(sys.argv[1], engine="native")
assert tok.encode("Hello") == [0, 1], tok.encode("Hello")
print(*sys.modules)
"""

TOKENIZER_JSON = """{
  "added_tokens": [{"id": 2, "content": "<x>", "special": true, "single_word": false,
                    "lstrip": false, "rstrip": false, "normalized": false}],
  "normalizer": {"type": "NFC"}, "pre_tokenizer": {"type": "WhitespaceSplit"},
  "post_processor": null, "decoder": {"type": "BPEDecoder", "suffix": "</w>"},
  "model": {"type": "BPE", "vocab": {"Hell": 0, "o": 1, "H": 3, "e": 4, "l": 5, "He": 6, "ll": 7},
            "merges": ["H e", "l l", "He ll"]}
}"""


def modules_after(program: str, *arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.skipif(not available(), reason="needs the native engine")
def test_loading_and_encoding_import_what_they_use(tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text(TOKENIZER_JSON, encoding="utf-8")
    loaded = modules_after(PROGRAM, str(path))
    assert "subwords.formats.tokenizer_json" in loaded  # the list is one of modules
    assert loaded.isdisjoint(NOT_TO_ENCODE)
    assert "subwords.patterns.parser" not in loaded  # there is no pattern in this file


@pytest.mark.parametrize("name", sorted(subwords.__all__))
def test_every_name_is_there_and_listed(name):
    assert name in dir(subwords)
    assert getattr(subwords, name) is getattr(subwords, name)


def test_names_that_are_imported_when_asked_for():
    assert subwords.train.__module__ == "subwords.training.api"
    with pytest.raises(AttributeError, match="module 'subwords' has no attribute 'tain'"):
        subwords.tain  # noqa: B018


@pytest.mark.parametrize(
    "first",
    [
        "import subwords.measure.text",
        "from subwords.measure import inspect_vocabulary",
        "from subwords.measure.vocabulary import VocabularyReport",
        "import subwords; subwords.Measurement",
    ],
)
def test_measure_is_a_function_whatever_was_imported_first(first):
    program = (
        f"{first}\nimport subwords\n"
        "tok = subwords.WordPieceTokenizer({'[UNK]': 0, 'low': 1})\n"
        "print(subwords.measure(tok, ['low']).words)"
    )
    assert modules_after(program) == {"1"}
