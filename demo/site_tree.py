"""SiteTree: one generated site on disk, and what its server says of each path."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from urllib.parse import unquote

from demo.paths import file_name

_TYPES = MappingProxyType({".pdf": "application/pdf", ".txt": "text/plain; charset=utf-8"})


@dataclass(frozen=True, slots=True)
class SiteTree:
    """A site's folder.

    Parameters
    ----------
    www : Path
        The pages.
    base, content_type : str
        Where the site is served, and the Content-Type of its HTML pages.
    types, redirects : mapping
        Path to a Content-Type of its own; path to the path that it redirects to.
    """

    www: Path
    base: str
    content_type: str
    types: Mapping[str, str]
    redirects: Mapping[str, str]

    @classmethod
    def read(cls, folder: Path) -> SiteTree:
        """A folder as demo.generate writes it."""
        said = json.loads((folder / "server.json").read_text("utf-8"))
        return cls(folder / "www", said["base"], said["content_type"], said["types"], said["redirects"])

    def find(self, target: str) -> Path | None:
        """The file behind a request target; None where there is none, or where it would lie outside the site."""
        path = unquote(target)
        if "\0" in path:
            return None
        file = (self.www / file_name(path)).resolve()
        return file if file.is_relative_to(self.www.resolve()) and file.is_file() else None

    def type_of(self, target: str) -> str:
        """The Content-Type header of a path."""
        return self.types.get(target) or _TYPES.get(Path(target).suffix) or self.content_type
