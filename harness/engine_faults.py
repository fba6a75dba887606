"""Writes documents during a fault of the cluster, and compares the index with the expected documents."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from harness.cluster_faults import THROUGH_PROXY, Scene
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.document import canonical_of, document_id
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.elasticsearch.patience import Patience
from indexer.index.engine import Committed, Refusal, Request
from indexer.index.query_parser import parse
from indexer.index.writer import write
from indexer.outcome import Kind

PATIENT = Patience(first=0.2, longest=5.0, total=180.0)


@dataclass(slots=True)
class Report:
    """Results of a run with a fault.

    Parameters
    ----------
    expected : int
        Number of expected documents.
    seconds, pause : float
        Duration of the run, and the longest time between two commits.
    outcomes, retried : Counter
    refused : list of Refusal
    missing, duplicated : int
        Missing and duplicated documents of all arms; set by `count_documents`.
    """

    expected: int = 0
    seconds: float = 0.0
    pause: float = 0.0
    outcomes: Counter[Kind] = field(default_factory=Counter)
    retried: Counter[str] = field(default_factory=Counter)
    refused: list[Refusal] = field(default_factory=list)
    missing: int = 0
    duplicated: int = 0

    def add(self, committed: Committed) -> None:
        """Add the results of a commit."""
        self.retried.update(committed.retried)
        self.refused += committed.refused


def write_during_fault(scene: Scene, fault: Callable[[Scene], None], pages: Sequence[Cleaned], patience: Patience = PATIENT) -> Report:
    """Write pages; the fault starts just before a commit, with a third of the pages before it. Return when it is over and all are written."""
    every = max(50, len(pages) // 8)
    first = (len(pages) // 3 // every + 1) * every - 1
    report = Report(expected=sum(map(len, expected_ids(pages).values())))
    running: list[Future[None]] = []

    def source() -> Iterator[Cleaned]:
        for number, page in enumerate(pages):
            if number == first:
                running.append(executor.submit(fault, scene))
            yield page

    urls = (scene.proxy.url,) if fault in THROUGH_PROXY else scene.cluster.urls
    begun = last = time.monotonic()
    with ThreadPoolExecutor(1) as executor, ElasticsearchEngine(ConnectionSettings(urls, scene.engine.names.prefix), patience) as engine:
        for outcome in write(source(), engine, commit_every=every, on_commit=report.add):
            report.outcomes[outcome.kind] += 1
            report.pause, last = max(report.pause, time.monotonic() - last), time.monotonic()
        report.seconds = time.monotonic() - begun
        for each in running:
            each.result()
    return report


def expected_ids(pages: Iterable[Cleaned]) -> Mapping[Arm, set[str]]:
    """Return the ids of the expected documents of pages by arm."""
    expected: dict[Arm, set[str]] = {arm: set() for arm in Arm}
    for page in pages:
        url, story = document_id(page.outcome.url), document_id(canonical_of(page))
        expected[Arm.RAW].add(url)
        if page.page_type == "article":
            expected[Arm.ARTICLES].add(url)
            expected[Arm.BODY].add(story)
            expected[Arm.WEIGHTED].add(story)
    return expected


def count_documents(engine: ElasticsearchEngine, pages: Iterable[Cleaned], report: Report) -> None:
    """Count missing and duplicated documents."""
    expected = expected_ids(pages)
    report.missing = report.duplicated = 0
    for arm in Arm:
        with engine.connection.ask() as client:
            client.indices.refresh(index=engine.names.read(arm))
        everything = Request(parse("*"), limit=2 * len(expected[arm]) + 100, highlight=False)
        found = Counter(hit.id for hit in engine.search(arm, everything).hits)
        report.missing += len(expected[arm] - found.keys())
        report.duplicated += sum(found.values()) - len(found.keys() & expected[arm])
