"""Which special token plays which part, where no special_tokens_map.json says so."""

from __future__ import annotations

from subwords import post_processors as p
from subwords.models import SentencePieceBPE, Unigram
from subwords.spec import Spec
from subwords.special_tokens import ROLES, SpecialTokens

_USUAL_NAMES = {
    "pad": ("[PAD]", "<pad>", "<|padding|>"),
    "unk": ("[UNK]", "<unk>"),
    "bos": ("<s>", "<bos>", "[BOS]", "<|startoftext|>", "<|begin_of_text|>"),
    "eos": ("</s>", "<eos>", "[EOS]", "<|endoftext|>", "<|end_of_text|>"),
    "mask": ("[MASK]", "<mask>"),
    "sep": ("[SEP]", "<sep>"),
    "cls": ("[CLS]", "<cls>"),
}


def infer_roles(spec: Spec) -> SpecialTokens:
    """The parts of a spec's special added tokens: by model and template first, else by name."""
    special = [token.content for token in spec.added_tokens if token.special]
    roles: dict[str, str] = {}
    unk = _unknown_token(spec)
    if unk is not None:
        roles["unk"] = unk
    if isinstance(spec.post_processor, (p.Bert, p.Roberta)):
        roles["sep"], roles["cls"] = spec.post_processor.sep[0], spec.post_processor.cls[0]
    for role in ROLES:
        for name in _USUAL_NAMES[role]:
            if role not in roles and name in special:
                roles[role] = name
    named = set(roles.values())
    return SpecialTokens(**roles, extra=tuple(token for token in special if token not in named))


def _unknown_token(spec: Spec) -> str | None:
    model = spec.model
    if isinstance(model, (SentencePieceBPE, Unigram)):
        return None if model.unk_id is None else model.pieces[model.unk_id][0]
    unk: str | None = getattr(model, "unk_token", None)
    return unk
