"""Who wrote an article: names of people and agencies, without the site's own name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from indexer.article.bylines import BylineAffixes, named
from indexer.article.locale_words import conjunctions
from indexer.article.site_names import key, site_names
from indexer.page.metadata import Metadata

LONGEST_BYLINE = 500
"""Characters of one text that are searched for names."""
LONGEST_NAME = 60
"""Characters; longer texts are descriptions of a person."""
MOST_WORDS = 6
MOST_NAMES = 20
WEAK_NAMES = 4
"""Elements named for an author that may differ on one page; more are a table of contents' or a comment thread's."""

_META = (
    "author", "article:author", "og:article:author", "og:author", "dc.creator", "dcterms.creator", "dc.contributor",
    "parsely-author", "sailthru.author", "cxenseparse:author", "articleauthor", "byl", "creator", "dcsext.author",
)  # fmt: skip
_NOT_A_NAME = re.compile(r"[@+*\d{}<>\[\]=#?!]")
_ADDRESS_OF_PAGE = re.compile(r"^/|://|^www\.", re.IGNORECASE)
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_BRACKETS = re.compile(r"\s*[(（\[【].*?[)）\]】]\s*")
_SEPARATOR = re.compile(r"\s*[;|•·、,，]\s*|\s+[/–—-]\s+|/(?=\w+ \w)")
_LAST_FIRST = re.compile(r"[^\s,]+, [^\s,]+")
_PREFIX = re.compile(
    r"(?:(?:written |story |words )?by|von|par|di|da|por|de|door|av|af|od|author|autor(?:e|in|a)?)\s*:?\s+"
    r"|(?:[文撰]|作者|記者|记者|責任編輯|责任编辑|編輯|编辑|取材|글)\s*[:：／/]\s*",
    re.IGNORECASE,
)
"""Weak: common words before a name. A site's own are learned (`learn_affixes`)."""
_WORD_AND_COLON = re.compile(r"[^\W\d_]+\s*[:：]\s*")
_DATE = re.compile(r"\b\d{1,2}\b.*\b(?:19|20)\d\d\b|\b(?:19|20)\d\d\b.*\b\d{1,2}\b")
_NOBODY = frozenset({
    "admin", "administrator", "author", "by", "editor", "editorial", "editors", "guest", "guestauthor", "newsdesk",
    "redaccion", "redaction", "redactie", "redaktion", "redakcja", "redazione", "root", "staff", "staffreporter",
    "staffwriter", "unknown", "user", "webmaster", "null", "none", "undefined", "anonymous",
})  # fmt: skip
"""Keys of what stands in an author's place without naming anyone."""


_NO_AFFIXES = BylineAffixes()


def choose(
    metadata: Metadata,
    lines: Sequence[str] = (),
    language: str = "",
    affixes: BylineAffixes = _NO_AFFIXES,
    constant: Collection[str] = (),
) -> tuple[str, ...]:
    """The article's authors in the page's order, each once; () where none is named.

    The best source that names anyone decides: JSON-LD, meta elements, microdata, links with rel=author, elements named
    for an author, lines around the headline.

    Parameters
    ----------
    metadata : Metadata
    lines : sequence of str
        Short lines between the headline and the first paragraph, and just after; believed only where they begin with
        what announces a name, or part a name from a date.
    language : str
        BCP 47 primary subtag, for the word between two names.
    affixes : BylineAffixes
        What the site writes around names.
    constant : collection of str
        Weak names that stand on all pages beside the author's (`learn_bystanders`).

    Examples
    --------
    >>> choose(Metadata(meta={"author": ("Von Ilse Berg und Ola Brekke (dpa)",)}), language="de")
    ('Ilse Berg', 'Ola Brekke')
    >>> choose(Metadata(bylines=("By Staff",)), lines=["Words by Maren Oduya, 4 March"])
    ('Maren Oduya',)
    """
    item = metadata.linked.item
    weak = (named(texts, constant) for texts in (metadata.rel_authors, metadata.bylines))
    sources: list[Sequence[str]] = [
        item.authors if item else (),
        metadata.all(*_META),
        (*metadata.items.get("author", ()), *metadata.items.get("creator", ())),
        *(texts for texts in weak if len(texts) <= WEAK_NAMES),
        _bylines(lines, affixes),
    ]
    refused = _NOBODY | site_names(metadata)
    found = (names(texts, language, affixes, refused) for texts in sources if texts)
    return next((one for one in found if one), ())


