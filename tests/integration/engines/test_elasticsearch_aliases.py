"""Aliases on a real node: rebuilds beside live updates, counts before the change, back again, and kills in between."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

import winnow
from harness.engines import IMPATIENT, new_engine, remove
from harness.paths import ROOT
from indexer.errors import EngineError
from indexer.index.arm import Arm
from indexer.index.elasticsearch.aliases import ArmIndexes, number_of, start_build, state
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.elasticsearch.rebuild import Change, rebuilding, roll_back
from indexer.index.elasticsearch.temporary import LONGEST_MEASUREMENT, left_over, temporary
from indexer.index.engine import Request
from indexer.index.query_parser import parse
from indexer.index.writer import write
from indexer.outcome import Kind
from tests.integration.engines import test_elasticsearch_writer as pages
from tests.integration.engines.test_elasticsearch_writer import at, page


@pytest.fixture
def engine(elasticsearch_node: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[ElasticsearchEngine]:
    """An engine of its own, since its indexes come and go."""
    monkeypatch.setattr(pages, "SITE", "https://e.org/")
    with new_engine(elasticsearch_node) as made:
        yield made
        remove(made)


def put(engine: ElasticsearchEngine, *names: str, fetched: str = "", kind: Kind = Kind.CLEANED) -> None:
    list(write([page(name, fetched=fetched, kind=kind) for name in names], engine))


def found(engine: ElasticsearchEngine) -> list[str]:
    return sorted(hit.url.rpartition("/")[2] for hit in engine.search(Arm.BODY, Request(parse("*"), limit=100)).hits)


def where(engine: ElasticsearchEngine) -> dict[Arm, ArmIndexes]:
    with engine.connection.ask() as client:
        return state(client, engine.names)


def numbers(engine: ElasticsearchEngine) -> tuple[int, int, int, list[int]]:
    """Numbers of the indexes read, written, built, and of all: the same in all arms."""
    seen = {
        (number_of(i.read), number_of(i.write), number_of(i.build), tuple(map(number_of, i.indexes))) for i in where(engine).values()
    }
    assert len(seen) == 1, seen
    read, write_, build, every = seen.pop()
    return read, write_, build, list(every)


def test_what_is_written_during_a_rebuild_is_in_the_new_index_too(engine: ElasticsearchEngine) -> None:
    put(engine, "a", "b", "c", fetched=at(1))
    with rebuilding(engine.connection.settings, Change(), IMPATIENT) as new:
        assert numbers(engine) == (1, 1, 2, [1, 2])
        put(engine, "b", fetched=at(3), kind=Kind.GONE)
        put(engine, "live", fetched=at(3))
        assert found(engine) == ["a", "c", "live"], "the old index is searched meanwhile"
        put(new, "a", "b", "c", "d", fetched=at(1))
        assert found(engine) == ["a", "c", "live"]
    assert numbers(engine) == (2, 2, 0, [1, 2])
    assert found(engine) == ["a", "c", "d", "live"], "what was removed meanwhile stays away"
    put(engine, "after", fetched=at(4))
    assert found(engine) == ["a", "after", "c", "d", "live"]
    with engine.connection.ask() as client:
        assert client.count(index=engine.names.index(Arm.BODY, 1))["count"] == 3, "live updates go to the alias's index"


def test_a_rebuild_does_not_bring_back_older_text(engine: ElasticsearchEngine) -> None:
    """The archive may be older than what live writers have seen since, whichever of the two writes a page first."""
    put(engine, "a", "b", fetched=at(1))
    with rebuilding(engine.connection.settings, Change(), IMPATIENT) as new:
        list(write([page("a", "lynx", at(3))], engine))
        put(new, "a", "b", fetched=at(1))
        list(write([page("b", "lynx", at(3))], engine))
    assert pages.names(engine, "lynx") == ["a", "b"]
    assert pages.names(engine, "crane") == []


def test_two_writers_and_a_rebuild_at_once_leave_each_page_once(engine: ElasticsearchEngine) -> None:
    """Live writers of different pages and of the same ones, the second with newer text, while all is built anew."""
    names = [str(number) for number in range(60)]
    put(engine, *names, fetched=at(1))

    def live(text: str, hour: int, share: Sequence[str]) -> None:
        with new_engine(engine.connection.settings.urls[0], engine.names.prefix) as writer:
            for name in share:
                list(write([page(name, text, at(hour))], writer))

    with rebuilding(engine.connection.settings, Change(), IMPATIENT) as new, ThreadPoolExecutor(2) as pool:
        running = [pool.submit(live, "older", 2, names[:20]), pool.submit(live, "newer", 3, names[10:30])]
        list(write([page(name, fetched=at(1)) for name in names], new, commit_every=10))
        for each in running:
            each.result()
    with engine.connection.ask() as client:
        counts = {arm: client.count(index=engine.names.index(arm, 2))["count"] for arm in Arm}
    assert set(counts.values()) == {60}
    assert pages.names(engine, "older") == sorted(names[:10])
    assert pages.names(engine, "newer") == sorted(names[10:30])
    assert pages.names(engine, "crane") == sorted(names[30:])


def test_a_new_index_that_is_too_small_is_not_used(engine: ElasticsearchEngine) -> None:
    put(engine, *map(str, range(10)))
    with pytest.raises(EngineError, match=r"8 documents.*10.*--least 0\.80"), rebuilding(engine.connection.settings, Change(), IMPATIENT) as new:
        put(new, *map(str, range(8)))
    assert numbers(engine) == (1, 1, 0, [1])
    assert len(found(engine)) == 10
    with rebuilding(engine.connection.settings, Change(least=0.8), IMPATIENT) as new:
        put(new, *map(str, range(8)))
    assert len(found(engine)) == 8


def test_back_with_one_step_and_the_last_ones_are_kept(engine: ElasticsearchEngine) -> None:
    for number in range(3):
        with rebuilding(engine.connection.settings, Change(keep=1, least=0), IMPATIENT) as new:
            put(new, f"v{number}")
    assert numbers(engine) == (4, 4, 0, [3, 4])
    assert found(engine) == ["v2"]
    roll_back(engine.connection, engine.names)
    assert (found(engine), numbers(engine)) == (["v1"], (3, 3, 0, [3, 4]))
    put(engine, "live")
    with pytest.raises(EngineError, match="nothing was changed"):
        roll_back(engine.connection, engine.names)
    assert found(engine) == ["live", "v1"]


def test_an_interrupted_rebuild_leaves_nothing_behind(engine: ElasticsearchEngine) -> None:
    put(engine, "a")
    with suppress(KeyboardInterrupt), rebuilding(engine.connection.settings, Change(), IMPATIENT) as new:
        put(new, "b")
        raise KeyboardInterrupt
    assert numbers(engine) == (1, 1, 0, [1])
    assert found(engine) == ["a"]


def test_of_two_rebuilds_the_later_one_wins(engine: ElasticsearchEngine) -> None:
    put(engine, "a")
    with suppress(EngineError), rebuilding(engine.connection.settings, Change(), IMPATIENT) as first:
        put(first, "b")
        with engine.connection.ask() as client:
            later = start_build(client, engine.names)
        with pytest.raises(EngineError, match="another rebuild"):
            put(first, "c")
    assert {arm: indexes.build for arm, indexes in where(engine).items()} == later
    put(engine, "live")
    assert found(engine) == ["a", "live"]


KILLED = """
import sys
sys.path[:0] = sys.argv[3:]
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.rebuild import Change, rebuilding
from indexer.index.writer import write
from tests.integration.engines import test_elasticsearch_writer as pages
pages.SITE = "https://e.org/"
with rebuilding(ConnectionSettings((sys.argv[1],), sys.argv[2]), Change()) as engine:
    for number in range(10_000):
        list(write([pages.page(str(number))], engine))
        print(number, flush=True)
