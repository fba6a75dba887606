"""Robots directives: a table of what publishers write, and relations that hold for any of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.article.robots_directives import read_directives

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("lines", "noindex", "nofollow"),
    [
        ("", False, False),
        ("index, follow", False, False),
        ("NOINDEX", True, False),
        ("none", True, True),
        ("noindex,nofollow", True, True),
        ("noindex nofollow", True, True),
        ("noindex; nofollow", True, True),
        ("max-video-preview:-1, noindex", True, False),
        ("max-snippet: 5, max-image-preview:large, noindex", True, False),
        ("max-snippet:-1 noindex", True, False),
        ("max-audio-preview:-1, noindex", True, False),  # unknown, with a value
        ("some-new-rule, noindex", True, False),
        ("otherbot: some-new-rule: 7, noindex", False, False),
        ("valid_from: 2020-01-01T10:00, noindex", True, False),
        ("noindexing-is-a-word", False, False),
        ("no index", False, False),
        ("otherbot: noindex", False, False),
        ("otherbot: noindex, nofollow", False, False),
        ("otherbot: max-snippet: 5, noindex", False, False),
        ("Winnow: NoIndex", True, False),
        ("winnow:none", True, True),
        ("otherbot: noindex, winnow: nofollow", False, True),
        ("otherbot: noindex\nnofollow", False, True),
        ("winnow: nofollow, otherbot: noindex", False, True),
        ("otherbot: unavailable_after: 2020-01-01, noindex", False, False),
        ("unavailable_after: Wed, 01 Jan 2020 00:00:00 GMT, nofollow", True, True),
        ("unavailable_after: 2030-01-01, nofollow", False, True),
    ],
)
def test_table(lines: str, noindex: bool, nofollow: bool) -> None:
    found = read_directives(lines.splitlines())
    assert (found.forbid_indexing(NOW), found.nofollow) == (noindex, nofollow)


@pytest.mark.parametrize(
    "written",
    [
        "2025-12-03", "2025-12-03T13:09:53+00:00", "Wed, 03 Dec 2025 13:09:53 GMT", "03 Dec 2025 13:09:53 GMT", "03-Dec-2025 13:09:53 EST",
        "Wednesday, 03-Dec-25 13:09:53 GMT", "Dec 3, 2025 13:09:53 GMT",
    ],
)  # fmt: skip
def test_a_page_is_left_out_from_its_date_on(written: str) -> None:
    found = read_directives([f"max-snippet:-1, unavailable_after: {written}, noarchive"])
    assert not found.forbid_indexing(datetime(2025, 12, 2, tzinfo=UTC))
    assert found.forbid_indexing(datetime(2025, 12, 4, tzinfo=UTC))


def test_a_date_that_cannot_be_read_forbids_nothing() -> None:
    assert not read_directives(["unavailable_after: soon"]).forbid_indexing(NOW)


_PART = st.sampled_from(
    ["noindex", "nofollow", "none", "all", "max-snippet:-1", "max-video-preview: -1", "max-novelty: 3", "novelty", "", "noarchive",
     "unavailable_after: 2020-01-01"]
)  # fmt: skip


@pytest.mark.slow
@given(st.lists(_PART), st.lists(_PART))
def test_directives_add_up_in_any_order_on_any_number_of_lines(some: list[str], others: list[str]) -> None:
    together = read_directives([", ".join(some + others)])
    assert together.noindex == read_directives([", ".join(others), ", ".join(some)]).noindex
    assert together.nofollow == read_directives(others + some).nofollow
    assert together.forbid_indexing(NOW) == read_directives(reversed(some + others)).forbid_indexing(NOW)


@given(st.lists(_PART, min_size=1))
def test_directives_for_another_agent_ask_nothing(parts: list[str]) -> None:
    found = read_directives(["otherbot: noarchive, " + ", ".join(parts)])
    assert not found.nofollow
    assert not found.forbid_indexing(NOW)
