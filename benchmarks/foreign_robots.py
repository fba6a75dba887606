"""robots.txt files of other projects: checks which URLs a crawl may fetch, from the server's response to the parsed rules.

    python -m benchmarks.foreign_robots FOLDER [--google FILE] [--least SHARE]

FOLDER contains robots.txt files, for example those of the tests of crawler-commons or Protego. Each is served on loopback and fetched, and
every path that it names must be allowed if and only if Protego allows it, given the decoded text. FILE is Google's `robots_test.cc`; each
of its expectations is checked. The exit code is 1 if the share of agreement is below `--least`.
"""

from __future__ import annotations

import argparse
import re
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from protego import Protego

from indexer import urls
from workers.fetch.fetcher import Fetcher, FetchLimits
from workers.fetch.robots import Robots, read_robots

_PATH = re.compile(r"^\s*(?:dis)?allow\s*:\s*(\S+)", re.IGNORECASE | re.MULTILINE)
_TEST = re.compile(r"^TEST\(.*?^}", re.MULTILINE | re.DOTALL)
_TEXT = re.compile(r"const absl::string_view (\w+)\s*=\s*((?:\s*\"(?:[^\"\\]|\\.)*\")+)\s*;", re.DOTALL)
_PIECE = re.compile(r"\"((?:[^\"\\]|\\.)*)\"")
_CALL = re.compile(
    r"EXPECT_(TRUE|FALSE)\(\s*IsUserAgentAllowed\(\s*(\w+|\"(?:[^\"\\]|\\.)*\")\s*,\s*(\"[^\"]*\")\s*,\s*"
    r"((?:\s*\"(?:[^\"\\]|\\.)*\")+|\w+)\s*\)\s*\)",
    re.DOTALL,
)


class Comparison(NamedTuple):
    """One comparison: its name, the expected result, and Winnow's."""

    name: str
    expected: bool
    found: bool


Read = Callable[[bytes, str], Robots]
"""Serves a file and parses it for a user agent as a crawl does."""


@contextmanager
def reading() -> Iterator[Read]:
    """Start a server on loopback; yield a function that serves a file and parses it as a crawl does."""
    served = [b""]

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(served[0])))
            self.end_headers()
            self.wfile.write(served[0])

        def log_message(self, *_args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    with Fetcher("benchmark", FetchLimits(), allow_private=True) as fetcher:

        def read(body: bytes, agent: str) -> Robots:
            served[0] = body
            return read_robots(fetcher, f"http://127.0.0.1:{server.server_address[1]}/", agent)

        yield read
    server.shutdown()
    server.server_close()


def google_comparisons(source: str, read: Read) -> Iterator[Comparison]:
    """Yield the expectations of Google's test whose text, agent and URL are literals in the source."""
    for test in _TEST.findall(source):
        texts: dict[str, str] = {}
        for match in sorted((*_TEXT.finditer(test), *_CALL.finditer(test)), key=lambda match: match.start()):
            if match.re is _TEXT:
                texts[match[1]] = _literal(match[2])  # valid until the next block, which reuses the name
                continue
            expected, text, agent, url = match.groups()
            robots = texts.get(text, _literal(text) if text.startswith('"') else None)
            where = texts.get(url, _literal(url) if url.lstrip().startswith('"') else None)
            if robots is None or where is None or not where.startswith("http"):
                continue
            octets = robots.encode("latin-1" if all(ord(char) < 256 for char in robots) else "utf-8")
            found = read(octets, _literal(agent)).allows(urls.normalise(where))
            yield Comparison(f"{_literal(agent)} {where} {robots!r}", expected == "TRUE", found)


def _literal(text: str) -> str:
    """Evaluate a C++ string literal of several pieces."""
    joined = "".join(_PIECE.findall(text))
    return joined.encode("latin-1", "backslashreplace").decode("unicode_escape")


def file_comparisons(path: Path, read: Read) -> Iterator[Comparison]:
    """Yield the comparisons of a file for the paths that it names, and for a path below each."""
    body = path.read_bytes()
    marks = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    text = body.decode(marks.get(body[:2], "utf-8-sig"), "replace")
    theirs, ours = Protego.parse(text), read(body, "winnow")
    for written in dict.fromkeys(_PATH.findall(text)):
        path_alone = urlsplit(written.replace("*", "x").replace("$", "")).path or "/"
        for path_tested in (path_alone, f"{path_alone}/below"):
            url = f"https://example.org/{path_tested.lstrip('/')}"
            yield Comparison(f"{path.name} {path_tested}", theirs.can_fetch(url, "winnow"), ours.allows(url))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--google", type=Path)
    parser.add_argument("--least", type=float, default=0.0)
    args = parser.parse_args()
    found: Counter[str] = Counter()
    with reading() as read:
        paths = [path for path in sorted(args.folder.rglob("*")) if path.is_file()]
        comparisons = [("files", each) for path in paths for each in file_comparisons(path, read)]
        if args.google:
            comparisons += [("google", each) for each in google_comparisons(args.google.read_text("utf-8"), read)]
    for source, each in comparisons:
        found[source] += 1
        found[f"{source}, right"] += each.expected == each.found
        if each.expected != each.found:
            print(f"{source}: {each.name}: {each.expected}")
    right = sum(number for name, number in found.items() if name.endswith("right"))
    print(f"{right} of {len(comparisons)} agree ({', '.join(f'{name} {number}' for name, number in sorted(found.items()))})")
    return int(right < args.least * len(comparisons))


if __name__ == "__main__":
    sys.exit(main())
