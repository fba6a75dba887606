"""Hostile requests to the website and hostile messages to workers."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import redis
from flask.testing import FlaskClient
from redis.exceptions import RedisError
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from harness.hostile import PAGES, STORY, page
from harness.hostile_inputs import QUERIES
from harness.servers import redis_server
from indexer.errors import WinnowError
from indexer.home import Home
from indexer.index.arm import Arm
from indexer.index.writer import write
from indexer.pipeline import Job, clean
from indexer.settings import Settings
from indexer.store.crawl_tables import Url
from indexer.store.database import Database
from search_ui.app import SiteSettings, create_app
from search_ui.home_services import services_of
from workers.broker.settings import WorkerSettings
from workers.broker.worker_context import WorkerContext
from workers.fetch.settings import CrawlSettings
from workers.frontier.frontier import Frontier
from workers.frontier.values import CrawlRequest, FrontierParams

NOW = datetime(2026, 6, 1, tzinfo=UTC)

MAX_SECONDS = 3.0
"""Maximum processor seconds of a request or message."""

STORIES = 12

HONEST = "/api/v1/search?q=barge"

COMPARED = tuple("q left right match sort show page site from to language author section why level slope".split())

GET: Mapping[str, Sequence[str]] = {
    "/": COMPARED,
    "/compare.csv": COMPARED,
    "/compare.atom": COMPARED,
    "/page": ("url", "q", "arm"),
    "/captures": ("url", "at"),
    "/overlay": ("url", "at"),
    "/size": ("site",),
    "/judge": ("judge", "q"),
    "/experiments": ("run",),
    "/experiments/x": ("run",),
    "/api/v1/search": COMPARED,
    "/api/v1/compare": COMPARED,
    "/api/v1/page": ("url", "q"),
    "/api/v1/experiments/x": ("run",),
}

POST: Mapping[str, Sequence[str]] = {
    "/judge": ("judge", "q", "preference", "url-0", "grade-0"),
    "/experiments": ("name", "left", "right", "queries"),
    "/size": ("site",),
}


def _query(made: Callable[[int], bytes], size: int) -> str:
    return made(size).decode("utf-8", "replace")


VALUES: Mapping[str, Callable[[int], str]] = {
    "nothing": lambda _: "",
    "letters": lambda size: "a" * size,
    "digits": lambda size: "9" * size,
    "a large number": lambda _: str(1 << 70),
    "a negative number": lambda _: "-1",
    "no number": lambda _: "nan",
    "a date that is none": lambda _: "2026-02-31",
    "control characters": lambda size: "\x00\x1b[2J\u202e" * (size // 8),
    "markup": lambda size: "\"'><script>alert(1)</script>" * (size // 28),
    "a template": lambda size: "{{7*7}}{% raw %}" * (size // 16),
    "a path": lambda size: "../" * (size // 3) + "etc/passwd",
    "a file": lambda _: "file:///etc/passwd",
    "a private address": lambda _: "http://169.254.169.254/latest/meta-data/",
    "line ends": lambda _: "x\r\nSet-Cookie: a=b\r\n\r\n",
    "no UTF-8": lambda size: "\udcff" * (size // 3),
    "percent signs": lambda size: "%" * size,
    "a statement": lambda _: "'; DROP TABLE url; --",
} | {f"query of {name}": partial(_query, made) for name, made in QUERIES.items()}

LENGTHS = (20, 700, 7_000)

JSONS: Mapping[str, Callable[[int], Any]] = {
    "null": lambda _: None,
    "true": lambda _: True,
    "a number": lambda _: 1 << 70,
    "a fraction": lambda _: 1e308,
    "text": lambda size: "x" * size,
    "control characters": lambda size: "\x00\n\x1b" * (size // 3),
    "a surrogate": lambda _: "\ud800",
    "an object": lambda size: {str(number): number for number in range(size // 10)},
    "leases of no page": lambda size: [[number, number] for number in range(1_000_000, 1_000_000 + size // 100)],
    "leases that are none": lambda size: [[None], "ab", {"a": 1}] * (size // 1000),
    "leases of large numbers": lambda _: [[1 << 70, -1]],
    "lists in lists": lambda size: json.loads("[" * min(size, 500) + "]" * min(size, 500)),
}

TASKS: Mapping[str, int] = {"fetch": 1, "clean": 1, "fit": 2, "advance": 1}
"""Number of arguments by task."""

_FAILED = (WinnowError, SQLAlchemyError, RedisError, ValueError, TypeError, OverflowError)
"""Exceptions that a task with invalid arguments may raise."""


@dataclass(slots=True)
class Tally:
    """Counts of results, the slowest one, and problems."""

    ended: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, str] = (0.0, "")
    problems: list[str] = field(default_factory=list)

    def note(self, name: str, ended: str, seconds: float) -> None:
        """Count one result."""
        self.ended[ended] += 1
        self.slowest = max(self.slowest, (seconds, name))
        if seconds > MAX_SECONDS:
            self.problems.append(f"{name}: {seconds:.2f} s")


class Request(NamedTuple):
    """A request: its name, and the arguments of the client's call."""

    name: str
    arguments: dict[str, Any]


