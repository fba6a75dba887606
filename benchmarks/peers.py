"""Pages a second and F1 of bodies beside trafilatura and resiliparse, over whole sites: one core or all, learned now or before.

    python -m benchmarks.peers FOLDER... [--jobs 2] [--resiliparse PYTHON]

Each FOLDER has `site.warc.gz` and `bodies.jsonl`. One row for each program and site, then the sum. Pages a second on one core are per
second of processor time, those on all cores of wall time; start-up is part of both. Every program reads the archive by itself and writes
all texts. PYTHON is an interpreter that has resiliparse and warcio; without it its rows are left out.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from benchmarks.measured import Cost, run, winnow
from harness.inputs import pages
from indexer.evaluate.bodies import score
from indexer.evaluate.labels import read_bodies

_READ = """
import contextlib, json, multiprocessing, sys
from warcio.archiveiterator import ArchiveIterator
def pages():
    for record in ArchiveIterator(open(sys.argv[2], "rb")):
        if record.rec_type == "response":
            yield record.rec_headers.get_header("WARC-Target-URI"), record.content_stream().read()
def one(page):
    return json.dumps({"url": page[0], "body": extracted(page[1]) or ""})
if __name__ == "__main__":
    jobs = int(sys.argv[1])
    with open(sys.argv[3], "w") as out, multiprocessing.Pool(jobs) if jobs > 1 else contextlib.nullcontext() as pool:
        out.writelines(line + "\\n" for line in (pool.imap(one, pages(), 8) if pool else map(one, pages())))
"""
_TRAFILATURA = """
import trafilatura
def extracted(data):
    return trafilatura.extract(data, include_comments=False)
"""
_RESILIPARSE = """
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import detect_encoding
from resiliparse.parse.html import HTMLTree
def extracted(data):
    return extract_plain_text(HTMLTree.parse_from_bytes(data, detect_encoding(data)), main_content=True)
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One program on one site: number of pages, costs with one job and with all, F1."""

    pages: int
    one: Cost
    all: Cost
    f1: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--resiliparse", metavar="PYTHON")
    args = parser.parse_args()
    print(f"{'program':22} {'site':16} {'pages':>6} {'pages/s, 1 core':>16} {f'{args.jobs} jobs':>8} {'F1':>7}")
    found: dict[str, list[Row]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as temporary:
        for folder in args.folders:
            for program, row in _rows(folder, Path(temporary), args.jobs, args.resiliparse):
                found[program].append(row)
                _print(program, folder.name, [row])
    for program, rows in found.items():
        _print(program, "all", rows)


def _rows(folder: Path, work: Path, jobs: int, resiliparse: str | None) -> Iterator[tuple[str, Row]]:
    archive, model = folder / "site.warc.gz", work / "model.json"
    run(winnow("learn", archive, "--out", model))
    scripts = {"trafilatura": (sys.executable, _TRAFILATURA), **({"resiliparse": (resiliparse, _RESILIPARSE)} if resiliparse else {})}
    commands = {
        "winnow": lambda n, out: winnow("clean", archive, "--jobs", n, "--out", out),
        "winnow, model given": lambda n, out: winnow("clean", archive, "--jobs", n, "--model", model, "--out", out),
    }
    for name, (python, code) in scripts.items():
        script = work / f"{name}_peer.py"
        script.write_text(code + _READ)
        commands[name] = lambda n, out, python=python, script=script: [python, str(script), str(n), str(archive), str(out)]
    labels, number = read_bodies(folder / "bodies.jsonl"), len(pages(archive))
    for program, command in commands.items():
        out = work / "out.jsonl"
        one, many = run(command(1, out)), run(command(jobs, out))
        yield program, Row(number, one, many, score(labels, read_bodies(out)).f1)


def _print(program: str, site: str, rows: list[Row]) -> None:
    number = sum(row.pages for row in rows)
    one, many = sum(row.one.cpu for row in rows), sum(row.all.wall for row in rows)
    print(f"{program:22} {site:16} {number:6} {number / one:16.1f} {number / many:8.1f} {fmean(row.f1 for row in rows):7.4f}", flush=True)


if __name__ == "__main__":
    main()
