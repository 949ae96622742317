"""Pain 12: a child made by fork after a threaded batch works at once, whatever is switched on."""

import os
import subprocess
import sys
import textwrap

import pytest

PROGRAM = """
    import os, sys, warnings
    warnings.simplefilter("ignore")
    import subwords
    vocab = {"[UNK]": 0, "a": 1, "##b": 2}
    spec = subwords.WordPieceTokenizer(vocab).spec
    tok = subwords.Tokenizer(spec, engine=sys.argv[1])
    texts = ["ab a abab"] * 2000
    expected = tok.encode_batch(texts, threads=4)
    child = os.fork()
    if child == 0:
        os._exit(0 if tok.encode_batch(texts, threads=4) == expected else 3)
    status = os.waitpid(child, 0)[1]
    assert tok.encode_batch(texts, threads=4) == expected
    sys.exit(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_fork(engine):
    environment = {**os.environ, "TOKENIZERS_PARALLELISM": "true"}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM), engine],
        env=environment,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0
