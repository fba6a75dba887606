"""Report on labelled sites: bodies, page types, index size and retrieval, all sites in one index.

    .venv/bin/python benchmarks/real_sites.py ../shared/sites/* [--home DIR] [--bodies-only]

Each folder contains `site.warc.gz`, `bodies.jsonl`, `pages.tsv`, `queries.tsv` and `qrels.txt` (`demo.generate` describes the formats). The
commands are printed as they run, so that each figure can be reproduced. `benchmarks.robustness` measures fits on few pages.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

WINNOW = str(Path(sys.executable).with_name("winnow"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="+", type=Path)
    parser.add_argument("--home", type=Path, help="keep the index here")
    parser.add_argument("--bodies-only", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        _bodies(args.sites, work)
        if not args.bodies_only:
            _retrieval(args.sites, work, args.home or work / "home")


def _bodies(sites: list[Path], work: Path) -> None:
    scores = []
    for site in sites:
        out = work / f"{site.name}.jsonl"
        _run("clean", str(site / "site.warc.gz"), "--out", str(out), quiet=True)
        found = json.loads(_run("evaluate", "bodies", "--labels", str(site / "bodies.jsonl"), "--predictions", str(out), "--json"))
        types = json.loads(_run("evaluate", "structure", "--labels", str(site / "pages.tsv"), "--predictions", str(out), "--json"))
        scores.append(found["f1"])
        print(
            f"{site.name:18s} P {found['precision']:.4f} R {found['recall']:.4f} F1 {found['f1']:.4f}"
            f"  article F1 {types['article']['f1']:.4f} toc F1 {types['toc']['f1']:.4f}",
            flush=True,
        )
    print(f"mean F1 {fmean(scores):.4f}")


def _retrieval(sites: list[Path], work: Path, home: Path) -> None:
    queries, qrels, bodies = work / "queries.tsv", work / "qrels.txt", work / "bodies.jsonl"
    queries.write_text("".join(_prefixed(sites, "queries.tsv", "\t")), encoding="utf-8")
    qrels.write_text("".join(_prefixed(sites, "qrels.txt", " ")), encoding="utf-8")
    bodies.write_text("".join((site / "bodies.jsonl").read_text(encoding="utf-8") for site in sites), encoding="utf-8")
    arms = ["--arms", "raw,articles,body,weighted", "--home", str(home)]
    print(_run("index", *(str(site / "site.warc.gz") for site in sites), "--home", str(home)))
    print(_run("size", "--home", str(home)))
    print(_run("compare", "--queries", str(queries), "--qrels", str(qrels), "--bodies", str(bodies), *arms))


def _prefixed(sites: list[Path], name: str, separator: str) -> Iterator[str]:
    """Yield the lines of a file of all sites, with the site's name as a prefix of each query id."""
    for site in sites:
        for line in (site / name).read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield f"{site.name}-{line.split(separator, 1)[0]}{separator}{line.split(separator, 1)[1]}\n"


def _run(command: str, *arguments: str, quiet: bool = False) -> str:
    if not quiet:
        print("$ winnow", command, *arguments, file=sys.stderr, flush=True)
    done = subprocess.run([WINNOW, command, *arguments], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"winnow {command} failed with exit code {done.returncode}: {done.stderr[-500:]}")
    return done.stdout


if __name__ == "__main__":
    main()
