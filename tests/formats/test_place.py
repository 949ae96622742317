"""JSON paths: how a key is written, and read back."""

import json

from hypothesis import given
from hypothesis import strategies as st

from subwords.formats.place import join_key, split_path


@given(st.text() | st.text('aZ_0"\\[].\x7f\n é\u2028', max_size=6))
def test_a_key_is_written_as_in_json_and_read_back(key):
    path = join_key("model.vocab", key)
    plain = f"model.vocab.{key}"
    assert path in (plain, f"model.vocab[{json.dumps(key, ensure_ascii=False)}]")
    assert split_path(path) == ["model", "vocab", key]


def test_plain_keys_need_no_quotes():
    assert join_key("", "model") == "model"
    assert join_key("model", "unk_token") == "model.unk_token"
    assert join_key("special_tokens", "[CLS]") == 'special_tokens["[CLS]"]'
