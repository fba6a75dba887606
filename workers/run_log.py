"""One run's requests: why each was made, what came of it, and at the end their entries in the memory."""

from __future__ import annotations

from collections import Counter

from workers.plan_line import Why
from workers.site_memory import KnownPage, PageKind, Request, SiteMemory


class RunLog:
    """What a run did so far.

    Parameters
    ----------
    memory : SiteMemory
    now : float
        The run's time.

    Attributes
    ----------
    why : dict of str to Why
        By URL, for every page asked for or about to be.
    before : dict of str to KnownPage
        What was known of each.
    results : dict of str to str
        What came of each request (`workers.site_memory.Request.result`).
    hopes : dict of str to float
        What the plan expected of sources.
    """

    def __init__(self, memory: SiteMemory, now: float) -> None:
        self._memory = memory
        self._now = now
        self._rules: list[str] = []
        self.why: dict[str, Why] = {}
        self.before: dict[str, KnownPage] = {}
        self.results: dict[str, str] = {}
        self.hopes: dict[str, float] = {}

    def begin(self, url: str, why: Why) -> bool:
        """Note that a page is going to be asked for; False where it was already."""
        if url in self.why:
            return False
        self.why[url] = why
        self.before[url] = self._memory.pages.get(url) or KnownPage(url, found=self._now)
        return True

    def rules(self, url: str) -> None:
        """Note that a robots.txt was read."""
        self._rules.append(url)

    def spent(self, budget: float) -> float:
        """What the run changes in a budget of so many requests a new article: each of these gives, every request takes."""
        return budget * len(self._articles()) - len(self.results) - len(self._rules)

    def _articles(self) -> set[str]:
        """The new articles."""
        return {url for url, result in self.results.items() if result == "new" and self._memory.pages[url].kind is PageKind.ARTICLE}

    def write_down(self) -> None:
        """Enter every request; an article is a source's alone if no other source of the run shows it."""
        fresh, pages = self._articles(), self._memory.pages
        shows = {url: fresh & self._memory.shown.get(url, {}).keys() for url in self.results if pages[url].kind.source}
        shown = Counter(article for articles in shows.values() for article in articles)
        self._memory.log(Request(url, self._now, PageKind.OTHER, Why.RULES, result="same") for url in self._rules)
        for url, result in self.results.items():
            before, after, articles = self.before[url], pages[url], shows.get(url, set())
            alone = sum(shown[article] == 1 for article in articles)
            since = before.visited if before.visits else 0.0
            self._memory.log([
                Request(
                    url, self._now, after.kind, self.why[url].value, since, result, len(articles), alone, after.birth, before.hint,
                    self.hopes.get(url, 0.0),
                )
            ])  # fmt: skip
