"""Names that cannot be: a token or a mark with half of a surrogate pair has no UTF-8."""

from __future__ import annotations


def refuse_surrogates(what: str, text: str) -> bytes:
    """The UTF-8 of `text`.

    Args:
        what: How to call it in the message.
        text: A token, or a part of one.

    Raises:
        ValueError: It holds a lone surrogate, so that no text could match it and no file hold it.
    """
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError(
            f"{what} holds a lone surrogate at character {error.start}: {text!r}"
        ) from None
