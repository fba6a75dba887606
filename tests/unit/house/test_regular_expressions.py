"""Every regular expression of the program takes steps in proportion to its text, or is given bounded texts alone."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable
from itertools import pairwise
from math import inf
from typing import Any

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from indexer.article.authors import _conjunction
from indexer.article.date_text import _month_pattern, _year_first_pattern
from indexer.article.relative_dates import _ages
from indexer.page.raw_elements import _closing, _opening
from tests.support.patterns import MATCHED, Used, held, written_in_functions
from tests.support.regex_steps import StepLimitError, Steps, attacks, holds_possessive, longest_repeat, parsed

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from regexploit.ast.sre import SreOpParser
    from regexploit.redos import find

BOUNDED = {
    "indexer.archive.http._LAST_CHUNK": "the last 64 bytes of a block (`warc._TAIL`)",
    "indexer.archive.saved_url._MARKS": "the first kilobytes of a file (`saved_url._BEGIN`)",
    "indexer.index.elasticsearch.explain._WEIGHT": "a line of an engine's explanation: a term of 64 characters",
    "indexer.page.decode._COMMENT": "the first 8 KiB of a page",
    "indexer.page.decode._LANG": "the first 8 KiB of a page, 500 steps a letter",
    "indexer.page.decode._XML": "matched at the begin of a page, in its first 8 KiB",
}
"""Superlinear by themselves, or slow to count: what bounds their texts."""

ALIASES = {
    "indexer.article.authors._WORD_AND_COLON": {"match"},
    "indexer.page.tokens._TAG": {"chain"},
    "indexer.page.tokens._UNQUOTED_TAG": {"chain"},
    "indexer.page.tokens._DECLARATION": {"chain"},
    "indexer.archive.http._CHUNK": {"chain"},
    "indexer.urls._FOLDER": {"match"},
    "indexer.urls._ORIGIN": {"match"},
    **{f"indexer.folding.{name}": {"fullmatch"} for name in ("_GROUPED", "_GROUPED_IN_INDIA", "_DECIMAL")},
}
"""What is called by another name. A chain is matched where its last match has ended, and not again once it fails."""

MADE_IN_FUNCTIONS: dict[str, Callable[[], list[re.Pattern[Any]]]] = {
    "indexer.article.authors._conjunction": lambda: [_conjunction("de")],
    "indexer.article.date_text._stands": lambda: [re.compile(r"(?<![a-z])jan(?![a-z])")],
    "indexer.article.date_text._month_pattern": lambda: [_month_pattern("en"), _month_pattern("pl")],
    "indexer.article.date_text._year_first_pattern": lambda: [_year_first_pattern("hu"), _year_first_pattern("eu")],
    "indexer.article.relative_dates._ages": lambda: [_ages("en")[0], _ages("ja")[0]],
    "indexer.page.raw_elements._opening": lambda: [_opening(("script", "style", "!--"))],
    "indexer.page.raw_elements._closing": lambda: [_closing("script")],
    "indexer.index.node.analysis_tables.lines": list,
    "workers.fetch.scope.__post_init__": list,
    "workers.fetch.scope.refuses": list,
    "indexer.page.tokens._end_of_raw": lambda: [re.compile(r"</script\b", re.IGNORECASE)],
}
"""Patterns that a function puts together, by its name, as they are for some of its arguments; none where an operator or the tables of Unicode write them."""


def steps(run: Steps, text: str, method: str, limit: int) -> int:
    run.read(text, limit)
    try:
        if method == "search":
            for _ in run.spans():
                pass
        elif method == "chain":
            at = 0
            while (end := run.ends_at(at)) > at:
                at = end
        else:
            run.ends_at(0, full=method == "fullmatch")
    except StepLimitError:
        return limit
    return run.count


def growth(pattern: re.Pattern[Any], method: str) -> tuple[float, tuple[str, str, str]]:
    """The largest factor by which twice an attack takes more steps, and that attack; attacks whose steps grow evenly at first are linear."""
    worst = (0.0, ("", "", ""))
    run, bound = Steps(pattern), longest_repeat(pattern)
    for attack in attacks(pattern):
        prefix, pump, suffix = attack
        few = [steps(run, prefix + pump * (count + 9 if len(pump) == 1 else count) + suffix, method, 100_000) for count in (3, 6, 9)]
        if few[-1] >= 100_000:
            return inf, attack
        first, second = (b - a for a, b in pairwise(few))
        if second <= first:
            continue
        times = max(160, 4 * bound) // len(pump)
        once, twice = (steps(run, prefix + pump * number + suffix, method, 1_000_000) for number in (times, 2 * times))
        worst = max(worst, (twice / max(once, 1), attack))
        if worst[0] > 2.4:
            break
    return worst


def methods_of(used: Used) -> set[str]:
    methods = set().union(*(ALIASES.get(name, set()) for name in used.names)) or used.methods or {"search"}
    return {method if method in MATCHED | {"chain"} else "search" for method in methods}


STANDARD = [used for used in held() if isinstance(used.pattern, re.Pattern)]


@pytest.mark.slow
@pytest.mark.parametrize("used", STANDARD, ids=lambda used: used.names[0])
def test_steps_grow_with_the_text(used: Used) -> None:
    if any(name in BOUNDED for name in used.names):
        pytest.skip(BOUNDED[used.names[0]])
    for method in sorted(methods_of(used)):
        factor, attack = growth(used.pattern, method)
        assert factor <= 2.4, (used.names, method, attack)


@pytest.mark.slow
def test_patterns_within_functions_grow_with_the_text() -> None:
    for place, text, method in written_in_functions():
        patterns = MADE_IN_FUNCTIONS[place]() if text is None else [re.compile(text)]
        for pattern in patterns:
            factor, attack = growth(pattern, method if method in MATCHED else "search")
            assert factor <= 2.4, (place, pattern.pattern, attack)


@pytest.mark.slow
def test_the_names_of_the_lists_are_patterns() -> None:
    names = {name for used in held() for name in used.names}
    assert not {*BOUNDED, *ALIASES} - names
    assert {place for place, text, _ in written_in_functions() if text is None} == MADE_IN_FUNCTIONS.keys()


class _Parser(SreOpParser):  # type: ignore[misc]
    """Python 3.11's parts that are never given back, as if they were."""

    def from_POSSESSIVE_REPEAT(self, data: Any) -> Any:  # noqa: N802
        return self.from_MAX_REPEAT(data)

    def from_ATOMIC_GROUP(self, data: Any) -> Any:  # noqa: N802
        return self.sequence_or_singleton(list(data))


