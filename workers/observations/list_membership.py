"""Predicts which articles a list shows now, from the URL forms of the articles that it showed at its last visit.

A list that showed all articles of one URL form (`indexer.url_shape.url_forms`) will show the next ones too, so a single visit reveals a
missing one.
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

_FEWEST = 5
"""Minimum number of articles of a form on a list."""
_ALL = 0.9
"""Share of a form's articles that a list must show to count as showing all: the deletion of one or two may be unknown yet."""


@dataclass(frozen=True, slots=True)
class _Form:
    """The articles of one form, sorted by birth and by the time at which they were found, latest first."""

    born: list[tuple[float, str]] = field(default_factory=list)
    found: list[tuple[float, str]] = field(default_factory=list)


class ListMembership:
    """The live articles of a site by the form of their URL.

    Notes
    -----
    The history refers to it, but it does not refer to the history: a reference cycle would outlive the step.
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
        """The instance of a history, created once and updated with its pages."""
        follow = history.followers.get(cls.__name__)
        if follow is None:
            made = cls(history)
            history.followers[cls.__name__] = made.follow
            return made
        found: ListMembership = follow.__self__  # type: ignore[attr-defined]
        return found

    def follow(self, before: KnownPage | None, after: KnownPage) -> None:
        """Update for a replaced page."""
        was = before if before is not None and _is_live(before) else None
        now = after if _is_live(after) else None
        if was is now is None:
            return
        form = self._by_form[url_form(after.url)]
        _move(form.born, None if was is None else (-was.birth, was.url), None if now is None else (-now.birth, now.url))
        _move(form.found, None if was is None else (-was.found, was.url), None if now is None else (-now.found, now.url))

    def newcomers(self, history: SiteHistory, source: str) -> list[str]:
        """The articles that appeared since the list's last visit and should be on it, newest first."""
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
        for form in sorted(form for form, some in by_form.items() if len(some) >= _FEWEST):
            listed = [pages[url] for url in by_form[form]]
            floor = sorted(page.birth for page in listed)[1]  # one may be pinned
            all_ = self._by_form[form]
            since = [pages[url] for _, url in all_.found[: bisect_left(all_.found, -latest, key=itemgetter(0))]]
            came = [page for page in since if page.birth >= floor]
            known = bisect_right(all_.born, -floor, key=itemgetter(0)) - len(came)
            if sum(page.found <= latest and page.birth >= floor for page in listed) >= _ALL * known:
                found += came
        return [page.url for page in sorted(found, key=lambda page: (-page.birth, page.url))]


def _move(listed: list[tuple[float, str]], was: tuple[float, str] | None, now: tuple[float, str] | None) -> None:
    """Replace an entry of a sorted list."""
    if was == now:
        return
    if was is not None:
        del listed[bisect_left(listed, was)]
    if now is not None:
        insort(listed, now)


def main_box(history: SiteHistory, source: str) -> tuple[float, Mapping[str, Sighting]]:
    """The time of a source's last sightings, and those of its largest box of live articles, in their order."""
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
    """Whether a page is an article that existed at its last visit."""
    page = history.pages.get(url)
    return page is not None and _is_live(page)


def _is_live(page: KnownPage) -> bool:
    return page.kind is PageKind.ARTICLE and page.life is Life.LIVE
