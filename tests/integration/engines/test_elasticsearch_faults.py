"""A real cluster of three that fails while documents are written: each is there once afterwards, and the report says what it took."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import winnow
from harness.cluster_faults import FAULTS, Scene, disk_full
from harness.demo_documents import cleaned_pages
from harness.engine_faults import Report, count_documents, write_during_fault
from harness.engines import remove
from harness.faulty_proxy import FaultyProxy, ProxyFault
from indexer.article.cleaned import Cleaned
from indexer.errors import EngineAwayError
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.elasticsearch import elasticsearch_library as elasticsearch_library
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.elasticsearch.patience import Patience
from indexer.index.node.cluster import Cluster
from indexer.index.writer import write
from indexer.outcome import Kind
from indexer.settings import Settings

SECONDS = 3.0
PAGES = 160
"""Four commits: the fault starts at the second."""


@pytest.fixture(scope="module")
def pages() -> list[Cleaned]:
    """Some pages of invented papers."""
    return list(cleaned_pages(PAGES, 17))


@pytest.fixture
def scene(elasticsearch_cluster: Cluster) -> Iterator[Scene]:
    """A cluster to fail, with names of its own."""
    cluster = elasticsearch_cluster
    address = ConnectionSettings(cluster.urls, f"f{uuid.uuid4().hex[:10]}")
    with ElasticsearchEngine(address) as engine, FaultyProxy(cluster.urls[0]) as proxy:
        yield Scene(cluster, engine, proxy, SECONDS)
        cluster.start()
        remove(engine)


SAID = {
    "node_killed": "",
    "cluster_stopped": "no answer",
    "requests_turned_away": "429 es_rejected_execution_exception",
    "operations_turned_away": "429 es_rejected_execution_exception",
    "disk_full": "429 cluster_block_exception",
}


@pytest.mark.parametrize("name", FAULTS)
def test_every_document_is_there_once(scene: Scene, pages: list[Cleaned], name: str) -> None:
    rejected = replace(pages[-1], article=replace(pages[-1].article, is_accessible_for_free="maybe"))  # type: ignore[arg-type,type-var]
    report = write_during_fault(scene, FAULTS[name], [*pages[:-1], rejected])
    count_documents(scene.engine, pages[:-1], report)
    assert (report.missing, report.duplicated) == (0, 0)
    assert report.outcomes[Kind.REFUSED] == 1
    assert {refusal.document.page_url for refusal in report.refused} == {rejected.outcome.url}, "none but the one that cannot be right"
    assert all("isAccessibleForFree" in refusal.reason for refusal in report.refused)
    copies = [page.outcome.url for page in pages[:-1] if page.outcome.kind is Kind.DUPLICATE]
    assert copies
    assert all(scene.engine.find(Arm.BODY, url) for url in copies), "stories keep the URLs of their copies"
    if SAID[name]:
        assert sum(count for reason, count in report.retried.items() if SAID[name] in reason) > 0


def test_what_a_full_disk_kept_out_comes_in_with_retry(scene: Scene, pages: list[Cleaned], tmp_path: Path) -> None:
    """The writer's patience ends before the block does; a healthy cluster takes all that was kept."""
    address = scene.engine.connection.settings
    environment = {"WINNOW_HOME": str(tmp_path), "WINNOW_ENGINE": ",".join(address.urls), "WINNOW_ENGINE_PREFIX": address.prefix}
    settings = Settings(home=tmp_path, engine=environment["WINNOW_ENGINE"], engine_prefix=address.prefix)
    kept = Home(settings).refused
    list(write(pages[:1], scene.engine))
    report = write_during_fault(replace(scene, seconds=8.0), disk_full, pages, Patience(0.05, 0.2, 1.0))
    kept.keep(report.refused)
    wanted = len(list(kept))
    assert report.outcomes[Kind.REFUSED] > 0
    assert {refusal.reason[:3] for refusal in kept} == {"429"}
    count_documents(scene.engine, pages, report)
    assert 0 < report.missing <= wanted, "some were only to get the URLs of their copies"
    answer = CliRunner().invoke(winnow.cli, ["index", "--retry", "--json"], env=environment)
    assert answer.exit_code == 0, (answer.output, answer.exception)
    assert json.loads(answer.stdout)["outcomes"] == {"indexed": wanted}
    count_documents(scene.engine, pages, report)
    assert (report.missing, report.duplicated) == (0, 0)
    assert not kept.path.exists()


def test_silence_ends_the_run_in_time(scene: Scene, pages: list[Cleaned], monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that takes requests and never answers is the slowest of all failures."""
    list(write(pages[:1], scene.engine))
    monkeypatch.setattr(elasticsearch_library, "REQUEST_SECONDS", 8.0)
    address = ConnectionSettings((scene.proxy.url,), scene.engine.names.prefix)
    with ElasticsearchEngine(address, Patience(0.1, 0.5, 3.0)) as engine:
        list(write(pages[:1], engine))
        scene.proxy.start_fault(ProxyFault.SILENCE, 3600)
        begun = time.monotonic()
        with pytest.raises(EngineAwayError, match=r"run the same command again"):
            list(write(pages[:100], engine))
        assert time.monotonic() - begun < 60
        scene.proxy.start_fault(ProxyFault.SILENCE, 0)
        engine.commit()
    report = Report()
    count_documents(scene.engine, pages[:100], report)
    assert (report.missing, report.duplicated) == (0, 0), "what was held back when the engine went silent is sent when it is back"


def test_the_first_contact_is_not_waited_for() -> None:
    begun = time.monotonic()
    with ElasticsearchEngine(ConnectionSettings(("http://127.0.0.1:9",))) as engine, pytest.raises(EngineAwayError, match="is it running"):
        engine.delete("https://example.org/")
    assert time.monotonic() - begun < 10
