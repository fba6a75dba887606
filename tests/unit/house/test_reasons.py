"""Outcomes are values: each cause has its words and is used, no code reads the words, and old databases get the values."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from harness.paths import ROOT
from indexer.cause import Cause
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.outcome import Ending, Kind
from indexer.reasons import REASONS
from indexer.store.database import Database
from indexer.store.ending_columns import ending_of, values_of
from indexer.store.migrate import config, upgrade
from indexer.store.url_lifecycle import Life
from indexer.store.visits import history
from tests.conftest import Ended
from tests.integration.workers.test_cleaning_results import DAY, Changing, Paced
from tests.integration.workers.test_cleaning_results import site as _site
from tests.integration.workers.test_cleaning_results import way as _way
from workers.frontier.view import FrontierView

site, way = _site, _way
PRODUCT = [ROOT / "winnow.py", *(file for name in ("indexer", "workers", "search_ui", "demo") for file in sorted((ROOT / name).rglob("*.py")))]
MIGRATION = "0007_endings.py"
"""Reads the sentences of versions before it."""
OTHERS_WORDS = {"indexer/index/tantivy/directory.py", "indexer/index/elasticsearch/elasticsearch_library.py"}
"""Read an error's text of a library that has nothing else to tell its errors apart."""
SLICES = frozenset({
    "startswith", "endswith", "partition", "rpartition", "split", "rsplit", "splitlines", "find", "rfind", "index", "rindex", "count",
    "removeprefix", "removesuffix", "match", "fullmatch", "search", "findall", "finditer", "contains", "like", "in_",
})  # fmt: skip


def is_reason(node: ast.AST) -> bool:
    """Whether an expression is text for people: a name or attribute so called, the value of such a key, an error's text, what makes one."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return name in ("reason_of", "fault") or (name == "str" and any(getattr(one, "id", "") in ("error", "exception") for one in node.args))
    if isinstance(node, ast.Subscript):
        key = node.slice.value if isinstance(node.slice, ast.Constant) else ""
        return key == "reason" or (isinstance(node.value, ast.Name) and node.value.id == "REASONS")
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in ("reason", "brief", "msg")


def readers(source: str) -> Iterator[int]:
    """The lines in which code parses, slices, matches or compares a reason."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SLICES:
            one_line = node.func.attr == "split" and isinstance(node.func.value, ast.Call)  # joined again: white space is folded
            if not one_line and (is_reason(node.func.value) or any(map(is_reason, node.args))):
                yield node.lineno
        elif isinstance(node, ast.Compare) and any(map(is_reason, (node.left, *node.comparators))):
            if not all(isinstance(other, ast.Constant) and other.value is None for other in node.comparators):
                yield node.lineno
        elif isinstance(node, ast.Subscript) and is_reason(node.value):
            yield node.lineno


@pytest.mark.parametrize(
    "code",
    [
        "if outcome.reason.startswith('trap'): pass",
        "same = page.reason == TOC",
        "known = reason in (FEED, SITEMAP)",
        "target = reason[10:]",
        "target = PATTERN.search(row.reason)",
        "url = record['reason'].split()[-1]",
        "mine = Url.reason.in_(reasons)",
        "toc = REASONS[Cause.TOC] == said",
        "if brief.startswith('no answer'): pass",
        "silent = error.brief[:9] == ''",
        "if 'LockBusy' in str(error): pass",
        "if msg.startswith('winnow: '): pass",
    ],
)
def test_code_that_reads_a_reason_is_found(code: str) -> None:
    assert list(readers(code)) == [1]


def test_code_that_shows_a_reason_is_not_found() -> None:
    shown = "print(f'{outcome.kind}: {outcome.reason}')\nx = {'reason': ending.reason}\ny = None if said.reason is None else printable(said.reason)"
    assert list(readers(shown)) == []


@pytest.mark.slow
def test_no_code_reads_a_reason() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for file in PRODUCT if file.name != MIGRATION and str(file.relative_to(ROOT)) not in OTHERS_WORDS
        for line in readers(file.read_text("utf-8"))
    ]  # fmt: skip
    assert found == []


@pytest.mark.slow
def test_every_cause_has_its_words_and_its_use() -> None:
    assert set(REASONS) == set(Cause)
    code = "\n".join(file.read_text("utf-8") for file in PRODUCT if file.name not in ("cause.py", "reasons.py"))
    of_the_past = {Cause.NONE, Cause.EARLIER}
    assert {cause for cause in set(Cause) - of_the_past if not re.search(rf"\bCause\.{cause.name}\b", code)} == set()


ENDINGS = st.builds(
    Ending, st.sampled_from(Kind), st.sampled_from(Cause), st.text(), st.text(), st.integers(0, 999), st.floats(0, 1e9), st.floats(0, 1e9), st.text()
)


@given(ENDINGS)
def test_an_ending_survives_its_columns_and_has_words(ending: Ending) -> None:
    assert ending_of(list(values_of(ending).values())) == ending
    assert isinstance(ending.reason, str)