"""


def test_a_rebuild_killed_in_between_changes_nothing_and_the_next_one_completes(engine: ElasticsearchEngine) -> None:
    put(engine, "old")
    address = engine.connection.settings
    command = [sys.executable, "-c", KILLED, address.urls[0], address.prefix, str(ROOT)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            if int(line) >= 3:
                os.kill(process.pid, signal.SIGKILL)
                break
    assert numbers(engine)[:3] == (1, 1, 2)
    put(engine, "live")
    assert found(engine) == ["live", "old"]
    with rebuilding(address, Change(), IMPATIENT) as new:
        put(new, "old", "new")
    assert found(engine) == ["new", "old"], "what was written between the two rebuilds has to be in their input"
    assert numbers(engine)[:3] == (3, 3, 0)


def test_the_command_line(engine: ElasticsearchEngine, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for name in ("crane", "lynx", "tram"):
        text = f"The {name} was seen on the quay on Tuesday, the harbour master said, and the town came to look. " * 4
        (folder / f"{name}.html").write_text(f"<html lang=en><title>A {name}</title><article><h1>A {name}</h1><p>{text}</p></article></html>")
    address = engine.connection.settings
    environment = {"WINNOW_ENGINE": address.urls[0], "WINNOW_ENGINE_PREFIX": address.prefix, "WINNOW_HOME": str(tmp_path)}

    def run(*arguments: str, code: int = 0) -> dict:
        result = CliRunner().invoke(winnow.cli, [*arguments, "--json"], env=environment)
        assert result.exit_code == code, (result.output, result.exception)
        return json.loads(result.stdout)

    first = run("index", str(folder))
    assert first["documents"]["raw"] == 3
    assert first["retried"] == first["shortened"] == {}
    assert run("index", str(folder), "--rebuild") == first
    shown = run("aliases", "show")["raw"]
    assert (number_of(shown["read"]), number_of(shown["write"]), len(shown["indexes"])) == (2, 2, 2)
    assert number_of(run("aliases", "rollback")["weighted"]["read"]) == 1
    hit = run("search", "crane", "--arm", "raw", "--explain", "--collapse", "--fresh", "7")
    assert (hit["total"], hit["totalCounts"], hit["documents"], hit["hits"][0]["copies"]) == (1, "groups", 1, 1)
    assert hit["hits"][0]["explanation"]["words"][0]["terms"] == ["crane"]
    sizes = run("size", "--arms", "raw")["sizes"]
    assert sizes[0]["documents"] == 3
    assert 0 < sizes[0]["storedBytes"] < sizes[0]["totalBytes"]
    result = CliRunner().invoke(winnow.cli, ["index", "--retry"], env=environment)
    assert "has accepted all" in str(result.exception)


def test_indexes_of_a_killed_measurement_are_found_and_removed(engine: ElasticsearchEngine) -> None:
    put(engine, "a", fetched=at(1))
    with engine.connection.ask() as client, temporary(client, engine.names.prefix, {}, {}, dynamic=False) as alive:
        assert engine.left_over() == [], "this process lives"
        assert left_over(client, engine.names, time.time() + LONGEST_MEASUREMENT + 60) == [alive], "whoever made it"
        killed = _left_by_a_killed_process(engine)
        assert engine.left_over() == sorted(killed)
        assert len(killed) == 2
        next(iter(engine.sizes(Arm.RAW)))
        assert engine.left_over() == []
        assert left_over(client, engine.names, time.time() + LONGEST_MEASUREMENT + 60) == [alive]


def _left_by_a_killed_process(engine: ElasticsearchEngine) -> list[str]:
    """Names of indexes that a process has made which is gone."""
    script = """
import os, sys
from indexer.index.elasticsearch.connection import Connection
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.temporary import temporary
with Connection(ConnectionSettings((sys.argv[1],))).ask() as client:
    kept = [temporary(client, beginning, {}, {}) for beginning in sys.argv[2:]]
    print(*[each.__enter__() for each in kept], flush=True)
    os.kill(os.getpid(), 9)
"""
    beginnings = [engine.names.read(Arm.BODY), engine.names.prefix]
    command = [sys.executable, "-c", script, engine.connection.settings.urls[0], *beginnings]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == -9, done.stderr
    return done.stdout.split()
