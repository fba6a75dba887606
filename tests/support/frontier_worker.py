"""A worker process for the frontier's tests: claims, pretends to fetch, ends; what it asked for and when goes into a log of its own."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from indexer.outcome import Ending, Kind
from indexer.store.database import Database
from workers.frontier.frontier import Frontier
from workers.frontier.values import CrawlRequest, FrontierParams, VisitResult

DELAY, LEASE, WORK = 0.05, 0.6, 0.004


def work(url: str, log: Path) -> None:
    """Until nothing is left; every page leads to two others."""
    with Database.open(log.parent, url) as database, log.open("a", buffering=1) as out:
        frontier = Frontier(database, time.time, FrontierParams(delay=DELAY, lease=LEASE, max_tries=50))
        while (wakes := frontier.next_ready_at()) is not None:
            for dealt in frontier.claim(3):
                claim = frontier.resume(dealt.id, dealt.number)
                if claim is None:
                    continue
                begun = time.time()
                time.sleep(WORK)
                print(claim.host, claim.url, begun, time.time(), file=out)
                number = int(claim.url.rpartition("/")[2])
                found = [CrawlRequest(f"https://{claim.host}/{n}") for n in (2 * number, 2 * number + 1) if n < 16]
                if frontier.finish(claim, VisitResult(Ending(Kind.FETCHED, status=200)), found):
                    print("ended", claim.url, file=out)
            time.sleep(min(max(wakes - time.time(), 0.002), 0.05))


if __name__ == "__main__":
    work(sys.argv[1], Path(sys.argv[2]))
