"""Which evidence a page's body comes from, and the reason that its record gives."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from harness.strategies import Layout, build, page, paragraphs, prose, sampled
from indexer.article.body import Body, body_of
from indexer.article.learned import LearnedSite, learn
from indexer.page import peer
from indexer.page.blocks import key
from indexer.page.parse import parse
from indexer.page.peer import single_page_lines
from indexer.site.agreement import Agreement
from indexer.site.clean_page import MODEL, PAGE_LEVEL
from indexer.site.doubt import Doubt
from indexer.site.model import Sampled
from indexer.site.params import SiteParams

SITE = build(Layout(seed=5))
NOTICE = "We ask all of our readers, every day, to think of this paper."
OTHER = [prose(70 + i).paragraph() for i in range(4)]
UNKNOWN = f"<html><body><main><article><p>{NOTICE}</p>{''.join(f'<p>{text}</p>' for text in OTHER)}</article></main></body></html>"
"""A page in a template of its own, with a text of the site's others."""


@pytest.fixture(scope="module")
def voted() -> LearnedSite:
    """A site with a notice on each page, learned with a second extractor that finds the stories."""
    pages = [page(f"{paragraphs(prose(i), 4)}<p>{NOTICE}</p>") for i in range(8)]
    sample = [replace(one, extracted="\n".join(one.page.tree.text)) for one in sampled(pages)]
    return learn("example.org", sample)


def body(html: str, learned: LearnedSite, *, page_level: bool = False) -> Body:
    return body_of(parse(html, "https://example.org/news/other"), learned, page_level=page_level)


def kept(found: Body) -> list[str]:
    return [b.text for b in found.blocks if b.kept]


def test_the_model_answers_where_its_container_is(voted: LearnedSite) -> None:
    found = body(page(f"{paragraphs(prose(60), 3)}<p>{NOTICE}</p>"), voted)
    assert found.how == f"model: {voted.name}"
    assert found.judged.clean.evidence == MODEL
    assert len([text for text in kept(found) if text != NOTICE]) == 3


def test_one_page_of_a_site_is_left_to_the_page_level_extractor() -> None:
    learned = learn("example.org", SITE.sample()[:1])
    found = body_of(SITE.sample()[0].page, learned)
    assert found.how == "page: no other page of the site"
    assert set(SITE.pages[0].paragraphs) <= set(kept(found))
    assert found.judged.clean.evidence == PAGE_LEVEL


def test_the_page_level_extractor_can_be_asked_for(voted: LearnedSite) -> None:
    known = page(f"{paragraphs(prose(61), 3)}<p>{NOTICE}</p>")
    found = body(known, voted, page_level=True)
    assert found.how == "page: page-level extractor"
    assert found.judged.clean.evidence == PAGE_LEVEL
    assert NOTICE in kept(found)  # nothing that other pages teach is used


def test_a_page_without_a_container_is_answered_by_the_extractor_less_the_template(voted: LearnedSite) -> None:
    assert key(NOTICE) in voted.model.body.template
    found = body(UNKNOWN, voted)
    assert found.how == f"page: no article container of {voted.name}"
    assert kept(found) == OTHER
    assert [b.text for b in found.blocks] == [NOTICE, *OTHER]  # what is not kept is among the blocks, in document order
    assert found.judged.clean.weight.tolist() == [0, 1, 1, 1, 1]


def test_where_the_extractor_has_no_answer_the_page_level_scorer_has_one(voted: LearnedSite) -> None:
    """Trafilatura does not read an `aside`."""
    html = UNKNOWN.replace("article>", "aside>")
    assert not set(OTHER) & set(single_page_lines(parse(html), ()))
    found = body(html, voted)
    assert kept(found) == OTHER
    assert found.how == f"page: no article container of {voted.name}"


