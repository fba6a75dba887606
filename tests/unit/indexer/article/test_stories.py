"""Stories told before: by canonical URL where it is believable, by text otherwise."""

from __future__ import annotations

from harness.strategies import Prose, prose
from indexer.article.article import Article, Block
from indexer.article.stories import Stories, Verdict

HOST = "https://example.org"


def article(texts: list[str], canonical: str, url: str = "") -> Article:
    blocks = (Block("Menu", 0.0, False), *(Block(t, 1.0, True) for t in texts))
    return Article(f"{HOST}/{url or canonical}", f"{HOST}/{canonical}", "H", blocks)


def tell(stories: Stories, texts: list[str], canonical: str, url: str = "") -> Verdict:
    one = article(texts, canonical, url)
    return stories.add(one, one.url)


def story(text: Prose) -> list[str]:
    return [text.paragraph() for _ in range(4)]


def test_equal_text_under_another_url_is_a_copy() -> None:
    stories, text = Stories(), story(prose(1))
    assert not tell(stories, text, "a").is_copy
    assert tell(stories, text, "b").duplicate_of == f"{HOST}/a"
    assert not tell(stories, story(prose(2)), "c").is_copy


def test_one_canonical_url_and_half_of_the_text_is_a_copy() -> None:
    stories, text, other = Stories(), story(prose(1)), story(prose(2))
    assert not tell(stories, text, "a").is_copy
    assert tell(stories, text[:2] + other[:2], "a", "a?print").is_copy
    assert tell(stories, text[:1], "a", "a?page=1").is_copy


def test_a_canonical_url_that_other_stories_name_is_not_believed() -> None:
    """A site whose pages all name the front page."""
    stories = Stories()
    first, second, third = (tell(stories, story(prose(i)), "front", f"news/{i}") for i in range(3))
    assert not any(v.is_copy for v in (first, second, third))
    assert first.article.canonical_url == f"{HOST}/front"
    assert second.article.canonical_url == f"{HOST}/news/1"
    assert third.article.canonical_url == f"{HOST}/news/2"
    assert tell(stories, story(prose(2)), "elsewhere", "copy").duplicate_of == f"{HOST}/news/2"


def test_short_stories_are_told_apart_by_their_urls() -> None:
    stories = Stories()
    assert not tell(stories, ["It rains."], "monday").is_copy
    assert not tell(stories, ["It rains."], "tuesday").is_copy
    assert tell(stories, ["It rains."], "monday", "monday?x").is_copy


def test_only_kept_text_counts() -> None:
    stories, text = Stories(), story(prose(1))
    tell(stories, text, "a")
    framed = Article(f"{HOST}/b", f"{HOST}/b", "H", (Block("Other menu", 0.0, False), *(Block(t, 0.4, True) for t in text)))
    assert stories.add(framed, framed.url).is_copy


def test_the_longest_blocks_decide_for_long_stories() -> None:
    text, stories = prose(3), Stories()
    long = [text.paragraph(4) for _ in range(12)]
    tell(stories, long + [text.sentence() for _ in range(30)], "a")
    assert tell(stories, long + [text.sentence() for _ in range(30)], "a", "a?v=2").is_copy