def requests(random: Random, number: int) -> Iterator[Request]:
    """Generate `number` requests; one in ten sends a hostile page for cleaning."""
    for _ in range(number):
        value = random.choice(sorted(VALUES))
        text = VALUES[value](random.choice(LENGTHS)).encode("utf-8", "surrogateescape")
        if random.random() < 0.1:
            attack = random.choice(sorted(PAGES))
            payload = {"url": random.choice(("https://a.example/1", text.decode("latin-1"))), "html": page(PAGES[attack], 40_000)}
            yield Request(f"clean {attack}", {"method": "POST", "path": "/api/v1/clean", "json": payload})
            continue
        method, routes = random.choice((("GET", GET), ("GET", GET), ("GET", GET), ("POST", POST)))
        path = random.choice(sorted(routes))
        names = random.sample(routes[path], random.randint(1, min(3, len(routes[path]))))
        parameters: dict[str, Any] = {"query_string": dict.fromkeys(names, "barge") | {names[0]: text}}
        if method == "POST":
            parameters = {"data": dict.fromkeys(names, "barge") | {names[0]: text.decode("latin-1")}}
        yield Request(f"{method} {path} {names[0]}={value}", {"method": method, "path": path, **parameters})


def messages(random: Random, number: int) -> Iterator[tuple[str, str, list[Any]]]:
    """Generate `number` messages: name, task, arguments."""
    for _ in range(number):
        task, kind = random.choice(sorted(TASKS)), random.choice(sorted(JSONS))
        arguments = [JSONS[kind](random.choice((20, 2_000, 100_000))) for _ in range(TASKS[task])]
        yield f"{task} {kind}", task, arguments


def send_requests(client: FlaskClient, random: Random, number: int, tally: Tally) -> None:
    """Send hostile requests."""
    for request in requests(random, number):
        begun = time.process_time()
        status = client.open(**request.arguments).status_code
        tally.note(request.name, str(status), time.process_time() - begun)
        if status >= 500:
            tally.problems.append(f"{request.name}: {status}")


def benign_responses(client: FlaskClient) -> list[bytes]:
    """Return the responses to a benign query and to a benign page that is sent for cleaning."""
    payload = {"url": "https://a.example/new", "html": f"<title>The crane is gone</title>{STORY}"}
    return [client.get(HONEST).data, client.post("/api/v1/clean", json=payload).data]


def execute_messages(context: WorkerContext, random: Random, number: int, tally: Tally) -> None:
    """Execute hostile messages; a task that raises would fail in Celery while its worker continues."""
    tasks: Mapping[str, Callable[..., None]] = {
        "fetch": context.fetch,
        "clean": lambda host: context.clean(host, _send_no_fit),
        "fit": context.fit,
        "advance": context.advance,
    }
    for name, task, arguments in messages(random, number):
        begun = time.process_time()
        try:
            tasks[task](*arguments)
            ended = "no effect"
        except _FAILED as error:
            ended = type(error).__name__
        tally.note(name, ended, time.process_time() - begun)


def _send_no_fit(_host: str, _version: int) -> None:
    """Send no fit."""


def state(home: Home, database: Database) -> tuple[Any, ...]:
    """Return the state that must not change: the documents of all arms, and the numbers of URLs by state and outcome."""
    with closing(home.engine()) as engine:
        documents = [(arm, stored.id, stored.encoded_texts) for arm in Arm for stored in engine.stored(arm)]
    counted = select(Url.state, Url.outcome, func.count()).group_by(Url.state, Url.outcome).order_by(Url.state, Url.outcome)
    with database.reading() as connection:
        return sorted(documents), [tuple(row) for row in connection.execute(counted)]


def _index_site(home: Home, folder: Path) -> None:
    words = "came up the river at noon and left again before the rain of the evening, as it had done on each day of that month."
    pages = [
        {"url": f"https://a.example/story-{n}", "html": f"<title>Barge {n}</title><h1>Barge {n}</h1>" + f"<p>Barge {n} {words}</p>" * 4}
        for n in range(STORIES)
    ]
    file = folder / "pages.jsonl"
    file.write_text("\n".join(map(json.dumps, pages)), "utf-8")
    with closing(home.engine()) as engine:
        list(write(clean([str(file)], Job(now=NOW)), engine, clock=lambda: NOW))


def run(seed: int, number_of_requests: int, number_of_messages: int) -> tuple[Tally, Tally]:
    """Run requests and messages on a new home; return the results of both."""
    random, requests_tally, messages_tally = Random(seed), Tally(), Tally()
    with TemporaryDirectory() as folder, redis_server() as server:
        home = Home(Settings(home=Path(folder) / "home"))
        _index_site(home, Path(folder))
        with home.database() as database, redis.Redis.from_url(server.url) as broker:
            frontier = Frontier(database, time.time, FrontierParams(delay=0.0))
            frontier.schedule([CrawlRequest(f"http://127.0.0.1:1/{n}") for n in range(STORIES)])
            before = state(home, database)
            with closing(home.engine()) as engine:
                app = create_app(lambda: engine, SiteSettings(), services_of(home))
                app.config["WTF_CSRF_ENABLED"] = False  # an attacker with access to the website has a token
                client = app.test_client()
                expected = benign_responses(client)
                send_requests(client, random, number_of_requests, requests_tally)
                if not all(expected) or benign_responses(client) != expected:
                    requests_tally.problems.append("the responses to benign requests have changed")
            settings = WorkerSettings(home.settings, CrawlSettings(allow_private=True), FrontierParams(delay=0.0))
            context = WorkerContext(settings, database, broker, time.time)
            execute_messages(context, random, number_of_messages, messages_tally)
            if state(home, database) != before:
                messages_tally.problems.append("database or index have changed")
            (claim,) = frontier.claim(1)
            context.fetch([(claim.id, claim.number)])
            if state(home, database) == before:
                messages_tally.problems.append("a benign message has no effect")
            context.close()
    return requests_tally, messages_tally
