"""Computes `docs/SCALE.md` from measured figures: the cost of a number of sites, and which component reaches its limit first.

    python -m benchmarks.scale > docs/SCALE.md           # from benchmarks/scale.json; [--sites 1000,100000,10000000] [--articles 20]
    python -m benchmarks.scale --measure [WARC...]       # measures first (ten minutes on an idle machine)

The figures are those of `benchmarks.scale_measured`; `benchmarks.scale_model` has the assumptions and the arithmetic.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks import throughput, worker_load
from benchmarks.scale_measured import Measured, measured
from benchmarks.scale_model import Assumed, Cost, cost
from harness.inputs import archives

_SIZES = (1_000, 100_000, 10_000_000)
_DOCUMENT = """# Scale

This page shows the cost of {sizes} sites. `python -m benchmarks.scale` prints it: figures measured per page, request and row
(`benchmarks/scale.json`, which `--measure` updates) times numbers of sites. Processor time was measured on two cores that were shared with
other work, and is an upper bound.

Assumptions: {articles:g} new articles per day and site, {requests:g} requests for each (the cost of the recrawl plan), {start:,.0f} pages
found by the first crawl, everything kept for {years:g} year, {changed:.0%} of the responses new, {fits:g} fits per year, {peak:g} times the
mean load in the busiest hour; machines of {cores} cores, {busy:.0%} busy at that time, with {disk} of disk; {copies} copies of every index
shard and database; at most {database} per PostgreSQL server. All four arms are counted; searching one arm requires only that one.

{tables}

How to scale each component:

- *The dispatcher.* Additional dispatchers (`winnow worker --queues plan --concurrency N`) share the work if more is due than one
  dispatches: a claim skips hosts that another one has locked. If messages wait for workers, one message carries up to eight claims.
- *PostgreSQL's disk.* URLs and their visits take nearly all of it. `winnow store purge --visits 5` keeps fewer visits. Beyond that,
  partition the registered domains over several databases: no statement and no lock involves two sites, and each partition is a separate
  home with its own workers.
- *Redis* uses one core. Each partition of the sites has its own Redis, too.
- *Search servers* grow with the articles kept and are most of the machines: `body` or `weighted` takes less than half of the space of
  `raw`.
- *The delay of one site* is no limit: a delay of one second allows {pace:,.0f} requests per day, {daily:g} are needed.
"""


def markdown(costs: Sequence[Cost]) -> str:
    """Return the tables, and the order in which components reach their limits."""
    head = "| | " + " | ".join(f"{one.sites:,} sites" for one in costs) + " |"
    lines = [head, "|---" * (len(costs) + 1) + "|"]
    lines.append(_row("requests per second at the peak", (_number(one.requests) for one in costs)))
    lines.append(_row("messages per second", (_number(one.messages) for one in costs)))
    lines += [_row(f"rows of {name}", (_number(one.rows[name]) for one in costs)) for name in costs[0].rows]
    lines += [_row(f"{name}, bytes", (_size(one.bytes[name]) for one in costs)) for name in costs[0].bytes]
    lines += [_row(f"busy cores: {name}", (_number(one.cores[name]) for one in costs)) for name in costs[0].cores]
    lines += [_row(f"**machines: {name}**", (f"{one.machines[name]:,}" for one in costs)) for name in costs[0].machines]
    lines += ["", "Required instances of each component that has only one:", "", head, "|---" * (len(costs) + 1) + "|"]
    lines += [_row(name, (_number(one.utilisation[name]) for one in costs)) for name in costs[0].utilisation]
    first = costs[0]
    limits = sorted((first.sites / utilisation, name) for name, utilisation in first.utilisation.items() if name != "the delay of one site")
    lines += ["", "They reach their limits in this order: " + "; ".join(f"{name} at {_number(most)} sites" for most, name in limits) + "."]
    return "\n".join(lines)


def document(costs: Sequence[Cost], assumed: Assumed) -> str:
    """Return the text of `docs/SCALE.md`."""
    sizes = [one.sites for one in costs]
    return _DOCUMENT.format(
        sizes=", ".join(f"{size:,}" for size in sizes[:-1]) + f" and {sizes[-1]:,}",
        articles=assumed.articles,
        requests=assumed.requests,
        start=assumed.start,
        years=assumed.years,
        changed=assumed.changed,
        fits=assumed.fits,
        peak=assumed.peak,
        cores=assumed.cores,
        busy=assumed.busy,
        disk=_size(assumed.disk),
        copies=assumed.copies,
        database=_size(assumed.database),
        tables=markdown(costs),
        pace=86_400,
        daily=assumed.articles * assumed.requests,
    )


def _row(name: str, cells: Iterable[str]) -> str:
    return f"| {name} | " + " | ".join(cells) + " |"


def _number(value: float) -> str:
    """Format a number with two or three digits, with words from a million on.

    >>> _number(0.0123), _number(46.3), _number(93e9)
    ('0.012', '46', '93 billion')
    """
    for unit, name in ((1e12, " trillion"), (1e9, " billion"), (1e6, " million")):
        if value >= unit:
            return f"{value / unit:.3g}{name}"
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def _size(value: float) -> str:
    """Format bytes in the largest unit with a value of at least 1.

    >>> _size(1_500.0), _size(3.72e14)
    ('1.5 kB', '372 TB')
    """
    for unit, name in ((1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if value >= unit:
            return f"{value / unit:.3g} {name}"
    return f"{value:.3g} B"


def measure(warcs: list[Path]) -> Measured:
    """Measure a crawl of the sites by one process, then a crawl of invented sites by workers."""
    with tempfile.TemporaryDirectory() as folder:
        crawl = throughput.measured(archives(warcs, Path(folder)), processes=1)
    return measured(crawl, worker_load.load(worker_load.Task(articles=36)))


def main(arguments: Iterable[str] | None = None) -> None:
    """Parse arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warcs", nargs="*", type=Path, metavar="WARC")
    parser.add_argument("--sites", default=",".join(map(str, _SIZES)))
    parser.add_argument("--articles", type=float, default=Assumed().articles, help="new articles per day and site")
    parser.add_argument("--measure", action="store_true")
    args = parser.parse_args(arguments)
    if args.measure:
        measure(args.warcs).write()
    assumed, unit = replace(Assumed(), articles=args.articles), Measured.read()
    print(document([cost(int(sites), unit, assumed) for sites in args.sites.split(",")], assumed), end="")


if __name__ == "__main__":
    main()
