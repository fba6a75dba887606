"""Trafilatura: the page-level extractor for single pages, a voter in the fit, and the baseline of all measurements."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from types import ModuleType

from indexer.page.blocks import key
from indexer.page.budget import exempt_from_budget
from indexer.page.page import Page

_MOST_TAGS = 20_000
_MOST_ATTRIBUTES = 40_000
"""Trafilatura's time grows faster than the page: 4 s for 40,000 paragraphs, 7 s for 50,000 attributes. News pages have 3,000 tags."""
_CROWDED = re.compile(r"""\b(?:class|id)\s*+=\s*+(?:"[^"]{4096}|'[^']{4096}|[^"'\s>]{4096})""", re.IGNORECASE)
"""Trafilatura matches about a hundred patterns against every class attribute, several in quadratic time: 8 s for 500,000 names."""
_LONG = re.compile(r"""=\s*+(?:"[^"]{4096}|'[^']{4096}|[^"'\s>]{4096})""")
"""Matches any attribute of that length in a twelfth of the time; few pages have one."""
_LEAST_SHARE = 0.5
"""The precise output is used unless it loses half of the default one."""
_COMMON, _LEAST_COMMON = 0.5, 0.2
"""If the default output contains the first share of the page-level scorer's text, and the precise one less than the second, the precise one
has taken something else (a ranking, a list of offers)."""


def extract(text: str, *, precise: bool = False) -> str:
    """Return Trafilatura's body of a page, lines separated by newlines; "" if it finds none, and for pages beyond any newspaper's size.

    Parameters
    ----------
    text : str
        The page's decoded text.
    precise : bool
        Trafilatura's `favor_precision`.

    >>> "A story" in extract("<html><body><article><p>" + "A story is told here. " * 20 + "</p></article></body></html>")
    True
    """
    if _is_huge(text) or (_LONG.search(text) and _CROWDED.search(text)):
        return ""
    return _trafilatura().extract(text, include_comments=False, favor_precision=precise) or ""


@cache
def _trafilatura() -> ModuleType:
    """Return the module, whose import takes half a second, once per process."""
    with exempt_from_budget():
        import trafilatura
        from lxml import etree
        from lxml.html import HtmlElement
        from trafilatura.utils import HTML_PARSER

        # by default lxml chooses each element's class by a call to Python, a fifth of the time; no form is filled in here
        HTML_PARSER.set_element_class_lookup(etree.ElementDefaultClassLookup(element=HtmlElement))
    return trafilatura


@cache
def _htmldate() -> ModuleType:
    """Return the module, after dateparser, which it uses, has compiled the patterns of its 200 languages: 2 s, once per process.

    A date whose words belong to no language makes dateparser try all of them.
    """
    with exempt_from_budget():
        import htmldate

        htmldate.find_date("<html><body><p>12 unmonth 2020 x</p></body></html>", original_date=True, extensive_search=True)
    return htmldate


def _is_huge(text: str) -> bool:
    """Return whether a page is larger than any newspaper's; equals signs of scripts and in values are no attributes."""
    if text.count("<") > 2 * _MOST_TAGS:
        return True
    if text.count("=") <= _MOST_ATTRIBUTES:
        return False
    parts = _SCRIPT.split(text)
    seen = (part for tag, part in zip(("", *parts[1::2]), parts[::2], strict=True) if not tag.startswith("<s"))
    return sum(1 for part in seen for _ in _ATTRIBUTE.finditer(part)) > _MOST_ATTRIBUTES


_SCRIPT = re.compile("(</?script)")
_ATTRIBUTE = re.compile(r"""(?<=[\s"'/])[^\s"'=<>/]++\s*+=""")


def published_day(text: str, now: datetime) -> str:
    """Return htmldate's publication day (Barbaresi 2020, doi:10.21105/joss.02439), YYYY-MM-DD; "" if it finds none, and for huge pages.

    Parameters
    ----------
    text : str
        The page's decoded text.
    now : datetime
        Later days are rejected.
    """
    if _is_huge(text):
        return ""
    try:
        return _htmldate().find_date(text, original_date=True, extensive_search=True, max_date=now.date().isoformat()) or ""
    except (ValueError, TypeError, OverflowError, RecursionError):  # htmldate raises these for broken pages
        return ""


def extracted(page: Page, *, precise: bool = False) -> str:
    """Return `extract` of a parsed page, cached on the page."""
    return page.derived.once("extracted precisely" if precise else "extracted", (), lambda: extract(page.html, precise=precise))


def remember(page: Page, text: str) -> None:
    """Keep a text on the page that `extracted` returned in another process."""
    page.derived.once("extracted", (), lambda: text)


def load() -> None:
    """Import the extractor now, so that forks of this process do not."""
    _trafilatura()


def single_page_lines(page: Page, titles: Collection[str], declared: str = "", own: Sequence[str] = ()) -> list[str]:
    """Return the body of a page without other pages of its site's template, as lines.

    The result is Trafilatura's precise output, unless it loses half of its default one, or the text that the default one and the
    page-level scorer have in common. If the page declares its body (JSON-LD), and another candidate is clearly closer to it, the closest
    candidate wins. Lines that only repeat the page's title are dropped.

    Parameters
    ----------
    page : Page
    titles : collection of str
        Keys of its titles (`indexer.page.titles`).
    declared : str
        The body declared by its metadata: often shortened, so it selects a candidate and is not one.
    own : sequence of str
        The page-level scorer's lines.
    """
    default, precise = extracted(page), extracted(page, precise=True)
    scored = "\n".join(own)
    loses = len(precise) < _LEAST_SHARE * len(default)
    missed = not loses and containment(scored, precise) < _LEAST_COMMON and containment(scored, default) >= _COMMON
    chosen = default if loses or missed else precise
    if len(declared) >= _LEAST_DECLARED:
        chosen = _closest(declared, (chosen, default, precise, scored))
    return [line for line in chosen.split("\n") if line.strip() and key(line) not in titles]


_LEAST_DECLARED = 200
_CLEARLY = 0.05
_GRAM = 12
_MOST_COMPARED = 60_000
"""Number of letters compared per candidate; a newspaper's article has 5,000."""


def _closest(declared: str, answers: Sequence[str]) -> str:
    """Return the candidate most like the declared body; the first unless another is clearly closer."""
    likeness = [_likeness(declared, answer) for answer in answers]
    best = max(range(len(answers)), key=lambda i: (likeness[i], -i))
    return answers[best] if likeness[best] > likeness[0] + _CLEARLY else answers[0]


def _likeness(a: str, b: str) -> float:
    """Return Dice's coefficient of the texts' 12-letter shingles, in [0, 1]."""
    first, second = _grams(a), _grams(b)
    whole = first.total() + second.total()
    return 2 * (first & second).total() / whole if whole else 0.0


def containment(part: str, whole: str) -> float:
    """Return the share of one text's 12-letter shingles that the other contains, in [0, 1]; 0 for a text without shingles.

    >>> containment("The crane is old, says the harbour.", "In all, the crane is old, says the harbour-master.") > 0.8
    True
    """
    runs = _grams(part)
    return (runs & _grams(whole)).total() / runs.total() if runs else 0.0


def _grams(text: str) -> Counter[str]:
    letters = key(text[:_MOST_COMPARED])
    return Counter(letters[i : i + _GRAM] for i in range(len(letters) - _GRAM + 1))
