"""What a number of sites costs, and which part gives way first: `docs/SCALE.md`, computed from measured figures.

    python -m benchmarks.scale > docs/SCALE.md           # from benchmarks/scale.json; [--sites 1000,100000,10000000] [--articles 20]
    python -m benchmarks.scale --measure [WARC...]       # measures anew first (ten minutes on a quiet machine)

The figures are those of `benchmarks.scale_measured`, the arithmetic and what is assumed are in `benchmarks.scale_model`.
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

What {sizes} sites cost. Printed by `python -m benchmarks.scale`: figures measured for one page, request and row
(`benchmarks/scale.json`, which `--measure` makes anew) times numbers of sites. Processor time was measured on two cores that others
shared, and is an upper bound.

Assumed: {articles:g} new articles a day and site, {requests:g} requests for each (what the recrawl plan needs), {start:,.0f} pages found by
the first crawl, everything kept for {years:g} year, {changed:.0%} of the answers new, {fits:g} fits a year, a busiest hour of {peak:g} mean
ones; machines of {cores} cores, {busy:.0%} busy then, with {disk} of disk; {copies} copies of every index shard and database; no
PostgreSQL server over {database}. All four arms are counted; who searches one needs that one only.

{tables}

What to do about it:

- *The dispatcher.* Others help as soon as more is due than one deals out (`winnow worker --queues plan --concurrency N`): a claim skips
  hosts that another has locked. Where messages wait for workers, up to eight claims go with one.
- *PostgreSQL's disk.* Nearly all of it are URLs and their visits. `winnow store purge --visits 5` keeps fewer visits. Beyond that, a
  database for a part of the registered domains each: no statement and no lock joins two sites, and a part is a home of its own with its
  own workers.
- *Redis* takes one core. A part of the sites with its own database has its own Redis, too.
- *Search servers* grow with the articles kept, and are most of the machines: `body` or `weighted` alone takes less than half of what
  `raw` takes.
- *A site's own pace* never gives way: {pace:,.0f} requests a day are allowed by a delay of one second, {daily:g} are made.
"""


def markdown(costs: Sequence[Cost]) -> str:
    """The tables, and what follows from them."""
    head = "| | " + " | ".join(f"{one.sites:,} sites" for one in costs) + " |"
    lines = [head, "|---" * (len(costs) + 1) + "|"]
    lines.append(_row("requests a second, at the peak", (_number(one.requests) for one in costs)))
    lines.append(_row("messages a second", (_number(one.messages) for one in costs)))
    lines += [_row(f"rows of {name}", (_number(one.rows[name]) for one in costs)) for name in costs[0].rows]
    lines += [_row(f"{name}, bytes", (_size(one.bytes[name]) for one in costs)) for name in costs[0].bytes]
    lines += [_row(f"cores at work: {name}", (_number(one.cores[name]) for one in costs)) for name in costs[0].cores]
    lines += [_row(f"**machines: {name}**", (f"{one.machines[name]:,}" for one in costs)) for name in costs[0].machines]
    lines += ["", "Of parts of which there is one, how many it would take:", "", head, "|---" * (len(costs) + 1) + "|"]
    lines += [_row(name, (_number(one.strain[name]) for one in costs)) for name in costs[0].strain]
    first = costs[0]
    limits = sorted((first.sites / strain, name) for name, strain in first.strain.items() if name != "one site's own pace")
    lines += ["", "In this order they give way: " + "; ".join(f"{name} at {_number(most)} sites" for most, name in limits) + "."]
    return "\n".join(lines)


def document(costs: Sequence[Cost], of: Assumed) -> str:
    """`docs/SCALE.md`."""
    sizes = [one.sites for one in costs]
    return _DOCUMENT.format(
        sizes=", ".join(f"{size:,}" for size in sizes[:-1]) + f" and {sizes[-1]:,}",
        articles=of.articles,
        requests=of.requests,
        start=of.start,
        years=of.years,
        changed=of.changed,
        fits=of.fits,
        peak=of.peak,
        cores=of.cores,
        busy=of.busy,
        disk=_size(of.disk),
        copies=of.copies,
        database=_size(of.database),
        tables=markdown(costs),
        pace=86_400,
        daily=of.articles * of.requests,
    )


def _row(name: str, cells: Iterable[str]) -> str:
    return f"| {name} | " + " | ".join(cells) + " |"


def _number(value: float) -> str:
    """Two digits, in words from a million on.

    >>> _number(0.0123), _number(46.3), _number(93e9)
    ('0.012', '46', '93 billion')
    """
    for unit, name in ((1e12, " trillion"), (1e9, " billion"), (1e6, " million")):
        if value >= unit:
            return f"{value / unit:.3g}{name}"
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def _size(value: float) -> str:
    """Bytes in the largest unit of which there is one.

    >>> _size(1_500.0), _size(3.72e14)
    ('1.5 kB', '372 TB')
    """
    for unit, name in ((1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if value >= unit:
            return f"{value / unit:.3g} {name}"
    return f"{value:.3g} B"


def measure(warcs: list[Path]) -> Measured:
    """Crawl the sites by one process, then a load of invented ones by workers."""
    with tempfile.TemporaryDirectory() as folder:
        crawl = throughput.measured(archives(warcs, Path(folder)), processes=1)
    return measured(crawl, worker_load.load(worker_load.Task(articles=36)))


def main(arguments: Iterable[str] | None = None) -> None:
    """Parse, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warcs", nargs="*", type=Path, metavar="WARC")
    parser.add_argument("--sites", default=",".join(map(str, _SIZES)))
    parser.add_argument("--articles", type=float, default=Assumed().articles, help="new ones a day and site")
    parser.add_argument("--measure", action="store_true")
    given = parser.parse_args(arguments)
    if given.measure:
        measure(given.warcs).write()
    of, each = replace(Assumed(), articles=given.articles), Measured.read()
    print(document([cost(int(sites), each, of) for sites in given.sites.split(",")], of), end="")


if __name__ == "__main__":
    main()
