"""Pages in, outcomes out: every page once, and the same again changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.engine import Engine, Request
from indexer.index.query_parser import parse
from indexer.index.size import measure, saved
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.writer import write
from indexer.outcome import Ending, Kind, Outcome

SITE = "https://e.org/"


def page(name: str, kind: Kind = Kind.CLEANED, text: str = "crane", canonical: str = "", duplicate_of: str = "") -> Cleaned:
    url = SITE + name
    article = Article(url, canonical or url, f"About {name}", (Block(text, 0.8, True), Block("menu", 0.0, False)))
    kept = article if kind in {Kind.CLEANED, Kind.DUPLICATE, Kind.NOT_ARTICLE, Kind.NOINDEX} else None
    page_type = "toc" if kind is Kind.NOT_ARTICLE else "article"
    return Cleaned(Outcome(url, "w", Ending(kind, duplicate_of=duplicate_of)), "e.org", "", page_type, kept, f"menu\n{text}" if kept else "")


def put(engine: Engine, *pages: Cleaned) -> list[Kind]:
    return [outcome.kind for outcome in write(pages, engine)]


def counts(engine: Engine) -> list[int]:
    return [engine.count(arm) for arm in Arm]


def state(engine: Engine) -> list[object]:
    """All that can be seen of an index."""
    everything = Request(parse("*"), limit=100)
    return [
        sorted((hit.id, hit.url, tuple(hit.fields["additionalUrls"])) for hit in engine.search(arm, everything).hits)
        for arm in Arm
    ]


def test_each_kind_of_page_goes_where_it_belongs(engine: Engine) -> None:
    kinds = [Kind.CLEANED, Kind.NOT_ARTICLE, Kind.NOINDEX, Kind.TOO_LARGE, Kind.HTTP_ERROR, Kind.GONE, Kind.EMPTY]
    ended = put(engine, *(page(kind.value, kind) for kind in kinds))
    assert ended == [Kind.INDEXED, *kinds[1:]]
    assert counts(engine) == [2, 1, 1, 1]


def test_copies_lead_to_their_story_whichever_comes_first(engine: Engine) -> None:
    copy = page("copy", Kind.DUPLICATE, canonical=SITE + "story")
    slug = page("slug", Kind.DUPLICATE, duplicate_of=f"{SITE}story")
    put(engine, copy, page("story"), slug)
    assert counts(engine) == [3, 3, 1, 1]
    for arm in Arm:
        for name in ("copy", "slug", "story"):
            found = engine.find(arm, SITE + name)
            assert found
            assert found["canonicalUrl"] == SITE + "story"
    story = engine.find(Arm.BODY, SITE + "slug")
    assert story
    assert story["additionalUrls"] == [SITE + "copy", SITE + "slug"]
    put(engine, page("story", text="crane mended"))
    again = engine.find(Arm.BODY, SITE + "copy")
    assert again
    assert again["url"] == SITE + "story"


def test_a_page_is_its_story_under_the_canonical_url(engine: Engine) -> None:
    put(engine, page("story?utm=1", canonical=SITE + "story"))
    (hit,) = engine.search(Arm.WEIGHTED, Request(parse("crane"))).hits
    assert hit.url == SITE + "story"
    assert hit.fields["additionalUrls"] == [SITE + "story?utm=1"]
    (raw,) = engine.search(Arm.RAW, Request(parse("crane"))).hits
    assert (raw.url, raw.canonical_url) == (SITE + "story?utm=1", SITE + "story")


def test_what_a_page_no_longer_is_it_loses(engine: Engine) -> None:
    put(engine, page("a"), page("b"), page("c"), page("d"))
    now = {"a": Kind.NOT_ARTICLE, "b": Kind.GONE, "c": Kind.NOINDEX, "d": Kind.FETCH_FAILED}
    put(engine, *(page(name, kind) for name, kind in now.items()))
    assert counts(engine) == [2, 1, 1, 1]
    put(engine, page("d", canonical=SITE + "moved"))
    assert counts(engine) == [2, 1, 1, 1]


def test_menus_are_in_the_raw_arms_only(engine: Engine) -> None:
    put(engine, page("a"))
    totals = [engine.search(arm, Request(parse("menu"))).total for arm in Arm]
    assert totals == [1, 1, 0, 0]
    assert [engine.search(arm, Request(parse("about"))).total for arm in (Arm.BODY, Arm.WEIGHTED)] == [1, 1]


def interrupted(pages: Iterable[Cleaned], after: int) -> Iterator[Cleaned]:
    for number, each in enumerate(pages):
        if number == after:
            raise KeyboardInterrupt
        yield each


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(st.data())
def test_an_interrupted_run_and_another_give_what_one_run_gives(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    pages = [page(str(i)) for i in range(6)]
    pages += [page("copy", Kind.DUPLICATE, canonical=SITE + "3"), page("list", Kind.NOT_ARTICLE)]
    pages = data.draw(st.permutations(pages))
    after = data.draw(st.integers(0, len(pages) - 1))
    once, twice = tmp_path_factory.mktemp("once"), tmp_path_factory.mktemp("twice")
    with TantivyEngine(once) as whole, TantivyEngine(twice) as torn:
        put(whole, *sorted(pages, key=lambda each: each.outcome.url))
        written = []
        with pytest.raises(KeyboardInterrupt):
            written.extend(write(interrupted(pages, after), torn, commit_every=2))
        assert torn.count(Arm.RAW) == after, "what was written before the interruption is kept"
        put(torn, *pages)
        assert state(torn) == state(whole)


@pytest.mark.slow
def test_sizes_count_tokens_exactly_and_sites_apart(engine: Engine) -> None:
    other = replace(page("z", text="lynx lynx quay"), site="other")
    put(engine, page("a", text="crane quay"), page("list", Kind.NOT_ARTICLE, text="crane crane"), other)
    rows = {(row.site, row.arm): row for row in measure(engine, tuple(Arm))}
    assert rows["", Arm.RAW].tokens == 3 + 3 + 4
    assert rows["e.org", Arm.RAW].tokens == 6
    assert rows["", Arm.BODY].tokens == (2 + 2) + (2 + 3)  # headline and body
    assert rows["", Arm.BODY].documents == 2
    assert rows["", Arm.BODY].inverted_bytes == pytest.approx(rows["", Arm.WEIGHTED].inverted_bytes, rel=0.02), "a larger number may need a byte"
    assert rows["", Arm.BODY].inverted_bytes > 0
    assert rows["", Arm.RAW].total_bytes > rows["", Arm.RAW].inverted_bytes
    assert saved(rows["", Arm.ARTICLES].tokens, rows["", Arm.RAW].tokens) == pytest.approx(30)


@pytest.mark.slow
def test_size_does_not_depend_on_deleted_documents(engine: Engine) -> None:
    put(engine, *(page(str(i), text=f"crane {i}") for i in range(20)))
    before = measure(engine, [Arm.WEIGHTED])
    put(engine, *(page(f"x{i}", text="lynx") for i in range(20)))
    put(engine, *(page(f"x{i}", Kind.GONE) for i in range(20)))
    assert measure(engine, [Arm.WEIGHTED]) == before


def test_an_arm_without_documents_can_be_searched(engine: Engine) -> None:
    put(engine, page("list", Kind.NOT_ARTICLE))
    assert engine.search(Arm.WEIGHTED, Request(parse("crane"))).total == 0
