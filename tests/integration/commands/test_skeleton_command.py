"""`winnow skeleton` and `winnow evaluate skeleton`, run for real."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import networkx
import pytest
from click.testing import CliRunner, Result

from demo.archive import Capture, write_warc
from indexer.cli.skeleton_history import Version, lines, record
from indexer.site.skeleton.difference import difference
from indexer.site.skeleton.skeleton import Node, Skeleton
from indexer.store.database import Database
from indexer.store.skeletons import Skeletons
from tests.conftest import Ended
from tests.support.skeleton_sites import HOST, Plan, build
from winnow import cli


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small site, and two pages of another."""
    pages = build(Plan(seed=50, markup="divs", below="links", utility=True)).pages
    captures = [Capture(url, html.encode(), "text/html") for url, html in pages.items()]
    captures += [Capture(f"https://other.example/{i}", b"<p>Another site's page, with a text.</p>", "text/html") for i in range(2)]
    path = tmp_path_factory.mktemp("archive") / "site.warc.gz"
    write_warc(path, captures, shuffle=1)
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["skeleton", *map(str, arguments)], catch_exceptions=False)


def urls(tree: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    for child in tree["children"]:
        yield 1, child["url"]
        yield from ((level + 1, url) for level, url in urls(child))


@pytest.mark.slow
def test_the_tree_is_printed_as_json(archive: Path) -> None:
    ended = run(archive, "--start", HOST + "/")
    tree = json.loads(ended.stdout)
    assert ended.exit_code == 0
    assert tree["url"] == HOST + "/"
    assert set(tree) == {"url", "text", "pageType", "children"}
    assert dict(map(reversed, urls(tree))) == build(Plan(seed=50, markup="divs", below="links", utility=True)).menu  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_largest_site_is_taken_and_the_others_are_named(archive: Path) -> None:
    ended = run(archive)
    assert json.loads(ended.stdout)["url"] == HOST + "/"
    assert "other.example" in ended.stderr
    assert "--start" in ended.stderr


@pytest.mark.slow
def test_a_start_page_that_is_not_there_gives_the_nearest(archive: Path) -> None:
    ended = run(archive, "--start", HOST + "/s1/not-there.html")
    assert json.loads(ended.stdout)["url"] == HOST + "/s1/"
    assert f"the skeleton begins with {HOST}/s1/" in ended.stderr


@pytest.mark.slow
def test_other_spellings_of_the_start_page_are_the_same_page(archive: Path) -> None:
    ended = run(archive, "--start", "http://www.news.example/index.html#top")
    assert json.loads(ended.stdout)["url"] == HOST + "/"
    assert "begins with" not in ended.stderr


def test_a_start_page_of_another_site_is_an_error(archive: Path, winnow: Callable[..., Ended]) -> None:
    ended = winnow("skeleton", archive, "--start", "https://third.example/")
    assert ended.code == 2
    assert "third.example" in ended.err
    assert "news.example" in ended.err


def test_the_smaller_site_has_no_menu(archive: Path) -> None:
    ended = run(archive, "--start", "https://other.example/0")
    assert json.loads(ended.stdout)["children"] == []
    assert "no menu was found" in ended.stderr


@pytest.mark.slow
def test_graphml_and_a_file(archive: Path, tmp_path: Path) -> None:
    graph = networkx.parse_graphml(run(archive, "--graphml").stdout)
    assert graph.nodes["n0"]["url"] == HOST + "/"
    out = tmp_path / "tree.json"
    assert run(archive, "--out", out).stdout == ""
    assert json.loads(out.read_text("utf-8"))["children"]


def test_sew_reads_the_same_input(archive: Path) -> None:
    tree = json.loads(run(archive, "--method", "sew").stdout)
    assert tree["url"] == HOST + "/"
    assert isinstance(tree["children"], list)


def test_a_model_gives_the_page_types(archive: Path, tmp_path: Path, winnow: Callable[..., Ended]) -> None:
    model = tmp_path / "models.json"
    assert winnow("learn", archive, "--out", model).code == 0
    ended = winnow("skeleton", archive, "--model", model, "--start", HOST + "/")
    assert ended.code == 0
    assert json.loads(ended.out)["children"][1]["pageType"] == "toc"
    assert winnow("skeleton", archive, "--model", model, "--method", "sew").code == 2


def test_a_folder_of_files_by_their_addresses(tmp_path: Path) -> None:
    for url, html in build(Plan(seed=51)).pages.items():
        path = tmp_path / "site" / (url.removeprefix(HOST + "/") or "index.html")
        path = path / "index.html" if url.endswith("/") and path.suffix != ".html" else path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(html, "utf-8")
    ended = run(tmp_path / "site")
    assert ended.exit_code == 0
    assert json.loads(ended.stdout)["url"].startswith("file:")


def test_nothing_to_read(tmp_path: Path, winnow: Callable[..., Ended]) -> None:
    (tmp_path / "empty").mkdir()
    assert winnow("skeleton", tmp_path / "empty").code == 3
    assert winnow("skeleton", tmp_path / "absent").code == 2


@pytest.mark.slow
def test_the_same_pages_in_another_order_give_the_same_bytes(archive: Path, tmp_path: Path) -> None:
    pages = build(Plan(seed=50, markup="divs", below="links", utility=True)).pages
    other = tmp_path / "other.warc.gz"
    write_warc(other, [Capture(url, html.encode(), "text/html") for url, html in pages.items()], shuffle=7)
    assert run(other).stdout == run(archive).stdout


def test_the_demo_sites(demo_pages: list[Capture], tmp_path: Path) -> None:
    """Their menus as the generator wrote them: nested lists, nested divs, and lists in Japanese."""
    for key in ("courier", "bote", "shimpo"):
        path = tmp_path / f"{key}.warc.gz"
        write_warc(path, [page for page in demo_pages if page.url.startswith(f"https://{key}.example/")])
        tree = json.loads(run(path).stdout)
        levels = [level for level, _ in urls(tree)]
        assert tree["url"] == f"https://{key}.example/"
        assert levels.count(1) >= 6
        assert set(levels) == {1, 2}


@pytest.mark.slow
def test_the_measure_from_files(archive: Path, tmp_path: Path) -> None:
    menu = build(Plan(seed=50, markup="divs", below="links", utility=True)).menu
    nav = [{"href": url, "external": False, "list_depth": level} for url, level in menu.items()]
    labels, tree = tmp_path / "site.json", tmp_path / "tree.json"
    labels.write_text(json.dumps({"start_url": HOST + "/", "base": HOST + "/", "aliases": [], "nav": nav}), "utf-8")
    run(archive, "--out", tree)
    command = ["evaluate", "skeleton", "--labels", str(labels), "--predictions", str(tree)]
    found = json.loads(CliRunner().invoke(cli, [*command, "--json"], catch_exceptions=False).stdout)
    assert [found[level]["f1"] for level in ("1", "2")] == [1, 1]
    assert "1-2" in CliRunner().invoke(cli, command, catch_exceptions=False).stdout


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"start_url": "https://a.example/", "nav": [{"href": "/"}]}', '{"children": 1}'])
def test_labels_and_trees_that_are_none(text: str, tmp_path: Path, winnow: Callable[..., Ended]) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text(text, "utf-8")
    ended = winnow("evaluate", "skeleton", "--labels", broken, "--predictions", broken)
    assert ended.code == 2
    assert "broken.json" in ended.err


