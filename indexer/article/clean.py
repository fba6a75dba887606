"""RawPage to Cleaned: one page's whole way through the pure floors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np

from indexer.article.article import Block
from indexer.article.cleaned import Cleaned
from indexer.article.extract import article, blocks_of, canonical_of
from indexer.article.learned import LearnedSite
from indexer.errors import PageError
from indexer.outcome import Kind, Outcome
from indexer.page.blocks import key, weight
from indexer.page.decode import decode
from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.page.peer import single_page_lines
from indexer.page.raw import RawPage
from indexer.page.score import gather
from indexer.page.sniff import sniff
from indexer.site.clean_page import MODEL, PAGE_LEVEL, CleanPage, page_level_body
from indexer.site.model import Judged, apply, type_of
from indexer.site.page_type import ARTICLE, OTHER
from indexer.site.sample import vote

_SHORTEST_BODY = 60
"""An article's body weighs at least this; a page with less text of its own is another page."""
_NOINDEX = re.compile(r"(?:^|[\s,:])(?:noindex|none)(?:$|[\s,])", re.IGNORECASE)
_DIRECTIVE_FOR = re.compile(r"^\s*([\w-]+)\s*:", re.IGNORECASE)
_AGENT = "winnow"


def read_page(raw: RawPage) -> tuple[Page, str]:
    """The parsed page, under the URL it is known by, and its decoded text.

    Raises
    ------
    PageError
        NOT_HTML, EMPTY, TOO_LARGE or UNREADABLE.
    """
    if not raw.body.strip():
        raise PageError(Kind.EMPTY, "no content")
    other = sniff(raw.body, raw.content_type)
    if other is not None:
        raise PageError(Kind.NOT_HTML, f"it is {other}")
    decoded = decode(raw.body, raw.content_type)
    page = parse(decoded.text, raw.url, decoded.utf8)
    if raw.url.startswith("file:"):
        page = replace(page, url=canonical_of(page))
    return page, decoded.text


def clean_page(raw: RawPage, learned: LearnedSite, site: str, now: datetime, *, page_level: bool = False) -> Cleaned:
    """One page with its body, weights, type and fields.

    Parameters
    ----------
    raw : RawPage
    learned : LearnedSite
        The page's site; for a single page one that was learned from that page alone.
    site : str
    now : datetime
        With time zone.
    page_level : bool
        Use the page-level extractor, whatever the model says.

    Raises
    ------
    PageError
        Where the page cannot be read.
    """
    page, text = read_page(raw)
    alone = page_level or learned.model.pages < 2
    if alone:
        judged, blocks = _alone(page, text, learned)
        how = "page: page-level extractor" if page_level else "page: no other page of the site"
    else:
        judged = apply(learned.model, page, page.url)
        blocks = blocks_of(judged.clean)
        how = _evidence(judged, learned)
    page_type = judged.page_type
    if page_type == ARTICLE and sum(weight(b.text) for b in blocks if b.kept) < _SHORTEST_BODY:
        page_type = OTHER
    kind, reason = _end(raw, page, page_type)
    return Cleaned(
        outcome=Outcome(page.url, raw.source, kind, reason),
        site=site,
        site_model=how,
        page_type=page_type,
        article=article(judged.clean, blocks, learned.hints, now),
        visible_text=page.visible_text,
        fetched=raw.fetched,
    )


def _evidence(judged: Judged, learned: LearnedSite) -> str:
    if judged.clean.evidence == MODEL:
        return f"model: {learned.name}"
    if not learned.model.has_templates:
        return f"page: {learned.model.body.stories} stories of the site are too few to learn from"
    return f"page: no article container of {learned.name}"


def _end(raw: RawPage, page: Page, page_type: str) -> tuple[Kind, str]:
    if asks_noindex((*raw.robots.splitlines(), *page.metadata.robots(_AGENT))):
        return Kind.NOINDEX, "the publisher asks search engines to leave it out"
    if raw.truncated and page_type != ARTICLE:
        return Kind.TRUNCATED, "the answer was cut short, and what is there holds no article"
    if page_type != ARTICLE:
        return Kind.NOT_ARTICLE, "a table of contents" if page_type == "toc" else "next to no text of its own"
    return Kind.CLEANED, "the answer was cut short" if raw.truncated else ""


def asks_noindex(directives: Sequence[str]) -> bool:
    """Whether robots directives, those of headers with an agent's name before them included, forbid indexing to us.

    >>> asks_noindex(["index, follow"]), asks_noindex(["NOINDEX"]), asks_noindex(["otherbot: noindex"]), asks_noindex(["winnow: none"])
    (False, True, False, True)
    """
    for directive in directives:
        agent = _DIRECTIVE_FOR.match(directive)
        mine = agent is None or agent[1].lower() in (_AGENT, "unavailable_after", "max-snippet", "max-image-preview")
        if mine and _NOINDEX.search(directive):
            return True
    return False


def _alone(page: Page, text: str, learned: LearnedSite) -> tuple[Judged, Sequence[Block]]:
    """A page by the page-level extractor: its lines are the kept blocks, among the page's other blocks.

    Where the extractor has no answer, the page-level scorer has one.
    """
    params = learned.model.params
    e = gather(page, params.score)
    lines = single_page_lines(text, e.titles)
    if not lines:
        scored = page_level_body(e, (), params)
        return Judged(scored, type_of(learned.model, e, page.url)), blocks_of(scored)
    kept = vote(e, "\n".join(lines))
    clean = CleanPage(page, kept.astype(np.float64), PAGE_LEVEL)
    return Judged(clean, type_of(learned.model, e, page.url)), _merged(page, kept.tolist(), lines)


def _merged(page: Page, kept: Sequence[bool], lines: Sequence[str]) -> list[Block]:
    """The extractor's lines as kept blocks, and the page's blocks that they do not hold, in document order."""
    out: list[Block] = []
    ahead = [(key(line), line) for line in lines]
    for text, is_kept in zip(page.tree.text, kept, strict=True):
        if not is_kept:
            out.append(Block(text, 0.0, kept=False))
            continue
        name = key(text)
        at = next((i for i, (line, _) in enumerate(ahead) if name in line), None)
        if at is not None:
            out.extend(Block(line, 1.0, kept=True) for _, line in ahead[: at + 1])
            del ahead[: at + 1]
    out.extend(Block(line, 1.0, kept=True) for _, line in ahead)
    return out


