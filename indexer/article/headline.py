"""Which of the texts that a page is headed by is its article's headline, without the site's name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from indexer.article.constants import learn_constant
from indexer.page.metadata import Metadata

SITE_SHARE = 0.3
"""Share of a site's distinct titles that must end (or begin) alike for the ending to be the site's name; sites with two
brands share their titles among both."""
SECTION_SHARE = 0.03
"""The same for a longer ending that holds the site's name: a section."""
FEWEST_TITLES = 3
LONGEST_TITLE = 500
"""Characters that are looked at; newspapers' headlines end long before."""

_SEPARATOR = re.compile(r"\s+[-–—|·•:»›>/~*#+]+\s+|\s*[|»›｜ㅣ]+\s*|_+|:\s+|：|\s+(?=\(?#)")
_NOT_A_LETTER = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class TitleAffixes:
    """What a site's titles begin and end with, separators included, and whole titles and headings that pages share."""

    prefixes: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()

    def without(self, title: str) -> str:
        """The title without the longest known ending and beginning; never stripped to nothing.

        >>> TitleAffixes(suffixes=(" - Courier", " - Sport - Courier")).without("Tram derailed - Sport - Courier")
        'Tram derailed'
        """
        suffix = max((one for one in self.suffixes if title.endswith(one)), key=len, default="")
        title = title[: len(title) - len(suffix)] if len(suffix) < len(title) else title
        prefix = max((one for one in self.prefixes if title.startswith(one)), key=len, default="")
        return (title[len(prefix) :] if len(prefix) < len(title) else title).strip()


    @staticmethod
    def union(parts: Sequence[TitleAffixes]) -> TitleAffixes:
        """The affixes of all parts.

        >>> TitleAffixes.union([TitleAffixes(suffixes=(" - Courier",)), TitleAffixes(prefixes=("Courier: ",))]).prefixes
        ('Courier: ',)
        """
        return TitleAffixes(
            prefixes=tuple(sorted({one for part in parts for one in part.prefixes})),
            suffixes=tuple(sorted({one for part in parts for one in part.suffixes})),
            shared=tuple(sorted({one for part in parts for one in part.shared})),
        )


_NO_AFFIXES = TitleAffixes()


def learn_title_affixes(titles: Sequence[str], headings: Sequence[Sequence[str]] = ()) -> TitleAffixes:
    """The beginnings and endings that a site's titles have in common.

    Every distinct title counts once, so that copies of one article do not make its title a pattern. An ending begins at
    a separator; it is the site's if 30 % of the titles (and at least three) have it, and a section's if it holds the
    site's and 3 % have it.

    Parameters
    ----------
    titles : sequence of str
        One for each page of the sample, in any order.
    headings : sequence of sequences of str
        The headings of the same pages: a title is shared where at least three pages with different headings repeat it
        (copies and parts of one article have the same); a heading is, where nearly all of them have it.

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


def choose(metadata: Metadata, headings: Sequence[str], affixes: TitleAffixes = _NO_AFFIXES) -> str:
    """The article's headline; "" where the page has none.

    JSON-LD's headline comes first, then the visible heading that a stated title confirms, then the other titles, and at
    last any heading. A kicker ("Sport: …") is left out where another title leaves it out. The site's name and titles
    that the site repeats from page to page are no headlines.

    Parameters
    ----------
    metadata : Metadata
    headings : sequence of str
        The page's headings, without readings: all h1 in document order, then the h2.
    affixes : TitleAffixes
        Learned from the site's titles.

    Examples
    --------
    >>> choose(Metadata(title="Tram derailed - The Courier"), ["The Courier", "Tram derailed"])
    'Tram derailed'
    >>> choose(Metadata(title="Newsroom"), ["Solar roofs"], TitleAffixes(shared=("Newsroom",)))
    'Solar roofs'
    """
    names = site_names(metadata)
    refused = names | {key(title) for title in affixes.shared}
    visible = [one for one in headings if len(one) <= LONGEST_TITLE and (k := key(one)) and k not in refused]
    visible_keys = [key(one) for one in visible]
    stated = [
        bare
        for title in _stated(metadata)
        if (bare := _without_site(affixes.without(title), names, visible_keys)) and key(bare) not in refused
    ]
    item = metadata.linked.item
    named = stated[0] if stated and item is not None and item.is_article and item.headline else ""
    found = _whole(named, visible) or _confirmed(visible, stated) or next(iter((*stated, *visible)), "")
    return _without_kicker(found, stated) or next(iter((*_stated(metadata), *headings)), "")


def alternative(
    metadata: Metadata, headings: Sequence[str], headline: str, affixes: TitleAffixes = _NO_AFFIXES
) -> str:
    """A second headline: the one stated as such, or the first visible heading, where it says something else.

    >>> from indexer.page.json_ld import LinkedData, NewsItem
    >>> stated = Metadata(linked=LinkedData(NewsItem(headline="Tram off the rails", is_article=True)))
    >>> alternative(stated, ["Nobody hurt as tram derails"], "Tram off the rails")
    'Nobody hurt as tram derails'
    """
    item = metadata.linked.item
    stated = (item.alternative_headline if item else "", *metadata.items.get("alternativeheadline", ()))
    refused = site_names(metadata) | {key(one) for one in affixes.shared}
    visible = [one for one in headings if key(one) not in refused] if item and item.is_article else []
    own = key(headline)
    return next((one for one in (*stated, *visible[:1]) if (k := key(one)) and k not in own and own not in k), "")


@lru_cache(maxsize=4096)  # a page's titles, headings and names are compared many times over
def key(text: str) -> str:
    """A text's letters and digits in lower case: two texts with one key say the same.

    >>> key("Tram – off the rails!") == key("tram off the Rails")
    True
    """
    return _NOT_A_LETTER.sub("", text).casefold()


def site_names(metadata: Metadata) -> frozenset[str]:
    """Keys of the names that the page gives to its site and publisher, and of its host.

    >>> sorted(site_names(Metadata(meta={"og:site_name": ("The Courier",)}, canonical=("https://www.courier.example/a",))))
    ['courier', 'courierexample', 'thecourier']
    """
    item = metadata.linked.item
    names = {key(name) for name in metadata.all("og:site_name", "application-name", "publisher", "dc.publisher")}
    names |= {key(metadata.linked.site_name), key(item.publisher if item else "")}
    for url in (*metadata.canonical[:1], metadata.first("og:url")):
        host = _host(url).removeprefix("www.")
        names |= {key(host), key(host.rpartition(".")[0])}
    return frozenset(names - {""})


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # "Invalid IPv6 URL" and the like: an address that names no host
        return ""


def _stated(metadata: Metadata) -> list[str]:
    """The titles that are not part of the visible text, best first."""
    item = metadata.linked.item
    found = [item.headline if item else "", *metadata.items.get("headline", ())[:1]]
    if item and item.is_article:
        found.append(item.name)
    found += [metadata.first("og:title"), metadata.first("twitter:title", "parsely-title", "dc.title"), metadata.title]
    return [title[:LONGEST_TITLE] for title in found if title]


def _without_site(title: str, names: frozenset[str], headings: Sequence[str]) -> str:
    """The title cut at the separator before (or after) the site's name, or where a visible heading ends."""
    for match in _SEPARATOR.finditer(title):
        left, right = title[: match.start()], title[match.end() :]
        if key(left) in headings or key(right) in names:
            return left.strip()
        if key(left) in names:
            return right.strip()
    return title.strip()


