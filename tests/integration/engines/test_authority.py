"""Nobody speaks for another: what a page declares, repeats or withdraws reaches no document of another site."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from harness.strategies import prose
from indexer.index.arm import Arm
from indexer.index.document import document_id
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.engine import Engine
from indexer.index.writer import write
from indexer.pipeline import Job, clean

NOW = datetime(2026, 6, 1, tzinfo=UTC)
VICTIM = "https://courier.example/city/crane"
EVIL = ("https://evil.test/city/crane", "https://evil.test/x", "https://otto.github.io/city/crane")
"""Of another registered domain with the victim's path, and without; of a shared host."""


def story(seed: int, head: str = "", title: str = "The crane is gone") -> str:
    text = "".join(f"<p>{prose(seed).paragraph()}</p><p>{prose(seed + 50).paragraph()}</p>" for _ in range(2))
    return f"<html><head><title>{title}</title>{head}</head><body><article><h1>{title}</h1>{text}</article></body></html>"


def warc(path: Path, *answers: tuple[str, int, str, str]) -> Path:
    """A WARC file of answers: URL, status, HTML, date."""
    records = []
    for number, (url, status, html, date) in enumerate(answers):
        block = f"HTTP/1.1 {status} X\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}".encode()
        head = (
            f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number:032x}>\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
        )
        records.append(head.encode() + block + b"\r\n\r\n")
    path.write_bytes(b"".join(records))
    return path


def index(engine: Engine, source: Path, base_url: str = "") -> None:
    list(write(clean([str(source)], Job(now=NOW, base_url=base_url)), engine, clock=lambda: NOW))


def forget_deletions(engine: ElasticsearchEngine) -> None:
    """Let a node forget the versions of deleted documents: tests share URLs, and a later test writes earlier versions."""
    with engine.connection.ask() as client:
        for arm in Arm:
            name = engine.names.write(arm)
            kept = next(iter(client.indices.get_settings(index=name, name="index.gc_deletes", flat_settings=True).body.values()))["settings"]
            client.indices.put_settings(index=name, settings={"index.gc_deletes": "0s"})
            client.indices.refresh(index=name)
            client.indices.put_settings(index=name, settings=kept)


@pytest.fixture(name="engine")
def victims_engine(engine: Engine, tmp_path: Path) -> Engine:
    """Of each kind, with the victim's story."""
    if isinstance(engine, ElasticsearchEngine):
        forget_deletions(engine)
    folder = tmp_path / "inputs"
    folder.mkdir()
    index(engine, warc(folder / "victim.warc", (VICTIM, 200, story(1), "2026-01-02T00:00:00Z")))
    return engine


def stands(engine: Engine) -> None:
    """The victim's documents are the victim's, in every arm."""
    for arm in Arm:
        stored = engine.read(arm, VICTIM)
        assert stored is not None, arm
        document = stored.document()
        assert document.id == document_id(VICTIM)
        assert document.page_url == VICTIM
        assert set(document.urls) == {VICTIM}
        assert prose(1).paragraph().split()[3] in " ".join(part.text for part in document.parts)


HEADS = {
    "canonical": f"<link rel=canonical href='{VICTIM}'>",
    "og:url": f"<meta property='og:url' content='{VICTIM}'>",
    "AMP and hreflang": f"<link rel=amphtml href='{VICTIM}'><link rel=alternate hreflang=en href='{VICTIM}'>",
    "JSON-LD": f'<script type="application/ld+json">{{"@type": "NewsArticle", "@id": "{VICTIM}", "url": "{VICTIM}", "mainEntityOfPage": "{VICTIM}"}}</script>',
    "base": f"<base href='{VICTIM}'><link rel=canonical href=''>",
}


