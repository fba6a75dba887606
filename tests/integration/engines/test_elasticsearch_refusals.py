"""What a real node refuses ends no run: deletions too are kept, and sent again; pages dated ahead do not block what comes later."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

import winnow
from indexer.errors import NothingToDoError
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.engine import Committed, Engine, Gone
from indexer.index.writer import write
from indexer.outcome import Kind
from indexer.settings import Settings
from tests.integration.engines import test_elasticsearch_writer as pages
from tests.integration.engines.test_elasticsearch_writer import _site, at, names, page, put  # noqa: F401 - a fixture


def block(engine: ElasticsearchEngine, *, writes: bool | None) -> None:
    """Let the indexes of the body arm take nothing, not even deletions."""
    with engine.connection.ask() as client:
        client.indices.put_settings(index=engine.names.read(Arm.BODY), settings={"index.blocks.write": writes})


def test_refused_deletions_end_no_run_and_come_in_with_retry(
    elasticsearch: ElasticsearchEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = elasticsearch.connection.settings
    settings = Settings(home=tmp_path, engine=address.urls[0], engine_prefix=address.prefix)
    kept = Home(settings).refused
    put(elasticsearch, page("a", fetched=at(1)), page("b", fetched=at(1)), page("c", fetched=at(1)), page("d", fetched=at(1)))
    block(elasticsearch, writes=True)
    later = [page("a", fetched=at(2), kind=Kind.GONE), page("b", "mill", at(2)), page("c", fetched=at(2), kind=Kind.NOT_ARTICLE)]
    try:
        ended = list(write(later, elasticsearch, on_commit=lambda committed: kept.keep(committed.refused)))
    finally:
        block(elasticsearch, writes=None)
    assert [outcome.kind for outcome in ended] == [Kind.REFUSED] * 3
    assert ended[0].reason.startswith("body: not removed: cluster_block_exception")
    assert ended[1].reason.startswith("body: cluster_block_exception")
    assert names(elasticsearch, "crane") == ["a", "b", "c", "d"]
    assert names(elasticsearch, "crane", Arm.WEIGHTED) == ["d"], "the other arms are as they should be"
    assert sorted(type(refusal.document).__name__ for refusal in kept) == ["Document", "Gone", "Gone"]
    put(elasticsearch, page("c", fetched=at(3)))
    monkeypatch.setenv("WINNOW_HOME", str(tmp_path))
    monkeypatch.setenv("WINNOW_ENGINE", settings.engine)
    monkeypatch.setenv("WINNOW_ENGINE_PREFIX", settings.engine_prefix)
    answer = CliRunner().invoke(winnow.cli, ["index", "--retry", "--json"])
    assert answer.exit_code == 0, (answer.output, answer.exception)
    told = json.loads(answer.stdout)
    assert (told["outcomes"], told["datedAhead"]) == ({"indexed": 3}, 0)
    assert names(elasticsearch, "crane") == ["c", "d"], "c was seen again since"
    assert names(elasticsearch, "mill") == ["b"]
    assert list(kept) == []
    assert isinstance(CliRunner().invoke(winnow.cli, ["index", "--retry"]).exception, NothingToDoError)


def test_what_is_refused_once_more_stays_kept(
    elasticsearch: ElasticsearchEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = elasticsearch.connection.settings
    kept = Home(Settings(home=tmp_path, engine=address.urls[0], engine_prefix=address.prefix)).refused
    put(elasticsearch, page("a", fetched=at(1)))
    for name, value in (("HOME", str(tmp_path)), ("ENGINE", address.urls[0]), ("ENGINE_PREFIX", address.prefix)):
        monkeypatch.setenv(f"WINNOW_{name}", value)
    block(elasticsearch, writes=True)
    try:
        list(write([page("a", fetched=at(2), kind=Kind.GONE)], elasticsearch, on_commit=lambda committed: kept.keep(committed.refused)))
        answer = CliRunner().invoke(winnow.cli, ["index", "--retry"])
    finally:
        block(elasticsearch, writes=None)
    assert answer.exit_code == 1
    assert "lost: " in answer.stderr
    assert [type(refusal.document) for refusal in kept] == [Gone]
    assert CliRunner().invoke(winnow.cli, ["index", "--retry"]).exit_code == 0
    assert names(elasticsearch, "crane") == []


@pytest.mark.slow
def test_a_page_dated_ahead_does_not_block_later_ones(engine: Engine) -> None:
    told: list[Committed] = []
    now = datetime(2026, 3, 4, 12, tzinfo=UTC)
    ahead = [page("a", "crane", "2099-01-01T00:00:00Z"), page("b", "crane", at(1))]
    list(write(ahead, engine, on_commit=told.append, clock=lambda: now))
    assert sum(committed.ahead for committed in told) == 1
    found = engine.find(Arm.BODY, pages.SITE + "a")
    assert found is not None
    assert found["lastCrawled"] == "2026-03-04T12:00:00+00:00"
    list(write([page("a", "mill", at(13))], engine, clock=lambda: datetime(2026, 3, 5, tzinfo=UTC)))
    assert (names(engine, "crane"), names(engine, "mill")) == (["b"], ["a"])
