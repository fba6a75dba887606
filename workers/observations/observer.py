"""Records a response in the history: the sightings and hints of a source, changes of an article, and new links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from indexer import urls
from indexer.article.robots_directives import page_directives
from indexer.page.page import Page
from indexer.store.url_lifecycle import Life
from workers.clock import DAY
from workers.fetch.fetcher import Validator
from workers.history.site_history import KnownPage, PageKind, Sighting, SiteHistory, mark_visited
from workers.observations.hints import Hint, Notice, compare
from workers.observations.link_model import LinkModel, learn_links
from workers.observations.menu import menu_of
from workers.observations.new_links import Candidate, candidates_of
from workers.observations.page_kinds import KindModel, PageFeatures, combined, features_of, kind_of, learn_kinds
from workers.observations.paging import earlier
from workers.observations.sightings import entry_sighting, sightings_of, stated_time
from workers.reading.captured_page import CapturedPage
from workers.reading.feeds import Feed, FeedEntry
from workers.reading.listing import read_listing
from workers.reading.pagination import next_page
from workers.reading.teaser import Teaser

_FRESH = 3 * DAY
"""Seconds after which a dated entry of a sitemap or feed is no longer news."""
_MAX_ENTRIES = 2_000
_PROSE = 120
"""Minimum characters of a paragraph that cannot be part of the template."""
_MIN_NEW = 5
"""Minimum number of new stories in a box without a known one for which the list's next page is requested."""


@dataclass(frozen=True, slots=True)
class Observed:
    """The result of observing one response.

    Parameters
    ----------
    kind : PageKind
        The kind of the page.
    changed : bool
        Whether its own text changed.
    more : str
        The list's next page if a box of this one shows new articles only; otherwise "".
    """

    kind: PageKind
    changed: bool = True
    candidates: tuple[Candidate, ...] = ()
    more: str = ""