LONG = "https://a.org/" + "b/" * 300
OLD = {
    ("fetched", ""): Ending(Kind.FETCHED, status=200),
    ("fetched", "unchanged"): Ending(Kind.FETCHED, Cause.NOT_MODIFIED, status=304),
    ("fetched", "a sitemap"): Ending(Kind.FETCHED, Cause.SITEMAP, status=200),
    ("fetched", "the server cut the answer short"): Ending(Kind.FETCHED, Cause.CUT_SHORT, status=200),
    ("redirect", "status 301 to /new"): Ending(Kind.REDIRECT, Cause.REDIRECT_PERMANENT, "https://a.org/new", status=301),
    ("redirect", "status 302 to https://b.org/x?y=1"): Ending(Kind.REDIRECT, Cause.REDIRECT_TEMPORARY, "https://b.org/x?y=1", status=302),
    ("redirect", f"status 301 to {LONG[:500]}"): Ending(Kind.REDIRECT, Cause.REDIRECT_PERMANENT, "", status=301),
    ("redirect", "a refresh to https://a.org/z"): Ending(Kind.REDIRECT, Cause.REFRESH, "https://a.org/z", status=200),
    ("duplicate", "same story as https://a.org/first"): Ending(Kind.DUPLICATE, Cause.SAME_STORY, duplicate_of="https://a.org/first", status=200),
    ("not-article", "a table of contents"): Ending(Kind.NOT_ARTICLE, Cause.TOC, status=200),
    ("gone", "status 410"): Ending(Kind.GONE, Cause.STATUS, status=410),
    ("gone", "soft 404: 4 other addresses show the same few words and nothing else"): Ending(Kind.GONE, Cause.SOFT_404, status=200, count=4),
    ("gone", "taken down: status 302 to /, the front page"): Ending(Kind.GONE, Cause.TAKEN_DOWN_FRONT, "https://a.org/", status=302),
    ("gone", "taken down: status 302 to /s, as 1,024 hours before"): Ending(
        Kind.GONE, Cause.TAKEN_DOWN_STILL, "https://a.org/s", status=302, count=1024
    ),
    ("http-error", "status 503 after 4 tries"): Ending(Kind.HTTP_ERROR, Cause.STATUS, status=503, count=4),
    ("too-large", "over 100,000 bytes"): Ending(Kind.TOO_LARGE, Cause.OVERSIZE, status=200, limit=100_000),
    ("not-html", "a PDF document, sent as application/pdf"): Ending(
        Kind.NOT_HTML, Cause.MEDIA_TYPE, status=200, detail="a PDF document, sent as application/pdf"
    ),
    ("robots", "robots.txt forbids it"): Ending(Kind.ROBOTS, Cause.ROBOTS),
    ("skipped", "trap: pages like https://a.org/day/0 differ in digits only"): Ending(
        Kind.SKIPPED, Cause.TRAP_SHAPE, detail="https://a.org/day/0"
    ),
    ("skipped", "deeper than 3 links"): Ending(Kind.SKIPPED, Cause.DEPTH_LIMIT, limit=3),
    ("refused", "weighted: a field is too long"): Ending(Kind.REFUSED, Cause.ENGINE, status=200, detail="weighted: a field is too long"),
    ("fetch-failed", "[Errno 111] Connection refused after 2 tries"): Ending(
        Kind.FETCH_FAILED, Cause.EARLIER, count=2, detail="[Errno 111] Connection refused"
    ),
}  # fmt: skip


def test_an_older_database_gets_the_values(database: Database) -> None:
    with database.writing() as connection:
        command.downgrade(config(connection), "0006")
        connection.execute(text("INSERT INTO site (id, key, since) VALUES (1, 'a.org', 0)"))
        connection.execute(text("INSERT INTO host (id, key, site_id, delay, next_at, blocked_until, blocked_reason) VALUES (1, 'a.org', 1, 0, 0, 0, '')"))
        for number, ((outcome, reason), ending) in enumerate(OLD.items(), 1):
            row = {"id": number, "key": number.to_bytes(16, "big"), "outcome": outcome, "reason": reason, "status": ending.status}
            connection.execute(
                text(
                    "INSERT INTO url (id, key, host_id, url, state, priority, due, depth, claims, tries, visits, pending, unseen, judged, found_at,"
                    " ended_at, outcome, reason) VALUES (:id, :key, 1, 'https://a.org/' || :id, 'ended', 0, 0, 0, 1, 0, 1, false, false, false, 0, 0,"
                    " :outcome, :reason)"
                ),
                row,
            )
            connection.execute(
                text(
                    "INSERT INTO visit (url_id, visit, at, status, outcome, reason, new_links) VALUES (:id, 1, 0, :status, :outcome, :reason, 0)"
                ),
                row,
            )
    upgrade(database.engine)
    with database.reading() as connection:
        assert [history(connection, number, 9)[0].ending for number in range(1, len(OLD) + 1)] == list(OLD.values())
    assert [state.ending for state in FrontierView(database).urls("a.org")] == list(OLD.values())


