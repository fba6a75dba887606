"""Tens of thousands of cleaned pages of the demo's three invented papers, cleaned with the known truth.

Nothing is parsed or learned, so that an engine can be measured at any size: the visible text and the body of each page are known, and the
weight of each block is random between 0.6 and 1, like those of learned models.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC
from itertools import count, islice, zip_longest
from pathlib import Path
from random import Random

from demo.edition import edition
from demo.pages import pages
from demo.press import Built, Press
from demo.sites import SITES
from demo.truth import visible_lines
from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.cause import Cause
from indexer.index.arm import Arm
from indexer.index.document import Document, documents
from indexer.outcome import Ending, Kind, Outcome

_DAYS = 365
_FETCHED = "2026-03-04T07:30:00Z"


def cleaned_pages(number: int, seed: int) -> Iterator[Cleaned]:
    """Generate `number` pages lazily, alternating between the papers.

    >>> [page.outcome.kind.value for page in cleaned_pages(3, 7)]
    ['cleaned', 'cleaned', 'cleaned']
    """
    articles = max(24, 2 * number // 7)  # there is half a page more per story: second URLs, lists, archives
    editions = [edition(site, seed, articles, _DAYS) for site in SITES]
    presses = [Press(one, f"https://{one.site.key}.example", editions[0] if one.site.foreign_desk else None) for one in editions]
    weights = Random(seed)
    turns = zip_longest(*(((press, built) for built in pages(press)) for press in presses))
    every = (_cleaned(*page, weights) for turn in turns for page in turn if page)
    return islice(_once(every), number)


def spool(number: int, seed: int, path: Path) -> None:
    """Write the documents of `number` pages to a file unless it exists; generating documents takes longer than indexing them."""
    if path.exists():
        return
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        for page in cleaned_pages(number, seed):
            pickle.dump(dict(documents(page)), file)
    unfinished.replace(path)


def spooled(path: Path, start: int = 0, step: int = 1) -> Iterator[Mapping[Arm, Document]]:
    """Read the documents of each page from a file of `spool`, or of every `step`-th page."""
    with path.open("rb") as file:
        for place in count(-start):
            try:
                made = pickle.load(file)
            except EOFError:
                return
            if place % step == 0:
                yield made


def _once(every: Iterable[Cleaned]) -> Iterator[Cleaned]:
    """Yield the first page of each URL."""
    seen: set[str] = set()
    for page in every:
        if page.outcome.url not in seen:
            seen.add(page.outcome.url)
            yield page


def _cleaned(press: Press, built: Built, weights: Random) -> Cleaned:
    url = press.base + built.path
    ending = Ending(Kind.CLEANED if built.kind == "article" else Kind.NOT_ARTICLE)
    if built.copy_of:
        ending = Ending(Kind.DUPLICATE, Cause.SAME_STORY, duplicate_of=press.base + built.copy_of)
    lines = ["".join(text for _, text in line).strip() for line in visible_lines(built.html)]
    blocks = tuple(Block(text, round(weights.uniform(0.6, 1.0), 3), kept=True) for text in built.body)
    by = press if built.number >= 0 or not blocks or press.wire is None else press.wire  # the foreign desk prints stories of the other paper
    article = Article(
        url=url,
        canonical_url=url,
        headline=built.title,
        blocks=blocks,
        date_published=built.moment.replace(tzinfo=UTC).isoformat() if blocks else "",
        in_language=by.site.language,
        author=(press.edition.author(built.number),) if built.number >= 0 else (),
        publisher=press.site.name,
    )
    page_type = "article" if built.kind == "article" else "toc"
    return Cleaned(Outcome(url, "", ending), press.site.key, "truth", page_type, article, "\n".join(lines), _FETCHED)
