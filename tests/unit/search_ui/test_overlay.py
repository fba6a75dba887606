"""The overlay: kept and dropped text is marked where the page shows it, and nothing of the page can act or reach the network."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from indexer.article.article import Article, Block
from indexer.article.cleaned import Cleaned
from indexer.outcome import Ending, Kind, Outcome
from search_ui.overlay import overlay

URL = "https://heron.example/1"
LEAD, AFTER = "The ferry left the quay, late, and came back.", "Its passengers walked home, over the bridge."


def cleaned(*kept: str) -> Cleaned:
    blocks = tuple(Block(text, 0.8, True) for text in kept)
    return Cleaned(Outcome(URL, "w", Ending(Kind.CLEANED)), "heron.example", "", "article", Article(URL, URL, "Ferry", blocks), "")


def marked(page: str, *kept: str) -> tuple[list[str], list[str], str]:
    """Texts that are marked as kept, and as dropped; the first line."""
    document = html.document_fromstring(overlay(page, cleaned(*kept)))
    banner, *_ = document.xpath("//div[contains(., 'kept blocks are marked')]")
    return (
        [" ".join(each.text_content().split()) for each in document.xpath("//*[@data-winnow]")],
        [each.text_content().strip() for each in document.xpath("//*[@data-winnow-dropped]")],
        banner.text,
    )


@pytest.mark.parametrize(
    "page",
    [
        f"<nav>Home</nav><div><p>{LEAD}</p><p>{AFTER}</p></div>",
        f"<nav>Home</nav><div>{LEAD}<br><br>{AFTER}</div>",
        f"<nav>Home</nav><div><div><p><span>{LEAD.replace('ferry', '<b>ferry</b>')}</span></p></div>{AFTER}</div>",
        f"<nav>Home</nav><table><tr><td>{LEAD}<td>{AFTER.replace('walked', '<a href=/x>walked</a>')}</table>",
    ],
)
def test_texts_are_marked_where_they_stand(page: str) -> None:
    kept, dropped, banner = marked(page, LEAD, AFTER)
    assert kept == [LEAD, AFTER]
    assert dropped == ["Home"]
    assert banner.startswith("2 of 2 ")


def test_a_block_without_a_place_is_counted() -> None:
    kept, dropped, banner = marked("<p>Menu</p>", LEAD)
    assert (kept, dropped) == ([], ["Menu"])
    assert banner.startswith("0 of 1 ")


@pytest.mark.parametrize("page", ["", " ", "<!-- -->", "<?xml version='1.0' encoding='utf-16'?><p>x", "\x00", "<frameset><frame src=x></frameset>", "\ud800"])
def test_a_page_without_text_has_an_overlay(page: str) -> None:
    assert overlay(page, cleaned())


HOSTILE = (
    "<script>taken()</script>", "<p onclick='taken()'>x</p>", "<a href='javascript:taken()'>x</a>", "<img src=x onerror=taken()>",
    "<svg><script>taken()</script></svg>", "<svg onload=taken()></svg>", "<iframe srcdoc='<script>taken()</script>'></iframe>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>", "<base href=//evil.example>", "<link rel=stylesheet href=//evil.example>",
    "<form action=//evil.example><input name=a><button>x</button></form>", "<object data=//evil.example></object>", "<embed src=//evil.example>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=taken()&gt;'>", "<video poster=//evil.example src=x></video>",
    "<noscript><p title='</noscript><img src=x onerror=taken()>'></noscript>", "<body background=//evil.example>", "<portal src=//evil.example>",
)  # fmt: skip


@given(st.lists(st.sampled_from((*HOSTILE, f"<p>{LEAD}</p>", "<style>p { color: red }</style>")), max_size=8))
def test_nothing_acts_and_nothing_has_an_address(parts: list[str]) -> None:
    document = html.document_fromstring(overlay("".join(parts), cleaned(LEAD)))
    for element in document.iter():
        assert isinstance(element.tag, str)
        assert element.tag not in {"script", "iframe", "frame", "object", "embed", "form", "input", "button", "meta", "base", "link", "portal", "svg"}
        assert not any(re.match(r"on|href|src|action|data$|poster|background|xlink|formaction", name) for name in element.attrib), element.attrib