def test_an_extractor_that_was_not_asked_is_not_asked_for_new_pages_either(voted: LearnedSite, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(peer, "extract", lambda text, *, precise=False: asked.append(text) or "")
    silent = learn("example.org", SITE.sample())
    assert (silent.model.body.voted, voted.model.body.voted) == (False, True)
    found = body(UNKNOWN, silent)
    assert found.how == f"page: no article container of {silent.name}"
    assert set(OTHER) <= set(kept(found))
    assert asked == []
    assert kept(body(UNKNOWN, voted)) == OTHER  # by the page-level scorer, since the extractor answers nothing
    assert set(asked) == {UNKNOWN}


def test_tables_of_contents_are_not_given_to_the_extractor() -> None:
    """Where it is asked, it takes the teasers for a story."""
    site = build(Layout(seed=5, articles=12))
    learned = learn("example.org", [replace(s, extracted="\n".join(s.page.tree.text)) for s in site.sample()])
    distrusted = replace(learned, model=replace(learned.model, agreement=Agreement(wanted=100)))
    front = site.sample()[-1]
    teasers = [one.paragraphs[0][:70].strip() for one in site.articles]
    text = f"<html><body><article>{''.join(f'<p>{teaser}</p>' for teaser in teasers)}</article></body></html>"
    assert single_page_lines(parse(text), ()) == teasers
    assert learned.model.body.voted
    found = body_of(replace(front.page, html=text), distrusted)
    assert found.judged.page_type == "toc"
    assert not set(teasers) & set(kept(found))
    assert [b.text for b in found.blocks] == list(front.page.tree.text)


def test_a_table_of_contents_beyond_doubt_has_no_body() -> None:
    teasers = "".join(f"<li><a href=/news/{i}>{prose(i).paragraph()[:70]}</a></li>" for i in range(40))
    front = parse(f"<title>Front</title><body><ul>{teasers}</ul>", "https://example.org/")
    found = body_of(front, learn("example.org", [Sampled(front, front.url)]))
    assert found.judged.page_type == "toc"
    assert kept(found) == []
    assert len(found.blocks) == len(front.tree.text)


def test_few_stories_are_given_as_the_reason() -> None:
    few = learn("example.org", SITE.sample()[:3], SiteParams(least_stories=5))
    found = body_of(SITE.sample()[0].page, few)
    assert found.how == "page: 3 stories of the site are too few to learn from"


def test_a_site_without_a_place_for_its_articles_is_no_site_of_few_stories(voted: LearnedSite) -> None:
    """Eight stories were learned from."""
    body_model = replace(voted.model.body, rules=replace(voted.model.body.rules, containers=()))
    found = body(UNKNOWN, replace(voted, model=replace(voted.model, body=body_model)))
    assert found.how == f"page: no place holds the articles of {voted.name}"
    assert kept(found) == OTHER


@pytest.mark.parametrize(("stories", "templates", "stays"), [(7, True, True), (8, True, False), (7, False, False)])
def test_what_few_stories_share_in_their_midst_stays(stories: int, templates: bool, stays: bool) -> None:
    """An agency's copy is on three of the pages that were learned, as is the notice, and then on one in a template of its own."""
    copy = prose(77).paragraph()
    pages = [page(f"<p>{NOTICE}</p>{paragraphs(prose(i), 2)}<p>{copy}</p>{paragraphs(prose(i + 9), 2)}") for i in range(3)]
    pages += [page(paragraphs(prose(i + 20), 4)) for i in range(stories - 3)]
    html = UNKNOWN.replace(f"<p>{OTHER[2]}</p>", f"<p>{copy}</p>")
    sample = [replace(one, extracted="\n".join(one.page.tree.text)) for one in sampled(pages)]
    learned = learn("example.org", sample, SiteParams(least_stories=2 if templates else 9))
    assert learned.model.has_templates == templates
    assert {key(copy), key(NOTICE)} <= learned.model.body.template
    found = body(html, learned)
    assert found.judged.clean.evidence == PAGE_LEVEL
    assert kept(found) == [OTHER[0], OTHER[1], *[copy] * stays, OTHER[3]]


def test_folded_paragraphs_that_the_extractor_lacks_are_in_their_place(voted: LearnedSite) -> None:
    answer = prose(78).paragraph()
    folded = f"<h3><button aria-controls=a1>How long does it take?</button></h3><div style='display:none'><p>{answer}</p></div>"
    html = UNKNOWN.replace(f"<p>{OTHER[2]}</p>", f"{folded}<p>{OTHER[2]}</p>")
    assert answer not in single_page_lines(parse(html), ())
    found = body(html, voted)
    assert kept(found) == [OTHER[0], OTHER[1], "How long does it take?", answer, OTHER[2], OTHER[3]]
    assert found.judged.clean.weight.tolist() == [0, 1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize(("kept_letters", "used"), [(None, True), (70, True), (69, False)])
def test_a_model_earns_its_place_by_what_it_keeps_of_what_both_want(voted: LearnedSite, kept_letters: int | None, used: bool) -> None:
    agreement = Agreement() if kept_letters is None else Agreement(wanted=100, wanted_kept=kept_letters)
    learned = replace(voted, model=replace(voted.model, agreement=agreement))
    assert learned.model.earns_its_place == learned.model.has_templates == used
    found = body(page(f"{paragraphs(prose(62), 3)}<p>{NOTICE}</p>"), learned)
    assert found.how == (f"model: {voted.name}" if used else f"page: {voted.name} loses text that both extractors want")
    assert found.judged.clean.evidence == (MODEL if used else PAGE_LEVEL)


def test_a_precise_output_without_the_story_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The precise output takes a ranking below the story, which the default output and the page-level scorer both find."""
    ranking = [f"{place}. {prose(200 + place).paragraph()}" for place in range(6)]
    answers = {False: [*OTHER, *ranking], True: ranking}
    monkeypatch.setattr(peer, "extract", lambda text, *, precise=False: "\n".join(answers[precise]))
    assert single_page_lines(parse(PAGE), (), own=OTHER) == [*OTHER, *ranking]
    assert single_page_lines(parse(PAGE), (), own=ranking) == ranking
    assert single_page_lines(parse(PAGE), (), own=MORE) == ranking


# -- the body that a page declares -----------------------------------------------------------------------------------------

TOLD = [prose(80 + i).paragraph() for i in range(6)]
MORE = [prose(90 + i).paragraph() for i in range(6)]
PAGE = f"<html><body><article>{''.join(f'<p>{text}</p>' for text in TOLD)}</article></body></html>"


def test_the_declared_body_judges_between_the_extractor_and_the_scorer() -> None:
    assert single_page_lines(parse(PAGE), (), own=MORE) == TOLD
    assert single_page_lines(parse(PAGE), (), "Nothing of the kind. " * 30, own=MORE) == TOLD
    assert single_page_lines(parse(PAGE), (), "\n".join(MORE), own=MORE) == MORE
    assert single_page_lines(parse(PAGE), (), "\n".join(MORE)[:200], own=MORE) == MORE  # a beginning is enough
    assert single_page_lines(parse(PAGE), (), "\n".join(MORE)[:199], own=MORE) == TOLD  # a description is not


def test_another_answer_has_to_be_clearly_closer_to_the_declared_body() -> None:
    """The same text less half a sentence is hardly closer, less two paragraphs it is."""
    nearly = [*TOLD[:5], TOLD[5][: len(TOLD[5]) // 2]]
    assert single_page_lines(parse(PAGE), (), "\n".join(nearly), own=nearly) == TOLD
    assert single_page_lines(parse(PAGE), (), "\n".join(TOLD[:4]), own=TOLD[:4]) == TOLD[:4]


def test_the_titles_of_the_page_are_no_lines_of_any_answer() -> None:
    titles = {key(TOLD[0]), key(MORE[0])}
    assert single_page_lines(parse(PAGE), titles) == TOLD[1:]
    assert single_page_lines(parse(PAGE), titles, "\n".join(MORE), own=[*MORE, " "]) == MORE[1:]


def test_a_pages_own_json_ld_is_the_judge(voted: LearnedSite) -> None:
    """The story stands in an `aside`, which the extractor does not read; it takes the `article` of something else below a long menu."""
    story, declared = "".join(f"<p>{text}</p>" for text in [*MORE, *OTHER]), " ".join([*MORE, *OTHER])
    menu = "".join(f"<li><a href=/{i}>{prose(200 + i).paragraph(2)}</a></li>" for i in range(30))
    html = PAGE.replace("<article>", f"<aside>{story}</aside><ul>{menu}</ul><article>")
    item = json.dumps({"@context": "https://schema.org", "@type": "NewsArticle", "articleBody": declared})
    judged = html.replace("<html>", f'<html><head><script type="application/ld+json">{item}</script></head>')
    assert [text for text in kept(body(html, voted, page_level=True)) if text in TOLD] == TOLD
    assert kept(body(judged, voted, page_level=True)) == [*MORE, *OTHER]


def test_a_declared_body_of_markdown_and_twice_escaped_letters_is_text(voted: LearnedSite) -> None:
    """Links are in brackets, accents are entities of entities; half of the story is shown, one of its lines a little otherwise."""
    told = [*TOLD[:5], TOLD[5].replace(" ", "  +++ ", 1)]
    whole = " ".join(told + MORE).replace("council", "[council](https://example.org/c)").replace("ferry", "f&amp;eacute;rry")
    item = json.dumps({"@context": "https://schema.org", "@type": "NewsArticle", "articleBody": whole})
    html = PAGE.replace("<html>", f'<html><head><script type="application/ld+json">{item}</script></head>').replace("ferry", "férry")
    found = body(html, voted, page_level=True)
    assert Doubt.DECLARED in found.doubts
    text = " ".join(kept(found))
    assert key(MORE[-1].replace("ferry", "férry")) in key(text)
    assert "](" not in text
    assert "&" not in text


@pytest.mark.parametrize("hidden", ["<noscript><div>{}</div></noscript>", "<div hidden><article>{}</article></div>"])
def test_a_story_that_only_the_extractor_sees_is_not_left_for_next_to_nothing(hidden: str) -> None:
    """The page-level scorer sees a line of the frame."""
    story = [prose(300 + i).paragraph() for i in range(8)]
    inside = hidden.format("".join(f"<p>{text}</p>" for text in story))
    html = f"<html><body><main><p>The newest posts of our company, about safety on the internet.</p>{inside}</main></body></html>"
    one = parse(html, "https://example.org/a")
    assert set(story) <= set(single_page_lines(one, ()))
    found = body_of(one, learn("example.org", [Sampled(one, one.url)]))
    assert set(story) <= set(kept(found))
