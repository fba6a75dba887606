"""Predicts from a link's neighbours, URL and text whether it leads to a story.

The model sums three kinds of evidence as log-odds of "story": the kinds of the pages that other links of the box lead to, the kinds of
pages with URLs of the same form, and whether the link text is long enough for a headline. A redesign rarely invalidates all three.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import exp, log

from indexer.url_shape import url_forms
from workers.history.site_history import KnownPage, PageKind

_PRIOR = 0.5
"""Pseudo-count of stories, and of other pages."""
_MAX_LOG_ODDS = 3.0
"""Bound on the log-odds of one kind of evidence."""
_MIN_HEADLINE = 25
"""Minimum characters of link text for a headline."""


@dataclass(frozen=True, slots=True)
class LinkModel:
    """The kinds of visited pages, by URL and by URL form.

    Parameters
    ----------
    kinds : mapping of str to PageKind
        The kind of each page by its URL.
    url_forms : mapping of str to (float, float)
        The numbers of stories and of other pages by URL form.
    """

    kinds: Mapping[str, PageKind] = field(default_factory=dict)
    url_forms: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def url_odds(self, url: str) -> float:
        """Return the log-odds that a URL leads to a story, from the URL alone."""
        return next((_odds(*self.url_forms[form]) for form in url_forms(url) if form in self.url_forms), 0.0)

    def story(self, url: str, headline: str, neighbours: Iterable[str], *, heading: bool) -> float:
        """Return the probability that a link leads to a story.

        Parameters
        ----------
        neighbours : iterable of str
            The other links of its box.
        heading : bool
            Whether it is in a heading.
        """
        known = [self.kinds[neighbour] for neighbour in neighbours if neighbour in self.kinds]
        stories = sum(kind is PageKind.ARTICLE for kind in known)
        score = _odds(stories, len(known) - stories) + self.url_odds(url)
        score += 1.0 if heading or len(headline) >= _MIN_HEADLINE else -1.0
        return 1.0 / (1.0 + exp(-score))


def learn_links(pages: Iterable[KnownPage]) -> LinkModel:
    """Learn the model from visited pages.

    >>> model = learn_links([KnownPage(f"https://a.org/c/one-two-{n}.html", PageKind.ARTICLE, visited=1.0) for n in range(9)])
    >>> model.story("https://a.org/c/three-four-5.html", "A headline of some length", (), heading=True) > 0.9
    True
    """
    kinds: dict[str, PageKind] = {}
    counts: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for page in pages:
        if page.kind is PageKind.NEW or not page.visited:
            continue
        kinds[page.url] = page.kind
        for form in url_forms(page.url):
            counts[form][page.kind is not PageKind.ARTICLE] += 1.0
    return LinkModel(kinds, {form: (stories, others) for form, (stories, others) in counts.items()})


def _odds(stories: float, others: float) -> float:
    odds = log((stories + _PRIOR) / (others + _PRIOR))
    return min(max(odds, -_MAX_LOG_ODDS), _MAX_LOG_ODDS)
