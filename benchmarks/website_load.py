"""Latency of the website's comparison of two arms under concurrent load: `winnow ui` as a process, over real sockets.

    python -m benchmarks.website_load [--documents 20000] [--people 16,30] [--seconds 20] [--warm 0] [--pause 0] [--engine URL]
                                      [--home FOLDER]

The documents are pages of the demo's invented papers (--home keeps their index for another run). Each simulated user requests comparisons
of headline words sequentially, from an IP address of its own, because the rate limit is per address. --pause is the mean think time in
seconds between two requests (exponential; 0: none). The requests of the first --warm seconds, while processes and server load what they
need, are not counted. Also printed are the latency of the same two searches on the engine in this process, the server's processor time per
page, and the memory of its processes without mapped files.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import urllib3

from harness.demo_documents import cleaned_pages
from harness.processor import process_tree, tree_seconds
from indexer.evaluate.rank_changes import Side, results
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.engine import Engine, Request
from indexer.index.query import literal
from indexer.index.writer import write
from indexer.settings import Settings

_WORDS = 400


def main() -> None:
    """Index the documents, serve them, send requests, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=20_000)
    parser.add_argument("--people", default="16,30")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--warm", type=float, default=0.0)
    parser.add_argument("--pause", type=float, default=0.0)
    parser.add_argument("--engine", default="", help="URL of a cluster that has the index instead of --home")
    parser.add_argument("--home", type=Path)
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        where = args.home or Path(folder)
        engine = Home(Settings(home=where, engine=args.engine)).engine()
        if not engine.count(Arm.RAW):
            with engine:
                sum(1 for _ in write(cleaned_pages(args.documents, 7), engine))
        print({arm.value: engine.count(arm) for arm in Arm}, flush=True)
        words = _headline_words(engine)
        alone = [_engine_time(engine, word) for word in words[:100]]
        print(f"engine alone, both arms: median {1000 * median(alone):.1f} ms, p95 {1000 * _p95(alone):.1f} ms", flush=True)
        with _served(where, args.engine) as (address, process):
            for users in map(int, args.people.split(",")):
                _report(users, address, words, Load(args.seconds, args.warm, args.pause), process)


@dataclass(frozen=True, slots=True)
class Load:
    """Duration of the load, of the load before it, and mean think time of a user, in seconds."""

    seconds: float
    warm: float
    pause: float


def _report(users: int, address: str, words: list[str], load: Load, process: int) -> None:
    before = _processor_seconds(process)
    with ThreadPoolExecutor(users) as pool:
        outcomes = list(pool.map(lambda number: _send_requests(number, address, words, load), range(users)))
    taken = [each for times, _ in outcomes for each in times]
    failed = sum(failures for _, failures in outcomes)
    print(
        f"{users} users: {len(taken)} pages, {len(taken) / load.seconds:.1f} per second, median {1000 * median(taken):.0f} ms,"
        f" p95 {1000 * _p95(taken):.0f} ms, failed {failed},"
        f" processor {1000 * (_processor_seconds(process) - before) / len(taken):.0f} ms per page,"
        f" memory {_memory(process):.0f} MB",
        flush=True,
    )


def _send_requests(number: int, address: str, words: list[str], load: Load) -> tuple[list[float], int]:
    """Send one user's requests; return the seconds of each page, and the number of failures."""
    rng, taken, failed = random.Random(number), [], 0
    counted = time.monotonic() + load.warm
    until = counted + load.seconds
    with urllib3.PoolManager(headers={"X-Forwarded-For": f"198.51.100.{number}"}) as http:
        while time.monotonic() < until:
            time.sleep(rng.expovariate(1 / load.pause) if load.pause else 0.0)
            start = time.perf_counter()
            response = http.request("GET", f"{address}?{urlencode({'q': rng.choice(words)})}", retries=False)
            if time.monotonic() >= counted:
                taken.append(time.perf_counter() - start)
            failed += response.status != 200
    return taken, failed


def _headline_words(engine: Engine) -> list[str]:
    """Return words of headlines with at least four letters, in random order."""
    found = {
        word.strip(".,:;")
        for stored in islice(engine.stored(Arm.WEIGHTED), 2_000)
        for word in str(stored.fields["headline"]).split()
        if len(word) > 3
    }
    return random.Random(1).sample(sorted(found), min(_WORDS, len(found)))


def _engine_time(engine: Engine, word: str) -> float:
    start = time.perf_counter()
    for arm in (Arm.RAW, Arm.WEIGHTED):
        results(engine, Side(arm, Request(literal(word))), 10, highlight=True)
    return time.perf_counter() - start


def _p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


def _processor_seconds(process: int) -> float:
    """Return the processor time of the server and its child processes in seconds."""
    return sum(tree_seconds((process,)))


def _memory(process: int) -> float:
    """Return the memory of the server and its child processes in MB, without mapped files; pages that they share count once."""
    return sum(_anonymous_kilobytes(number) for number, _ in process_tree(process)) / 1000


def _anonymous_kilobytes(process: int) -> int:
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text("ascii")
    return next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss_Anon:"))


@contextmanager
def _served(home: Path, engine: str) -> Iterator[tuple[str, int]]:
    named = ["--engine", engine] if engine else []
    command = [sys.executable, "-m", "winnow", "ui", "--home", str(home), "--port", "0", "--behind-proxy", *named]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            yield process.stdout.readline().split()[0], process.pid
        finally:
            process.send_signal(signal.SIGINT)


if __name__ == "__main__":
    main()
