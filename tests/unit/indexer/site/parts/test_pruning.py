"""Pruning: which places inside the containers are not the article."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from harness.strategies import PROSE, articles, page, paragraphs, prose, signatures
from indexer.page.blocks import key
from indexer.site.parts.article_page import ArticleSample
from indexer.site.parts.pointer import PointerParams, index_headlines
from indexer.site.parts.pruning import PathSums, PruningParams, is_dropped, path_sums, prune, repeats, shared_headings, unwanted_texts

PARAMS = PruningParams()
NOTHING = index_headlines(frozenset())


def pruned(sample: ArticleSample, params: PruningParams = PARAMS, recurring: frozenset[str] = frozenset())-> frozenset[int]:
    again = [repeats(p, recurring, NOTHING, PointerParams())for p in sample.pages]
    return prune(path_sums(sample, again, recurring), params)


def sums(**figures: Any) -> PathSums:
    """Figures of a path on stories enough for all rules."""
    return PathSums(stories=set(range(PARAMS.few)), **figures)


def pages(extra: str, number: int = 6) -> list[str]:
    return [page(paragraphs(prose(i))+ extra.replace("NUMBER", str(i)), title=f"T{i}") for i in range(number)]


@pytest.mark.parametrize(
    ("figures", "switch"),
    [
        (sums(weight=100, wanted=100, local=100, repeated=61), "repetition"),
        (sums(weight=100, wanted=49, local=100, linked=51), "links"),
        (sums(weight=100, wanted=9, local=100, repeated=20, linked=11), "agreement"),
        (sums(weight=100, wanted=19, local=19), "agreement"),
    ],
)
def test_each_rule_drops_and_can_be_switched_off(figures: PathSums, switch: str) -> None:
    assert is_dropped(figures, PARAMS)
    assert not is_dropped(figures, replace(PARAMS, **{switch: False}))


@pytest.mark.parametrize(
    "figures",
    [
        sums(weight=100, wanted=100, local=100, repeated=60),
        sums(weight=100, wanted=50, local=100, linked=90),
        sums(weight=100, wanted=10, local=100, repeated=20, linked=11),
        sums(weight=100, wanted=20, local=0),
        sums(weight=100, wanted=60, local=100, nodes=3, suspects=3),
        sums(weight=100, wanted=30, local=100, nodes=4, suspects=2),
    ],
)
def test_at_the_limits_nothing_is_dropped(figures: PathSums) -> None:
    assert not is_dropped(figures, PARAMS)


def test_a_suspect_place_goes_where_it_is_little_wanted() -> None:
    assert is_dropped(sums(weight=100, wanted=59, local=100, nodes=3, suspects=2), PARAMS)


def test_repeated_boxes_and_lists_of_links_go_and_the_text_stays() -> None:
    box, links = "<div class=box>Follow us for more of this, every day.</div>", "<ul class=more><li><a href=/a>Other NUMBER</a></ul>"
    sample = articles(pages(box + links, 9), wanted=PROSE)
    assert signatures(sample, pruned(sample)) == {"div.box", "ul.more", "li"}
    assert pruned(sample, replace(PARAMS, paths=False))== frozenset()


def test_what_neither_extractor_wants_goes() -> None:
    """A line above the headline, in other words on each page."""
    unique = [page(f"<p class=kicker>{prose(70 + i).headline()}</p><h1>Headline {i}</h1>{paragraphs(prose(i))}") for i in range(6)]
    unwanted, voted = articles(unique, wanted=["Headline"]), articles(unique, wanted=PROSE)
    assert "p.kicker" in signatures(unwanted, pruned(unwanted))
    assert "p.kicker" not in signatures(voted, pruned(voted))



def test_recurring_headings_are_not_repeated_text() -> None:
    sample = articles(pages("<h2 class=why>Why it matters</h2><p>Unlike the others, NUMBER times so.</p>"))
    assert "h2.why" in signatures(sample, pruned(sample))
    assert "h2.why" not in signatures(sample, pruned(sample, recurring=frozenset({"whyitmatters"})))


def test_a_place_that_the_sites_headings_share_with_the_stories_loses_only_the_sites() -> None:
    heading, share = "<h4>Why it matters</h4><p>Unlike the others, NUMBER times so.</p>", "<h4>Share this story with your friends</h4>"
    leads = frozenset({"whyitmatters"})

    def shared(site: list[str], recurring: frozenset[str] = leads) -> tuple[set[str], set[str]]:
        sample = articles(site)
        again = [repeats(p, recurring, NOTHING, PointerParams()) for p in sample.pages]
        paths, texts = shared_headings(sample, again, recurring, prune(path_sums(sample, again, recurring), PARAMS))
        return signatures(sample, paths), set(texts)

    assert shared(pages(heading + share)) == ({"h4"}, {key("Share this story with your friends")})
    assert shared(pages(heading + share), frozenset()) == (set(), set())
    varied = share.replace("story", "story, number NUMBER,")
    assert shared(pages(heading + share + varied)) == (set(), set())  # what the site repeats cannot be told by its text


def test_pointers_to_other_stories_count_as_repeated() -> None:
    text = '<p class=also><a href="/7">The crane is replaced today</a></p>'
    sample = articles([page(paragraphs(prose(1))+ text), page(paragraphs(prose(2)))])
    one = sample.pages[0]
    known = index_headlines(frozenset({key("The crane is replaced today")}))
    k = one.tree.text.index("The crane is replaced today")
    assert repeats(one, (), known, PointerParams())[k]
    assert not repeats(one, (), known, PointerParams(pointers=False))[k]
    assert not repeats(one, (), NOTHING, PointerParams())[k]


def test_texts_that_the_second_extractor_mostly_drops() -> None:
    sample = articles(pages("<p>Follow us.</p><p>Sign up.</p>"), wanted=["Follow"])
    again = [p.repeated for p in sample.pages]
    assert unwanted_texts(sample, again, 0.2) == {"signup"}
    assert unwanted_texts(sample, again, 1.0) == {"signup"}


@pytest.mark.parametrize(("line", "goes"), [("Photo: {} Berg", True), ("We {} them", False), ("Ada {} Berg is gone.", False)])
def test_lines_of_one_word_and_a_name_count_together(line: str, *, goes: bool) -> None:
    """Six photographers share the stories: none is on half of them."""
    names = ("Ada", "Bo", "Cleo", "Dag", "Eva", "Finn")
    lines = [line.format(name if goes else name.lower()) for name in names]
    sample = articles([page(f"{paragraphs(prose(i))}<p>{lines[i % 6]}</p>{paragraphs(prose(50 + i))}") for i in range(24)], wanted=[*PROSE, line[:3]])
    again = [p.repeated for p in sample.pages]
    assert (unwanted_texts(sample, again, 0.2) == set(map(key, lines))) is goes
