"""What a site's bylines have in common: the words around the names, and names that stand on all of its pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from indexer.article.site_constants import learn_constant

AFFIX_SHARE = 0.5
"""Share of a site's distinct bylines that must begin (or end) with the same words."""
FEWEST_BYLINES = 5
"""Fewer may share a first name by chance."""
LONGEST_AFFIX = 3
"""Words."""
BESIDE_SHARE = 0.2
"""Share of pages that must name someone else as well."""


@dataclass(frozen=True, slots=True)
class BylineAffixes:
    """What a site writes before and after the names in its bylines, longest first."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def learn_affixes(bylines: Sequence[Sequence[str]]) -> BylineAffixes:
    """The first and last words that a site's bylines share while the rest differs.

    Parameters
    ----------
    bylines : sequence of sequences of str
        For each page of the sample the texts that name its authors.

    Returns
    -------
    BylineAffixes
        Words that at least half of the distinct bylines, and five, begin or end with.

    Examples
    --------
    >>> pages = [[f"Skrevet av {name} Dahl"] for name in ("Ola", "Ada", "Ilse", "Maren", "Sefa")]
    >>> learn_affixes(pages)
    BylineAffixes(before=('Skrevet av',), after=('Dahl',))
    """
    lines = [line.split() for line in sorted({line for page in bylines for line in named(page, ())})]
    return BylineAffixes(before=_shared(lines), after=_shared([line[::-1] for line in lines], -1))


def learn_bystanders(named: Sequence[Collection[str]]) -> tuple[str, ...]:
    """The texts that are named for an author on nearly all pages while another one often stands beside them.

    A blog's only author stands alone; who stands beside the others everywhere owns the site, or wrote the teasers.

    Parameters
    ----------
    named : sequence of collections of str
        For each page its links with rel=author and elements named for one.

    Examples
    --------
    >>> learn_bystanders([["Ada", "The Network"], ["Ola", "The Network"]] * 3), learn_bystanders([["Ada"]] * 6)
    (('The Network',), ())
    """
    accompanied = sum(len(set(page)) > 1 for page in named)
    return learn_constant(named) if accompanied >= BESIDE_SHARE * len(named) else ()


def _shared(lines: Sequence[Sequence[str]], step: int = 1) -> tuple[str, ...]:
    """The first words of many lines, longest first."""
    followers: dict[tuple[str, ...], set[str]] = {}
    for words in lines:
        for n in range(1, min(len(words), LONGEST_AFFIX + 1)):
            followers.setdefault(tuple(words[:n]), set()).add(words[n])
    enough = max(FEWEST_BYLINES, AFFIX_SHARE * len(lines))
    common = [" ".join(words[::step]) for words, after in followers.items() if len(after) >= enough]
    return tuple(sorted(common, key=lambda affix: (-len(affix), affix)))


def named(texts: Iterable[str], constant: Collection[str]) -> list[str]:
    """Without the site's constants, and without what ends in a colon: "Ada says:" heads a reader's comment."""
    return [one for one in texts if one not in constant and not one.endswith((":", "："))]
