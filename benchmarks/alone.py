"""Cleans a page alone, as one of a site that nothing is known of."""

from __future__ import annotations

from datetime import datetime

from indexer.article.clean import clean_page, read_page
from indexer.article.cleaned import Cleaned
from indexer.article.learned import learn
from indexer.page.raw import RawPage
from indexer.site.model import Sampled


def clean_alone(raw: RawPage, now: datetime) -> Cleaned:
    """Return a page cleaned by a model that is learned from it alone.

    Raises
    ------
    PageError
        If the page cannot be read.
    """
    return clean_page(raw, learn("alone", [Sampled(read_page(raw), raw.url)]), "alone", now)


def html_page(url: str, content: bytes) -> RawPage:
    """Return a page with a URL and content that a server declares as HTML."""
    return RawPage(url=url, body=content, content_type="text/html", source=url)
