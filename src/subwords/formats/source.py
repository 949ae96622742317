"""Reading a file's bytes with the caps and errors common to every format."""

from __future__ import annotations

import os
import stat

from subwords.errors import FormatError, MissingFileError

MAX_FILE_BYTES = 1 << 30
"""No tokenizer file comes near this; a larger one is refused before it is read."""


def read_bytes(path: str | os.PathLike[str], *, what: str = "a tokenizer file") -> bytes:
    """The content of a file.

    Args:
        path: The file.
        what: What the caller looks for, for messages.

    Raises:
        MissingFileError: There is no such file.
        FormatError: It is empty, too large, or cannot be read.
    """
    try:
        status = os.stat(path)
        if stat.S_ISCHR(status.st_mode) or stat.S_ISBLK(status.st_mode):
            raise FormatError("a device is no file", file=path, remedy=f"Pass {what}.")
        with open(path, "rb") as file:  # a pipe has no size that could be asked for
            within = status.st_size <= MAX_FILE_BYTES
            data = file.read(MAX_FILE_BYTES + 1) if within else b""
        if not within or len(data) > MAX_FILE_BYTES:
            raise FormatError(
                f"{max(status.st_size, len(data))} bytes are more than the {MAX_FILE_BYTES} that "
                "are read",
                file=path,
                remedy=f"Pass {what}.",
            )
    except FileNotFoundError:
        raise MissingFileError(f"{path}: no such file. Pass the path of {what}.") from None
    except (OSError, ValueError) as error:
        raise FormatError(f"cannot be read ({error})", file=path) from error
    if not data:
        raise FormatError("the file is empty", file=path, remedy="Fetch or write it again.")
    return data


def decode_utf8(data: bytes, file: object) -> str:
    """`data` as text, or a `FormatError` that names the byte."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"not UTF-8 (0x{data[error.start]:02x})",
            file=file,
            where=f"byte {error.start}",
            remedy="Convert the file to UTF-8.",
        ) from None
