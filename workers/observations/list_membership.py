"""Predicts which articles a list shows now, from the URL forms of the articles that it showed at its last visit.

A list that showed all articles of one URL form (`indexer.url_shape.url_forms`) is expected to show the next ones too, so that one visit
reveals a missing article.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import itemgetter

from indexer.store.url_lifecycle import Life
from indexer.url_shape import url_form
from workers.history.site_history import KnownPage, PageKind, Sighting, SiteHistory

_MIN_ARTICLES = 5
"""Minimum number of articles of one form on a list."""
_MIN_SHARE = 0.9
"""Minimum share of a form's articles on a list that counts as all: a few may be deleted without the history knowing it yet."""


@dataclass(frozen=True, slots=True)
class _Form:
    """The articles of one form, sorted by birth and by discovery time, latest first; times are negated."""

    born: list[tuple[float, str]] = field(default_factory=list)
    found: list[tuple[float, str]] = field(default_factory=list)


class ListMembership:
    """The live articles of a site by the form of their URL.

    Notes
    -----
    The history refers to it, but not the reverse: a reference cycle would keep both in memory after the step.
    O(articles · log articles) once (`of`); O(members + articles found since · log articles) per list.
    """

    def __init__(self, history: SiteHistory) -> None:
        self._by_form: dict[str, _Form] = defaultdict(_Form)
        for page in history.pages.values():
            if _is_live(page):
                form = self._by_form[url_form(page.url)]
                form.born.append((-page.birth, page.url))
                form.found.append((-page.found, page.url))
        for form in self._by_form.values():
            form.born.sort()
            form.found.sort()

    @classmethod
    def of(cls, history: SiteHistory) -> ListMembership:
        """Return the instance of a history, which is created once and follows the changes of its pages."""
        follow = history.followers.get(cls.__name__)
        if follow is None:
            made = cls(history)
            history.followers[cls.__name__] = made.follow
            return made
        found: ListMembership = follow.__self__  # type: ignore[attr-defined]
        return found

    def follow(self, before: KnownPage | None, after: KnownPage) -> None:
        """Update the index for a replaced page."""
        was = before if before is not None and _is_live(before) else None
        now = after if _is_live(after) else None
        if was is now is None:
            return
        form = self._by_form[url_form(after.url)]
        _move(form.born, None if was is None else (-was.birth, was.url), None if now is None else (-now.birth, now.url))
        _move(form.found, None if was is None else (-was.found, was.url), None if now is None else (-now.found, now.url))

    def newcomers(self, history: SiteHistory, source: str) -> list[str]:
        """Return the articles that appeared since the list's last visit and should be on it, newest first."""
        key = ("newcomers", source)
        if key not in history.derived:
            history.derived[key] = self._newcomers(history, source)
        found: list[str] = history.derived[key]
        return found

    def _newcomers(self, history: SiteHistory, source: str) -> list[str]:
        pages = history.pages
        latest, members = main_box(history, source)
        by_form: dict[str, list[str]] = defaultdict(list)
        for url in members:
            by_form[url_form(url)].append(url)
        found: list[KnownPage] = []
        for form in sorted(form for form, some in by_form.items() if len(some) >= _MIN_ARTICLES):
            listed = [pages[url] for url in by_form[form]]
            floor = sorted(page.birth for page in listed)[1]  # the oldest may be pinned to the list
            all_ = self._by_form[form]
            since = [pages[url] for _, url in all_.found[: bisect_left(all_.found, -latest, key=itemgetter(0))]]
            came = [page for page in since if page.birth >= floor]
            known = bisect_right(all_.born, -floor, key=itemgetter(0)) - len(came)
            if sum(page.found <= latest and page.birth >= floor for page in listed) >= _MIN_SHARE * known:
                found += came
        return [page.url for page in sorted(found, key=lambda page: (-page.birth, page.url))]


def _move(listed: list[tuple[float, str]], was: tuple[float, str] | None, now: tuple[float, str] | None) -> None:
    """Replace an entry of a sorted list; None for no entry."""
    if was == now:
        return
    if was is not None:
        del listed[bisect_left(listed, was)]
    if now is not None:
        insort(listed, now)


def main_box(history: SiteHistory, source: str) -> tuple[float, Mapping[str, Sighting]]:
    """Return the time of a source's last sightings, and the sightings of its largest box of live articles in order."""
    sightings = history.shown.get(source, {})
    latest = max((s.last for s in sightings.values()), default=0.0)
    shown = {url: s for url, s in sightings.items() if s.last == latest and is_live_article(history, url)}
    boxes = Counter(s.box for s in shown.values())
    if not boxes:
        return latest, {}
    box = max(boxes, key=lambda name: (boxes[name], name))
    listed = sorted((s.rank, url) for url, s in shown.items() if s.box == box)
    return latest, {url: shown[url] for _, url in listed}


def is_live_article(history: SiteHistory, url: str) -> bool:
    """Return whether a URL is a known article that existed at its last visit."""
    page = history.pages.get(url)
    return page is not None and _is_live(page)


def _is_live(page: KnownPage) -> bool:
    return page.kind is PageKind.ARTICLE and page.life is Life.LIVE
