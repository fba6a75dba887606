"""Eight invented stories, and the requests of docs/elasticsearch.md that are sent to an index of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from harness.paths import ROOT
from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.outcome import Ending, Kind, Outcome

PAGE = ROOT / "docs" / "elasticsearch.md"
_REQUEST = re.compile(r"^### (?P<title>.+?)\n.*?```json\nPOST (?P<path>\S+)\n(?P<body>.*?)\n```\n+```json\n(?P<answer>.*?)\n```", re.M | re.S)

STORIES = (
    ("crane", "The last crane leaves the quay", "Ada Hjelm", "Harbour", "2026-03-02", "The last crane on the quay was taken apart on Tuesday. It stood there for ninety years."),
    ("lynx", "Lynx cub filmed in the woods", "Ada Hjelm", "Nature", "2026-03-05", "A camera in the public woods has filmed a lynx cub. The public lands are closed until May."),
    ("tram", "Line nine returns to the tunnel", "Bo Lind", "Town", "2026-03-09", "Line nine returns to the tunnel on Sunday. The tunnel was closed for a year."),
    ("mill", "Paper mill runs on its own wells", "Bo Lind", "Harbour", "2026-04-01", "The paper mill by the quay will run on its own wells until May."),
    ("ferry", "Ferry sails again", "Ada Hjelm", "Harbour", "2026-04-03", "The ferry sails from the quay at dawn. Twelve cars fit on it."),
    ("goat", "Goats graze the dyke", "Eva Ruiz", "Nature", "2026-04-08", "Forty goats graze the dyke on public lands."),
    ("organ", "Organ pipes found in the attic", "Eva Ruiz", "Town", "2026-05-02", "Organ pipes were found in an attic in São Jorge."),
    ("coal", "Coal Street gets trees", "Bo Lind", "Town", "2026-05-06", "Coal Street gets forty trees. Coal was carried there until the quay closed."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClientRequest:
    """A request of the page and the answer that stands there."""

    title: str
    path: str
    body: dict[str, Any]
    answer: dict[str, Any]

    @property
    def alias(self) -> str:
        """What it is sent to."""
        return self.path.split("/")[0]

    @property
    def filter_path(self) -> list[str]:
        """The parts of the answer that are asked for."""
        return self.path.partition("filter_path=")[2].split(",")


@dataclass(frozen=True, slots=True)
class Step:
    """One of the requests that a task of the page consists of."""

    method: str
    path: str
    body: dict[str, Any]


def task(title: str) -> tuple[list[Step], dict[str, Any]]:
    """The requests under a heading of the page, in order, and the answer to the last."""
    section = PAGE.read_text("utf-8").partition(f"### {title}\n")[2].partition("\n##")[0]
    *asked, answer = re.findall(r"```json\n(.*?)\n```", section, re.DOTALL)
    steps = [Step(*line.split(" ", 1), json.loads(body)) for line, _, body in (each.partition("\n") for each in asked)]
    return steps, json.loads(answer)


def requests() -> list[ClientRequest]:
    """The requests of the page."""
    text = PAGE.read_text("utf-8").partition("\n## Requests\n")[2].partition("\n## ")[0]
    return [ClientRequest(m["title"], m["path"], json.loads(m["body"]), json.loads(m["answer"])) for m in _REQUEST.finditer(text)]


def stories() -> Iterator[Cleaned]:
    """The stories as cleaned pages, each with a teaser that is no part of it."""
    for name, headline, author, section, day, body in STORIES:
        url = f"https://courier.example/{name}"
        blocks = (*(Block(text, 0.9, True) for text in body.split(". ")), Block("Most read: Ferry sails again", 0.0, False))
        article = Article(url, url, headline, blocks, author=(author,), article_section=(section,), date_published=day, in_language="en")
        visible = f"{headline}\n{body}\nMost read: Ferry sails again"
        yield Cleaned(Outcome(url, "", Ending(Kind.CLEANED)), "courier.example", "", "article", article, visible, "2026-05-07T00:00:00Z")
