"""Learning of a site's bylines: the words around the names, and the names that occur on all of its pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from indexer.article.site_constants import learn_constant

AFFIX_SHARE = 0.5
"""Minimum share of a site's distinct bylines that begin (or end) with the same words."""
FEWEST_BYLINES = 5
"""Fewer bylines may share a first name by chance."""
LONGEST_AFFIX = 3
"""In words."""
BESIDE_SHARE = 0.2
"""Minimum share of pages that also name someone else."""


@dataclass(frozen=True, slots=True)
class BylineAffixes:
    """Words before and after the names in a site's bylines, longest first."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def learn_affixes(bylines: Sequence[Sequence[str]]) -> BylineAffixes:
    """Return the first and last words that many of a site's bylines share.

    Parameters
    ----------
    bylines : sequence of sequences of str
        For each page of the sample the texts that name its authors.

    Returns
    -------
    BylineAffixes
        Words at the beginning or end of at least half of the distinct bylines, and of at least five.

    Examples
    --------
    >>> pages = [[f"Skrevet av {name} Dahl"] for name in ("Ola", "Ada", "Ilse", "Maren", "Sefa")]
    >>> learn_affixes(pages)
    BylineAffixes(before=('Skrevet av',), after=('Dahl',))
    """
    lines = [line.split() for line in sorted({line for page in bylines for line in named(page, ())})]
    return BylineAffixes(before=_shared(lines), after=_shared([line[::-1] for line in lines], -1))


def learn_repeated_names(named: Sequence[Collection[str]]) -> tuple[str, ...]:
    """Return the author names of nearly all pages, if another name often occurs beside them.

    A blog's only author stands alone; a name beside the others on every page belongs to the site's owner, or to the teasers.

    Parameters
    ----------
    named : sequence of collections of str
        For each page its links with rel=author and author-named elements.

    Examples
    --------
    >>> learn_repeated_names([["Ada", "The Network"], ["Ola", "The Network"]] * 3), learn_repeated_names([["Ada"]] * 6)
    (('The Network',), ())
    """
    accompanied = sum(len(set(page)) > 1 for page in named)
    return learn_constant(named) if accompanied >= BESIDE_SHARE * len(named) else ()


def learn_users(declared: Sequence[Collection[str]], printed: Sequence[Collection[str]]) -> tuple[str, ...]:
    """Return the declared authors of nearly all pages, if most pages print other names, and not one alone: users who enter the stories.

    Parameters
    ----------
    declared, printed : sequences of collections of str
        For each page the authors of its metadata, and the full names that it prints near the headline.

    Examples
    --------
    >>> learn_users([["Ed Itor"]] * 6, [["Ada Berg"], ["Ola Brekke"]] * 3), learn_users([["Ada Berg"]] * 6, [["Ada Berg"], []] * 3)
    (('Ed Itor',), ())
    """
    found = []
    for user in learn_constant(declared):
        others = [tuple(names) for names in printed if names and user not in names]
        if 2 * len(others) > len(printed) and len(set(others)) > 1:
            found.append(user)
    return tuple(found)


def _shared(lines: Sequence[Sequence[str]], step: int = 1) -> tuple[str, ...]:
    """Return the first words that many lines share, longest first."""
    followers: dict[tuple[str, ...], set[str]] = {}
    for words in lines:
        for n in range(1, min(len(words), LONGEST_AFFIX + 1)):
            followers.setdefault(tuple(words[:n]), set()).add(words[n])
    enough = max(FEWEST_BYLINES, AFFIX_SHARE * len(lines))
    common = [" ".join(words[::step]) for words, after in followers.items() if len(after) >= enough]
    return tuple(sorted(common, key=lambda affix: (-len(affix), affix)))


def named(texts: Iterable[str], constant: Collection[str]) -> list[str]:
    """Return the texts without the site's constants and without those that end in a colon: "Ada says:" heads a reader's comment."""
    return [one for one in texts if one not in constant and not one.endswith((":", "："))]
