"""The state of a recrawl run: its requests with their reasons and results.

The state is stored with the site's history until all requests have results, so that a run survives its process.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from workers.history.planned_request import Reason
from workers.history.site_history import KnownPage, PageKind, Request, SiteHistory

_FACT = "run"
NOT_REQUESTED = "none"
"""The result of a planned request that was not made, for example because robots.txt disallows it or the URL belongs to a trap."""


@dataclass(frozen=True, slots=True)
class RequestState:
    """A request of this run.

    Parameters
    ----------
    why : str
        The policy's reason (`workers.history.planned_request.Reason`).
    depth : int
        The number of links from a planned request; 0 for a planned request.
    since : float
        The time of the previous visit; 0.0 for none.
    fresh : bool
        Whether the page was never visited before.
    hint : str
        The hint that caused the request.
    hoped : float
        The number of new articles that the policy expected on a source.
    result : str
        A result of `workers.history.site_history.Request`, or `NOT_REQUESTED`; "" while the request is open.
    """

    why: str
    depth: int = 0
    since: float = 0.0
    fresh: bool = True
    hint: str = ""
    hoped: float = 0.0
    result: str = ""


@dataclass(slots=True)
class RunState:
    """The state of a run in progress.

    Parameters
    ----------
    at : float
        The start of the run, with which all its records are dated.
    everything : bool
        Whether every known page is requested instead of following the policy.
    articles : bool
        Whether the run has reached its last phase, the requests for known articles.
    requests : dict of str to RequestState
        The requests by URL.
    rules : list of str
        The robots.txt files that were requested.
    """

    at: float
    everything: bool = False
    articles: bool = False
    requests: dict[str, RequestState] = field(default_factory=dict)
    rules: list[str] = field(default_factory=list)

    def begin(self, url: str, why: Reason, page: KnownPage | None, depth: int = 0, hoped: float = 0.0) -> bool:
        """Add a request with the state of its page; return False if the run has it already."""
        if url in self.requests:
            return False
        known = page is not None and page.visits > 0
        self.requests[url] = RequestState(
            why.value, depth, page.visited if page is not None and known else 0.0, not known, page.hint if page is not None else "", hoped
        )
        return True

    def end(self, url: str, result: str) -> None:
        """Set the result of a request; ignore a page that the run has not requested."""
        if url in self.requests:
            self.requests[url] = replace(self.requests[url], result=result)

    def amend(self, url: str, result: str, only: str) -> bool:
        """Correct the result of a request if it is `only` ("" for any); return False if the run has no result for it."""
        before = self.requests[url].result if url in self.requests else ""
        if before in ("", NOT_REQUESTED):
            return False
        if only in ("", before):
            self.end(url, result)
        return True

    def unanswered(self) -> list[str]:
        """Return the requests without a result."""
        return [url for url, request in self.requests.items() if not request.result]

    def spent(self, history: SiteHistory) -> tuple[int, int]:
        """Return the number of new articles that the run has found, and of its requests."""
        return len(self._articles(history)), len(self._answered()) + len(self.rules)

    def _answered(self) -> Mapping[str, RequestState]:
        return {url: request for url, request in self.requests.items() if request.result not in ("", NOT_REQUESTED)}

    def _articles(self, history: SiteHistory) -> set[str]:
        """Return the URLs of new articles."""
        return {url for url, request in self.requests.items() if request.result == "new" and history.pages[url].kind is PageKind.ARTICLE}

    def log_requests(self, history: SiteHistory) -> None:
        """Append every request to the history's log; `Request.alone` counts the articles that no other source of the run shows."""
        fresh, pages, answered = self._articles(history), history.pages, self._answered()
        shows = {url: fresh & history.shown.get(url, {}).keys() for url in answered if pages[url].kind.source}
        shown = Counter(article for articles in shows.values() for article in articles)
        history.log(Request(url, self.at, PageKind.OTHER, Reason.RULES, result="same") for url in self.rules)
        history.log(self._logged(answered, history, shows, shown))

    def _logged(
        self, answered: Mapping[str, RequestState], history: SiteHistory, shows: Mapping[str, set[str]], shown: Mapping[str, int]
    ) -> Iterable[Request]:
        for url, one in answered.items():
            after, articles = history.pages[url], shows.get(url, set())
            alone = sum(shown[article] == 1 for article in articles)
            yield Request(url, self.at, after.kind, one.why, one.since, one.result, len(articles), alone, after.birth, one.hint, one.hoped)

    def store(self, history: SiteHistory) -> None:
        """Store the run in the history, so that another step can continue it."""
        history.facts[_FACT] = asdict(self)

    @classmethod
    def load(cls, history: SiteHistory) -> RunState | None:
        """Return the run in progress; None for none."""
        kept: dict[str, Any] | None = history.facts.get(_FACT)
        if kept is None:
            return None
        return cls(**{**kept, "requests": {url: RequestState(**request) for url, request in kept["requests"].items()}})

    @staticmethod
    def remove(history: SiteHistory) -> None:
        """Remove the finished run from the history."""
        history.facts.pop(_FACT, None)
