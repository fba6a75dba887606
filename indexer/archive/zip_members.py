"""The members of a zip file that may contain pages, each copied to a temporary file; of a WACZ file only its archives."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

from indexer.archive.file_form import Form, NoPageError, form_of
from indexer.archive.limits import Limits
from indexer.archive.spool import spool
from indexer.errors import InputError

_HEAD = 1 << 16
_MOST = 100_000
"""Maximum number of members of one file."""
_RATIO, _ALWAYS = 100, 64 << 20
"""A member may expand to 100 times its size, or to 64 MiB; a bomb expands 1,000 times."""
_WACZ = "datapackage.json"


class Member(NamedTuple):
    """A member: its name, its form, and the copied file; or `problem` if it cannot be read."""

    name: str
    form: Form = Form.EMPTY
    path: Path = Path()
    problem: str = ""


def zip_members(handle: BinaryIO, name: str, folder: Path, limits: Limits) -> Iterator[Member]:
    """Yield the members of a zip file that may contain pages, and, with form EMPTY and no problem, the others.

    Raises
    ------
    InputError
        If it is damaged.
    """
    try:
        with zipfile.ZipFile(handle) as packed:
            infos = sorted((info for info in packed.infolist() if not info.is_dir()), key=lambda info: info.filename)
            if len(infos) > _MOST:
                raise InputError(f"{name}: {len(infos):,} members, the limit is {_MOST:,}")
            if any(info.filename == _WACZ for info in infos):
                infos = [info for info in infos if info.filename.startswith("archive/")]
            left = limits.spool
            for info in infos:
                found = _member(packed, info, folder, min(left, max(_ALWAYS, _RATIO * info.compress_size)), limits)
                left -= info.file_size if found.path.name else 0
                yield found
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, OSError) as error:
        raise InputError(f"{name}: the zip file is damaged ({error})") from error


def _member(packed: zipfile.ZipFile, info: zipfile.ZipInfo, folder: Path, most: int, limits: Limits) -> Member:
    name = info.filename
    if info.flag_bits & 1:
        return Member(name, problem="it is encrypted")
    if info.file_size > most:
        return Member(name, problem=f"{info.file_size:,} bytes once expanded, the limit is {most:,}")
    try:
        with packed.open(info) as begin:
            form = form_of(BytesIO(begin.read(_HEAD)), name, limits.page)
        if form in (Form.EMPTY, Form.ZIP):
            return Member(name, problem="a zip file within a zip file" if form is Form.ZIP else "")
        with packed.open(info) as whole:
            return Member(name, form, spool(whole, folder, most, name))
    except NoPageError:
        return Member(name)
    except (InputError, NotImplementedError, zipfile.BadZipFile, zlib.error) as error:
        return Member(name, problem=str(error))
