"""Common parts of a site's titles: its name before or after them, sections, and titles that many pages share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from indexer.article.site_constants import learn_constant
from indexer.page.titles import IDEOGRAPH

SITE_SHARE = 0.3
"""Minimum share of a site's distinct titles with the same ending (or beginning) for it to be the site's name; sites with two
brands share their titles among both."""
SECTION_SHARE = 0.03
"""The same for a longer ending that contains the site's name: a section."""
FEWEST_TITLES = 3
LONGEST_TITLE = 500
"""Number of characters examined; newspapers' headlines are much shorter."""
_SEPARATOR = re.compile(
    r"(?<!\s)\s++[-–—|·•∙⋅⋆★:»›>/~*#+]++\s+|(?:(?<!\s)\s++)?[|»›｜ㅣ]+\s*|_+|--+|:\s+|：|(?<!\s)\s++(?=\(?#)"
    rf"|(?<={IDEOGRAPH})[-–—]|[-–—](?={IDEOGRAPH})"
)
"""A hyphen beside an ideograph is no part of a word."""


def separators(title: str) -> Iterator[re.Match[str]]:
    """Yield the separators between a title and a site's name or a kicker; a » that closes a quotation is none.

    >>> [match.start() for match in separators("Il dit « oui » et part | Courrier")]
    [22]
    >>> [match.start() for match in separators("\N{CJK UNIFIED IDEOGRAPH-6D77}\N{CJK UNIFIED IDEOGRAPH-6E2F}-Courier")]
    [2]
    """
    for match in _SEPARATOR.finditer(title):
        before = title[: match.start()]
        closes = any(close in match[0] and before.count(opened) > before.count(close) for opened, close in ("«»", "‹›"))
        if not closes:
            yield match


@dataclass(frozen=True, slots=True)
class TitleAffixes:
    """Beginnings and endings of a site's titles, separators included, and whole titles and headings that pages share."""

    prefixes: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()

    def without(self, title: str) -> str:
        """Return the title without the longest known ending and beginning; it is never stripped to nothing.

        >>> TitleAffixes(suffixes=(" - Courier", " - Sport - Courier")).without("Tram derailed - Sport - Courier")
        'Tram derailed'
        """
        suffix = max((one for one in self.suffixes if title.endswith(one)), key=len, default="")
        title = title[: len(title) - len(suffix)] if len(suffix) < len(title) else title
        prefix = max((one for one in self.prefixes if title.startswith(one)), key=len, default="")
        return (title[len(prefix) :] if len(prefix) < len(title) else title).strip()

    @staticmethod
    def union(parts: Sequence[TitleAffixes]) -> TitleAffixes:
        """Return the affixes of all parts.

        >>> TitleAffixes.union([TitleAffixes(suffixes=(" - Courier",)), TitleAffixes(prefixes=("Courier: ",))]).prefixes
        ('Courier: ',)
        """
        return TitleAffixes(
            prefixes=tuple(sorted({one for part in parts for one in part.prefixes})),
            suffixes=tuple(sorted({one for part in parts for one in part.suffixes})),
            shared=tuple(sorted({one for part in parts for one in part.shared})),
        )


def learn_title_affixes(titles: Sequence[str], headings: Sequence[Sequence[str]] = ()) -> TitleAffixes:
    """Learn the beginnings and endings that a site's titles have in common.

    Every distinct title counts once, so that copies of one article do not make its title a pattern. An ending begins at
    a separator; it is the site's if 30 % of the titles (and at least three) have it, and a section's if it contains the
    site's and 3 % have it.

    Parameters
    ----------
    titles : sequence of str
        One per page of the sample, in any order.
    headings : sequence of sequences of str
        The headings of the same pages: a title is shared if at least three pages with different headings repeat it
        (copies and parts of one article have the same); a heading is shared if nearly all pages have it.

    Examples
    --------
    >>> learn_title_affixes(["Tram - Courier", "Crane - Courier", "Ferry - Courier", "Ferry - Courier"]).suffixes
    (' - Courier',)
    """
    folded = [" ".join(title[:LONGEST_TITLE].split()) for title in titles]
    distinct = sorted(set(folded) - {""})
    pages = sorted({(title, tuple(h)) for title, h in zip(folded, headings, strict=bool(headings))})
    counts = Counter(title for title, _ in pages if title)
    repeated = {title for title, n in counts.items() if n >= max(FEWEST_TITLES, SITE_SHARE * len(pages))}
    shared = tuple(sorted(repeated | set(learn_constant([h for _, h in pages]))))
    return TitleAffixes(
        prefixes=_common([_beginnings(title) for title in distinct], at_end=False),
        suffixes=_common([_endings(title) for title in distinct], at_end=True),
        shared=shared,
    )


def title_parts(title: str) -> list[str]:
    """Return the parts of a title between separators; a title without separators is one part.

    >>> title_parts("Tram - Courier")
    ['Tram', 'Courier']
    """
    at = [0, *(place for match in separators(title) for place in match.span()), len(title)]
    return [title[start:end] for start, end in zip(at[::2], at[1::2], strict=True)]


def _endings(title: str) -> list[str]:
    return [title[match.start() :] for match in separators(title) if match.start()]


def _beginnings(title: str) -> list[str]:
    return [title[: match.end()] for match in separators(title) if match.end() < len(title)]


def _common(affixes: Sequence[Sequence[str]], *, at_end: bool) -> tuple[str, ...]:
    """Return the affixes of many titles, and the longer ones that contain one of them, longest first."""
    counts = Counter(affix for page in affixes for affix in set(page))
    site = {a for a, n in counts.items() if n >= max(FEWEST_TITLES, SITE_SHARE * len(affixes))}
    rare = max(FEWEST_TITLES, SECTION_SHARE * len(affixes))
    section = {a for a, n in counts.items() if n >= rare and any(_holds(a, s, at_end=at_end) for s in site)}
    return tuple(sorted(site | section, key=lambda affix: (-len(affix), affix)))


def _holds(affix: str, site: str, *, at_end: bool) -> bool:
    return affix.endswith(site) if at_end else affix.startswith(site)
