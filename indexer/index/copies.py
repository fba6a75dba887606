"""Copies: URLs of duplicate pages, collected while pages are written and added to the stories' documents at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.document import Document, canonical_of, document_id
from indexer.index.engine import Engine
from indexer.outcome import Kind
from indexer.urls import has_authority_over, normalise


class Copies:
    """Duplicates with their declared canonical URLs.

    A story has the canonical URL of its first page. If its duplicates agree on another URL, and one of them has that URL, it becomes the
    story's canonical URL: the first page may have declared a canonical URL that was rejected.
    """

    def __init__(self) -> None:
        self._repeats: dict[str, str] = {}
        self._declared: dict[str, str] = {}
        self._captured_as: dict[str, str] = {}

    def note(self, page: Cleaned) -> None:
        """Record a page if it is a duplicate."""
        if page.outcome.kind is Kind.DUPLICATE:
            url = normalise(page.outcome.url)
            self._repeats[url] = canonical_of(page)
            declared = page.article.canonical_url if page.article else ""
            self._declared[url] = declared if has_authority_over(url, declared) else ""
            self._captured_as[url] = page.outcome.url

    def stories(self) -> Mapping[str, tuple[str, ...]]:
        """Return the first URL of each duplicated story and the URLs of its copies, both sorted; copies of copies are included.

        >>> copies = Copies()
        >>> copies._repeats = {"c": "b", "b": "a"}
        >>> copies.stories()
        {'a': ('b', 'c')}
        """
        found: dict[str, list[str]] = {}
        for url in sorted(self._repeats):
            first = self._first(url)
            if first != url:
                found.setdefault(first, []).append(url)
        return {first: tuple(found[first]) for first in sorted(found)}

    def name(self, first: str, urls: tuple[str, ...]) -> str:
        """Return the canonical URL of a story."""
        votes = Counter(self._declared[url] for url in urls)
        agreed = max((url for url in votes if url in urls), key=lambda url: (votes[url], url), default=first)
        return agreed if votes[agreed] > max(1, votes[first] + 1) else first

    def add_to(self, engine: Engine) -> None:
        """Add the copies' URLs to each story's document; call this after all pages are committed."""
        for first, urls in self.stories().items():
            name = self.name(first, urls)
            for arm in Arm:
                if name != first:
                    self._rename(engine, arm, first, urls, name)
                elif arm.cleaned:
                    engine.add_urls(arm, first, urls)

    def _first(self, url: str) -> str:
        seen = {url}
        while (earlier := self._repeats.get(url, url)) not in seen:
            seen.add(earlier)
            url = earlier
        return url

    def _rename(self, engine: Engine, arm: Arm, first: str, urls: tuple[str, ...], name: str) -> None:
        """Set the canonical URL of a story's documents: one in a cleaned arm, those of all its pages in a raw arm."""
        for url in (first,) if arm.cleaned else (first, *(self._captured_as[url] for url in urls)):
            stored = engine.read(arm, url)
            if stored is None:
                continue
            document = stored.document()
            if document.canonical_url != name:
                engine.put(arm, _named(document, name, arm).with_additional((first, *urls) if arm.cleaned else ()))


def _named(document: Document, name: str, arm: Arm) -> Document:
    fields = {**document.fields, "canonicalUrl": name}
    if not arm.cleaned:
        return replace(document, fields=fields)
    return replace(document, id=document_id(name), fields={**fields, "url": name})
