"""Sites that move to another domain, and redirects that are no move."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from indexer.store.database import Database
from indexer.store.sites import Sites
from tests.integration.workers.test_recrawl import Serve, article, front, invoke, memory_of, site
from tests.integration.workers.test_recrawl import serve as _serve
from winnow import cli
from workers.cli.crawl import crawl
from workers.cli.recrawl import recrawl

pytestmark = pytest.mark.slow
serve = _serve
QUIET = ("--allow-private", "--delay", "0")


def found(home: Path) -> list[str]:
    done = CliRunner().invoke(cli, ["search", "*", "--arm", "weighted", "--json", "--limit", "50", "--home", str(home)])
    return [hit["url"] for hit in json.loads(done.stdout)["hits"]]


def move(old: dict[str, Any], to: str, paths: Sequence[str] | None = None, status: int = 301) -> None:
    for path in paths if paths is not None else [*old, "/robots.txt"]:
        old[path] = (status, {"Location": to.rstrip("/") + path}, "")


def names(home: Path, url: str) -> tuple[str, ...]:
    with Database.open(home) as database:
        return Sites(database).names(url.split("/")[2])


@pytest.mark.parametrize("status", [301, 308])
@pytest.mark.parametrize("swapped", [False, True])
def test_a_moved_site_takes_its_stories_and_its_history_along(serve: Serve, tmp_path: Path, status: int, *, swapped: bool) -> None:
    pages, later = site(), dict[str, Any]()
    (old, _), (new, log) = (serve(pages), serve(later)) if not swapped else reversed((serve(later), serve(pages)))
    invoke(crawl, old, *QUIET, home=tmp_path)
    assert len(found(tmp_path)) == 8
    later.update({**site(9), "/": front(*range(9))})
    move(pages, new, status=status)
    done = invoke(recrawl, old, *QUIET, "--all", home=tmp_path)
    assert f"has moved to {new.split('/')[2]}" in done.output
    assert sorted(found(tmp_path)) == sorted(new + f"story/number-{n}.html" for n in range(9)), "the new story too"
    assert len(log) == len(set(log)) == 11, "each page is requested once, and robots.txt"
    history = memory_of(tmp_path, old).pages
    assert history[new].kind.source
    assert history[new + "story/number-3.html"].found == history[old + "story/number-3.html"].found
    later["/story/number-3.html"] = article(3, "The ferryboat carried forty passengers.")
    invoke(recrawl, new, *QUIET, "--all", home=tmp_path)
    assert len(found(tmp_path)) == 9


@pytest.mark.parametrize("how", ["one article", "temporary", "front page alone"])
def test_other_redirects_are_no_move(serve: Serve, tmp_path: Path, how: str) -> None:
    pages = site()
    old, _ = serve(pages)
    new, log = serve(site())
    invoke(crawl, old, *QUIET, home=tmp_path)
    before = found(tmp_path)
    paths = {"one article": ["/story/number-3.html"], "front page alone": ["/"]}.get(how)
    move(pages, new, paths, status=302 if how == "temporary" else 301)
    done = invoke(recrawl, old, *QUIET, "--all", home=tmp_path, ok=False)
    assert "has moved" not in done.output
    assert names(tmp_path, old) == (old.split("/")[2],)
    assert [path for path, _ in log if path != "/robots.txt"] == []
    assert len(set(before) - set(found(tmp_path))) <= (how == "one article")


def test_a_domain_that_was_crawled_by_itself_stays_a_site_of_its_own(serve: Serve, tmp_path: Path) -> None:
    pages = site()
    old, _ = serve(pages)
    new, _ = serve({"/": front(20, 21), "/story/number-20.html": article(20), "/story/number-21.html": article(21)})
    invoke(crawl, new, *QUIET, home=tmp_path)
    invoke(crawl, old, *QUIET, home=tmp_path)
    move(pages, new)
    invoke(recrawl, old, *QUIET, "--all", home=tmp_path, ok=False)
    assert names(tmp_path, new) == (new.split("/")[2],)
    assert new + "story/number-20.html" in found(tmp_path)


def test_stories_stay_until_their_new_addresses_have_answered(serve: Serve, tmp_path: Path) -> None:
    pages, later = site(), dict[str, Any]()
    old, _ = serve(pages)
    new, _ = serve(later)
    invoke(crawl, old, *QUIET, home=tmp_path)
    later.update(site())
    move(pages, new)
    invoke(recrawl, old, *QUIET, "--all", "--max-pages", "3", home=tmp_path, ok=False)
    assert len({url.rpartition("/")[2] for url in found(tmp_path)}) == 8
    invoke(crawl, old, *QUIET, home=tmp_path, ok=False)
    assert sorted(found(tmp_path)) == sorted(new + f"story/number-{n}.html" for n in range(8))
