"""CleanPage to Article: the body's blocks with their weights, and the fields of schema.org's NewsArticle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import partial

import numpy as np

from indexer.article import access, authors, dates, headline, labels, language
from indexer.article.article import Article, Block
from indexer.article.date_text import DAY_LENGTH
from indexer.article.headline_context import Place, front_page_links, headline_context
from indexer.article.hints import PageFacts, SiteHints
from indexer.article.lead_lines import without_lead_lines
from indexer.article.printed_sections import printed_sections
from indexer.article.site_names import key, site_names
from indexer.article.title_affixes import title_parts
from indexer.page.page import Page
from indexer.site.clean_page import PAGE_LEVEL, CleanPage
from indexer.urls import canonical_url


def blocks_of(clean: CleanPage) -> tuple[Block, ...]:
    """Return a cleaned page's blocks in document order."""
    return tuple(map(_block, zip(clean.page.tree.text, clean.weight.tolist(), (clean.weight > 0).tolist(), strict=True)))


_block = partial(tuple.__new__, Block)
"""`Block._make` without a Python call: pages have hundreds of blocks."""


def facts_of(page: Page, clean: CleanPage, fetched: str = "", shared: Collection[str] = ()) -> PageFacts:
    """Return the facts from which the site's hints are learned; `shared` are headings that the site repeats."""
    body = "\n".join(page.tree.text[k] for k in np.flatnonzero(clean.weight > 0).tolist())
    return PageFacts(page.metadata, headline_context(page, clean, shared), body, page.url, fetched)


def canonical_of(page: Page) -> str:
    """Return the page's canonical URL.

    >>> from indexer.page.parse import parse
    >>> canonical_of(parse("<link rel=canonical href='/crane'><p>x</p>", "https://example.org/crane?utm_source=a"))
    'https://example.org/crane'
    """
    return canonical_url(page.url, page.metadata.canonical, page.metadata.first("og:url"))


def article(
    clean: CleanPage,
    blocks: Sequence[Block],
    hints: SiteHints,
    now: datetime,
    peer: Callable[[], str] = str,
    *,
    fetched: str = "",
    chosen: bool = False,
) -> Article:
    """Return the article of a page.

    Parameters
    ----------
    clean : CleanPage
    blocks : sequence of Block
        The page's blocks as the article shows them; usually `blocks_of(clean)`.
    hints : SiteHints
        The learned hints for the site's metadata; the neutral hints for an unlearned site.
    now : datetime
        With time zone; later dates are rejected.
    peer : callable
        Returns another extractor's day of publication.
    fetched : str
        ISO 8601 time of the request, or "".
    chosen : bool
        True if a method of its own chose the blocks, which then stay as they are.
    """
    page = clean.page
    around = headline_context(page, clean, hints.titles.shared)
    headed = headline.choose(
        page.metadata,
        around.headings,
        hints.titles,
        around.over_story,
        lines=[line.text for line in around.lines if line.place <= Place.ABOVE],
        homes=front_page_links(page),
        lone=not hints.dates.judged,
    )
    name = headed.text
    spoken = language.choose(
        page.metadata,
        lambda: _beginning(blocks) or page.visible_text,
        trusted=hints.language_trusted,
        usual=hints.language,
    )
    shown = dates.visible(page.metadata, now, url=page.url, around=around, language=spoken, hints=hints.dates)
    published = dates.published(
        page.metadata, now, url=page.url, around=around, language=spoken, hints=hints.dates, fetched=fetched, peer=peer, printed=shown
    )
    authored = authors.choose(
        page.metadata,
        around,
        spoken,
        hints.bylines,
        hints.constant("author"),
        hints.constant("user"),
        publisher_too=not hints.dates.judged,
    )
    modified = dates.modified(
        page.metadata, now, language=spoken, constant=hints.constant("modified"), printed=shown, lines=around.lines, fetched=fetched
    )
    named = set(map(key, authored.names))
    if not chosen:
        days = [day[:DAY_LENGTH] for day in (published.value, modified) if len(day) >= DAY_LENGTH]
        names = authored.names if clean.evidence == PAGE_LEVEL else ()  # a site's model knows the places of bylines
        blocks = without_lead_lines(blocks, days, names, spoken)
    sources = {"headline": headed.source, "author": authored.source, "datePublished": published.source}
    return Article(
        url=page.url,
        canonical_url=canonical_of(page),
        headline=name,
        blocks=tuple(blocks),
        alternative_headline=headline.alternative(page.metadata, around.headings, name, hints.titles),
        description=_description(page, hints),
        author=authored.names,
        author_organizations=authored.organizations,
        date_published=published.value,
        date_modified=modified,
        in_language=spoken,
        article_section=labels.section(
            page.metadata, name, hints.constant("section"), lambda: printed_sections(page, around, name, named | site_names(page.metadata))
        ),
        keywords=labels.keywords(page.metadata, page.metadata.tags, hints.constant("keywords")),
        publisher=_publisher(page, name),
        image=_image(page, hints),
        captions=tuple(one for one in around.captions if key(one) not in named),  # no portraits
        standfirst=around.standfirst,
        sources={field: source for field, source in sources.items() if source},
        is_accessible_for_free=access.accessible_for_free(page.metadata),
    )


def _beginning(blocks: Sequence[Block]) -> str:
    """Return the beginning of the body, as long as language detection needs."""
    parts: list[str] = []
    length = 0
    for block in blocks:
        if block.kept:
            parts.append(block.text)
            length += len(block.text)
            if length > language.SAMPLE:
                break
    return "\n".join(parts)


def _description(page: Page, hints: SiteHints) -> str:
    item = page.metadata.linked.item
    stated = (item.description if item else "", *page.metadata.all("og:description", "description", "twitter:description"))
    constant = hints.constant("description")
    return next((text for text in stated if text and text not in constant), "")


def _publisher(page: Page, headline: str) -> str:
    """Return the name of the publisher or site; one that a template fills with the page's title holds it as another part, if at all."""
    item = page.metadata.linked.item
    stated = (item.publisher if item else "", *page.metadata.all("og:site_name", "application-name", "dc.publisher"),
              *page.metadata.items.get("publisher", ()), page.metadata.linked.site_name)  # fmt: skip
    titled = key(headline) or None
    named = [one for one in stated if one and (titled is None or titled not in key(one))]
    rest = (part for one in stated if one for part in title_parts(one) if titled is None or key(part) not in (titled, ""))
    return next(iter(named), "") or next(rest, "")


def _image(page: Page, hints: SiteHints) -> str:
    item = page.metadata.linked.item
    stated = (item.image if item else "", *page.metadata.all("og:image", "twitter:image"))
    constant = hints.constant("image")
    return next((url for url in stated if url and url not in constant), "")
