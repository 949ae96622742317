"""Writing several files so that a dying process leaves the old ones or the new ones, none torn."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path


def write_files(directory: Path, contents: Mapping[str, str | bytes]) -> None:
    """Write files into a directory, making it where it is missing.

    Every file is first written beside its target under another name and flushed to the disk; only
    when all are complete do they take their names, in the order given.

    Args:
        directory: Where to write.
        contents: Text (written as UTF-8) or bytes by file name.
    """
    directory.mkdir(parents=True, exist_ok=True)
    finished: list[tuple[str, Path]] = []
    try:
        for name, content in contents.items():
            data = content.encode("utf-8") if isinstance(content, str) else content
            handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=directory)
            finished.append((temporary, directory / name))
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, 0o666 & ~_umask())
        for temporary, target in finished:
            os.replace(temporary, target)
    finally:
        for temporary, _ in finished:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)


def _umask() -> int:
    """The process's file mode mask (which can only be read by setting it)."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
