"""Choice of the article's headline among the page's titles and headings, without the site's name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from typing import NamedTuple

from indexer.article.site_names import key, site_names
from indexer.article.title_affixes import LONGEST_TITLE, TitleAffixes, separators, title_parts
from indexer.page.metadata import Metadata

_NO_AFFIXES = TitleAffixes()


VISIBLE, STATED = "heading", "title"


class Headed(NamedTuple):
    """A headline and its source: VISIBLE, STATED (JSON-LD, meta elements, `title`), or "" for none."""

    text: str = ""
    source: str = ""


def choose(
    metadata: Metadata,
    headings: Sequence[str],
    affixes: TitleAffixes = _NO_AFFIXES,
    over_story: str = "",
    *,
    lines: Sequence[str] = (),
    homes: Sequence[str] = (),
    lone: bool = False,
) -> Headed:
    """Return the article's headline and its source.

    The heading over the story comes first, then JSON-LD's headline, then the visible heading that a stated title confirms, then the other
    titles, and finally any heading. On a page of an unknown site the title for sharing (Open Graph) comes first: of 129 labelled
    news pages it is right on 110, JSON-LD's headline on 108, the heading over the story on 102. A kicker ("Sport: …") is removed if
    another title omits it. The site's name and titles that the site repeats from page to page are rejected.

    Parameters
    ----------
    metadata : Metadata
    headings : sequence of str
        The page's headings, without ruby readings: all h1 in document order, then the h2.
    affixes : TitleAffixes
        Learned from the site's titles.
    over_story : str
        The heading over the story, if it is certain (`HeadlineContext.over_story`).
    lines : sequence of str
        The lines above the story: on a page without headings one that is a part of its title heads the story.
    homes : sequence of str
        The texts of links to the front page: the site's name is one of them.
    lone : bool
        True if nothing is known of the page's site.

    Examples
    --------
    >>> choose(Metadata(title="Tram derailed - The Courier"), ["The Courier", "Tram derailed"])
    Headed(text='Tram derailed', source='heading')
    >>> from indexer.page.json_ld import LinkedData, NewsItem
    >>> drawn = Metadata(linked=LinkedData(NewsItem(headline="Tram derailed \N{TRAM}", is_article=True)))
    >>> choose(drawn, ["Tram derailed"], over_story="Tram derailed").text
    'Tram derailed \N{TRAM}'
    >>> choose(Metadata(title="Newsroom"), ["Solar roofs"], TitleAffixes(shared=("Newsroom",))).text
    'Solar roofs'
    """
    names = site_names(metadata) | ({key(one) for one in homes} - {""})
    refused = names | {key(title) for title in affixes.shared} | _brand(metadata)
    visible = [one for one in headings if len(one) <= LONGEST_TITLE and (k := key(one)) and k not in refused]
    visible = visible or _shown_part(metadata.titles, lines, refused)
    visible_keys = [key(one) for one in visible]
    stated = [
        bare
        for title in _stated(metadata)
        if (bare := _without_site(affixes.without(title), names, visible_keys)) and key(bare) not in refused
    ]
    named = stated[0] if stated and _declared(metadata) else ""
    whole = _without_site(affixes.without(_declared(metadata)), names, ())
    over = over_story if key(over_story) not in refused and len(over_story) <= LONGEST_TITLE else ""
    if key(named) == key(over) and (_symbols(named) > _symbols(over) or named.count(":") > over.count(":")):
        over = named  # WordPress and others show a heading's emoji as images, and styles set a kicker apart
    shared = _for_sharing(metadata, affixes, names, (over,) if over else visible) if lone else ""
    title = key(stated[-1]) if stated else ""
    shared = "" if key(shared) in refused else _as_declared(shared, whole, over, title)
    if over and key(over) == title and _is_slogan(shared, over, metadata):
        shared = over
    found = shared or over or _whole(named, visible) or _confirmed(visible, stated) or _similar(visible, stated)
    found = found or next(iter((*stated, *visible)), "")
    found = _without_kicker(found, stated, visible) or next(iter((*_stated(metadata), *headings)), "")
    return Headed(found, "" if not found else VISIBLE if found in (over_story, *headings) else STATED)


def alternative(
    metadata: Metadata, headings: Sequence[str], headline: str, affixes: TitleAffixes = _NO_AFFIXES
) -> str:
    """Return a second headline: the one stated as such, or the first visible heading, if its text differs.

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