# -- what is stored --------------------------------------------------------------------------------------------------


def archive_of(path: Path, plan: Plan, without: str = "") -> Path:
    """A site in a file; without the links to one address."""
    pages = build(plan).pages
    if without:
        pages = {url: re.sub(f"<li><a href={without}>.*?</li>", "", html) for url, html in pages.items()}
    write_warc(path, [Capture(url, html.encode(), "text/html") for url, html in pages.items()])
    return path


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home directory with three versions of a site's skeleton: as it was, without a section, and the same seen again."""
    plan = Plan(seed=52, sections=5)
    home = tmp_path / "home"
    for day, without in ((1, ""), (2, "/s2/"), (3, "/s2/")):
        monkeypatch.setenv("WINNOW_NOW", f"2024-05-0{day}T12:00:00+00:00")
        source = archive_of(tmp_path / f"{day}.warc.gz", plan, without)
        assert run(source, "--store", "--home", home).exit_code == 0
    return home


@pytest.mark.slow
def test_a_stored_skeleton_is_what_was_printed(kept: Path, tmp_path: Path) -> None:
    printed = run(tmp_path / "3.warc.gz").stdout
    for name in ("news.example", "www.news.example", HOST + "/s1/story-1.html"):
        assert run("--stored", name, "--home", kept).stdout == printed
    graph = networkx.parse_graphml(run("--stored", "news.example", "--home", kept, "--graphml").stdout)
    assert graph.nodes["n0"]["url"] == HOST + "/"
    out = tmp_path / "tree.json"
    assert run("--stored", "news.example", "--home", kept, "--out", out).stdout == ""
    assert out.read_text("utf-8") == printed


