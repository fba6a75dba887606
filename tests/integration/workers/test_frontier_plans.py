"""Every statement of the frontier finds its rows by an index: a claim at a million URLs costs what it costs at a hundred."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event

from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from workers.frontier.frontier import Frontier
from workers.frontier.pending import PendingPages
from workers.frontier.values import Backoff, CrawlRequest, FrontierParams, RejectedUrl, VisitResult


def work(database: Database) -> None:
    """Each method once, with all of its branches that ask the database."""
    now = [0.0]
    frontier, pending = Frontier(database, lambda: now[0], FrontierParams(lease=10.0, max_tries=2)), PendingPages(database)
    frontier.add([CrawlRequest(f"https://h{n % 7}.org/{n}", due=float(n % 3)) for n in range(40)])
    for step in range(40):
        claims = frontier.claim(3) + frontier.claim(1, {"h1.org"})
        for number, claim in enumerate(claims):
            claim = frontier.resume(claim.id, claim.number) or claim
            if number % 3 == 0:
                frontier.finish(claim, VisitResult(Ending(Kind.FETCHED), record="a:1"), [CrawlRequest(claim.url + "/x")], [RejectedUrl(claim.url + "/y", Ending(Kind.SKIPPED))])
            elif number % 3 == 1:
                frontier.retry(claim, now[0] + 5, VisitResult(Ending(Kind.GONE)), Backoff(now[0] + 9))
        now[0] += step % 7
    frontier.schedule([CrawlRequest("https://h1.org/1", due=99.0)])
    frontier.close_host("https://h2.org/", Ending(Kind.ROBOTS))
    pages = pending.pages("h0.org", 9)
    pending.settle([(page, Ending(Kind.INDEXED)) for page in pages])
    assert pages


@pytest.mark.slow
def test_no_statement_looks_at_all_rows(database: Database) -> None:
    seen: dict[str, Any] = {}

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        if statement.lstrip().startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
            seen.setdefault(statement, parameters[0] if many else parameters)

    event.listen(database.engine, "before_cursor_execute", note)
    work(database)
    event.remove(database.engine, "before_cursor_execute", note)
    assert len(seen) > 20
    with database.engine.connect() as connection:
        if database.dialect == "postgresql":
            connection.exec_driver_sql("SET enable_seqscan = off")
            assert any("SKIP LOCKED" in statement and "RETURNING" in statement for statement in seen), "claims go the quick way"
        explain = "EXPLAIN " if database.dialect == "postgresql" else "EXPLAIN QUERY PLAN "
        for statement, parameters in seen.items():
            plan = "\n".join(str(row[-1]) for row in connection.exec_driver_sql(explain + statement, parameters))
            for table in ("url", "visit", "host"):
                assert f"Seq Scan on {table}" not in plan, f"{statement}\n{plan}"
                assert f"SCAN {table}\n" not in plan + "\n", f"{statement}\n{plan}"