def _stated(metadata: Metadata) -> list[str]:
    """Return the titles outside the visible text, best first."""
    item = metadata.linked.item
    found = [_declared(metadata), item.headline if item else "", *metadata.items.get("headline", ())[:1]]
    if item and item.is_article:
        found.append(item.name)
    found += [_uncut(metadata, "og:title"), _uncut(metadata, "twitter:title", "parsely-title", "dc.title"), metadata.title]
    return [title[:LONGEST_TITLE] for title in found if title]


def _uncut(metadata: Metadata, *names: str) -> str:
    """Return the title in a `meta` element; "" if an unescaped quotation mark of the title ends the attribute.

    >>> _uncut(Metadata(title='Crew shouts "help" from the boat', meta={"og:title": ("Crew shouts",)}), "og:title")
    ''
    """
    title = metadata.first(*names)
    rest = metadata.title.removeprefix(title).lstrip() if title else ""
    return "" if metadata.title.startswith(title) and rest.startswith(_ATTRIBUTE_ENDS) else title


_ATTRIBUTE_ENDS = ('"', "'")


def _declared(metadata: Metadata) -> str:
    """Return the declared headline: JSON-LD's, or a `meta` of that name that another title confirms; "" without one."""
    item = metadata.linked.item
    if item is not None and item.is_article and item.headline:
        return item.headline
    named = metadata.first("headline")
    return named if any(_agree(key(named), key(title)) for title in metadata.titles) else ""


def _shown_part(titles: Sequence[str], lines: Sequence[str], refused: Collection[str]) -> list[str]:
    """Return the longest part of a title that is one of these lines, if there is one."""
    parts = {key(part) for title in titles for part in title_parts(title)}.difference(refused)
    return sorted((line for line in lines if key(line) in parts), key=len)[-1:]


def _without_site(title: str, names: Collection[str], headings: Sequence[str]) -> str:
    """Return the title cut at the separator next to the site's name, or at the end of a visible heading."""
    for match in separators(title):
        left, right = title[: match.start()], title[match.end() :]
        if key(left) in headings or key(right) in names:
            return left.strip()
        if key(left) in names or ("|" in match[0] and key(right) in headings):
            return right.strip()
    return title.strip()


def _for_sharing(metadata: Metadata, affixes: TitleAffixes, names: Collection[str], visible: Sequence[str]) -> str:
    """Return the title for sharing without the site's name (a suffix that the declared headline shares is kept); "" for a truncated one."""
    title = affixes.without(_uncut(metadata, "og:title")[:LONGEST_TITLE])
    shorter = visible if key(title) != key(_declared(metadata)) else ()
    bare = _without_site(title, names, [key(one) for one in shorter])
    return "" if bare.endswith(("…", "...")) else bare


def _as_declared(shared: str, named: str, over: str, title: str) -> str:
    """Return the title for sharing, or the title that the page shows and declares if the former is no headline.

    Parameters
    ----------
    shared, named, over : str
        The title for sharing, the declared headline and the heading over the story.
    title : str
        The key of the `title` element: the search engines' title, if the page shows and declares another headline.
    """
    if _typed(shared) == _typed(over) or (key(over) == key(named) != key(shared) == title):
        return over
    rest = shared.removeprefix(named)
    return named if named and rest != shared and rest.lstrip()[:1] in _DASHES and len(key(rest)) <= len(key(named)) / 2 else shared


