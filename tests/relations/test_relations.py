"""Relations that hold of whole archives on every engine, and which capture of a page counts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.engines import new_engine, remove
from harness.generated_archives import PACKINGS, Archive, archive
from harness.relations import embedded, violations
from indexer.archive.captures import select
from indexer.archive.entry import Entry, Lost, Revisit
from indexer.archive.load import load
from indexer.archive.scan import scan
from indexer.errors import PageError
from indexer.index.engine import Engine
from indexer.outcome import Kind


@pytest.mark.slow
def test_relations_hold_on_the_embedded_engine(tmp_path: Path) -> None:
    assert list(violations([archive(seed, 3) for seed in range(6)], tmp_path, embedded)) == []


@pytest.mark.server
def test_relations_hold_on_elasticsearch(elasticsearch_node: str, tmp_path: Path) -> None:
    def opened(_folder: Path) -> AbstractContextManager[Engine]:
        return _removed(elasticsearch_node)

    assert list(violations([archive(seed, 1) for seed in range(6, 36)], tmp_path, opened)) == []


@contextmanager
def _removed(node: str) -> Iterator[Engine]:
    with new_engine(node) as engine:
        yield engine
        remove(engine)


@pytest.mark.slow
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 1 << 40), order=st.integers(0, 9), files=st.integers(1, 4), packing=st.sampled_from(PACKINGS))
def test_the_newest_whole_capture_counts(tmp_path: Path, seed: int, order: int, files: int, packing: str) -> None:
    made = archive(seed)
    found = bodies(made, tmp_path / f"{seed}-{order}-{files}", order, files, packing)
    assert found.keys() == made.stories.keys()
    assert all(text in found[url] for url, text in made.stories.items())


def bodies(made: Archive, folder: Path, order: int, files: int, packing: str) -> dict[str, str]:
    """The bodies of the pages that are there."""
    found = {}
    for item in select(scan(made.write(folder, order, files, packing), folder)):
        if isinstance(item, Entry):
            try:
                found[item.url] = load(item).body.decode()
            except PageError as error:
                assert error.ending.kind in (Kind.GONE, Kind.HTTP_ERROR, Kind.REDIRECT)
    return found


def test_every_record_ends(tmp_path: Path) -> None:
    made = archive(Random(3).randrange(999))
    ended = list(select(scan(made.write(tmp_path, 1, 2, "gzip"), tmp_path)))
    assert len(ended) == len(made.captures)


def entry(url: str, record: str, date: str, status: int = 200, location: str = "") -> Entry:
    return Entry("a.org", url, "x.warc", record, "x.warc", len(record), date, status, location=location)


def chosen(*found: Entry | Revisit) -> dict[str, str]:
    """The record that counts, and its date, of each URL."""
    return {item.url: f"{item.record} {item.date}" for item in select(found) if isinstance(item, Entry)}


A, B = "https://a.org/a", "https://a.org/b"


def test_a_revisit_gives_back_what_it_refers_to() -> None:
    first, second = entry(A, "1", "2026-01-01T00:00:00Z"), entry(A, "22", "2026-01-02T00:00:00Z")
    again = Revisit(A, "x.warc#3", "2026-01-03T00:00:00Z", refers_to="1")
    assert chosen(first, second, again) == {A: "1 2026-01-03T00:00:00Z"}
    assert chosen(first, again) == {A: "1 2026-01-01T00:00:00Z"}  # unchanged since
    assert chosen(first, second, Revisit(A, "x.warc#4", "2026-01-04T00:00:00Z", refers_to="x"), again) == chosen(first, second, again)
    chain = Revisit(A, "x.warc#5", "2026-01-05T00:00:00Z", refers_to="3")
    assert chosen(first, second, again, chain) == chosen(first, second, again)


def test_a_revisit_that_refers_to_nothing_is_of_what_the_revisit_before_it_gave_back() -> None:
    first, second = entry(A, "1", "2026-01-01T00:00:00Z"), entry(A, "22", "2026-01-02T00:00:00Z")
    back = Revisit(A, "x.warc#3", "2026-01-03T00:00:00Z", refers_to_url=A, refers_to_date="2026-01-01T00:00:00Z")
    same = Revisit(A, "x.warc#4", "2026-01-04T00:00:00Z")
    for found in ((first, second, back, same), (same, back, second, first)):
        assert chosen(*found)[A].startswith("1 ")


def test_a_digest_is_of_a_whole_page_before_anything_else() -> None:
    cut, page = replace(entry(A, "1", "2026-01-01T00:00:00Z"), digest="sha1:X", complete=False), entry(A, "22", "2026-01-02T00:00:00Z")
    gone = replace(entry(A, "333", "2026-01-01T12:00:00Z", 404), digest="sha1:X")
    again = Revisit(A, "x.warc#4", "2026-01-03T00:00:00Z", digest="sha1:X")
    assert chosen(cut, gone, replace(page, digest="sha1:X"), again)[A].startswith("22 ")


def test_a_revisit_may_refer_to_another_page() -> None:
    first = entry(A, "1", "2026-01-01T00:00:00Z")
    assert chosen(first, Revisit(B, "x.warc#2", "2026-01-02T00:00:00Z", refers_to_url=A, refers_to_date="2026-01-01T00:00:00Z"))[B]


def test_a_redirect_for_good_counts_where_its_target_is_there() -> None:
    page, moved = entry(A, "1", "2026-01-01T00:00:00Z"), entry(A, "22", "2026-01-02T00:00:00Z", 301, "/b")
    assert chosen(page, moved) == {A: "1 2026-01-01T00:00:00Z"}
    assert chosen(page, moved, entry(B, "333", "2026-01-02T00:00:00Z"))[A] == "22 2026-01-02T00:00:00Z"
    assert chosen(page, entry(A, "22", "2026-01-02T00:00:00Z", 302), entry(B, "333", ""))[A] == "1 2026-01-01T00:00:00Z"


def test_a_host_that_shuts_its_visitors_out_removes_nothing() -> None:
    pages = [entry(f"https://a.org/{n}", str(n) * (n + 1), "2026-01-01T00:00:00Z") for n in range(5)]
    forbidden = [entry(page.url, f"451 {page.record}", "2026-01-02T00:00:00Z", 451) for page in pages]
    assert chosen(*pages, forbidden[0])[pages[0].url] == "451 0 2026-01-02T00:00:00Z"
    assert chosen(*pages, *forbidden) == {page.url: f"{page.record} {page.date}" for page in pages}


@pytest.mark.parametrize("wall", [401, 403, 451])
@pytest.mark.parametrize("gone", [404, 410, 451])
@pytest.mark.parametrize("days", [1, 5])
def test_what_was_gone_before_its_host_shut_its_visitors_out_stays_gone(gone: int, wall: int, days: int) -> None:
    pages = [entry(f"https://a.org/{n}", str(n) * (n + 1), "2026-01-10T00:00:00Z") for n in range(5)]
    removed = entry(pages[0].url, "gone", "2026-01-12T00:00:00Z", gone)
    shut = [entry(page.url, f"wall {page.record}", f"2026-01-{12 + days}T12:00:00Z", wall) for page in pages]
    for found in ((*pages, removed, *shut), (*shut, removed, *pages)):
        assert chosen(*found) == {**{page.url: f"{page.record} {page.date}" for page in pages}, pages[0].url: f"gone {removed.date}"}


def test_a_front_page_removed_for_legal_reasons_is_a_wall() -> None:
    front, page = entry("https://a.org/", "1", "2026-01-10T00:00:00Z"), entry(A, "22", "2026-01-10T00:00:00Z")
    others = [entry(f"https://a.org/{n}", str(n) * 3, "2026-01-12T00:00:00Z") for n in range(9)]
    shut = [entry("https://a.org/", "wall", "2026-01-12T00:00:00Z", 451), entry(A, "wall of a", "2026-01-12T00:00:00Z", 451)]
    assert chosen(front, page, *others, *shut)[A] == f"22 {page.date}"
    assert chosen(page, *others, shut[1])[A].startswith("wall of a")


def test_what_was_superseded_says_so() -> None:
    ended = [item.outcome.kind for item in select([entry(A, "1", ""), entry(A, "22", "2026")]) if isinstance(item, Lost)]
    assert ended == [Kind.SUPERSEDED]
