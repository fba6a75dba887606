"""URL paths of each site."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from types import MappingProxyType
from typing import Protocol

from demo.story import Story

_SECTIONS_JA = MappingProxyType({
    "社会": "shakai", "経済": "keizai", "環境": "kankyo", "科学": "kagaku", "スポーツ": "sports", "文化": "bunka",
})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_SLUG_LENGTH = 60


def slug(value: str) -> str:
    """Return a headline as letters, digits and hyphens.

    >>> slug("Zu leichte Brötchen – Grünhagen wartet ab")
    'zu-leichte-broetchen-gruenhagen-wartet-ab'
    """
    plain = unicodedata.normalize("NFKD", value.lower().translate(_UMLAUTS))
    return re.sub(r"[^a-z0-9]+", "-", plain)[:_SLUG_LENGTH].strip("-")


def file_name(target: str) -> str:
    """Return the file below `www/` for a path with its query.

    >>> file_name("/city/tram/"), file_name("/list?c=bunka&p=2"), file_name("/robots.txt")
    ('city/tram/index.html', 'list@c=bunka&p=2', 'robots.txt')
    """
    path, _, query = target.lstrip("/").partition("?")
    return (path if path and not path.endswith("/") else path + "index.html") + (f"@{query}" if query else "")


class Paths(Protocol):
    """URL scheme of a site; `page` counts from 1."""

    def article(self, story: Story, number: int) -> str:
        """Return the path of a story."""

    def copy(self, story: Story, number: int) -> str:
        """Return the second path of an agency story."""

    def section(self, label: str, page: int) -> str:
        """Return the path of a section front."""

    def topic(self, section: str, key: str, page: int) -> str:
        """Return the path of a topic page."""

    def month(self, moment: datetime, page: int) -> str:
        """Return the path of a month's archive."""

    def tag(self, label: str, page: int) -> str:
        """Return the path of a tag page, "" if the site has none."""

    def author(self, name: str, page: int) -> str:
        """Return the path of an author's page, "" if the site has none."""


class CourierPaths:
    """The English site's paths: dates, no file names."""

    def article(self, story: Story, number: int) -> str:
        return f"/{story.published:%Y/%m/%d}/{slug(story.headline)}-{number}/"

    def copy(self, story: Story, number: int) -> str:  # noqa: ARG002 - the scheme only needs the number
        return f"/wire/{number}.html"

    def section(self, label: str, page: int) -> str:
        return f"/{slug(label)}/" + (f"page/{page}/" if page > 1 else "")

    def topic(self, section: str, key: str, page: int) -> str:
        return f"/{slug(section)}/{key}/" + (f"page/{page}/" if page > 1 else "")

    def month(self, moment: datetime, page: int) -> str:
        return f"/{moment:%Y/%m}/" + (f"page/{page}/" if page > 1 else "")

    def tag(self, label: str, page: int) -> str:
        return f"/tag/{slug(label)}/" + (f"page/{page}/" if page > 1 else "")

    def author(self, name: str, page: int) -> str:
        return f"/author/{slug(name)}/" + (f"page/{page}/" if page > 1 else "")


class KurierPaths:
    """The German site's paths: folders by section, files with numbers."""

    def article(self, story: Story, number: int) -> str:
        return f"/{slug(story.topic.section)}/{story.topic.key}/{slug(story.headline)}-id{number}.html"

    def copy(self, story: Story, number: int) -> str:  # noqa: ARG002 - the scheme only needs the number
        return f"/newsticker/meldung{number}.html"

    def section(self, label: str, page: int) -> str:
        return f"/{slug(label)}/" + (f"seite-{page}.html" if page > 1 else "")

    def topic(self, section: str, key: str, page: int) -> str:
        return f"/{slug(section)}/{key}/" + (f"seite-{page}.html" if page > 1 else "")

    def month(self, moment: datetime, page: int) -> str:
        return f"/archiv/{moment:%Y-%m}{f'-{page}' if page > 1 else ''}.html"

    def tag(self, label: str, page: int) -> str:
        return f"/thema/{slug(label)}{f'-{page}' if page > 1 else ''}.html"

    def author(self, name: str, page: int) -> str:
        return f"/autor/{slug(name)}{f'-{page}' if page > 1 else ''}.html"


class ShimpoPaths:
    """The Japanese site's paths: numbers for stories, query strings for lists, neither tags nor authors."""

    def article(self, story: Story, number: int) -> str:
        return f"/articles/{story.published:%Y%m%d}-{number:05d}.html"

    def copy(self, story: Story, number: int) -> str:
        return f"/haishin/{story.published:%Y%m}/{number:05d}.html"

    def section(self, label: str, page: int) -> str:
        return f"/list?c={_SECTIONS_JA[label]}" + (f"&p={page}" if page > 1 else "")

    def topic(self, section: str, key: str, page: int) -> str:
        return f"/list?c={_SECTIONS_JA[section]}&t={key}" + (f"&p={page}" if page > 1 else "")

    def month(self, moment: datetime, page: int) -> str:
        return f"/archive?m={moment:%Y%m}" + (f"&p={page}" if page > 1 else "")

    def tag(self, label: str, page: int) -> str:  # noqa: ARG002
        return ""

    def author(self, name: str, page: int) -> str:  # noqa: ARG002
        return ""
