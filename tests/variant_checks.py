"""Ours and the published library on a random tokenizer, in every field."""

import random

import subwords

FIELDS = ["ids", "tokens", "offsets", "word_ids", "sequence_ids", "type_ids", "special_tokens_mask"]


def published(call, *arguments, **options):
    """What the library answers; None where it fails (its failures are no `Exception`)."""
    try:
        return call(*arguments, **options)
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        return None


def check(ours, variant, fields=FIELDS):
    """Compare everything, of annotated texts these fields; how many values were compared."""
    compared = 0
    theirs, draw = variant.tokenizer, random.Random(variant.seed)
    for text in variant.texts:
        for second in (None, draw.choice(variant.texts)):
            for add in (True, False):
                expected = published(theirs.encode, text, second, add_special_tokens=add)
                mine = ours.annotate(text, second, add_special_tokens=add)
                if expected is None:
                    continue
                for field in fields:
                    found = getattr(mine, field)
                    about = variant.seed, field, text, second, add
                    assert found == getattr(expected, field), about
                    compared += 1
                if second is None:
                    assert ours.encode(text, add_special_tokens=add) == expected.ids
                    rows = ours.encode_batch([text, text], add_special_tokens=add).to_list()
                    assert rows == [expected.ids] * 2, (variant.seed, text)
                    compared += 2
        if theirs.normalizer is not None:
            about = variant.seed, text
            assert ours.normalize(text) == theirs.normalizer.normalize_str(text), about
            compared += 1
    return compared + check_decoding(ours, variant, draw)


def check_decoding(ours, variant, draw):
    """Of any ids, whether or not they came from a text."""
    ids = sorted(variant.tokenizer.get_vocab(with_added_tokens=True).values())
    for _ in range(8):
        row = draw.choices(ids, k=draw.randrange(12))
        for skip in (True, False):
            expected = published(variant.tokenizer.decode, row, skip_special_tokens=skip)
            found = ours.decode(row, skip_special_tokens=skip)
            assert expected is None or found == expected, (variant.seed, row, skip)
    return 16


def loaded(variant, directory, engine=None):
    """The variant as we load it from a file."""
    path = directory / "tokenizer.json"
    path.write_text(variant.tokenizer.to_str(), encoding="utf-8")
    return subwords.load(path, engine=engine)