@pytest.mark.slow
@pytest.mark.parametrize("used", STANDARD, ids=lambda used: used.names[0])
def test_the_static_checker_finds_no_pattern_that_goes_back(used: Used) -> None:
    tree = _Parser().sequence_or_singleton(list(parsed(used.pattern)))
    found = [each.starriness for each in find(tree)] if tree is not None else []
    assert not found or holds_possessive(used.pattern), found  # the checker does not know that these stay: the steps decide


def seconds(used: Used, text: str) -> float:
    pattern: Any = used.pattern
    methods = methods_of(used)
    taken = []
    for _ in range(3):
        begun = time.process_time()
        for method in methods & MATCHED:
            getattr(pattern, method)(text)
        for _ in pattern.finditer(text) if methods - MATCHED else ():
            pass
        taken.append(time.process_time() - begun)
    return min(taken)


@pytest.mark.slow
@pytest.mark.parametrize("used", [used for used in held() if isinstance(used.pattern, regex.Pattern)], ids=lambda used: used.names[0])
def test_patterns_of_the_other_library_grow_with_the_text(used: Used) -> None:
    """Their steps cannot be counted: twice the text takes at most three times as long, or next to nothing."""
    pumps = ["a", "1", " ", "\u200b", "あ", "a.", "a'", "1,", "1.", "1 ", "12,", "123,", "12 345 ", "a\u200b", "ا'", "あ", ":a", '"a', "(a", "a:", "-a"]
    for pump in pumps:
        for suffix in ("", "\x00"):
            once, twice = seconds(used, pump * 3_000 + suffix), seconds(used, pump * 6_000 + suffix)
            for _ in range(5):  # a core that others use makes one of the two look slow, once
                if twice < 3 * once or twice < 0.01:
                    break
                once, twice = seconds(used, pump * 3_000 + suffix), seconds(used, pump * 6_000 + suffix)
            else:
                raise AssertionError((used.names, pump, once, twice))


@pytest.mark.slow
@given(st.data())
def test_the_counting_matcher_finds_what_the_matcher_of_the_library_finds(data: st.DataObject) -> None:
    used = data.draw(st.sampled_from([used for used in STANDARD if isinstance(used.pattern.pattern, str)]))
    letters = sorted({*"aA1 .-/:<>\"'\n", *used.pattern.pattern} - {"\u0130"})
    text = data.draw(st.text(st.sampled_from(letters), max_size=24))
    assert list(Steps(used.pattern, text).spans()) == [match.span() for match in used.pattern.finditer(text)]


@pytest.mark.slow
def test_the_counter_tells_growth_apart() -> None:
    assert growth(re.compile(r"(a+)+b"), "match")[0] > 2.4
    assert growth(re.compile(r"\s+b"), "search")[0] > 2.4
    assert growth(re.compile(r"(?<!\s)\s++b"), "search")[0] <= 2.4
    assert growth(re.compile(r"<script\b.*?</script"), "search")[0] > 2.4
