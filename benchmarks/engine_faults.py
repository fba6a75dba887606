"""Writes documents while the search cluster fails, and counts documents that are missing or duplicated afterwards.

    python -m benchmarks.engine_faults [--pages 5500] [--outage 20] [--product elasticsearch] [FAULT...]

The cluster has three real nodes on loopback and one replica; 5,500 pages are about 20,000 documents in the four arms. A third of the pages
is written before the fault, which runs in its own thread while writing continues. Printed are the seconds of the run and of its longest
pause, the retried operations of the report, rejected documents, and, after the cluster has recovered, missing and duplicated documents
(both must be 0). For `writer_killed`, all documents are written, a rebuild is killed half-way, the documents are counted, and a second
rebuild completes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import tempfile
import time
import uuid
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from harness.cluster_faults import FAULTS, SLOW, Scene
from harness.demo_documents import cleaned_pages
from harness.engine_faults import PATIENT, Report, count_documents, expected_ids, write_during_fault
from harness.faulty_proxy import FaultyProxy
from harness.inputs import SEED
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.elasticsearch.rebuild import Change, rebuilding
from indexer.index.node.cluster import Cluster, Launch, engine_folder
from indexer.index.node.product import ELASTICSEARCH, PRODUCTS
from indexer.index.writer import write

CONCURRENT_FAULTS = {**FAULTS, **SLOW}

ALL_FAULTS = (*CONCURRENT_FAULTS, "writer_killed")


def rebuild(address: ConnectionSettings, pages: Sequence[Cleaned]) -> None:
    """Rebuild all arms."""
    with rebuilding(address, Change(), PATIENT) as engine:
        list(write(pages, engine))


def writer_killed(scene: Scene, pages: Sequence[Cleaned]) -> Report:
    """Kill the process that rebuilds the indexes half-way; the old indexes remain searchable, and the next rebuild completes."""
    report = Report(expected=sum(map(len, expected_ids(pages).values())))
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
    count_documents(scene.engine, pages, report)
    if child.exitcode != -signal.SIGKILL or report.missing or report.duplicated:
        counts = f"{report.missing} documents missing, {report.duplicated} duplicated"
        raise RuntimeError(f"killed ({child.exitcode}) at {written} pages: {counts}")
    rebuild(address, pages)
    report.seconds = time.monotonic() - begun
    return report


def main(arguments: Sequence[str] | None = None) -> None:
    """Start three nodes, measure, print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"any of {', '.join(ALL_FAULTS)} [all]")
    parser.add_argument("--pages", type=int, default=5_500)
    parser.add_argument("--outage", type=float, default=20.0, metavar="SECONDS")
    parser.add_argument("--product", choices=sorted(PRODUCTS), default=ELASTICSEARCH.name)
    args = parser.parse_args(arguments)
    product = PRODUCTS[args.product]
    pages = list(cleaned_pages(args.pages, SEED))
    heads = ("fault", "documents", "refused", "missing", "twice", "seconds", "pause", "retried")
    print("{:24}{:>10}{:>9}{:>9}{:>7}{:>9}{:>7}  {}".format(*heads))
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = Cluster(product, engine_folder(home, product, 3), 3, Launch(heap="512m"))
        stack.callback(cluster.stop)
        for name in args.faults or ALL_FAULTS:
            cluster.start()
            settings = ConnectionSettings(cluster.urls, f"f{uuid.uuid4().hex[:8]}")
            with ElasticsearchEngine(settings) as engine, FaultyProxy(cluster.urls[0]) as proxy:
                scene = Scene(cluster, engine, proxy, args.outage)
                fault = CONCURRENT_FAULTS.get(name)
                report = write_during_fault(scene, fault, pages) if fault else writer_killed(scene, pages)
                cluster.start()
                count_documents(engine, pages, report)
            retried = ", ".join(f"{count} {reason}" for reason, count in sorted(report.retried.items())) or "nothing"
            print(
                f"{name:24}{report.expected:10}{len(report.refused):9}{report.missing:9}{report.duplicated:7}{report.seconds:9.1f}{report.pause:7.1f}"
                f"  {retried}", flush=True,
            )  # fmt: skip


if __name__ == "__main__":
    main()
