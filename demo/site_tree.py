"""SiteTree: a generated site on disk, and the server's configuration for its paths."""

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
        URL of the site, and the Content-Type of its HTML pages.
    types, redirects : mapping
        Deviating Content-Types by path; targets of redirects by path.
    """

    www: Path
    base: str
    content_type: str
    types: Mapping[str, str]
    redirects: Mapping[str, str]

    @classmethod
    def read(cls, folder: Path) -> SiteTree:
        """Read a folder of demo.generate."""
        config = json.loads((folder / "server.json").read_text("utf-8"))
        return cls(folder / "www", config["base"], config["content_type"], config["types"], config["redirects"])

    def find(self, target: str) -> Path | None:
        """Return the file of a request target; None if it does not exist or is outside the site."""
        path = unquote(target)
        if "\0" in path:
            return None
        file = (self.www / file_name(path)).resolve()
        return file if file.is_relative_to(self.www.resolve()) and file.is_file() else None

    def type_of(self, target: str) -> str:
        """Return the Content-Type header of a path."""
        return self.types.get(target) or _TYPES.get(Path(target).suffix) or self.content_type
