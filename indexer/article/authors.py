"""Who wrote an article: names of people and agencies, without the site's own name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from indexer.article.headline import key, site_names
from indexer.article.locale_words import conjunctions
from indexer.page.metadata import Metadata

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
_NOT_A_NAME = re.compile(r"@|\d|[{}<>\[\]=#?!]")
_ADDRESS_OF_PAGE = re.compile(r"^/|://|^www\.", re.IGNORECASE)
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_BRACKETS = re.compile(r"\s*[(（\[【].*?[)）\]】]\s*")
_SEPARATOR = re.compile(r"\s*[;|•·、,，]\s*|\s+[/–—-]\s+|(?<=\w\w\w)/(?=\w\w\w)")
_LAST_FIRST = re.compile(r"[^\s,]+, [^\s,]+")
_PREFIX = re.compile(
    r"(?:(?:written |story |words )?by|von|par|di|da|por|de|door|av|af|od|author|autor(?:e|in|a)?)\s*:?\s+"
    r"|(?:[文撰]|作者|記者|记者|責任編輯|责任编辑|編輯|编辑|取材|글)\s*[:：／/]\s*|[^\W\d_]+\s*[:：]\s*",
    re.IGNORECASE,
)
"""Weak: common words before a name, and any single word before a colon. A site's own are learned (`learn_prefixes`)."""
_NOBODY = frozenset({
    "admin", "administrator", "author", "by", "editor", "editorial", "editors", "guest", "guestauthor", "newsdesk",
    "redaccion", "redaction", "redactie", "redaktion", "redakcja", "redazione", "root", "staff", "staffreporter",
    "staffwriter", "unknown", "user", "webmaster", "null", "none", "undefined", "anonymous",
})  # fmt: skip
"""Keys of what stands in an author's place without naming anyone."""


def choose(
    metadata: Metadata,
    lines: Sequence[str] = (),
    language: str = "",
    prefixes: Collection[str] = (),
) -> tuple[str, ...]:
    """The article's authors in the page's order, each once; () where none is named.

    The best source that names anyone decides: JSON-LD, meta elements, microdata, links with rel=author, elements named
    for an author, lines around the headline.

    Parameters
    ----------
    metadata : Metadata
    lines : sequence of str
        Short lines between the headline and the first paragraph, and just after; believed only where they begin with a
        learned prefix or a common one.
    language : str
        BCP 47 primary subtag, for the word between two names.
    prefixes : collection of str
        What the site writes before names (`learn_prefixes`).

    Examples
    --------
    >>> choose(Metadata(meta={"author": ("Von Ilse Berg und Ola Brekke (dpa)",)}), language="de")
    ('Ilse Berg', 'Ola Brekke')
    >>> choose(Metadata(bylines=("By Staff",)), lines=["Words by Maren Oduya, 4 March"])
    ('Maren Oduya',)
    """
    item = metadata.linked.item
    weak = (metadata.rel_authors, metadata.bylines)
    sources: list[Sequence[str]] = [
        item.authors if item else (),
        metadata.all(*_META),
        (*metadata.items.get("author", ()), *metadata.items.get("creator", ())),
        *(texts for texts in weak if len(texts) <= WEAK_NAMES),
        [line for line in lines if len(line) <= 2 * LONGEST_NAME and _begins_a_byline(line, prefixes)],
    ]
    refused = _NOBODY | site_names(metadata)
    found = (names(texts, language, prefixes, refused) for texts in sources if texts)
    return next((one for one in found if one), ())


def names(
    texts: Iterable[str], language: str = "", prefixes: Collection[str] = (), refused: Collection[str] = _NOBODY
) -> tuple[str, ...]:
    """The names in these texts, each once, in order.

    >>> names(["Ada Berg, Sefa Korkmaz & Ola Brekke", "ada@courier.example", "https://courier.example/ada", "Admin"])
    ('Ada Berg', 'Sefa Korkmaz', 'Ola Brekke')
    """
    found: dict[str, str] = {}
    for text in texts:
        if _ADDRESS_OF_PAGE.search(text):
            continue
        for part in _parts(_unprefixed(text, prefixes), language):
            name = part.strip(" .:;,-–—|/*_\"“”„")
            if _is_name(name) and (k := key(name)) not in refused:
                found.setdefault(k, name)
    return tuple(found.values())[:MOST_NAMES]


def learn_prefixes(bylines: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The first words that a site's bylines share while what follows differs.

    Parameters
    ----------
    bylines : sequence of sequences of str
        For each page of the sample the texts of its elements named for an author.

    Returns
    -------
    tuple of str
        Sorted; a prefix stands on at least three pages and before at least three different names.

    Examples
    --------
    >>> learn_prefixes([["Skrevet av Ola Brekke"], ["Skrevet av Ada Hjelm"], ["Skrevet av Ilse Berg"]])
    ('Skrevet av',)
    """
    distinct = sorted({line for page in bylines for line in page})
    followers: dict[str, set[str]] = {}
    for line in distinct:
        words = line.split()
        for n in range(1, min(len(words), 4)):
            followers.setdefault(" ".join(words[:n]), set()).add(words[n])
    common = {prefix for prefix, after in followers.items() if len(after) >= 3}
    return tuple(sorted(common))


def _unprefixed(text: str, prefixes: Collection[str]) -> str:
    text = _ADDRESS.sub("", text).strip()
    own = max((one for one in prefixes if text.startswith(one + " ")), key=len, default="")
    text = text[len(own) :].strip()
    match = _PREFIX.match(text)
    return text[match.end() :] if match and match.end() < len(text) else text


def _begins_a_byline(line: str, prefixes: Collection[str]) -> bool:
    return any(line.startswith(one + " ") for one in prefixes) or _PREFIX.match(line) is not None


@lru_cache(maxsize=64)
def _conjunction(language: str) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in conjunctions(language))
    return re.compile(rf"\s+(?:{words})\s+", re.IGNORECASE)


def _parts(text: str, language: str) -> list[str]:
    text = _BRACKETS.sub(" ", text)
    if _LAST_FIRST.fullmatch(text):  # Brekke, Ola
        last, _, first = text.partition(", ")
        return [f"{first} {last}"]
    return [name for part in _SEPARATOR.split(text) for name in _conjunction(language).split(part)]


def _is_name(text: str) -> bool:
    if not 1 < len(text) <= LONGEST_NAME or len(text.split()) > MOST_WORDS or _NOT_A_NAME.search(text):
        return False
    return any(character.isalpha() for character in text)