def _is_slogan(shared: str, headline: str, metadata: Metadata) -> bool:
    """Return whether a title for sharing has a word of the site's name, and none of the headline that the page shows and its title repeats.

    >>> _is_slogan("Courier, words on water", "Tram derailed", Metadata(meta={"og:site_name": ("The Courier",)}))
    True
    """
    words = set(_WORD.findall(shared.casefold()))
    names = " ".join(metadata.all("og:site_name", "application-name")).casefold()
    own = {word for word in _WORD.findall(names) if len(word) >= _SHORTEST_NAME}
    return words.isdisjoint(_WORD.findall(headline.casefold())) and not words.isdisjoint(own)


_SHORTEST_NAME = 4
"""Number of letters; a site's name may begin with an article."""


def _typed(text: str) -> str:
    """Return the text with typewriter quotation marks, because sites use both kinds."""
    return text.translate(_TYPEWRITER)


_TYPEWRITER = str.maketrans("‘’“”", "''\"\"")
_DASHES = tuple("-–—|»›｜ㅣ•·")
"""Separators between a headline and a section or the site's name; a colon as often separates it from its second half."""


def _brand(metadata: Metadata) -> set[str]:
    """Return the key of a title for sharing that the page also names as its author: a company's name, on each of its pages."""
    name = key(metadata.first("og:title"))
    return {name} & {key(author) for author in metadata.all("author")} - {""}


def _symbols(text: str) -> int:
    """Return the number of pictographs and other symbols (Unicode's So), which keys omit."""
    return sum(unicodedata.category(character) == "So" for character in text)


def _whole(headline: str, visible: Sequence[str]) -> str:
    """Return the headline, or the visible heading that it truncates (search engines ask for at most 110 characters)."""
    start = key(headline) if headline.endswith(("…", "...")) else ""
    return next((one for one in visible if start and key(one).startswith(start)), headline)


def _confirmed(visible: Sequence[str], stated: Sequence[str]) -> str:
    """Return the visible heading that equals a title, else the longest that contains one or is contained in one."""
    keys = {key(title) for title in stated}
    agreeing = [one for one in visible if any(_agree(key(one), title) for title in keys)]
    return next((one for one in agreeing if key(one) in keys), "") or max(agreeing, key=len, default="")


def _similar(visible: Sequence[str], stated: Sequence[str]) -> str:
    """Return the visible heading of which most words are in a title: search engines get another wording of the headline."""
    titles = [set(_WORD.findall(title.casefold())) for title in stated]
    for one in visible:
        words = _WORD.findall(one.casefold())
        in_title = max((len(title.intersection(words)) for title in titles), default=0)
        if len(words) >= _FEWEST_WORDS and in_title >= _SHARE_OF_WORDS * len(set(words)):
            return one
    return ""


def _without_kicker(heading: str, stated: Sequence[str], visible: Sequence[str]) -> str:
    """Return the heading from the start of a stated title after a separator ("Sport: Tram wins"); a quotation is no kicker."""
    if heading[:1] in _QUOTES:
        return heading
    keys = {key(title) for title in stated}
    for match in separators(heading):
        rest = heading[match.end() :].strip()
        if rest[:1] in _QUOTES:  # a quoted speaker belongs to the quotation
            if any(_kicker_differs(heading[: match.start()], rest, other) for other in (*stated, *visible)):
                return rest
            continue
        if len(key(rest)) >= _SHORTEST_AGREEMENT and key(rest) in keys:
            return rest
    return heading


def _kicker_differs(kicker: str, quotation: str, other: str) -> bool:
    """Return whether another title has the quotation after other words: then both are kickers, and neither names the speaker."""
    before, found, after = other.rpartition(quotation)
    words = _WORD.findall(kicker.casefold())
    return bool(found and key(before)) and not after and set(words).isdisjoint(_WORD.findall(before.casefold()))


_WORD = re.compile(r"\w+")
_FEWEST_WORDS, _SHARE_OF_WORDS = 5, 0.6
_QUOTES = ("\"", "'", "“", "„", "«", "»", "‘", "‚", "‹", "「", "『")
_SHORTEST_AGREEMENT = 8
"""In letters: shorter texts are contained in others by chance."""


def _agree(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _SHORTEST_AGREEMENT and short in long)
