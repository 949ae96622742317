"""Rank files that are known by what they hold: their split pattern and special tokens.

A rank file states neither, so it is recognised by the SHA-256 of its ranks (`rank_digest`). The
digests were computed from the published files, or from the ranks inside another published file of
the same tokenizer; patterns and special tokens are the published ones. Where several encodings
share their ranks, the first is meant unless ``pattern=`` names another.
"""

from __future__ import annotations

from collections.abc import Mapping

from subwords.nodes import node

_END = "<|endoftext|>"


@node(frozen=True, slots=True)
class KnownRanks:
    """A published encoding.

    Args:
        name: Its name.
        pattern: The name of its split pattern, as in `subwords.patterns.known`.
        special: Its special tokens and their ids.
    """

    name: str
    pattern: str
    special: Mapping[str, int]


_O200K = {_END: 199999, "<|endofprompt|>": 200018}
_HARMONY_NAMED = {
    **_O200K,
    "<|startoftext|>": 199998,
    "<|return|>": 200002,
    "<|constrain|>": 200003,
    "<|channel|>": 200005,
    "<|start|>": 200006,
    "<|end|>": 200007,
    "<|message|>": 200008,
    "<|call|>": 200012,
}
_HARMONY_RESERVED = [200000, 200001, 200004, *range(200009, 200012), *range(200013, 201088)]
_HARMONY = {**_HARMONY_NAMED, **{f"<|reserved_{id}|>": id for id in _HARMONY_RESERVED}}

_CL100K = {
    _END: 100257,
    "<|fim_prefix|>": 100258,
    "<|fim_middle|>": 100259,
    "<|fim_suffix|>": 100260,
    "<|endofprompt|>": 100276,
}

_P50K_EDIT = {
    _END: 50256,
    "<|fim_prefix|>": 50281,
    "<|fim_middle|>": 50282,
    "<|fim_suffix|>": 50283,
}

_LLAMA_3_NAMED = {
    "<|begin_of_text|>": 128000,
    "<|end_of_text|>": 128001,
    "<|start_header_id|>": 128006,
    "<|end_header_id|>": 128007,
    "<|eot_id|>": 128009,
}


def _llama_3() -> dict[str, int]:
    """Llama 3's: 5 named, and all ids between and after them reserved, numbered from 0."""
    taken = set(_LLAMA_3_NAMED.values())
    free = [id for id in range(128000, 128256) if id not in taken]
    return {
        **_LLAMA_3_NAMED,
        **{f"<|reserved_special_token_{number}|>": id for number, id in enumerate(free)},
    }


_QWEN_FIRST = 151643
_QWEN = (
    _END,
    "<|im_start|>",
    "<|im_end|>",
    "<|object_ref_start|>",
    "<|object_ref_end|>",
    "<|box_start|>",
    "<|box_end|>",
    "<|quad_start|>",
    "<|quad_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
    "<tool_call>",
    "</tool_call>",
    "<|fim_prefix|>",
    "<|fim_middle|>",
    "<|fim_suffix|>",
    "<|fim_pad|>",
    "<|repo_name|>",
    "<|file_sep|>",
    "<tool_response>",
    "</tool_response>",
    "<think>",
    "</think>",
)

KNOWN: dict[str, tuple[KnownRanks, ...]] = {
    "bb5386e3399c28cc69b4bee4fa8bce4bfcabfd77b77eedfa5e0dec6a16f8568a": (
        KnownRanks("o200k_base", "o200k_base", _O200K),
        KnownRanks("o200k_harmony", "o200k_base", _HARMONY),
    ),
    "3494aad2103f500f737237788f1e4c5237da95faba58dec1c2327e5b20024443": (
        KnownRanks("cl100k_base", "cl100k_base", _CL100K),
    ),
    "a9bae7f8ca57fbc18a7b22034d07785bdc144fde995c283d20f7d651fe845789": (
        KnownRanks("p50k_base", "p50k_base", {_END: 50256}),
        KnownRanks("p50k_edit", "p50k_base", _P50K_EDIT),
    ),
    "b91f3c8b678e78163bcd3d79e0a3ff685a414fe810e36c4d308255dc030e95db": (
        KnownRanks("r50k_base", "r50k_base", {_END: 50256}),
        KnownRanks("gpt2", "r50k_base", {_END: 50256}),
    ),
    "a0353bd671a1cf77b3ada7f3ec0f4b776eab285567f32db10965b0b73f41f21d": (
        KnownRanks("llama-3", "llama-3", _llama_3()),
    ),
    "2fcefb56f07ebf27d6d4d89db448b4750abc6ef4ef9b236789f2cda8b4e65a30": (
        KnownRanks("qwen", "qwen", {token: _QWEN_FIRST + i for i, token in enumerate(_QWEN)}),
    ),
}
"""Encodings by the digest of their ranks."""
