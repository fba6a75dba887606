"""What is written out for speed says the same as the plain way: texts' keys and weights, decoded bytes, subtrees, regression."""

from __future__ import annotations

import re
from unicodedata import normalize

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from indexer.algorithms import logistic
from indexer.page.blocks import key, weight, weights
from indexer.page.decode import decode
from indexer.page.parse import parse
from indexer.page.sniff import sniff

TEXT = st.text(st.sampled_from("aZ_9 .,-\u00a0\u00ad\u0130\u00df\u2014\u201dñЖ水ァ한\ud800\U0001f600\u0301"), max_size=30)
PIECES = st.lists(
    st.sampled_from([
        b"abc ", b"<p>", b"\0", b"\xc2\x85", b"\xc2\x92", b"\xc2\xa0", b"\xe9", b"\x93a\x94", b"\x1b$B",
        "水位".encode(), "ü".encode(), "水".encode("gb18030"), b"<meta charset=latin1>", b"<meta charset=gbk>",
    ]),
    max_size=12,
).map(b"".join)  # fmt: skip


@given(TEXT)
def test_a_key_is_the_text_without_what_is_no_letter(text: str) -> None:
    assert key(text) == re.sub(r"\W+", "", normalize("NFC", text)).lower()


@given(st.lists(TEXT, max_size=5))
def test_weights_of_a_page_are_those_of_its_blocks(texts: list[str]) -> None:
    assert weights(texts).tolist() == [weight(text) for text in texts]


@given(PIECES)
def test_the_bytes_that_the_parser_gets_are_the_text(body: bytes) -> None:
    found = decode(body)
    assert found.utf8.decode() == found.text
    assert not re.search("[\0\x82-\x8c\x91-\x9c]", found.text)  # the C1 controls that windows-1252 has letters for


@given(st.sampled_from(["", "<?xml version='1.0'?>", " "]), st.lists(st.sampled_from(["<p>", "é", "<a href=x>水</a>", "&nbsp;", "</p>"])))
def test_a_page_is_the_same_from_text_and_from_bytes(start: str, pieces: list[str]) -> None:
    text = start + "word" + "".join(pieces)
    page, same = parse(text), parse(text, utf8=text.encode())
    assert (page.tree.text, page.links, page.metadata) == (same.tree.text, same.links, same.metadata)


@given(st.sampled_from([b"<!DOCTYPE html>", b"<!doctype HTML public x>"]), PIECES)
def test_a_page_that_says_so_is_html(doctype: bytes, rest: bytes) -> None:
    assert sniff(doctype + rest) is None
    assert sniff(b" " + doctype + rest) is None  # by the long way


def test_regression_by_columns_and_by_observations_agree() -> None:
    for seed in range(5):
        random = np.random.default_rng(seed)
        x = (random.random((120, 3 + 10 * seed)) < 0.3).astype(float)
        y = (x[:, 0] + 0.3 * random.normal(size=120) > 0.3).astype(float)
        mass = random.random(120)
        kernel, columns = logistic.fit(x, y, mass, 0.3), logistic._fit_columns(x, y, mass, 0.3)
        assert np.allclose(kernel[0], columns[0], atol=1e-9)
        assert abs(kernel[1] - columns[1]) < 1e-9


def test_many_observations_cost_what_they_are() -> None:
    random = np.random.default_rng(7)
    x = (random.random((4000, 20)) < 0.3).astype(float)
    v, _ = logistic.fit(x, x[:, 0], np.ones(4000), 0.3)  # by the kernel: minutes and 128 MB a step
    assert int(np.argmax(v)) == 0
