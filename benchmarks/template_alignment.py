"""Templates by sequence alignment: time, agreement of the aligners, and the paper's table 2 on the demo's sites.

    python -m benchmarks.template_alignment [WARC...] [--published SECONDS] [--production SECONDS]

Time: 16 generated pages of about 2,000 tags and texts, half of which belong to the template. Agreement of two templates of one site: twice
their longest common subsequence over the sum of their lengths. Table 2: samples of 2 to 32 pages of each site, by template. The exit code
is 1 if a time is above its limit, or precision or recall of an article's template is below .95 at 16 pages.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np

from demo.archive import captures, write_warc
from demo.generate import Scale
from demo.sites import SITES
from harness.inputs import SEED, archives, name, pages
from indexer.algorithms.align import ALIGNERS, longest_common
from indexer.article.clean import read_page
from indexer.cli.template_report import template_reports, template_text
from indexer.errors import PageError
from indexer.evaluate.sample_sizes import SIZES
from indexer.evaluate.template import TemplateReport, read_truth
from indexer.page.page import Page
from indexer.page.raw import RawPage
from indexer.site.methods.template import PUBLISHED, TemplateModel, TemplateParams, fit, learn

_TAGS = 2_000
_REPEATS = 5
_FLOOR = 0.95
_PRODUCTION = TemplateParams()


def main() -> int:
    """Measure, print, compare with the limits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warcs", nargs="*", type=Path, metavar="WARC")
    parser.add_argument("--published", type=float, default=1.0, help="time limit of the published aligner for 16 pages in seconds")
    parser.add_argument("--production", type=float, default=0.2, help="time limit of the production aligner for 16 pages in seconds")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        slow = _times({PUBLISHED.aligner: args.published, _PRODUCTION.aligner: args.production})
        _agreement(archives(args.warcs, folder))
        low = _table_2(folder)
    return int(slow or low)


def _times(limits: Mapping[str, float]) -> bool:
    """Print the time of each aligner; return whether one is above its limit."""
    sample = _invented(random.Random(SEED), 16)
    print(f"16 pages of {np.mean([len(page) for page in sample]):.0f} tags and texts, {_REPEATS} times")
    slow = False
    for aligner in ALIGNERS:
        params = TemplateParams(aligner=aligner)
        seconds = sorted(_seconds(sample, params) for _ in range(_REPEATS))[_REPEATS // 2]
        limit = limits.get(aligner)
        print(f"  {aligner:18} {seconds:6.3f} s" + (f"   limit {limit} s" if limit else ""))
        slow = slow or (limit is not None and seconds > limit)
    return slow


def _seconds(sample: Sequence[tuple[str, ...]], params: TemplateParams) -> float:
    begun = time.perf_counter()
    learn(sample, params)
    return time.perf_counter() - begun


def _invented(rng: random.Random, number: int) -> list[tuple[str, ...]]:
    """Generate pages with a menu, a story of paragraphs and links, and boxes around it."""
    menu = [token for i in range(80) for token in ("<li>", f'<a href="/m{i}">', f"menu {i}", "</a>", "</li>")]
    boxes = [token for i in range(120) for token in (f'<div class="b{i}">', "<h3>", f"box {i}", "</h3>", "</div>")]
    return [(*menu, *_story(rng, page), *boxes) for page in range(number)]


def _story(rng: random.Random, page: int) -> list[str]:
    out: list[str] = []
    while len(out) < rng.randint(_TAGS // 2 - 200, _TAGS // 2 + 200):
        text = f"{page} {len(out)}"
        out += ["<p>", text, "</p>"] if rng.random() < 0.7 else ["<p>", text, f'<a href="/{text}">', f"to {text}", "</a>", "</p>"]
    return out


def _agreement(sites: Sequence[Path]) -> None:
    others = [aligner for aligner in ALIGNERS if aligner != PUBLISHED.aligner]
    print(f"\nTemplate of each site's pages, 16 of them; agreement with {PUBLISHED.aligner} at one threshold of 1/2")
    print(f"{'site':18} {'published':>9} " + " ".join(f"{aligner:>16} {'agreement':>9}" for aligner in others) + f" {'production':>10}")
    for site, parsed in (found for archive in sites for found in _by_host(archive)):
        published, production = fit(parsed, PUBLISHED), fit(parsed, _PRODUCTION)
        cells = []
        for aligner in others:
            found = fit(parsed, TemplateParams(repeated=PUBLISHED.repeated, aligner=aligner))
            cells.append(f"{len(found.token):16} {_shared(published, found):9.3f}")
        print(f"{site:18} {len(published.token):9} " + " ".join(cells) + f" {len(production.token):10}", flush=True)


def _by_host(archive: Path) -> list[tuple[str, list[Page]]]:
    """Return the pages of an archive by host; the demo's archive has three hosts."""
    hosts: dict[str, list[Page]] = {}
    for page in _parsed(archive):
        hosts.setdefault(urlsplit(page.url).hostname or "", []).append(page)
    large = {host: found for host, found in sorted(hosts.items()) if len(found) >= _PRODUCTION.pages}
    return [(host if len(large) > 1 else name(archive), found) for host, found in large.items()]


def _shared(one: TemplateModel, other: TemplateModel) -> float:
    symbol: dict[str, int] = {}
    first, second = (np.array([symbol.setdefault(t, len(symbol)) for t in model.token], np.int64) for model in (one, other))
    total = len(first) + len(second)
    return 2 * int(longest_common(first, second).matched.sum()) / total if total else 1.0


def _parsed(archive: Path) -> list[Page]:
    found = []
    for capture in pages(archive):
        try:
            found.append(read_page(RawPage(capture.url, capture.body, "", capture.content_type)))
        except PageError:
            continue
    return found


def _table_2(folder: Path) -> bool:
    """Print table 2; return whether the figures of an article's template are below the floor."""
    archive = folder / "table2.warc.gz"
    write_warc(archive, list(captures(SEED, folder, Scale())))
    truth = {url: page for site in SITES for url, page in read_truth(folder / site.key / "tokens.jsonl").items()}
    print("\nTable 2 as published")
    print(template_text(template_reports([str(archive)], truth, PUBLISHED, SIZES)))
    print(f"\nTable 2 in production ({_PRODUCTION.aligner}, {_PRODUCTION.repeated} of the pages for repeated tokens)")
    found = template_reports([str(archive)], truth, _PRODUCTION, SIZES)
    print(template_text(found))
    return any(_below_floor(report) for (_, template), report in found.items() if template.startswith("article"))


def _below_floor(report: TemplateReport) -> bool:
    return any(min(each.precision, each.recall) < _FLOOR for each in report.scores if each.sample == _PRODUCTION.pages)


if __name__ == "__main__":
    sys.exit(main())
