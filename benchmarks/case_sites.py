"""Small test sites with their expected results, served on loopback with a log of every request.

A folder of cases contains `serve.py`, which serves one case by the rules in its `server.json`, and one folder per case with
`expected.json`. Cases that consist of single pages with their URLs are served here by path; the site's host name is replaced by the
loopback address.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from harness.http_serving import serving


@dataclass(slots=True)
class Served:
    """A case while it is served.

    Parameters
    ----------
    base : str
        Scheme, host and port.
    log : list of dict
        One entry per request: `path`, `status`, `t` (seconds).
    expected : mapping
        The contents of `expected.json`.
    pages : dict of str to bytes
        Pages by path; a page that is added is served from then on. Empty if the case has its own server.
    """

    base: str
    log: list[dict[str, Any]]
    expected: Mapping[str, Any]
    pages: dict[str, bytes] = field(default_factory=dict)

    @property
    def host(self) -> str:
        """Host and port."""
        return self.base.removeprefix("http://")

    def requested_paths(self) -> list[str]:
        """Return the paths of all requests."""
        return [str(request["path"]) for request in self.log]


@contextmanager
def serve_by_rules(folder: Path, case: str) -> Iterator[Served]:
    """Serve a case with the folder's `serve.py`."""
    spec = importlib.util.spec_from_file_location("case_server", folder / "serve.py")
    if spec is None or spec.loader is None:
        raise SystemExit(f"{folder} has no serve.py: name the folder of the cases")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with serving(module.serve(folder / case)) as base:
        yield Served(base, module.LOG, _expected(folder / case))


@contextmanager
def serve_by_path(folder: Path, case: str) -> Iterator[Served]:
    """Serve a site by path; it has no pages at first, and `expected.json` has its expected results."""
    served = Served("", [], _expected(folder / case))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's signature
            """Requests are logged in `served`."""

        def do_GET(self) -> None:
            body = served.pages.get(self.path)
            served.log.append({"path": self.path, "status": 404 if body is None else 200})
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as base:
        served.base = base
        yield served


def front_page(links: list[str]) -> bytes:
    """Return a front page with links to these paths."""
    return ("<html><body><h1>Front</h1>" + "".join(f"<p><a href='{link}'>{link}</a></p>" for link in links) + "</body></html>").encode()


def _expected(case: Path) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((case / "expected.json").read_text("utf-8"))
    return found
