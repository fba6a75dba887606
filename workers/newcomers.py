"""Links to pages that nobody knew: which of them are worth a request at once."""

from __future__ import annotations

from dataclasses import dataclass

from workers.link_kinds import sisterhood
from workers.plan_line import Why
from workers.site_memory import PageKind, SiteMemory

LIKELY = 0.5
"""Probability from which on a new link is taken for an article and followed at once."""
_VAIN, _MOST_VAIN = 7 * 86_400.0, 4
"""So many new pages of one folder that brought no news are enough for a week: a cloud of tags is no menu."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A link to a page that nobody knew.

    Parameters
    ----------
    url : str
    story : float
        The probability that it is an article.
    source : str
        The page that links to it.
    menu : bool
        Whether it stands among links to lists.
    """

    url: str
    story: float
    source: str
    menu: bool


def is_new_section(one: Candidate, memory: SiteMemory, now: float) -> bool:
    """Whether a page stands in the menu, and others of such addresses were not looked at for nothing of late."""
    if not one.menu:
        return False
    kin = sisterhood(one.url)
    vain = [
        request
        for request in memory.requests
        if request.at > now - _VAIN and request.why == Why.NEW and request.kind is not PageKind.ARTICLE
        and not request.alone and sisterhood(request.url) == kin
    ]  # fmt: skip
    return len(vain) < _MOST_VAIN
