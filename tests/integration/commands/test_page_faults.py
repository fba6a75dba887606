"""A fault of the program on one page of an archive loses this page only."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

import indexer.article.clean
from indexer.cause import Cause
from indexer.outcome import Kind
from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.page.raw import RawPage
from indexer.page.score import ScoreParams, gather
from indexer.pipeline import Job, clean
from indexer.site.parts.skipped_text import skipped_text
from tests.integration.sites.test_extraction_reports import told

FAULTY = "https://bode.example/3"


@pytest.fixture
def pages(tmp_path: Path) -> str:
    path = tmp_path / "pages.jsonl"
    html = "<title>{0}</title><nav><a href=/>Bode</a></nav><article><h1>Barge {0}</h1>{1}</article>"
    lines = [{"url": f"https://bode.example/{n}", "html": html.format(n, "".join(f"<p>{text}</p>" for text in told(100 * n)))} for n in range(8)]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return str(path)


@pytest.mark.parametrize("step", ["_read", "_clean"])
def test_the_other_pages_are_cleaned(step: str, pages: str, monkeypatch: pytest.MonkeyPatch) -> None:
    working = getattr(indexer.article.clean, step)

    def faulty(raw: RawPage, *args: object, **others: object) -> Page:
        if raw.url == FAULTY:
            raise IndexError("list index out of range")
        return working(raw, *args, **others)

    monkeypatch.setattr(indexer.article.clean, step, faulty)
    ended = {one.outcome.url: one.outcome.ending for one in clean([pages], Job(now=datetime(2026, 7, 1, tzinfo=UTC)))}
    lost = ended.pop(FAULTY)
    assert (lost.kind, lost.cause) == (Kind.UNREADABLE, Cause.FAULT)
    assert lost.detail.startswith("IndexError: list index out of range (")
    assert len(ended) == 7
    assert {one.kind for one in ended.values()} == {Kind.CLEANED}


def test_an_error_of_the_system_ends_the_run(pages: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def without_room(*_: object, **__: object) -> Page:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(indexer.article.clean, "_clean", without_room)
    with pytest.raises(OSError, match="No space"):
        list(clean([pages], Job(now=datetime(2026, 7, 1, tzinfo=UTC))))


def test_text_directly_in_the_body() -> None:
    """The body is the tree's root: a block of its own has no parent node. Here the last node has no block."""
    text = told(5)
    e = gather(parse(f"<body><p>{text[0]}</p>{text[1]}<p>{text[2]}</p><p>{text[3]}</p><div></div></body>"), ScoreParams())
    own = np.ones(len(e.key), dtype=bool)
    for k in range(len(e.key)):
        skipped_text(e, np.arange(len(e.key)) != k, own)
