"""`winnow frontier`: counts of URLs by state."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from indexer.cli.options import home_option, json_option
from indexer.cli.terminal import counted, printable
from indexer.errors import NothingToDoError
from indexer.home import Home
from indexer.outcome import Ending, Kind
from indexer.store.url_lifecycle import State
from indexer.urls import site_key
from workers.clock import make_clock
from workers.reading.traps import PAGE_REPEATS

if TYPE_CHECKING:
    from indexer.store.database import Database
    from indexer.store.trap_counts import Trap
    from workers.frontier.robots import RobotsState
    from workers.frontier.view import GivenUp, HostCounts


@click.command()
@click.argument("sites", nargs=-1, metavar="[SITE]...")
@home_option
@click.option("--reasons", is_flag=True, help="Show what was given up and why: unreachable hosts, and URLs by outcome and cause.")
@json_option
def frontier(sites: tuple[str, ...], home: Path | None, *, reasons: bool, as_json: bool) -> None:
    """Show each site's URLs by state and outcome, and the time at which its next URL may be fetched.

    A SITE is a host or any URL of it; without one, all sites are shown. `queued` URLs are fetched as soon as their host is ready,
    `deferred` ones at their time; `fetching` ones are leased to a worker, and `finished` ones are not scheduled. Outcomes are those of the
    last visits.

    Example: winnow frontier example.org --reasons
    """
    from indexer.store.trap_counts import TrapCounts
    from workers.frontier.robots import RobotsStates
    from workers.frontier.view import FrontierView

    opened = Home.of(home)
    if not opened.has_database:
        raise NothingToDoError(f"nothing was crawled into {opened.directory} yet: winnow crawl URL")
    with opened.database() as database:
        hosts = _hosts(database, sites)
        counts, traps = FrontierView(database).counts(hosts), TrapCounts(database).known(hosts, PAGE_REPEATS)
        given_up = FrontierView(database).reasons(hosts) if reasons else []
        states = RobotsStates(database).unknown() if reasons else []
        unknown = [state for state in states if hosts is None or site_key(state.origin) in hosts]
    if not counts:
        raise NothingToDoError(f"the frontier has no {', '.join(sites) or 'URL'}: winnow crawl URL")
    if reasons:
        shown = [_unknown_record(state) for state in unknown], [_given_up_record(each) for each in given_up]
        text = [*map(_unknown_line, unknown), *map(_given_up_line, given_up)] or ["nothing was given up"]
        click.echo(json.dumps(dict(zip(("hosts", "urls"), shown, strict=True)), ensure_ascii=False) if as_json else "\n".join(text))
    elif as_json:
        records = [{**_record(each), "traps": [_trap(trap) for trap in traps if trap.host == each.host]} for each in counts]
        click.echo(json.dumps({"sites": records}, ensure_ascii=False))
    else:
        click.echo("\n".join([_table(counts, make_clock(opened.settings.now)()), *map(_trap_line, traps)]))


def _hosts(database: Database, sites: Sequence[str]) -> set[str] | None:
    """Return the registered domains of the sites, with all other domains of each site."""
    from indexer.store.sites import Sites

    if not sites:
        return None
    known = Sites(database)
    keys = {site_key(site if "://" in site else f"https://{site}") for site in sites}
    return keys.union(*(known.names(key) for key in keys))


def _record(counts: HostCounts) -> dict[str, Any]:
    """Return the JSON object of one host."""
    return {
        "site": counts.host,
        "urls": counts.urls,
        **{state.value: counts.states.get(state, 0) for state in State},
        "outcomes": dict(sorted(counts.outcomes.items(), key=lambda item: (-item[1], item[0]))),
        "nextVisit": _iso(counts.next_visit),
        "delay": counts.delay,
        "blockedUntil": _iso(counts.blocked_until),
        "blockedCause": counts.blocked.cause.value if counts.blocked else "",
        "blockedReason": counts.blocked.reason if counts.blocked else "",
    }


def _trap(trap: Trap) -> dict[str, Any]:
    return {"pages": trap.shape, "repeats": trap.repeats, "deadEnds": trap.dead_ends}


def _trap_line(trap: Trap) -> str:
    text = f"trap: pages like {trap.shape} lead to nothing new ({counted(trap.repeats, 'page')} repeated others"
    return f"{text}, the links of {trap.dead_ends:,} were not followed)" if trap.dead_ends else f"{text})"


def _unknown_record(state: RobotsState) -> dict[str, Any]:
    """Return the JSON object of an origin whose rules are unknown."""
    ending = state.ending or Ending(Kind.ROBOTS)
    return {"origin": state.origin, "tries": state.tries, "nextTry": _iso(state.until), **ending.record()}


def _unknown_line(state: RobotsState) -> str:
    record = _unknown_record(state)
    tried = f"tried {counted(state.tries, 'time')}, next at {record['nextTry']}"
    return printable(f"{state.origin}: {record['outcome']}, {record['reason']}; {tried}")


def _given_up_record(each: GivenUp) -> dict[str, Any]:
    """Return the JSON object of URLs that ended for one cause; `url` and `reason` are those of the first URL."""
    return {"site": each.host, "urls": each.urls, "url": each.url, **each.ending.record()}


def _given_up_line(each: GivenUp) -> str:
    why = f"{each.ending.kind.value}{f' ({each.ending.reason})' if each.ending.reason else ''}"
    return printable(f"{each.host}: {counted(each.urls, 'URL')} {why}, as {each.url}")


def _iso(at: float | None) -> str | None:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds") if at else None


def _table(every: Sequence[HostCounts], now: float) -> str:
    """Return a line per host, and a line with the totals."""
    width = max(len(counts.host) for counts in every)
    columns = [*State, "next visit", "outcomes"]
    lines = [f"{'site':{width}}  " + "  ".join(f"{name:>10}" if name != "outcomes" else name for name in columns)]
    for counts in every:
        numbers = "  ".join(f"{counts.states.get(state, 0):10,}" for state in State)
        outcomes = ", ".join(f"{number:,} {kind}" for kind, number in _record(counts)["outcomes"].items())
        blocked = f"; left alone: {_record(counts)['blockedReason']}" if counts.blocked_until > now else ""
        lines.append(f"{counts.host:{width}}  {numbers}  {_when(counts.next_visit, now):>10}  {outcomes}{blocked}".rstrip())
    if len(every) > 1:
        numbers = "  ".join(f"{sum(counts.states.get(state, 0) for counts in every):10,}" for state in State)
        lines.append(f"{counted(len(every), 'site'):{width}}  {numbers}")
    return "\n".join(lines)


def _when(at: float | None, now: float) -> str:
    """Format the time from `now` to `at` in the largest unit of which it has at least two.

    >>> _when(None, 0.0), _when(5.0, 9.0), _when(90.0, 0.0), _when(3 * 86_400.0, 0.0)
    ('never', 'now', 'in 90 s', 'in 3 d')
    """
    if at is None:
        return "never"
    seconds = at - now
    if seconds <= 0:
        return "now"
    unit, size = next(((u, s) for u, s in (("d", 86_400), ("h", 3_600), ("min", 60)) if seconds >= 2 * s), ("s", 1))
    return f"in {seconds / size:.0f} {unit}"