@dataclass(slots=True)
class Observer:
    """Records the responses of one site during one run.

    Parameters
    ----------
    now : float
        The time of the run, with which all its records are dated.
    """

    history: SiteHistory
    now: float
    _pages: list[KnownPage] = field(init=False)
    _models: tuple[KindModel, LinkModel] | None = field(init=False)
    _menu: frozenset[str] = field(init=False)
    _features: dict[str, PageFeatures] = field(init=False, default_factory=dict)
    _blocks: dict[int, str] = field(init=False, default_factory=dict)
    _shared: set[int] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self.learn()
        for url in sorted(url for url, page in self.history.pages.items() if page.visited == self.now):
            self._share(url, self.history.pages[url].blocks)

    def learn(self) -> None:
        """Relearn the models of pages and links, and reclassify the new pages of the run."""
        self._pages, self._models = list(self.history.pages.values()), None
        self._menu = menu_of(self.history)
        for url, features in self._features.items():
            page = self.history.pages[url]
            self.history.put(replace(page, kind=self._kind(features)))

    @property
    def _kinds(self) -> KindModel:
        return self._learned()[0]

    @property
    def _links(self) -> LinkModel:
        return self._learned()[1]

    def _learned(self) -> tuple[KindModel, LinkModel]:
        """Return the models of the pages known at the last `learn`, fitted on first use."""
        if self._models is None:
            self._models = learn_kinds(self._pages), learn_links(self._pages)
        return self._models

    def _kind(self, features: PageFeatures) -> PageKind:
        return kind_of(features, self._kinds, self._links.url_odds(features.url) / 2)

    def _first_kind(self, features: PageFeatures, by_model: PageKind | None) -> PageKind:
        """Return the kind by the site's model; without one, a preliminary kind by quick evidence, which `learn` revises."""
        if by_model is None:
            self._features[features.url] = features
        return combined(by_model, self._kind(features))

    def page(
        self, url: str, page: CapturedPage, validator: Validator, classify: Callable[[Page], PageKind | None] = lambda _page: None
    ) -> Observed:  # fmt: skip
        """Record an HTML page; `classify` returns its kind by the site's model, None if unknown."""
        listing = read_listing(page.page)
        before = self.history.pages.get(url) or KnownPage(url, found=self.now)
        known = before.visits and before.kind not in (PageKind.NEW, PageKind.OTHER)
        features = features_of(listing, url)
        kind = before.kind if known else self._first_kind(features, classify(page.page))
        changed = not before.visits or self._differs(before, features)
        stated = stated_time(listing.metadata, url, self.now)
        after = replace(
            before, kind=kind, visits=before.visits + 1, published=before.published or stated, validator=validator, blocks=features.blocks,
            boxes=features.boxes,
        )  # fmt: skip
        self.history.put(mark_visited(after, self.now))
        if page_directives(listing.metadata, page.robots).nofollow:
            return Observed(kind, changed)
        candidates = candidates_of(self.history, self._links, self._menu, url, listing.teasers, self.now)
        if kind is not PageKind.LIST:
            return Observed(kind, changed, candidates)
        self._compare(url, sightings_of(listing.teasers, self.now))
        more = self._more(url, listing.teasers, candidates) if before.visits else ""
        return Observed(kind, changed, candidates, more)

    def _more(self, url: str, teasers: Sequence[Teaser], candidates: Sequence[Candidate]) -> str:
        """Return a list's next page if so many stories are new that some may have moved there already; otherwise ""."""
        new = {one.url for one in candidates if one.story > 0.5}
        boxes = Counter(teaser.box for teaser in teasers if teaser.url in new)
        box, number = boxes.most_common(1)[0] if boxes else ("", 0)
        old = any(teaser.box == box and self._is_article(teaser.url) for teaser in teasers)
        return next_page(url, (teaser.url for teaser in teasers)) if number >= _MIN_NEW and not old else ""

    def feed(self, url: str, feed: Feed, validator: Validator) -> Observed:
        """Record a feed or sitemap."""
        before = self.history.pages.get(url) or KnownPage(url, found=self.now)
        kind = PageKind.SITEMAP if feed.sitemap else PageKind.FEED
        after = replace(before, kind=kind, visited=self.now, visits=before.visits + 1, validator=validator, failures=0, life=Life.LIVE)
        self.history.put(after)
        for part in sorted(feed.parts, key=lambda part: (-part.updated, part.url))[:3]:
            if urls.same_site(part.url, url) and part.url not in self.history.pages:
                self.history.put(KnownPage(part.url, PageKind.SITEMAP, found=self.now))
        shown = self.history.shown.get(url, {})
        here = [entry for entry in feed.entries if urls.same_site(entry.url, url)]
        fresh = [entry for entry in here if self._is_news(entry, shown, first=not before.visits)]
        kept = [entry for entry in here if entry in fresh or entry.url in self.history.pages][:_MAX_ENTRIES]
        self._compare(url, {e.url: entry_sighting(e, rank, self.now) for rank, e in enumerate(kept)}, dated=True)
        self._check_dates(url, kept)
        found = [self._of_entry(entry, url, feed) for entry in fresh if entry.url not in self.history.pages]
        return Observed(kind, candidates=tuple(found))

    def _check_dates(self, url: str, entries: Sequence[FeedEntry]) -> None:
        """Compare modification dates that include a time of day with the last visits: a later date is a hint, an earlier one clears it."""
        known = [(e, self.history.pages[e.url]) for e in entries if e.updated % DAY and self._is_article(e.url)]
        later = [page.url for entry, page in known if entry.updated > page.visited]
        for entry, page in known:
            if entry.updated <= page.visited and page.hint.startswith(Hint.DATE):
                self.history.put(replace(page, hint=""))
        for target in later if len(later) * 3 <= len(known) else ():
            self._hint(target, Notice(Hint.DATE, ""), url)

    def _is_news(self, entry: FeedEntry, shown: Mapping[str, Sighting], *, first: bool) -> bool:
        """Return whether an entry may be a new article: it has a recent date, or it is new and has no date."""
        date = entry.published or entry.updated
        return date >= self.now - _FRESH if date else not first and entry.url not in shown

    def _of_entry(self, entry: FeedEntry, url: str, feed: Feed) -> Candidate:
        story = 0.95 if entry.published else self._links.story(entry.url, entry.title, (), heading=not feed.sitemap)
        return Candidate(entry.url, story, url, menu=False)

    def _compare(self, url: str, after: Mapping[str, Sighting], *, dated: bool = False) -> None:
        """Record the sightings of a source, and the hints that they give."""
        shown = self.history.shown.get(url, {})
        latest = max((s.last for s in shown.values()), default=0.0)
        before = {target: s for target, s in earlier(self.history, url, after).items() if self._is_article(target)}
        now = {target: s for target, s in after.items() if self._is_article(target)}
        births = {target: self.history.pages[target].birth for target in (*before, *now)}
        for target, notice in compare(before, now, dated=dated, births=births).items() if latest < self.now else ():
            if notice.hint is Hint.MISSING or not self._seen_since(target, latest):
                self._hint(target, notice, url)
        merged = {t: replace(s, first=shown[t].first) if t in shown else s for t, s in after.items()}
        self.history.record_sightings(url, merged)

    def _seen_since(self, target: str, latest: float) -> bool:
        """Return whether a page was visited in the second half of the time since the source's last visit, so probably after the change."""
        visited = self.history.pages[target].visited
        return visited - latest > (self.now - latest) / 2

    def _is_article(self, url: str) -> bool:
        page = self.history.pages.get(url)
        return page is not None and page.kind is PageKind.ARTICLE

    def _hint(self, target: str, notice: Notice, source: str) -> None:
        """Record a hint with its page, which keeps the strongest kind of hint and all sources that give it."""
        page = self.history.pages.get(target)
        if page is None or page.kind is not PageKind.ARTICLE or page.life is Life.DEINDEXED or page.visited >= self.now:
            return
        place = f"{source}#{notice.box.rpartition('[')[0].replace(' ', '.')}"
        kind, *places = page.hint.split(" ") if page.hint else (notice.hint.value,)
        if kind != notice.hint.value and _ORDER.index(kind) <= _ORDER.index(notice.hint.value):
            return
        merged = dict.fromkeys([*(places if page.hint and kind == notice.hint.value else ()), place])
        self.history.put(replace(page, hint=" ".join((notice.hint.value, *list(merged)[:8]))))

    def _differs(self, before: KnownPage, features: PageFeatures) -> bool:
        """Return whether a page's own text changed; text shared with other pages of the run does not count.

        If most boxes have moved, the site was redesigned; then only long blocks count, because they surely belong to the story.
        """
        self._share(features.url, features.blocks)
        redesigned = 2 * len(before.boxes.keys() & features.boxes.keys()) < len(before.boxes.keys() | features.boxes.keys())
        least = _PROSE if redesigned else 0
        differing = (before.blocks.keys() ^ features.blocks.keys()) - self._kinds.template - self._shared
        return any((before.blocks.get(block) or features.blocks[block]) >= least for block in differing)

    def _share(self, url: str, blocks: Iterable[int]) -> None:
        """Record which blocks several pages of the run share."""
        for block in blocks:
            if self._blocks.setdefault(block, url) != url:
                self._shared.add(block)


_ORDER = ("date", "headline", "teaser", "missing", "moved", "")