BLOCKS = {
    "status 503": Ending(Kind.HTTP_ERROR, Cause.STATUS, status=503),
    "status 429 after 3 tries": Ending(Kind.HTTP_ERROR, Cause.STATUS, status=429, count=3),
    "no answer within 7.5 s": Ending(Kind.UNREACHABLE, Cause.TIMEOUT, limit=7.5),
    "the host has no address ([Errno -2] Name or service not known)": Ending(
        Kind.UNREACHABLE, Cause.UNKNOWN_HOST, detail="[Errno -2] Name or service not known"
    ),
    "the connection was refused ([Errno 111] Connection refused) after 2 tries": Ending(
        Kind.UNREACHABLE, Cause.CONNECTION_REFUSED, detail="[Errno 111] Connection refused", count=2
    ),
    "no TLS connection (certificate has expired (_ssl.c:1007))": Ending(
        Kind.UNREACHABLE, Cause.TLS, detail="certificate has expired (_ssl.c:1007)"
    ),
    "no connection (no route)": Ending(Kind.UNREACHABLE, Cause.CONNECTION, detail="no route"),
    "no HTTP answer (a line too long\nand another)": Ending(Kind.FETCH_FAILED, Cause.NO_HTTP, detail="a line too long\nand another"),
    "the answer was not complete within 60 s": Ending(Kind.FETCH_FAILED, Cause.INCOMPLETE, limit=60),
    "robots.txt: no answer within 5 s; what it allows is unknown": Ending(
        Kind.ROBOTS, Cause.ROBOTS_UNKNOWN, detail="no answer within 5 s"
    ),
    "/a cannot be written: no room": Ending(Kind.FETCH_FAILED, Cause.EARLIER, detail="/a cannot be written: no room"),
}
"""Sentences of a database before its endings were columns."""


def test_an_older_database_says_as_values_why_hosts_are_left_alone(database: Database) -> None:
    with database.writing() as connection:
        command.downgrade(config(connection), "0010")
        connection.execute(text("INSERT INTO site (id, key, since) VALUES (1, 'a.org', 0)"))
        insert = text("INSERT INTO host (key, site_id, delay, next_at, blocked_until, blocked_reason) VALUES (:key, 1, 0, 0, 9, :sentence)")
        for number, sentence in enumerate([*BLOCKS, ""]):
            connection.execute(insert, {"key": f"{number:02}.org", "sentence": sentence})
    upgrade(database.engine)
    counts = FrontierView(database).counts()
    assert [(host.blocked_until, host.blocked) for host in counts] == [(9.0, ending) for ending in (*BLOCKS.values(), None)]


@pytest.mark.parametrize("name", [MIGRATION, "0011_host_blocks.py"])
def test_the_migration_knows_the_causes_that_it_writes(name: str) -> None:
    [file] = (ROOT / "indexer" / "store" / "migrations" / "versions").glob(name)
    written = set(re.findall(r'^    \("([a-z0-9-]+)", r"', file.read_text("utf-8"), re.MULTILINE))
    assert written <= {cause.value for cause in Cause}
    assert ScriptDirectory(str(file.parents[1])).get_current_head() >= "0007"


def test_a_long_redirect_is_followed_recrawled_and_rebuilt(
    way: Paced, site: tuple[Changing, str], winnow: Callable[..., Ended], tmp_path: Path
) -> None:
    """Targets of more than 500 characters, at the first crawl and later, lead to their pages; the archive says the same again."""
    pages, start = site
    moved = {path: "/moved/" + "long-and-longer-" * 40 + path.rpartition("/")[2] for path in pages.stories[:2]}
    assert min(map(len, moved.values())) > 632
    for path, target in moved.items():
        pages.put(target, pages.texts[path])
    first, later = pages.stories[:2]
    pages.put(first, status=301, Location=moved[first])
    way.crawl()
    assert way.indexed(moved[first])
    pages.put(later, status=301, Location=moved[later])
    way.now += DAY
    way.visit_all()
    assert way.life(later) is Life.MOVED
    assert way.life(moved[later]) is Life.LIVE
    state = FrontierView(way.database).url(start + later.lstrip("/"))
    assert state is not None
    assert state.ending is not None
    assert state.ending.target == start + moved[later].lstrip("/")
    assert way.indexed(moved[later])
    assert not way.indexed(later)
    way.store.close()
    ended = winnow("index", str(way.home / "archive"), "--home", str(tmp_path / "other"))
    assert ended.code == 0, ended.err
    assert stories(Home.of(tmp_path / "other")) == stories(Home.of(way.home))


def stories(home: Home) -> set[str]:
    """The URLs of the stories that an index has."""
    with closing(home.engine()) as engine:
        return {str(stored.fields["canonicalUrl"]) for stored in engine.stored(Arm.BODY)}
