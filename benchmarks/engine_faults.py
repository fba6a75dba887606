"""What becomes of documents when the search cluster fails while they are written: everything is there once, or the figures say so.

    python -m benchmarks.engine_faults [--pages 5500] [--outage 20] [--product elasticsearch] [FAULT...]

Three real nodes on loopback, one replica; 5,500 pages are some 20,000 documents in the four arms. A third of the pages is written
undisturbed, then the fault begins in a thread of its own while writing goes on. Printed are the seconds of the run and of its longest
pause, what the report says was sent again, documents refused, and, after the cluster is whole again, documents missing or there twice
(both have to be none).
writer_killed is another story: all is written, built anew by a process that is killed half-way, looked at, and built anew once more.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.cluster_faults import FAULTS, SLOW, THROUGH_PROXY, Scene
from benchmarks.demo_documents import cleaned_pages
from benchmarks.inputs import SEED
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.document import canonical_of, document_id
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.elasticsearch.patience import Patience
from indexer.index.elasticsearch.rebuild import Change, rebuilding
from indexer.index.engine import Committed, Refusal, Request
from indexer.index.node.cluster import Cluster, Launch, engine_folder
from indexer.index.node.product import ELASTICSEARCH, PRODUCTS
from indexer.index.query_parser import parse
from indexer.index.writer import write
from indexer.outcome import Kind
from tests.support.turning_proxy import TurningProxy

PATIENT = Patience(first=0.2, longest=5.0, total=180.0)

DISTURBING = {**FAULTS, **SLOW}
EVERY = (*DISTURBING, "writer_killed")


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


def rebuild(address: ConnectionSettings, pages: Sequence[Cleaned]) -> None:
    """Build all arms anew."""
    with rebuilding(address, Change(), PATIENT) as engine:
        list(write(pages, engine))


def writer_killed(scene: Scene, pages: Sequence[Cleaned]) -> Report:
    """The process that builds new indexes is killed in the middle; the old ones are searched on, and the next build completes."""
    report = Report(wanted=sum(map(len, ids(pages).values())))
    begun = time.monotonic()
    list(write(pages, scene.engine))
    address, names = scene.engine.connection.settings, scene.engine.names
    child = multiprocessing.Process(target=rebuild, args=(address, pages))
    child.start()
    with scene.engine.connection.ask() as client:
        stats, written = client.options(ignore_status=404).indices.stats, 0
        while child.is_alive() and written < len(pages) // 2:
            time.sleep(0.1)
            found = stats(index=names.build(Arm.RAW), metric="indexing").body.get("_all", {}).get("primaries", {})
            written = found.get("indexing", {}).get("index_total", 0)
    child.kill()
    child.join()
    look(scene.engine, pages, report)
    if child.exitcode != -signal.SIGKILL or report.missing or report.twice:
        raise RuntimeError(f"killed ({child.exitcode}) at {written} pages: {report.missing} documents missing, {report.twice} twice")
    rebuild(address, pages)
    report.seconds = time.monotonic() - begun
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


def main(arguments: Sequence[str] | None = None) -> None:
    """Start three nodes, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"some of {', '.join(EVERY)}; all without")
    parser.add_argument("--pages", type=int, default=5_500)
    parser.add_argument("--outage", type=float, default=20.0, metavar="SECONDS")
    parser.add_argument("--product", choices=sorted(PRODUCTS), default=ELASTICSEARCH.name)
    asked = parser.parse_args(arguments)
    product = PRODUCTS[asked.product]
    pages = list(cleaned_pages(asked.pages, SEED))
    heads = ("fault", "documents", "refused", "missing", "twice", "seconds", "pause", "sent again")
    print("{:24}{:>10}{:>9}{:>9}{:>7}{:>9}{:>7}  {}".format(*heads))
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = Cluster(product, engine_folder(home, product, 3), 3, Launch(heap="512m"))
        stack.callback(cluster.stop)
        for name in asked.faults or EVERY:
            cluster.start()
            settings = ConnectionSettings(cluster.urls, f"f{uuid.uuid4().hex[:8]}")
            with ElasticsearchEngine(settings) as engine, TurningProxy(cluster.urls[0]) as proxy:
                scene = Scene(cluster, engine, proxy, asked.outage)
                report = disturbed(scene, DISTURBING[name], pages) if name in DISTURBING else writer_killed(scene, pages)
                cluster.start()
                look(engine, pages, report)
            retried = ", ".join(f"{count} {reason}" for reason, count in sorted(report.retried.items())) or "nothing"
            print(
                f"{name:24}{report.wanted:10}{len(report.refused):9}{report.missing:9}{report.twice:7}{report.seconds:9.1f}{report.pause:7.1f}"
                f"  {retried}", flush=True,
            )  # fmt: skip


if __name__ == "__main__":
    main()
