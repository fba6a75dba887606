"""An engine disturbed while documents are written, and what it holds afterwards beside an undisturbed one."""

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
    """What a disturbed run came to.

    Parameters
    ----------
    wanted : int
        Documents that have to be there.
    seconds, pause : float
        Of the whole run, and the longest between two commits.
    outcomes, retried : Counter
    refused : list of Refusal
    missing, twice : int
        Documents, of all arms; filled in by `look`.
    """

    wanted: int = 0
    seconds: float = 0.0
    pause: float = 0.0
    outcomes: Counter[Kind] = field(default_factory=Counter)
    retried: Counter[str] = field(default_factory=Counter)
    refused: list[Refusal] = field(default_factory=list)
    missing: int = 0
    twice: int = 0

    def take(self, committed: Committed) -> None:
        """Note a commit."""
        self.retried.update(committed.retried)
        self.refused += committed.refused


def disturbed(scene: Scene, fault: Callable[[Scene], None], pages: Sequence[Cleaned], patience: Patience = PATIENT) -> Report:
    """Write pages, a third of them before a fault begins; returns when the fault is over and all was written."""
    report = Report(wanted=sum(map(len, ids(pages).values())))
    running: list[Future[None]] = []

    def fed() -> Iterator[Cleaned]:
        for number, page in enumerate(pages):
            if number == len(pages) // 3:
                running.append(beside.submit(fault, scene))
            yield page

    urls = (scene.proxy.url,) if fault in THROUGH_PROXY else scene.cluster.urls
    begun = last = time.monotonic()
    with ThreadPoolExecutor(1) as beside, ElasticsearchEngine(ConnectionSettings(urls, scene.engine.names.prefix), patience) as engine:
        for outcome in write(fed(), engine, commit_every=max(50, len(pages) // 8), on_commit=report.take):
            report.outcomes[outcome.kind] += 1
            report.pause, last = max(report.pause, time.monotonic() - last), time.monotonic()
        report.seconds = time.monotonic() - begun
        for each in running:
            each.result()
    return report


def ids(pages: Iterable[Cleaned]) -> Mapping[Arm, set[str]]:
    """The documents that pages have to become."""
    wanted: dict[Arm, set[str]] = {arm: set() for arm in Arm}
    for page in pages:
        url, story = document_id(page.outcome.url), document_id(canonical_of(page))
        wanted[Arm.RAW].add(url)
        if page.page_type == "article":
            wanted[Arm.ARTICLES].add(url)
            wanted[Arm.BODY].add(story)
            wanted[Arm.WEIGHTED].add(story)
    return wanted


def look(engine: ElasticsearchEngine, pages: Iterable[Cleaned], report: Report) -> None:
    """Count documents that are not there, and those that are there more than once."""
    wanted = ids(pages)
    report.missing = report.twice = 0
    for arm in Arm:
        with engine.connection.ask() as client:
            client.indices.refresh(index=engine.names.read(arm))
        everything = Request(parse("*"), limit=2 * len(wanted[arm]) + 100, highlight=False)
        found = Counter(hit.id for hit in engine.search(arm, everything).hits)
        report.missing += len(wanted[arm] - found.keys())
        report.twice += sum(found.values()) - len(found.keys() & wanted[arm])
