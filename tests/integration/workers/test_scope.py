"""Patterns on the command line, or of the settings, decide which URLs are requested."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from indexer.errors import UsageError
from tests.integration.workers.test_recrawl import Serve, article, invoke
from tests.integration.workers.test_recrawl import serve as _serve
from winnow import cli
from workers.broker.settings import WorkerSettings
from workers.cli.crawl import crawl
from workers.cli.options import refuse_other_scope
from workers.cli.recrawl import recrawl
from workers.fetch.scope import Scope
from workers.fetch.settings import CrawlSettings

serve = _serve
POLITE = ("--delay", "0", "--no-index")


def site() -> dict[str, Any]:
    links = "".join(f"<a href='{path}'>Story of {path}</a>" for path in ("/news/1", "/news/2", "/sport/1", "/news/1?print=1"))
    feed = "<rss version='2.0'><channel><item><link>/news/3</link></item><item><link>/sport/3</link></item></channel></rss>"
    head = "<head><link rel=alternate type=application/rss+xml href=/feed></head>"
    pages = {path: article(n) for n, path in enumerate(("/news/1", "/news/2", "/news/3", "/sport/1", "/sport/3", "/news/1?print=1"))}
    return {"/": f"<html>{head}<body>{links}</body></html>", "/feed": (200, {"Content-Type": "application/rss+xml"}, feed), **pages}


@pytest.mark.parametrize(
    ("patterns", "wanted"),
    [
        (("--allow", "/news/", "--deny", "[?]print="), {"/", "/feed", "/news/1", "/news/2", "/news/3"}),
        (("--deny", "/sport/"), {"/", "/feed", "/news/1", "/news/2", "/news/3", "/news/1?print=1"}),
        (("--allow", "/sport/", "--allow", "2$"), {"/", "/feed", "/news/2", "/sport/1", "/sport/3"}),
    ],
)
def test_patterns_bound_a_crawl(serve: Serve, tmp_path: Path, patterns: tuple[str, ...], wanted: set[str]) -> None:
    url, log = serve(site())
    invoke(crawl, url, *POLITE, *patterns, home=tmp_path)
    assert {path for path, _ in log if path != "/robots.txt"} == wanted
    before = len(log)
    invoke(recrawl, url, *POLITE, "--all", *patterns, home=tmp_path)
    assert {path for path, _ in log[before:]} == wanted
    invoke(crawl, url, *POLITE, home=tmp_path)
    assert {path for path, _ in log if path != "/robots.txt"} == set(site()), "without them the rest follows"


def test_what_is_no_pattern_is_told(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["crawl", "http://127.0.0.1:1/", "--deny", "(", "--home", str(tmp_path)])
    assert "is no regular expression" in str(done.exception)


@pytest.mark.parametrize("where", ["environment", "file"])
def test_patterns_of_the_settings_bound_a_crawl(where: str, serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url, log = serve(site())
    monkeypatch.chdir(tmp_path)
    if where == "environment":
        monkeypatch.setenv("WINNOW_ALLOW", "/sport/ 2$")
    else:
        monkeypatch.setenv("WINNOW_ALLOW", "")  # the file's value is set there, and restored at the end
        (tmp_path / "winnow.toml").write_text('allow = "/sport/ 2$"')
    done = CliRunner().invoke(cli, ["crawl", url, *POLITE, "--home", str(tmp_path / "home")])
    assert done.exit_code == 0, done.output
    assert {path for path, _ in log if path != "/robots.txt"} == {"/", "/feed", "/news/2", "/sport/1", "/sport/3"}


def test_workers_have_the_patterns_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others on the command line bound nothing that a worker requests, and are refused."""
    patterns = {"WINNOW_ALLOW": "/news/ /sport/", "WINNOW_DENY": "[?]print="}
    scope = WorkerSettings.read("1", patterns).crawl.scope
    assert scope == Scope(("/news/", "/sport/"), ("[?]print=",))
    for name, value in patterns.items():
        monkeypatch.setenv(name, value)
    for same in (scope, Scope()):
        refuse_other_scope(CrawlSettings(scope=same))
    with pytest.raises(UsageError, match="WINNOW_DENY"):
        refuse_other_scope(CrawlSettings(scope=Scope(deny=("/news/",))))
