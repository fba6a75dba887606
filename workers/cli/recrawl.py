"""`winnow recrawl` and `winnow schedule`: parse options, call the scheduler, print."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from indexer import urls
from indexer.cause import Cause
from indexer.cli.options import home_option, json_option
from indexer.cli.terminal import counted
from indexer.errors import NothingToDoError, UsageError
from workers.cli.options import Progress, crawl_options, index_or_error, lost_lines, permits_private, refuse_other_scope
from workers.clock import HOUR, make_clock, moment
from workers.fetch.politeness import Politeness
from workers.fetch.scope import Scope
from workers.version import version

if TYPE_CHECKING:
    from indexer.home import Home
    from workers.crawl.report import CrawlReport
    from workers.crawl.session import CrawlSession
    from workers.history.planned_request import PlannedRequest
    from workers.history.site_history import Request, SiteHistory
    from workers.revisit.curve import CurvePoint
    from workers.revisit.policy import Plan, RevisitPolicyParams

_budget_option = click.option(
    "--budget", default="", metavar="LIMITS", envvar="WINNOW_BUDGET", show_envvar=True,
    help="Request limits, separated by commas: N/article per new article, N/day per site, N/all per day for all sites.",
)  # fmt: skip


@click.command()
@click.argument("sites", nargs=-1, required=True, metavar="SITE...")
@click.option("--all", "everything", is_flag=True, help="Request every known page instead of following the revisit policy.")
@_budget_option
@crawl_options
def recrawl(
    sites: tuple[str, ...],
    home: Path | None,
    budget: str,
    delay: float,
    max_pages: int,
    contact: str,
    allow: tuple[str, ...],
    deny: tuple[str, ...],
    *,
    everything: bool,
    allow_private: bool,
    no_index: bool,
    as_json: bool,
) -> None:
    """Revisit pages of crawled sites where news is expected, and update the index.

    A SITE is a host or any URL of it. Lists, feeds and sitemaps are requested as often as they bring news; articles are revisited if a hint
    or their age suggests that they changed or are gone. A page that the server reports as unchanged (304) is kept. `winnow schedule SITE`
    shows the plan.

    Example: winnow recrawl example.org --max-pages 100
    """
    # here, so that --help answers at once
    from indexer.home import Home
    from indexer.store.sites import Sites
    from workers.crawl.session import CrawlSession
    from workers.fetch.settings import CrawlSettings
    from workers.history.site_histories import SiteHistories
    from workers.revisit.budget import parse_budget

    opened, names = Home.of(home), [site_name(site) for site in sites]
    policy = parse_budget(budget)
    settings = CrawlSettings(
        version=version(),
        contact=contact,
        politeness=Politeness(delay=delay),
        max_pages=max_pages,
        allow_private=permits_private((f"//{name}" for name in names), given=allow_private),
        scope=Scope(allow, deny),
    )
    if opened.settings.broker:
        refuse_other_scope(settings)
        _enqueue(names, opened, policy, everything=everything, as_json=as_json)
        return
    show = Progress()
    clock = make_clock(opened.settings.now)
    with CrawlSession.open(settings, opened, clock, is_scheduled=lambda _: True, on_wait=show.wait) as session:
        reports, unknown = _visit(session, names, show, policy, everything=everything)
        hosts = {host for name in reports for host in (name, *Sites(session.database).names(name))}
        indexed, failed = ({}, None) if no_index else index_or_error(session, hosts)
        reasons = {name: _reasons(SiteHistories(session.database).load(name)) for name in reports}
    if as_json:
        found = [{"site": name, **report.record(), "reasons": reasons[name]} for name, report in reports.items()]
        click.echo(json.dumps({"sites": found, "indexed": indexed}, ensure_ascii=False))
    else:
        click.echo("\n".join(_table(reports, reasons, indexed)))
    if failed is not None:
        raise failed
    if unknown or any(report.lost for report in reports.values()):
        sys.exit(1)


def _visit(
    session: CrawlSession, names: Sequence[str], show: Progress, policy: RevisitPolicyParams, *, everything: bool
) -> tuple[dict[str, CrawlReport], list[str]]:
    """Run each site. Sites that were never crawled are reported and do not stop the others.

    Raises
    ------
    NothingToDoError
        If no site was ever crawled.
    """
    from workers.recrawl.recrawl import recrawl as run

    reports: dict[str, CrawlReport] = {}
    unknown: list[str] = []
    for name in names:
        try:
            reports[name] = run(session, name, everything=everything, plan=policy, on_event=show)
        except NothingToDoError as error:
            unknown.append(str(error))
        finally:
            show.end()
    if not reports:
        raise NothingToDoError("; ".join(unknown))
    for reason in unknown:
        click.echo(f"winnow: {reason}", err=True)
    return reports, unknown


def _enqueue(names: Sequence[str], home: Home, policy: RevisitPolicyParams, *, everything: bool, as_json: bool) -> None:
    """Queue the first requests of a run; the workers do the rest."""
    from workers.frontier.frontier import Frontier
    from workers.recrawl.scheduler import Scheduler

    clock = make_clock(home.settings.now)
    with home.database() as database:
        scheduler = Scheduler(Frontier(database, clock), home.archive, clock, policy)
        queued = {name: scheduler.advance(name, begin=True, everything=everything).planned for name in names}
    if as_json:
        click.echo(json.dumps({"queued": queued}, ensure_ascii=False))
    else:
        click.echo("\n".join(f"{name}: {counted(number, 'URL')} queued for the workers" for name, number in queued.items()))


@click.command()
@click.argument("sites", nargs=-1, required=True, metavar="SITE...")
@_budget_option
@click.option("--curve", "as_curve", is_flag=True, help="Show what each budget is expected to find, instead of the plan.")
@click.option("--page", metavar="URL", help="Show why and when a page was requested, and whether it is due, instead of the plan.")
@home_option
@json_option
def schedule(sites: tuple[str, ...], home: Path | None, budget: str, page: str | None, *, as_curve: bool, as_json: bool) -> None:
    """Show what `winnow recrawl` would request now, and why; it also requests the new links that it finds.

    Workers start a site's next run by themselves, at the time shown.

    Example: winnow schedule example.org --page https://example.org/city/tram.html
    """
    from indexer.home import Home
    from workers.frontier.frontier import Frontier
    from workers.recrawl.scheduler import Scheduler
    from workers.revisit.budget import parse_budget
    from workers.revisit.curve import curve
    from workers.revisit.policy import make_plan

    opened = Home.of(home)
    now = make_clock(opened.settings.now)()
    with opened.database() as database:
        scheduler = Scheduler(Frontier(database, lambda: now), opened.archive, lambda: now, parse_budget(budget))
        histories = [_crawled(scheduler.known(site_name(site))) for site in sites]
        policies = [scheduler.policy(history.site, now) for history in histories]
    if as_curve:
        _print_curves({h.site: curve(h, now, policy) for h, policy in zip(histories, policies, strict=True)}, as_json=as_json)
        return
    plans = [(make_plan(h, now, policy), h.next_at) for h, policy in zip(histories, policies, strict=True)]
    if page is not None:
        page = urls.normalise(page)
        past = [request for history in histories for request in history.requests if request.url == page]
        due = [line for plan, _ in plans for line in plan.lines if line.url == page]
        _print_page(page, past, due, as_json=as_json)
        return
    if as_json:
        found = [{**plan.record(), "next": None if at is None else moment(at).isoformat()} for plan, at in plans]
        click.echo(json.dumps({"now": moment(now).isoformat(), "sites": found}, ensure_ascii=False))
    else:
        click.echo("\n\n".join(_plan_table(plan, at) for plan, at in plans))


def site_name(site: str) -> str:
    """Return the key of the site of a host, a host with port, or a URL.

    Raises
    ------
    UsageError

    >>> site_name("www.example.org"), site_name("127.0.0.1:8001"), site_name("https://example.org/a/b")
    ('example.org', '127.0.0.1:8001', 'example.org')
    """
    name = urls.site_key(site if "://" in site else f"http://{site}")
    if not name:
        raise UsageError(f"{site!r} names no site; give its host, as in example.org")
    return name


def _crawled(history: SiteHistory) -> SiteHistory:
    if not history.pages:
        raise NothingToDoError(f"{history.site} was never crawled; `winnow crawl URL` does it first")
    return history


def _reasons(history: SiteHistory) -> dict[str, int]:
    """Return the requests of the last run by reason."""
    return dict(sorted(Counter(request.why for request in history.requests if request.at == history.last).items()))


def _table(reports: Mapping[str, CrawlReport], reasons: Mapping[str, Mapping[str, int]], indexed: Mapping[str, int]) -> Iterable[str]:
    for site, report in reports.items():
        record: Mapping[str, Any] = report.record()
        yield f"{site}: {counted(report.requests, 'request')}, {report.received:,} bytes, {report.seconds:,.1f} s"
        yield from (f"{number:8,}  {kind}" for kind, number in record["outcomes"].items())
        if unchanged := sum(outcome.ending.cause is Cause.NOT_MODIFIED for outcome in report.outcomes):
            yield f"          of the fetched pages {unchanged:,} had not changed (304)"
        if reasons[site]:
            yield "          because of: " + ", ".join(f"{why} {number:,}" for why, number in reasons[site].items())
        yield from report.moves
        yield from lost_lines(report)
    yield from (f"{number:8,}  {kind} (cleaned)" for kind, number in indexed.items())


def _plan_table(plan: Plan, next_at: float | None) -> str:
    requests = counted(len(plan.lines), "request")
    lines = [f"{plan.site} at {moment(plan.now):%Y-%m-%d %H:%M} UTC: {requests}, {plan.balance:,.0f} left in the budget"]
    lines += [f"{line.value:6.2f}  {line.why.value:5}  {line.url}\n               {line.reason}" for line in plan.lines]
    until = "" if next_at is None or next_at <= plan.now else f" until {moment(next_at):%Y-%m-%d %H:%M} UTC"
    if not plan.lines:
        lines.append(f"nothing is due{until}; `winnow recrawl --all` requests every known page")
    elif until:
        lines.append(f"workers make no run{until}")
    return "\n".join(lines)


def _print_page(page: str, past: Sequence[Request], due: Sequence[PlannedRequest], *, as_json: bool) -> None:
    """The requests of a page that are remembered, oldest first, and those that are due."""
    if as_json:
        requests = [{"at": moment(r.at).isoformat(), "why": r.why, "result": r.result, "hint": r.hint} for r in past]
        click.echo(json.dumps({"page": page, "requests": requests, "due": [line.record() for line in due]}, ensure_ascii=False))
        return
    click.echo(f"{page}: {counted(len(past), 'request')} remembered")
    for r in past:
        age = f" at {(r.at - r.born) / HOUR:,.0f} h of age" if r.born and r.since else ""
        click.echo(f"{moment(r.at):%Y-%m-%d %H:%M} UTC  {r.why:5}  {r.result}{age}{' after the hint ' * bool(r.hint)}{r.hint}")
    click.echo("\n".join(f"due now: {line.why.value}, {line.reason}" for line in due) or "not due now")


def _print_curves(curves: Mapping[str, Sequence[CurvePoint]], *, as_json: bool) -> None:
    if as_json:
        found = [{"site": site, "curve": [point.record() for point in points]} for site, points in curves.items()]
        click.echo(json.dumps({"sites": found}, ensure_ascii=False))
        return
    for site, points in curves.items():
        click.echo(f"{site}: expected at each budget, by the rates learned so far")
        click.echo("requests per new article   revisits of an article   changes found   deletions found")
        for point in points:
            click.echo(f"{point.budget:24.2f}   {point.revisits:22.2f}   {point.changes:13.0%}   {point.deletions:15.0%}")
