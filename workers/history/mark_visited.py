"""What an answer that was in order makes of a page that is known, whatever it says."""

from __future__ import annotations

from dataclasses import replace

from workers.history.site_history import KnownPage, Life


def mark_visited(page: KnownPage, at: float) -> KnownPage:
    """A page that answered properly.

    What cleaning has put aside stays so until cleaning takes it back, and how often a page was gone is not forgotten before that.

    >>> page = mark_visited(KnownPage("https://example.org/a", life=Life.GONE, failures=2, hint="date"), 9.0)
    >>> page.life.value, page.failures, page.hint, page.visited
    ('live', 2, '', 9.0)
    """
    life = Life.DEINDEXED if page.life is Life.DEINDEXED else Life.LIVE
    return replace(page, visited=at, life=life, failures=page.failures if page.life is Life.GONE else 0, hint="")
