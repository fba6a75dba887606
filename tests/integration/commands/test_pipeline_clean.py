"""The main job on generated sites: one outcome a page, the same in any order and process, with a stored model or without."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from demo.archive import Capture, write_warc
from harness.strategies import BuiltPage, BuiltSite, Layout, build, page, paragraphs, prose, sites
from indexer.article.cleaned import Cleaned
from indexer.errors import InputError, ModelError, NothingToDoError
from indexer.outcome import Kind
from indexer.pipeline import Job, clean, learn_sites, read_models, write_models
from indexer.site.params import SiteParams

NOW = datetime(2024, 6, 1, tzinfo=UTC)
CLOCK = "2024-06-01T00:00:00Z"
SITE = build(Layout(seed=8, articles=8))
CHINESE = build(Layout(seed=9, articles=8, chinese=True, container=2))

Winnow = Callable[..., Any]


def archive(path: Path, pages: Sequence[BuiltPage], shuffle: int | None = None) -> str:
    write_warc(path, [Capture(p.url, p.html.encode(), "text/html; charset=utf-8") for p in pages], shuffle)
    return str(path)


def moved(site: BuiltSite, host: str) -> list[BuiltPage]:
    """The same pages on another host."""
    return [BuiltPage(p.url.replace("example.org", host), p.html, p.paragraphs) for p in site.pages]


def cleaned(inputs: Sequence[str], **job: Any) -> list[Cleaned]:
    return list(clean(inputs, Job(now=NOW, **job)))


def body(result: Cleaned) -> list[str]:
    return result.article.article_body.split("\n") if result.article else []


def test_captures_under_other_spellings_of_a_url_leave_the_site_one(tmp_path: Path) -> None:
    once = cleaned([archive(tmp_path / "once.warc.gz", SITE.pages)])
    respelled = [BuiltPage(f"{p.url}?utm_source=feed", p.html, p.paragraphs) for p in SITE.pages]
    twice = cleaned([archive(tmp_path / "twice.warc.gz", [*SITE.pages, *respelled])])
    kinds = Counter(r.outcome.kind for r in once)
    assert Counter(r.outcome.kind for r in twice) == kinds | Counter({Kind.SUPERSEDED: len(SITE.pages)})
    models = {r.site_model for r in twice if r.outcome.kind is Kind.CLEANED}
    assert models == {r.site_model for r in once if r.outcome.kind is Kind.CLEANED}


@pytest.mark.slow
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sites())
def test_every_page_has_one_outcome_and_stories_have_their_text(tmp_path: Path, site: BuiltSite) -> None:
    results = cleaned([archive(tmp_path / "a.warc.gz", site.pages)])
    assert Counter(r.outcome.url for r in results) == Counter(p.url for p in site.pages)
    assert {r.outcome.kind for r in results} <= {Kind.CLEANED, Kind.NOT_ARTICLE}
    by_url = {r.outcome.url: r for r in results}
    for built in site.articles:
        result = by_url[built.url]
        assert (result.outcome.kind, result.page_type) == (Kind.CLEANED, "article")
        assert all(text in body(result) for text in built.paragraphs)
        assert result.article is not None
        assert [b.kept for b in result.article.blocks] == [b.weight > 0 for b in result.article.blocks]
        assert all(b.weight >= 0.5 for b in result.article.blocks if b.text in built.paragraphs)


def test_sites_are_learned_each_by_itself(tmp_path: Path) -> None:
    pages = [*moved(SITE, "one.example"), *moved(CHINESE, "two.example")]
    together = cleaned([archive(tmp_path / "a.warc.gz", pages)])
    alone = cleaned([archive(tmp_path / "b.warc.gz", moved(CHINESE, "two.example"))])
    assert [r.record() | {"source": ""} for r in together if r.site == "two.example"] == [r.record() | {"source": ""} for r in alone]
    told = {(r.site, r.site_model.partition("@")[0]) for r in together if r.page_type == "article"}
    assert told == {("one.example", "model: one.example"), ("two.example", "model: two.example")}


def test_order_and_hash_seed_change_no_byte(tmp_path: Path, winnow: Winnow) -> None:
    pages = [*moved(SITE, "one.example"), *moved(CHINESE, "two.example")]
    outputs = []
    for seed in (1, 2):
        folder = tmp_path / str(seed)
        folder.mkdir()
        archive(folder / "a.warc.gz", pages, shuffle=seed)
        environment = {"WINNOW_NOW": CLOCK, "PYTHONHASHSEED": str(seed)}
        lines = winnow("clean", "a.warc.gz", cwd=folder, **environment)
        model = winnow("learn", "a.warc.gz", "--out", "-", cwd=folder, **environment)
        assert (lines.code, model.code) == (0, 0)
        outputs.append((lines.out, model.out))
    assert outputs[0] == outputs[1]
    assert len(outputs[0][0].splitlines()) == len(pages)


def test_a_stored_model_cleans_as_the_one_just_learned(tmp_path: Path) -> None:
    inputs = [archive(tmp_path / "a.warc.gz", SITE.pages)]
    learned = list(learn_sites(inputs, Job(now=NOW)))
    models = read_models(write_models(learned))
    assert list(models.values()) == learned
    assert [m.name for m in models.values()] == [m.name for m in learned]
    assert [r.record() for r in cleaned(inputs, models=models)] == [r.record() for r in cleaned(inputs)]


def test_the_only_model_of_a_file_serves_a_folder_of_any_name(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        for i, built in enumerate(SITE.pages):
            (tmp_path / name / f"{i}.html").write_text(built.html, "utf-8")
    models = read_models(write_models(learn_sites([str(tmp_path / "one")], Job(now=NOW))))
    results = cleaned([str(tmp_path / "other")], models=models)
    assert {r.site_model for r in results if r.page_type == "article"} == {f"model: {next(iter(models.values())).name}"}


def test_copies_end_as_duplicates_of_the_first(tmp_path: Path) -> None:
    first = SITE.pages[2]
    copy = BuiltPage("https://example.org/news/print/2", first.html)
    results = {r.outcome.url: r for r in cleaned([archive(tmp_path / "a.warc.gz", [*SITE.pages, copy])])}
    assert len(results) == len(SITE.pages) + 1
    assert results[first.url].outcome.kind is Kind.CLEANED
    assert results[copy.url].outcome.kind is Kind.DUPLICATE
    assert first.url in results[copy.url].outcome.reason


def test_one_page_without_others_is_left_to_the_page_level_extractor(tmp_path: Path) -> None:
    (result,) = cleaned([archive(tmp_path / "a.warc.gz", SITE.pages[:1])])
    assert result.site_model == "page: no other page of the site"
    assert all(text in body(result) for text in SITE.pages[0].paragraphs)
    (result,) = cleaned([archive(tmp_path / "a.warc.gz", SITE.pages[:1])], page_level=True)
    assert result.site_model == "page: page-level extractor"


def test_pages_without_a_story_are_no_articles(tmp_path: Path) -> None:
    short = BuiltPage("https://example.org/contact", page("<p>Write to us.</p>"))
    results = {r.outcome.url: r for r in cleaned([archive(tmp_path / "a.warc.gz", [*SITE.pages, short])])}
    assert results[short.url].outcome.kind is Kind.NOT_ARTICLE
    assert results[short.url].page_type in ("other", "toc")


def test_what_the_publisher_keeps_from_search_engines(tmp_path: Path) -> None:
    hidden = "<meta name=robots content='noindex, follow'>"
    pages = [BuiltPage(p.url, hidden + p.html if i == 1 else p.html, p.paragraphs) for i, p in enumerate(SITE.pages)]
    kinds = {r.outcome.url: r.outcome.kind for r in cleaned([archive(tmp_path / "a.warc.gz", pages)])}
    assert [url for url, kind in kinds.items() if kind is Kind.NOINDEX] == [SITE.pages[1].url]


def test_progress_counts_every_page(tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    cleaned([archive(tmp_path / "a.warc.gz", SITE.pages)], progress=lambda *said: seen.append(said))
    counted = [said for said in seen if said[0].startswith("cleaning")]
    assert counted == [("cleaning example.org", i + 1, len(SITE.pages)) for i in range(len(SITE.pages))]


@pytest.mark.slow
def test_the_sample_does_not_depend_on_how_many_copies_came_first(tmp_path: Path) -> None:
    """More pages than the sample takes: those of the sample are drawn by their URL."""
    text = prose(77)
    many = [BuiltPage(f"https://example.org/{i}", page(paragraphs(text, 2), title=text.headline())) for i in range(320)]
    one, other = (archive(tmp_path / f"{n}.warc.gz", many, shuffle=n) for n in (1, 2))
    (first,), (second,) = (list(learn_sites([path], Job(now=NOW))) for path in (one, other))
    assert first == second
    assert first.model.pages == 300


def test_the_sample_is_drawn_from_all_pages(tmp_path: Path) -> None:
    """Long URLs come late; their template is learned all the same."""
    text = prose(78)
    short = [BuiltPage(f"https://example.org/{i}", page(paragraphs(text, 2), title=text.headline())) for i in range(40)]
    long = [BuiltPage(f"https://example.org/interviews/{i}", f"<section id=talk>{paragraphs(text, 2)}</section>") for i in range(20)]
    (learned,) = learn_sites([archive(tmp_path / "a.warc.gz", short + long)], Job(now=NOW, params=SiteParams(most_pages=30)))
    assert learned.model.pages == 30
    assert "section#talk" in learned.model.body.names.values()


def test_nothing_to_do(tmp_path: Path) -> None:
    with pytest.raises(NothingToDoError):
        cleaned([str(tmp_path)])
    with pytest.raises(InputError):
        cleaned([str(tmp_path / "absent.warc.gz")])
    with pytest.raises(NothingToDoError, match="no site"):
        write_models([])


# -- model files -----------------------------------------------------------------------------------------------------------

GOOD = {"format": "winnow-models", "version": 1}


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", '"x"', "{}", "[" * 100_000, json.dumps(GOOD), json.dumps(GOOD | {"sites": []}),
        json.dumps(GOOD | {"sites": {}}), json.dumps(GOOD | {"sites": [None]}), json.dumps(GOOD | {"version": 2, "sites": [{}]}),
        json.dumps(GOOD | {"sites": [{"site": "a", "model": None, "hints": None}]}),
        json.dumps(GOOD | {"sites": [{"site": "a", "model": {"version": 1}, "hints": {}}]}),
        json.dumps(GOOD | {"sites": [{"site": 5, "model": {}, "hints": {}}]}),
    ],
)  # fmt: skip
def test_what_is_no_model_file(text: str) -> None:
    with pytest.raises(ModelError) as caught:
        read_models(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}", b'{"format": "winnow-models", "version": 1, "sites": [{}]}', None])
def test_the_command_line_says_in_one_line_what_is_wrong_with_a_model(tmp_path: Path, winnow: Winnow, content: bytes | None) -> None:
    (tmp_path / "a.html").write_text(SITE.pages[0].html, "utf-8")
    model = tmp_path / "model.json"
    if content is None:
        model.mkdir()
    else:
        model.write_bytes(content)
    ended = winnow("clean", tmp_path / "a.html", "--model", model)
    assert ended.code == 2
    assert ended.out == ""
    assert "Traceback" not in ended.err
    if content is not None:
        assert len(ended.err.strip().splitlines()) == 1


def test_learn_and_clean_from_the_command_line(tmp_path: Path, winnow: Winnow) -> None:
    inputs = archive(tmp_path / "a.warc.gz", SITE.pages)
    learned = winnow("learn", inputs, "--out", tmp_path / "model.json")
    assert (learned.code, learned.out) == (0, "")
    assert learned.err.startswith("example.org@")
    assert "9 pages" in learned.err
    ended = winnow("clean", inputs, "--model", tmp_path / "model.json", "--out", tmp_path / "out.jsonl", WINNOW_NOW=CLOCK)
    assert ended.code == 0
    records = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert len(records) == len(SITE.pages)
    articles = [r for r in records if r["pageType"] == "article"]
    assert len(articles) == 8
    for record in articles:
        assert record["articleBody"] == "\n".join(b["text"] for b in record["blocks"] if b["kept"])
        assert record["siteModel"].startswith("model: example.org@")
    paged = winnow("clean", inputs, "--method", "page")
    assert {r["siteModel"] for r in paged.records()} == {"page: page-level extractor"}