def test_the_history_tells_what_changed(kept: Path) -> None:
    document = json.loads(run("--stored", "news.example", "--home", kept, "--history", "--json").stdout)
    assert document["site"] == "news.example"
    assert [(v["version"], v["since"], v["pages"]) for v in document["versions"]] == [
        (2, "2024-05-02T12:00:00+00:00", 5), (1, "2024-05-01T12:00:00+00:00", 6),
    ]  # fmt: skip
    second, first = document["versions"]
    assert first["changes"] is None
    assert second["changes"] == {"added": [], "removed": [HOST + "/s2/"], "moved": [], "renamed": [], "retyped": []}
    text = run("--stored", "news.example", "--home", kept, "--history").stdout
    assert text.splitlines() == [
        "news.example",
        "version 2, since 2024-05-02 12:00 UTC, 5 pages",
        f"  removed  {HOST}/s2/",
        "version 1, since 2024-05-01 12:00 UTC, 6 pages",
    ]


def test_moved_and_renamed_pages_have_both_names() -> None:
    old = Skeleton("a.org", Node("https://a.org/", children=(Node("https://a.org/b", "B"), Node("https://a.org/c", "C\x1b[31m"))))
    new = Skeleton("a.org", Node("https://a.org/", children=(Node("https://a.org/b", "B", children=(Node("https://a.org/c", "See"),)),)))
    found = Version(2, datetime(2024, 5, 1, tzinfo=UTC), new, difference(old, new))
    assert list(lines("a.org", [found]))[2:] == [
        "  moved    https://a.org/c, before: https://a.org/, now: https://a.org/b",
        "  renamed  https://a.org/c, before: C[31m, now: See",
    ]
    assert record("a.org", [found])["versions"][0]["changes"]["renamed"] == [{"url": "https://a.org/c", "before": "C\x1b[31m", "after": "See"}]


def test_a_version_that_cannot_be_read_hides_no_other(kept: Path, winnow: Callable[..., Ended]) -> None:
    with Database.open(kept) as database:
        Skeletons(database).put("news.example", '{"version": 0}', 2e9)
    document = json.loads(run("--stored", "news.example", "--home", kept, "--history", "--json").stdout)
    assert [v["pages"] for v in document["versions"]] == [None, 5, 6]
    assert [bool(v["changes"]) for v in document["versions"]] == [False, True, False]
    assert "version 3, since 2033-05-18 03:33 UTC, which cannot be read" in run("--stored", "news.example", "--home", kept, "--history").stdout
    ended = winnow("skeleton", "--stored", "news.example", "--home", kept)
    assert ended.code == 2
    assert "winnow skeleton INPUT" in ended.err


def test_nothing_is_stored(kept: Path, tmp_path: Path, winnow: Callable[..., Ended]) -> None:
    ended = winnow("skeleton", "--stored", "elsewhere.example", "--home", kept)
    assert ended.code == 3
    assert "elsewhere.example" in ended.err
    empty = tmp_path / "empty"
    assert winnow("skeleton", "--stored", "news.example", "--home", empty).code == 3
    assert not empty.exists(), "a look made a database"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["INPUT", "--stored", "news.example"],
        ["--stored", "news.example", "--start", "https://news.example/"],
        ["--stored", "news.example", "--store"],
        ["--stored", "news.example", "--method", "sew"],
        ["--stored", "news.example", "--json"],
        ["--stored", "news.example", "--history", "--graphml"],
        ["INPUT", "--history"],
    ],
)
def test_what_does_not_go_together_is_refused(archive: Path, arguments: list[str], winnow: Callable[..., Ended]) -> None:
    assert winnow("skeleton", *(str(archive) if a == "INPUT" else a for a in arguments)).code == 2


def test_a_folder_of_files_is_not_stored(tmp_path: Path, winnow: Callable[..., Ended]) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("<title>T</title><p>Text.", "utf-8")
    ended = winnow("skeleton", tmp_path / "site", "--store", "--home", tmp_path / "home")
    assert ended.code == 2
    assert "nothing was stored" in ended.err
