"""Hooks of MkDocs: pages outside docs/ become pages of the site, and links between them lead there.

A link to a file that is no page becomes its name; one that leads nowhere ends the build.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
OUTSIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docker/README.md", "mappings/README.md", "elasticsearch_plugin/README.md", "examples/README.md")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(((?![a-z]+:|#)[^)#\s]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages outside docs/."""
    for path in OUTSIDE:
        if (ROOT / path).is_file():
            files.append(File.generated(config, _page(path), content=(ROOT / path).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Point each link at the page of the site that the file is."""
    here = page.file.src_uri
    outside = {_page(path): path for path in OUTSIDE}
    source = outside.get(here, f"docs/{here}")

    def link(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), match[2]))
        if not (ROOT / target).exists():
            raise PluginError(f"{source}: {match[2]} leads nowhere")
        uri = _page(target) if target in OUTSIDE else target.removeprefix("docs/")
        if files.get_file_from_path(uri) is None or not (target in OUTSIDE or target.startswith("docs/")):
            return match[1]
        return f"[{match[1]}]({posixpath.relpath(uri, posixpath.dirname(here) or '.')}{match[3] or ''})"

    return _LINK.sub(link, markdown)


def _page(path: str) -> str:
    return "index.md" if path == "README.md" else path
