"""Labels of an article: its section and its keywords."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence

from indexer.article.site_names import key
from indexer.page.metadata import Metadata

LONGEST = 60
"""In characters: longer labels are sentences."""
MOST = 50
"""Maximum number of keywords; longer lists are keyword stuffing."""

_SEPARATOR = re.compile(r"(?:(?<!\s)\s++)?[,;，、；|]\s*+")


def section(
    metadata: Metadata, headline: str = "", constant: Collection[str] = (), printed: Callable[[], Sequence[str]] = tuple
) -> tuple[str, ...]:
    """Return the distinct sections that the page states for its article.

    Stated ones (JSON-LD, Open Graph, microdata) come first; without any, the last step of the breadcrumbs that is not the article
    itself, then those that the page prints (`printed_sections.printed_sections`).

    Examples
    --------
    >>> from indexer.page.json_ld import LinkedData
    >>> crumbs = Metadata(linked=LinkedData(breadcrumbs=("Politics", "Europe", "Vote today")))
    >>> section(crumbs, "Vote today"), section(Metadata(meta={"article:section": ("Sport",)}))
    (('Europe',), ('Sport',))
    """
    item = metadata.linked.item
    stated = (
        *(item.article_section if item else ()),
        *metadata.all("article:section", "og:article:section", "parsely-section", "parsely-page.section"),
        *metadata.all("cxenseparse:articlesection", "section"),
        *metadata.items.get("articlesection", ()),
    )
    if found := _labels(stated, constant):
        return found
    path = metadata.linked.breadcrumbs or metadata.breadcrumbs
    return _labels(_last_step(path, headline) or printed(), constant)


def keywords(metadata: Metadata, label_links: Sequence[str] = (), constant: Collection[str] = ()) -> tuple[str, ...]:
    """Return the article's distinct keywords, without those of the whole site.

    Parameters
    ----------
    metadata : Metadata
    label_links : sequence of str
        Texts of the page's tag links (rel=tag, or found by the site's model).
    constant : collection of str
        Keywords of nearly all pages of the site.

    Examples
    --------
    >>> keywords(Metadata(meta={"keywords": ("sea, ice, news",)}), ["Ice", "Ferry"], constant=["news"])
    ('sea', 'ice', 'Ferry')
    """
    item = metadata.linked.item
    stated = (
        *(item.keywords if item else ()),
        *metadata.all("article:tag", "og:article:tag", "news_keywords", "keywords", "parsely-tags", "parsely-page.tags", "sailthru.tags"),
        *metadata.items.get("keywords", ()),
        *metadata.tags,
        *label_links,
    )
    return _labels(stated, constant)


def split(values: Iterable[str]) -> list[str]:
    """Return the labels in lists that are written as one text.

    >>> split(["sea, ice", "Ada Lovelace"])
    ['sea', 'ice', 'Ada Lovelace']
    """
    return [label for value in values for label in _SEPARATOR.split(value.strip()) if label]


def _labels(values: Iterable[str], constant: Collection[str]) -> tuple[str, ...]:
    refused = {key(one) for one in constant}
    found: dict[str, str] = {}
    for label in split(values):
        k = key(label)
        if k and k not in refused and len(label) <= LONGEST and not label.startswith(("http:", "https:")):
            found.setdefault(k, label)
    return tuple(found.values())[:MOST]


def _last_step(breadcrumbs: Sequence[str], headline: str) -> tuple[str, ...]:
    """Return the innermost step that is a section and not the article."""
    steps = list(breadcrumbs)
    if steps and (len(steps) > 1 or key(steps[-1]) == key(headline)):
        steps.pop()
    return tuple(steps[-1:])
