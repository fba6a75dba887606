"""Tokens of a page: as served, and of its tree."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.strategies import documents
from indexer.errors import PageError
from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.page.tokens import normalised, source_tokens, tree_tokens


@pytest.mark.parametrize(
    ("html", "tokens"),
    [
        ("", ()),
        ("only text", ("only text",)),
        ("<B>a</B>", ("<b>", "a", "</b>")),
        ('<a title="x > y" href=/A>', ('<a href="/a" title="x > y">',)),
        ("<a\n  href = '/a'\tdisabled>", ('<a disabled href="/a">',)),
        ("<br/><br /><br>", ("<br>",) * 3),
        ("a<!-- <b> -->b", ("ab",)),
        ("a <!-- open", ("a",)),
        ("<!DOCTYPE html><p>", ("<!doctype html>", "<p>")),
        ("1 < 2 <p>", ("1 < 2", "<p>")),
        ("<p", ("<p",)),
        ("<title>a <b> c</title>x", ("<title>", "a <b> c", "</title>", "x")),
        ("<script>if (a<b) {}", ("<script>", "if (a<b) {}")),
        ("<My-Box data-b=2 data-a=1>", ('<my-box data-a="1" data-b="2">',)),
    ],
)
def test_tokens_as_served(html: str, tokens: tuple[str, ...]) -> None:
    assert source_tokens(html) == tokens


def test_a_quotation_mark_that_is_never_closed_ends_with_its_tag() -> None:
    assert source_tokens("<p title='a>one</p>")[1:] == ("one", "</p>")


def test_editing_by_hand_does_not_count() -> None:
    assert normalised('<DIV ID="a"   CLASS="b  c" >') == normalised("<div class='b c' id=a>")
    assert normalised(" Read\n\tMORE ") == normalised("read more")


@pytest.mark.slow
@pytest.mark.parametrize(
    "hostile",
    ["<a ", '<a "', "<a '>", "<script>", "<!--", "<!", "< ", "<title", '<a b="c>', "<3 >", "<" * 9, "</"],
)
def test_linear_in_hostile_documents(hostile: str) -> None:
    begun = time.perf_counter()
    source_tokens(hostile * 100_000)
    assert time.perf_counter() - begun < 4


def parsed(html: str) -> Page | None:
    try:
        return parse(html)
    except PageError:
        return None


@pytest.mark.slow
@given(documents())
def test_a_page_s_tokens_are_its_nodes_and_blocks(html: str) -> None:
    page = parsed(html)
    if page is None:
        return
    tokens, tree = tree_tokens(page), page.tree
    assert [k for k in tokens.block.tolist() if k >= 0] == list(range(len(tree.text)))
    opened: list[int] = []
    seen = []
    for name, node, block in zip(tokens.name, tokens.node.tolist(), tokens.block.tolist(), strict=True):
        if block >= 0:
            assert tree.node[block] == node == opened[-1]
            assert name == " ".join(tree.text[block].lower().split())
        elif name.startswith("</"):
            assert opened.pop() == node
        elif not name.startswith("<a href"):
            assert name == f"<{tree.signature[node]}>"
            assert not opened or tree.parent[node] == opened[-1]
            opened.append(node)
            seen.append(node)
    assert opened == []
    assert seen == list(range(len(tree.tag)))
    links = [link for link in page.links if link.block < len(tree.text)]
    assert sorted(name for name in tokens.name if name.startswith("<a href")) == sorted(f'<a href="{link.href}">' for link in links)


@given(st.text(alphabet="<>/ab!-\"'= \n", max_size=60))
def test_no_document_is_too_odd(html: str) -> None:
    assert all(source_tokens(html))
    assert "".join(re.findall(r"\w", "".join(source_tokens(html)))) or not re.search(r"\w", re.sub(r"<!--.*?(-->|$)", "", html, flags=re.S))
