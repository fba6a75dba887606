"""Parses a budget, and divides a limit for all sites among them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from indexer.errors import UsageError
from workers.revisit.policy import RevisitPolicyParams

_LIMIT = re.compile(r"(\d+(?:\.\d+)?)/(article|day|all)")
_FIELDS = {"article": "budget", "day": "daily_limit", "all": "overall_limit"}


def parse_budget(text: str, name: str = "--budget") -> RevisitPolicyParams:
    """The policy's parameters under a budget.

    Parameters
    ----------
    text : str
        Limits, separated by commas: `N/article` requests per new article, its own included; `N/day` requests in 24 hours per site; `N/all`
        requests in 24 hours for all sites together. "" for the defaults.

    Raises
    ------
    UsageError

    Examples
    --------
    >>> params = parse_budget("3/article,200/day")
    >>> params.budget, params.daily_limit, params.overall_limit
    (3.0, 200.0, None)
    """
    limits = [limit.strip() for limit in text.split(",") if limit.strip()]
    matches = [_LIMIT.fullmatch(limit) for limit in limits]
    found = {_FIELDS[match[2]]: float(match[1]) for match in matches if match}
    if None in matches or len(found) != len(limits) or found.get("budget", 1.0) < 1 or 0.0 in found.values():
        raise UsageError(f"{name} {text}: a budget is as 2.2/article,300/day,5000/all; a new article costs 1 request at least")
    return replace(RevisitPolicyParams(), **found)  # type: ignore[arg-type]


def of_site(params: RevisitPolicyParams, share: Callable[[], float]) -> RevisitPolicyParams:
    """The parameters of one site: its share of the limit for all sites is its daily limit.

    Parameters
    ----------
    share : callable
        Returns the site's share of the new articles of all sites; called only under such a limit.

    >>> of_site(parse_budget("900/day,1000/all"), lambda: 0.25).daily_limit
    250.0
    """
    if params.overall_limit is None:
        return params
    return replace(params, daily_limit=min(params.overall_limit * share(), params.daily_limit or float("inf")))
