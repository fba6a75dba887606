"""RawPage to Cleaned: the whole pure pipeline of one page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

from indexer.article.body import body_of
from indexer.article.cleaned import Cleaned
from indexer.article.extract import article, blocks_of, canonical_of
from indexer.article.learned import LearnedSite
from indexer.article.robots_directives import page_directives
from indexer.cause import Cause
from indexer.errors import PageError
from indexer.outcome import Ending, Kind, Outcome
from indexer.page.blocks import weight
from indexer.page.budget import budget_for, within_budget
from indexer.page.decode import decode
from indexer.page.page import Page
from indexer.page.parse import parse_any
from indexer.page.peer import published_day
from indexer.page.raw import RawPage
from indexer.page.refresh import refresh_redirect
from indexer.page.sniff import sniff
from indexer.site.clean_page import CleanPage
from indexer.site.methods.registry import Fitted
from indexer.site.types.page_type import ARTICLE, OTHER, TOC
from indexer.urls import is_front_page

_SHORTEST_BODY = 60
"""Minimum weight of an article's body; a page with less text of its own has another type."""


Parse = Callable[[RawPage], Page]
"""Decodes and parses a page (`parse_page`), or looks up its parsed form."""


def parse_page(raw: RawPage) -> Page:
    """Decode and parse a page, even if it has no visible text.

    Raises
    ------
    PageError
        NOT_HTML, EMPTY (without any text), TOO_LARGE, TOO_COSTLY or UNREADABLE.
    """
    return within_budget(partial(_parsed, raw), budget_for(len(raw.body)))


def _parsed(raw: RawPage) -> Page:
    if not raw.body.strip():
        raise PageError(Ending(Kind.EMPTY, Cause.NO_CONTENT))
    other = sniff(raw.body, raw.content_type)
    if other is not None:
        raise PageError(Ending(Kind.NOT_HTML, Cause.MEDIA_TYPE, detail=other))
    decoded = decode(raw.body, raw.content_type)
    return parse_any(decoded.text, raw.url, decoded.utf8, decoded.encoding)


def read_page(raw: RawPage, parse: Parse = parse_page) -> Page:
    """Return the parsed page if it has visible text; a file's page is read under the URL that it declares, which its links need.

    Raises
    ------
    PageError
        As for `parse_page`; EMPTY without visible text, REDIRECT if it redirects before anything can be read.
    """
    return within_budget(partial(_read, raw, parse), budget_for(len(raw.body)))


def _read(raw: RawPage, parse: Parse) -> Page:
    page = parse(raw)
    if not page.tree.text:
        raise PageError(Ending(Kind.EMPTY, Cause.NO_VISIBLE_TEXT))
    moved = refresh_redirect(page)
    if moved:
        raise PageError(Ending(Kind.REDIRECT, Cause.REFRESH, moved))
    if raw.url.startswith("file:"):
        page = replace(page, url=canonical_of(page))
    return page


def clean_page(
    raw: RawPage, learned: LearnedSite, site: str, now: datetime, *, page_level: bool = False, fitted: Fitted | None = None
) -> Cleaned:
    """Clean one page: body, weights, type and fields.

    Parameters
    ----------
    raw : RawPage
    learned : LearnedSite
        The page's site; its model at the fetch time cleans the page. For a single page it is learned from that page alone.
    site : str
    now : datetime
        With time zone.
    page_level : bool
        True to use the page-level extractor regardless of the model.
    fitted : Fitted or None
        The method that chooses and weights the blocks; type and fields come from the model. An article without kept blocks ends as
        NOT_ARTICLE with the cause METHOD.

    Raises
    ------
    PageError
        If the page cannot be read.
    """
    return clean_read(raw, read_page(raw), learned, site, now, page_level=page_level, fitted=fitted)


def clean_read(
    raw: RawPage,
    page: Page,
    learned: LearnedSite,
    site: str,
    now: datetime,
    *,
    page_level: bool = False,
    fitted: Fitted | None = None,
) -> Cleaned:
    """Clean a page that `read_page` returned; the body in `raw` is not read.

    Raises
    ------
    PageError
        TOO_COSTLY.
    """
    work = partial(_clean, raw, page, learned, site, now, page_level=page_level, fitted=fitted)
    return within_budget(work, budget_for(len(page.html)))


def _clean(
    raw: RawPage, page: Page, learned: LearnedSite, site: str, now: datetime, *, page_level: bool, fitted: Fitted | None
) -> Cleaned:  # fmt: skip
    learned = learned.at(raw.fetched)
    judged, blocks, how, doubts = body_of(page, learned, page_level=page_level)
    page_type = judged.page_type
    if page_type == ARTICLE and sum(weight(b.text) for b in blocks if b.kept) < _SHORTEST_BODY:
        page_type = TOC if is_front_page(page.url) else OTHER
    ending = _end(raw, page, page_type, now)
    if fitted is not None:
        blocks = blocks_of(CleanPage(page, fitted.weights(page), fitted.name))
        how, doubts = f"{fitted.name}: {learned.site}", ()
        if ending.kind is Kind.CLEANED and not any(b.kept for b in blocks):
            page_type, ending = OTHER, Ending(Kind.NOT_ARTICLE, Cause.METHOD, detail=fitted.name)
    return Cleaned(
        outcome=Outcome(raw.url, raw.source, ending),
        site=site,
        site_model=how,
        doubts=doubts,
        page_type=page_type,
        article=article(
            judged.clean,
            blocks,
            learned.hints,
            now,
            partial(published_day, page.html, now),
            fetched=raw.fetched,
            chosen=fitted is not None,
        ),
        visible_text=page.visible_text,
        fetched=raw.fetched,
        complete=not raw.truncated,
    )


def _end(raw: RawPage, page: Page, page_type: str, now: datetime) -> Ending:
    if page_directives(page.metadata, raw.robots).forbid_indexing(now):
        return Ending(Kind.NOINDEX, Cause.NOINDEX)
    if raw.truncated and page_type != ARTICLE:
        return Ending(Kind.TRUNCATED, Cause.CUT_WITHOUT_ARTICLE)
    if page_type != ARTICLE:
        return Ending(Kind.NOT_ARTICLE, Cause.TOC if page_type == TOC else Cause.NO_STORY)
    return Ending(Kind.CLEANED, Cause.CUT_SHORT if raw.truncated else Cause.NONE)

