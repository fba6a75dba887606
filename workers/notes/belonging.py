"""Which articles should stand on a list although it was not asked since they came: those whose addresses say that they belong there.

Where a list showed all articles of one form of address (`workers.notes.link_kinds.forms`), it will show the next ones too. So a
single visit tells that one of them is missing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from workers.memory.site_memory import KnownPage, Life, PageKind, Sighting, SiteMemory
from workers.notes.link_kinds import forms

_FEWEST = 5
"""Articles of a form that a list shows before anything is said of the form."""
_ALL = 0.9
"""Share of a form's articles that a list shows where it shows them all: one or two are gone and not known to be."""


class Belonging:
    """The articles of a site by the form of their address.

    Parameters
    ----------
    memory : SiteMemory

    Notes
    -----
    O(articles) once and O(articles of the list's forms) a list.
    """

    def __init__(self, memory: SiteMemory) -> None:
        self._memory = memory
        self._by_form: dict[str, list[KnownPage]] = defaultdict(list)
        for page in memory.pages.values():
            if page.kind is PageKind.ARTICLE and page.life is Life.LIVE:
                self._by_form[forms(page.url)[0]].append(page)

    def newcomers(self, source: str) -> list[str]:
        """The articles that came since a list was asked and belong there, the newest first."""
        latest, members = main_box(self._memory, source)
        if not members:
            return []
        number = Counter(forms(url)[0] for url in members)
        found: list[KnownPage] = []
        for form in sorted(form for form, count in number.items() if count >= _FEWEST):
            floor = sorted(self._memory.pages[url].birth for url in members if forms(url)[0] == form)[1]  # one may be pinned
            known = [page for page in self._by_form[form] if page.found <= latest and page.birth >= floor]
            if sum(page.url in members for page in known) >= _ALL * len(known):
                found += [page for page in self._by_form[form] if page.found > latest and page.birth >= floor]
        return [page.url for page in sorted(found, key=lambda page: (-page.birth, page.url))]


def main_box(memory: SiteMemory, source: str) -> tuple[float, Mapping[str, Sighting]]:
    """When a source was seen last, and what stood in its largest box of live articles then, in its order."""
    sightings = memory.shown.get(source, {})
    latest = max((s.last for s in sightings.values()), default=0.0)
    shown = {url: s for url, s in sightings.items() if s.last == latest and is_live_article(memory, url)}
    boxes = Counter(s.box for s in shown.values())
    if not boxes:
        return latest, {}
    box = max(boxes, key=lambda name: (boxes[name], name))
    listed = sorted((s.rank, url) for url, s in shown.items() if s.box == box)
    return latest, {url: shown[url] for _, url in listed}


def is_live_article(memory: SiteMemory, url: str) -> bool:
    """Whether a page is an article that was there at its last visit."""
    page = memory.pages.get(url)
    return page is not None and page.kind is PageKind.ARTICLE and page.life is Life.LIVE
