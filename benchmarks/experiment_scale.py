"""Time and memory of `winnow experiment run` on a large home: 500 queries on six systems.

    python -m benchmarks.experiment_scale --home DIR [--pages 50000] [--queries 500]

The pages are those of the demo's invented papers. A fiftieth of them is generated and analysed; the others combine the beginning of one
with the end of another, so that all texts differ and none is analysed twice. A home that already has documents is used unchanged. Times and
memory are those of the commands' processes.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from benchmarks.measured import winnow
from harness.demo_documents import cleaned_pages
from harness.inputs import SEED
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.document import Document, document_id, documents

_MADE_OF_ALL = 50
_COMMIT_EVERY = 2_000
NAME = "scale"


def pages(number: int) -> Iterator[Mapping[Arm, Document]]:
    """Yield the documents of `number` pages.

    >>> len({document.id for made in pages(20) for document in made.values()})
    20
    """
    made = [documents(page) for page in cleaned_pages(-(-number // _MADE_OF_ALL), SEED)]
    for place in range(number):
        turn, first = divmod(place, len(made))
        yield made[first] if not turn else {
            arm: _mixed(document, made[(first + turn) % len(made)].get(arm, document), turn) for arm, document in made[first].items()
        }


def _mixed(document: Document, other: Document, turn: int) -> Document:
    """Return a document with the end of another one and a unique URL."""
    url = f"{document.fields['url']}?turn={turn}"
    parts = (*document.parts[: len(document.parts) // 2], *other.parts[len(other.parts) // 2 :])
    fields = {**document.fields, "url": url, "canonicalUrl": url, "additionalUrls": []}
    return replace(document, id=document_id(url), page_url=url, parts=parts, fields=fields, fingerprint="")


def fill(home: Path, number: int) -> None:
    """Write the documents unless the home already has documents."""
    with closing(Home.of(home, "").engine()) as engine:
        if engine.count(Arm.RAW):
            return
        for place, made in enumerate(pages(number), 1):
            for arm, document in made.items():
                engine.put(arm, document)
            if place % _COMMIT_EVERY == 0:
                engine.commit()
                print(f"{place:,} pages", file=sys.stderr, flush=True)
        engine.commit()


def run_measured(*arguments: object) -> None:
    """Run a command and print its time and memory; the memory is the maximum over all commands so far."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(winnow(*arguments), check=True, stdout=sys.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(
        f"{' '.join(map(str, arguments[:2])):20} {own:7.1f} s of processor time, {time.perf_counter() - begun:7.1f} s of wall time"
        f" (load {os.getloadavg()[0]:.1f}), at most {after.ru_maxrss / 1024:,.0f} MiB",
        flush=True,
    )


def main() -> None:
    """Fill the home, draw queries, run the experiment, print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--pages", type=int, default=50_000)
    parser.add_argument("--queries", type=int, default=500)
    parser.add_argument("--name", default=NAME, help="name of the experiment; a new name starts a new one")
    args = parser.parse_args()
    fill(args.home, args.pages)
    queries, qrels, home = args.home / "queries.tsv", args.home / "qrels.txt", ("--home", args.home)
    systems = [word for arm in ("raw", "articles") for word in ("--system", f"{arm},headline=4")]
    drawn = ("--known-items", "--number", args.queries, "--out", queries, "--qrels-out", qrels)
    run_measured("experiment", "queries", *drawn, *home)
    boosts = ",".join(f"{arm}=0" for arm in Arm)
    run_measured("experiment", "new", args.name, "--queries", queries, "--qrels", qrels, "--headline-boost", boosts, *systems, *home)
    run_measured("experiment", "run", args.name, *home)
    run_measured("experiment", "show", args.name, *home)


if __name__ == "__main__":
    main()