@pytest.mark.slow
@pytest.mark.parametrize("declared", HEADS)
@pytest.mark.parametrize("url", EVIL)
def test_a_declaration_takes_over_and_withdraws_nothing(engine: Engine, tmp_path: Path, url: str, declared: str) -> None:
    head = HEADS[declared]
    for number, answer in enumerate((
        (url, 200, story(2, head), "2026-01-03T00:00:00Z"),
        (url, 200, story(1, head), "2026-01-04T00:00:00Z"),  # the victim's own text
        (url, 200, story(2, head + "<meta name=robots content=noindex>"), "2026-01-05T00:00:00Z"),
        (url, 410, "", "2026-01-06T00:00:00Z"),
        (url, 200, f"<meta http-equiv=refresh content='0; url={VICTIM}'>", "2026-01-07T00:00:00Z"),
        (url, 200, story(3, head), "2036-01-01T00:00:00Z"),
    )):  # fmt: skip
        index(engine, warc(tmp_path / f"{number}.warc", answer))
        stands(engine)


def test_a_page_of_another_site_is_known_by_its_own_url(engine: Engine, tmp_path: Path) -> None:
    index(engine, warc(tmp_path / "evil.warc", (EVIL[0], 200, story(2, HEADS["canonical"]), "2026-01-03T00:00:00Z")))
    stored = engine.read(Arm.BODY, EVIL[0])
    assert stored is not None
    assert stored.document().id == document_id(EVIL[0])
    assert engine.count(Arm.BODY) == 2


@pytest.mark.parametrize("robots", ["", "<meta name=robots content=noindex>"])
def test_a_file_speaks_for_itself_alone(engine: Engine, tmp_path: Path, robots: str) -> None:
    folder = tmp_path / "saved"
    folder.mkdir()
    (folder / "crane.html").write_text(story(2, HEADS["canonical"] + robots), "utf-8")
    index(engine, folder)
    stands(engine)
    uri = (folder / "crane.html").resolve().as_uri()
    assert (engine.find(Arm.BODY, uri) is None) is bool(robots)
    index(engine, warc(tmp_path / "file.warc", ("file:///srv/crane.html", 200, story(2, HEADS["canonical"] + robots), "2026-01-03T00:00:00Z")))
    stands(engine)


def test_copies_in_a_folder_reach_no_document_of_a_site(engine: Engine, tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    folder.mkdir()
    for name in "abcd":
        (folder / f"{name}.html").write_text(story(1, HEADS["canonical"]), "utf-8")
    index(engine, folder)
    stands(engine)


def test_a_file_speaks_for_the_site_that_the_caller_names(engine: Engine, tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    folder.mkdir()
    (folder / "crane.html").write_text(story(1, HEADS["canonical"]), "utf-8")
    index(engine, folder, base_url="https://www.courier.example/")
    assert engine.count(Arm.BODY) == 1
    stored = engine.read(Arm.BODY, VICTIM)
    assert stored is not None
    assert stored.document().page_url == VICTIM, "a file has no date: nothing dated is replaced by it"


def test_within_a_site_a_canonical_decides(engine: Engine, tmp_path: Path) -> None:
    index(engine, warc(tmp_path / "m.warc", ("https://m.courier.example/crane?amp=1", 200, story(1, HEADS["canonical"]), "2026-01-03T00:00:00Z")))
    assert engine.count(Arm.BODY) == 1
    stored = engine.read(Arm.BODY, VICTIM)
    assert stored is not None
    assert "https://m.courier.example/crane?amp=1" in stored.document().urls


@pytest.mark.slow
def test_a_document_that_was_taken_over_is_healed_by_the_next_visit(engine: Engine, tmp_path: Path) -> None:
    """As earlier versions wrote it: another site's text under the victim's id."""
    evil = warc(tmp_path / "evil.warc", (EVIL[0], 200, story(2), "2026-01-03T00:00:00Z"))
    index(engine, evil)
    for arm in (Arm.BODY, Arm.WEIGHTED):
        stored = engine.read(arm, EVIL[0])
        assert stored is not None
        document = stored.document()
        taken = {**document.fields, "url": VICTIM, "canonicalUrl": VICTIM}
        engine.put(arm, type(document)(document_id(VICTIM), EVIL[0], document.site, document.language, document.published, document.parts, taken))
    engine.commit()
    index(engine, evil)
    index(engine, warc(tmp_path / "later.warc", (VICTIM, 200, story(1), "2026-01-04T00:00:00Z")))
    stands(engine)
    assert engine.count(Arm.BODY) == 2
