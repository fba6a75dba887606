"""Writes output files atomically: a file appears under its name only when it is complete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from indexer.errors import InputError
from indexer.process import shared_mode


@contextmanager
def whole_file(out: str) -> Iterator[TextIO]:
    r"""Open a file for writing; `out` is replaced at the end, and stays unchanged if the block raises an exception.

    Symbolic links are followed; special files (a pipe, /dev/null) are written to directly.

    Raises
    ------
    InputError
        If it cannot be written.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "a.txt"
    >>> with whole_file(str(path)) as handle:
    ...     _ = handle.write("all\n")
    ...     path.exists()
    False
    >>> path.read_text()
    'all\n'
    """
    path = os.path.realpath(out)
    special = os.path.exists(path) and not os.path.isfile(path)
    written = path if special else f"{path}.{os.getpid()}.part"
    try:
        with open(written, "w", encoding="utf-8", newline="\n") as handle:
            yield handle
            if not special:
                os.fchmod(handle.fileno(), shared_mode())
        if not special:
            os.replace(written, path)
    except OSError as error:
        if error.filename not in (None, written):
            raise  # of another file, which the block was reading
        raise InputError(f"{out}: cannot be written: {error.strerror}") from error
    finally:
        if not special:
            with suppress(FileNotFoundError):
                os.remove(written)
