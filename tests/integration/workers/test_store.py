"""The store on both databases: schema and its steps, sites, models, skeletons, what is forgotten."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from indexer.cause import Cause
from indexer.errors import StoreError
from indexer.outcome import Ending, Kind
from indexer.store.database import FILE, Database
from indexer.store.migrate import HEAD, config, upgrade, version
from indexer.store.purge import purge
from indexer.store.retention import Retention
from indexer.store.schema import METADATA, TABLES
from indexer.store.site_models import KEEP, SiteModels
from indexer.store.sites import Redesigned, Sites
from indexer.store.skeletons import Skeletons
from workers.frontier.frontier import Frontier
from workers.frontier.robots import RobotsState, RobotsStates
from workers.frontier.values import CrawlRequest, FrontierParams, RejectedUrl, VisitResult
from workers.frontier.view import FrontierView

TRAP = Ending(Kind.SKIPPED, Cause.TRAP_PATH)
DAY = 86_400.0


def test_the_steps_lead_to_the_tables_of_the_code(database: Database) -> None:
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        assert ScriptDirectory.from_config(config(connection)).get_current_head() == HEAD == version(connection)
    assert {table.__tablename__ for table in TABLES} == set(METADATA.tables)


def test_the_steps_lead_back(database: Database) -> None:
    with database.writing() as connection:
        command.downgrade(config(connection), "base")
    with database.reading() as connection:
        assert version(connection) is None
    assert upgrade(database.engine) == (None, HEAD)
    assert upgrade(database.engine) == (HEAD, HEAD)


@pytest.mark.slow
def test_a_file_is_made_when_it_is_opened_and_a_server_is_left_alone(database_url: str, tmp_path: Path) -> None:
    with Database.connect(tmp_path, database_url) as database, database.writing() as connection:
        command.downgrade(config(connection), "base")
    if database_url.startswith("sqlite"):
        with Database.open(tmp_path, database_url) as database, database.reading() as connection:
            assert version(connection) == HEAD
    else:
        with pytest.raises(StoreError, match=r"no schema yet.*winnow store upgrade"):
            Database.open(tmp_path, database_url)
    with Database.connect(tmp_path, database_url) as database:
        upgrade(database.engine)


def test_a_schema_from_the_future_is_refused(database: Database, database_url: str, tmp_path: Path) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer Winnow"):
        Database.open(tmp_path, database_url)
    with pytest.raises(StoreError, match="newer Winnow"):
        upgrade(database.engine)
    with database.writing() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{HEAD}'"))


@pytest.mark.slow
def test_many_processes_may_make_the_file_at_once(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from indexer.store.database import Database; Database.open(Path(sys.argv[1])).close()"
    started = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stderr=subprocess.PIPE) for _ in range(4)]
    assert [process.communicate()[1] for process in started] == [b""] * 4
    with sqlite3.connect(tmp_path / FILE) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "not the URL of a database"),
        ("mysql://me@localhost/winnow", "names mysql"),
        ("postgresql://winnow:secret@127.0.0.1:1/none", r"postgresql\+psycopg://winnow:\*\*\*@127.0.0.1:1/none cannot be used"),
    ],
)
def test_a_database_that_is_none(url: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=said):
        Database.open(tmp_path, url)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all, but long enough for its header to be looked at" * 30)
    with pytest.raises(StoreError, match="cannot be used"):
        Database.open(tmp_path)


def _half_done(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("INSERT INTO site (key, since) VALUES ('a.org', 0)"))
        connection.info["answer"] = 1 // 0


def test_an_exception_takes_everything_back(database: Database) -> None:
    frontier = Frontier(database, lambda: 0.0)
    with pytest.raises(ZeroDivisionError):
        _half_done(database)
    assert Sites(database).name("a.org") is None
    assert frontier.next_ready_at() is None


def test_a_site_answers_under_its_aliases(database: Database) -> None:
    sites, models = Sites(database), SiteModels(database)
    models.put("a.org", "{}", {}, at=1.0)
    sites.add_alias("a.org", "a.net", at=2.0)
    assert sites.names("a.net") == sites.names("a.org") == ("a.net", "a.org")
    assert models.latest("a.net") == models.latest("a.org")
    sites.note_redesign("a.net", 3.0, "12 of 20 pages without its containers")
    assert sites.redesigns("a.org") == (Redesigned(3.0, "12 of 20 pages without its containers"),)
    sites.add_alias("b.org", "a.net", at=4.0)
    assert sites.name("a.net") == "b.org"
    assert sites.names("a.org") == ("a.org",)
    assert (sites.name("c.org"), sites.names("c.org"), sites.redesigns("c.org")) == (None, (), ())


def test_a_host_moves_with_its_alias(database: Database) -> None:
    frontier = Frontier(database, lambda: 0.0)
    frontier.add([CrawlRequest("https://a.net/")])
    Sites(database).add_alias("a.org", "a.net", at=0.0)
    frontier.add([CrawlRequest("https://a.org/")])
    with database.reading() as connection:
        rows = connection.execute(text("SELECT site.key FROM host JOIN site ON site.id = host.site_id ORDER BY host.key")).all()
    assert [key for (key,) in rows] == ["a.org", "a.org"]


def test_a_name_that_answers_itself_is_a_site_of_its_own(database: Database) -> None:
    sites, frontier = Sites(database), Frontier(database, lambda: 0.0)
    frontier.add([CrawlRequest("https://old.org/"), CrawlRequest("https://new.org/")])
    sites.note_redesign("old.org", 1.0, "the history")
    sites.add_alias("old.org", "new.org", at=2.0)
    assert not sites.part("new.org", at=3.0), "its present name"
    assert sites.part("old.org", at=3.0)
    assert (sites.names("old.org"), sites.names("new.org")) == (("old.org",), ("new.org",))
    assert (len(sites.redesigns("old.org")), len(sites.redesigns("new.org"))) == (0, 1), "the history has moved"
    assert not sites.part("old.org", at=4.0)
    sites.add_alias("new.org", "middle.org", at=5.0)
    sites.add_alias("middle.org", "last.org", at=6.0)
    assert sites.part("middle.org", at=7.0)
    assert (sites.names("middle.org"), sites.names("last.org")) == (("middle.org",), ("last.org", "new.org"))
    with database.reading() as connection:
        rows = connection.execute(text("SELECT host.key, site.key FROM host JOIN site ON site.id = host.site_id ORDER BY host.key")).all()
    assert [tuple(row) for row in rows] == [("new.org", "new.org"), ("old.org", "old.org")]


def test_models_have_a_history_of_bounded_length(database: Database) -> None:
    models = SiteModels(database)
    for number in range(1, KEEP + 3):
        assert models.put("a.org", f'{{"n": {number}}}', {"pages": number}, at=float(number)) == number
    history = models.history("a.org")
    assert [stored.version for stored in history] == list(range(KEEP + 2, 2, -1))
    assert history[0] == models.latest("a.org")
    assert history[0].fitted_on == {"pages": KEEP + 2}
    assert models.latest("b.org") is None


def test_a_skeleton_is_a_new_version_only_where_it_differs(database: Database) -> None:
    skeletons = Skeletons(database)
    assert [skeletons.put("a.org", tree, at=float(n)) for n, tree in enumerate(["[]", "[]", "[1]", "[]"])] == [1, 1, 2, 3]
    assert [(s.version, s.at, s.tree) for s in skeletons.history("a.org")] == [(3, 3.0, "[]"), (2, 2.0, "[1]"), (1, 0.0, "[]")]
    assert skeletons.latest("b.org") is None


def test_old_visits_are_forgotten_but_never_the_last(database: Database) -> None:
    now = [0.0]
    frontier, view = Frontier(database, lambda: now[0], FrontierParams(delay=0.0)), FrontierView(database)
    frontier.add([CrawlRequest("https://a.org/often"), CrawlRequest("https://b.org/once")])
    for day in range(10):
        now[0] = day * DAY
        for claim in frontier.claim(9):
            frontier.finish(claim, VisitResult(Ending(Kind.FETCHED), next_visit=now[0] + DAY if claim.host == "a.org" else None))
    assert purge(database, 9 * DAY, Retention(visits=7, visit_days=100))["visit"] == 3
    assert [record.visit for record in view.history("https://a.org/often")] == [4, 5, 6, 7, 8, 9, 10]
    assert purge(database, 1_000 * DAY, Retention(visits=7, visit_days=100)) == {"visit": 6, "url": 0, "robots": 0, "trap": 0, "redesign": 0}
    assert [record.visit for record in view.history("https://a.org/often")] == [10]
    assert [record.visit for record in view.history("https://b.org/once")] == [1]
    assert not sum(purge(database, 1_000 * DAY, Retention(visits=7, visit_days=100)).values())


def test_left_out_urls_and_robots_are_forgotten_with_their_visits(database: Database) -> None:
    frontier, view = Frontier(database, lambda: 0.0), FrontierView(database)
    frontier.add([CrawlRequest("https://a.org/")])
    traps = [RejectedUrl(f"https://a.org/cal/{n}", TRAP) for n in range(3)]
    frontier.finish(frontier.claim()[0], VisitResult(Ending(Kind.FETCHED)), rejected=traps)
    RobotsStates(database).put(RobotsState("https://a.org", 0.0, DAY, 200))
    assert not sum(purge(database, 20 * DAY).values())
    assert purge(database, 401 * DAY) == {"visit": 0, "url": 3, "robots": 1, "trap": 0, "redesign": 0}
    assert [state.url for state in view.urls("a.org")] == ["https://a.org/"]
    with database.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM visit")) == 1


@pytest.mark.parametrize("wrong", [{"visits": 0}, {"visit_days": 0.0}, {"url_days": -1.0}])
def test_retention_is_checked(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="always kept"):
        Retention(**wrong)  # type: ignore[arg-type]


def test_robots_are_replaced(database: Database) -> None:
    states = RobotsStates(database)
    states.put(RobotsState("https://a.org", 1.0, 2.0, 0, 1, b"", Ending(Kind.ROBOTS, Cause.ROBOTS_UNKNOWN, detail="status 503")))
    states.put(RobotsState("https://a.org", 3.0, 4.0, 200, 0, b"User-agent: *\n\xff"))
    assert states.get("https://a.org") == RobotsState("https://a.org", 3.0, 4.0, 200, 0, b"User-agent: *\n\xff")


def test_a_visit_is_on_record_once(database: Database) -> None:
    frontier = Frontier(database, lambda: 0.0)
    frontier.add([CrawlRequest("https://a.org/")])
    frontier.finish(frontier.claim()[0], VisitResult(Ending(Kind.FETCHED)))
    again = "INSERT INTO visit (url_id, visit, at, status, outcome, new_links) VALUES (1, 1, 0, 0, '', 0)"
    with database.engine.connect() as connection, pytest.raises(IntegrityError):
        connection.execute(text(again))
