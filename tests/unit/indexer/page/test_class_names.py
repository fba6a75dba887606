"""Class names are weak priors: words are matched as words, and a site's naming scheme decides no body."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from harness.strategies import evidence, prose
from indexer.page.facts import NAMED_FOR_AUTHOR
from indexer.page.prior import NEUTRAL, SUSPECT
from indexer.preprocessor import Preprocessor


def prior_of(name: str) -> int:
    """The prior of a box of this name below a story."""
    told = "".join(f"<p>{prose(3).paragraph()}</p>" for _ in range(4))
    return int(evidence(f"{told}<div class='{name}'><p>Short</p></div>").prior[-1])


@pytest.mark.parametrize(
    "name",
    ["celebrating", "operating-room", "correspondent", "state-accreditation", "correlated", "illegal", "compromise", "singleGallery", "pageRow"],
)
def test_a_word_inside_another_is_no_hint(name: str) -> None:
    assert prior_of(name) == NEUTRAL


@pytest.mark.parametrize(
    "name",
    ["user-rating", "userRating", "rating_5", "submenu", "leftsidebar", "respond", "relatedPosts", "pager", "page-pager", "legal", "photoCredit"],
)
def test_a_word_of_a_name_is_a_hint_however_the_name_is_written(name: str) -> None:
    assert prior_of(name) == SUSPECT


def test_an_authority_is_no_author() -> None:
    assert not NAMED_FOR_AUTHOR.search("tag-housing-authority")
    assert NAMED_FOR_AUTHOR.search("post-authors")


SCHEMES: dict[str, Callable[[str], str]] = {
    "plain": lambda part: part,
    "BEM": lambda part: f"page__{part} page__{part}--wide is-{part} has-{part}",
    "modifiers alone": lambda part: f"is-{part}",
    "states": lambda part: f"has-{part} type-{part}",
    "utilities": lambda part: f"mx-auto p-4 {'w-2/3' if part == 'story' else 'w-1/3'} text-[#333] md:flex",
    "hashes": lambda part: f"css-{'1q2w3e' if part == 'story' else '9o8i7u'} sc-{part[:2]}xYzAb",
}


def site(named: Callable[[str], str]) -> list[tuple[str, str]]:
    """Eight pages: a story, a box of teasers that differ from page to page as stories do, and a footer."""
    pages = []
    for number in range(8):
        text = prose(number)
        story = "".join(f"<p>{text.paragraph()}</p>" for _ in range(5))
        box = "".join(f"<p><a href='/{number}-{other}'>{text.paragraph()[:70]}</a></p>" for other in range(4))
        html = (
            f"<title>Story {number}</title><div class='{named('shell')}'><div class='{named('story')}'><h1>Story {number}</h1>{story}</div>"
            f"<div class='{named('box')}'>{box}</div><div class='{named('end')}'><p>All rights reserved by the paper.</p></div></div>"
        )
        pages.append((f"https://example.org/{number}", html))
    return pages


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_naming_scheme_changes_no_body(scheme: str) -> None:
    pages = site(SCHEMES[scheme])
    preprocessor = Preprocessor.learn(pages)
    for url, html in pages:
        article = preprocessor.clean(url, html).article
        assert article is not None
        told = [re.sub("<.*?>", "", each) for each in re.findall("<p>(.*?)</p>", html.partition("</div>")[0])]
        assert article.article_body.split("\n") == told