def names(
    texts: Iterable[str],
    language: str = "",
    affixes: BylineAffixes = _NO_AFFIXES,
    refused: Collection[str] = _NOBODY,
) -> tuple[str, ...]:
    """The names in these texts, each once, in order.

    >>> names(["Ada Berg, Sefa Korkmaz & Ola Brekke", "ada@courier.example", "https://courier.example/ada", "Admin"])
    ('Ada Berg', 'Sefa Korkmaz', 'Ola Brekke')
    """
    found: dict[str, str] = {}
    for text in texts:
        if _ADDRESS_OF_PAGE.search(text):
            continue
        for name in _parts(_bare(text[:LONGEST_BYLINE], affixes), language):
            if _is_name(name) and (k := key(name)) not in refused:
                found.setdefault(k, name)
    return tuple(found.values())[:MOST_NAMES]


def _bylines(lines: Sequence[str], affixes: BylineAffixes) -> list[str]:
    """The lines that name an author: by what they begin with, or as a name beside a date ("Ola Brekke | 4.3.2026")."""
    found = []
    for line in lines:
        if len(line) > 2 * LONGEST_NAME:
            continue
        pieces = [piece for piece in _SEPARATOR.split(line) if piece and not _DATE.search(piece)]
        if _PREFIX.match(line) or any(line.startswith(one + " ") for one in affixes.before):
            found += pieces
        elif _DATE.search(line):
            found += [piece for piece in pieces if _is_full_name(piece)][:1]
    return found


def _bare(text: str, affixes: BylineAffixes) -> str:
    """A byline without addresses and without the words around the names."""
    text = _ADDRESS.sub("", text).strip()
    for before in affixes.before:
        text = text.removeprefix(before + " ")
    for after in affixes.after:
        text = text.removesuffix(" " + after)
    for pattern in (_PREFIX, _WORD_AND_COLON):
        if match := pattern.match(text + " "):
            text = text[match.end() :]
    return text


@lru_cache(maxsize=64)
def _conjunction(language: str) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in conjunctions(language))
    return re.compile(rf"\s+(?:{words})\s+", re.IGNORECASE)


def _parts(text: str, language: str) -> list[str]:
    """The names in a byline; of what follows the first name only what looks like one (no titles, no places)."""
    text = _BRACKETS.sub(" ", text)
    if _LAST_FIRST.fullmatch(text):  # Brekke, Ola
        last, _, first = text.partition(", ")
        return [f"{first} {last}"]
    pieces = [name for part in _SEPARATOR.split(text) for name in _conjunction(language).split(part)]
    stripped = [stripped for piece in pieces if (stripped := piece.strip(_MARKS))]
    first_is_full = bool(stripped) and " " in stripped[0]
    return stripped[:1] + [one for one in stripped[1:] if _is_full_name(one) or not (first_is_full and _is_word(one))]


_MARKS = " .:;,-–—|/*_\"“”„"


def _is_name(text: str) -> bool:
    if not 1 < len(text) <= LONGEST_NAME or len(text.split()) > MOST_WORDS or _NOT_A_NAME.search(text):
        return False
    return any(character.isalpha() for character in text)


def _is_full_name(text: str) -> bool:
    """Two to five words that begin with capitals, but for short particles (van der, de la, al)."""
    words = text.split()
    capitals = sum(word[0].isupper() for word in words)
    return (
        _is_name(text)
        and 2 <= len(words) <= MOST_WORDS - 1
        and capitals >= 2
        and all(word[0].isupper() or len(word) <= 3 for word in words)
    )


def _is_word(text: str) -> bool:
    """A place ("Frankfurt"), a title or a description, rather than an agency ("AFP", "dpa") or a name without case."""
    return text.istitle() if " " not in text else any(word[0].islower() for word in text.split())