def _whole(headline: str, visible: Sequence[str]) -> str:
    """The headline, or the visible heading that it was cut from (search engines ask for at most 110 characters)."""
    start = key(headline) if headline.endswith(("…", "...")) else ""
    return next((one for one in visible if start and key(one).startswith(start)), headline)


def _confirmed(visible: Sequence[str], stated: Sequence[str]) -> str:
    """The longest visible heading that agrees with a title: they are equal, or one holds the other."""
    agreeing = [one for one in visible if any(_agree(key(one), key(title)) for title in stated)]
    return max(agreeing, key=len, default="")


def _without_kicker(heading: str, stated: Sequence[str]) -> str:
    """The heading from where a stated title begins, if a separator stands before it ("Sport: Tram wins")."""
    keys = {key(title) for title in stated}
    for match in _SEPARATOR.finditer(heading):
        rest = heading[match.end() :].strip()
        if len(key(rest)) >= _SHORTEST_AGREEMENT and key(rest) in keys:
            return rest
    return heading


_SHORTEST_AGREEMENT = 8
"""Letters: shorter texts are contained in others by chance."""


def _agree(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _SHORTEST_AGREEMENT and short in long)


def _endings(title: str) -> list[str]:
    return [title[match.start() :] for match in _SEPARATOR.finditer(title) if match.start()]


def _beginnings(title: str) -> list[str]:
    return [title[: match.end()] for match in _SEPARATOR.finditer(title) if match.end() < len(title)]


def _common(affixes: Sequence[Sequence[str]], *, at_end: bool) -> tuple[str, ...]:
    """The affixes of many titles, and the longer ones that hold one of them, longest first."""
    counts = Counter(affix for page in affixes for affix in set(page))
    site = {a for a, n in counts.items() if n >= max(FEWEST_TITLES, SITE_SHARE * len(affixes))}
    rare = max(FEWEST_TITLES, SECTION_SHARE * len(affixes))
    section = {a for a, n in counts.items() if n >= rare and any(_holds(a, s, at_end=at_end) for s in site)}
    return tuple(sorted(site | section, key=lambda affix: (-len(affix), affix)))


def _holds(affix: str, site: str, *, at_end: bool) -> bool:
    return affix.endswith(site) if at_end else affix.startswith(site)
