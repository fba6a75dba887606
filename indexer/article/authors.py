"""Authors of an article: names of people and agencies, without the site's own name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import NamedTuple

from indexer.article.bylines import BylineAffixes, named
from indexer.article.date_labels import names_change
from indexer.article.date_text import DAY_LENGTH, dates_in
from indexer.article.headline_context import HeadlineContext, Place
from indexer.article.labels import section
from indexer.article.locale_words import conjunctions, weekdays
from indexer.article.site_names import key, site_names
from indexer.page.collector import Marked
from indexer.page.json_values import MAX_VALUES
from indexer.page.metadata import Metadata

LONGEST_BYLINE = 500
"""Maximum length in characters of a text that is searched for names."""
LONGEST_NAME = 60
"""In characters; longer texts are descriptions of a person."""
MOST_WORDS = 6
MOST_NAMES = 20
WEAK_NAMES = 4
"""Maximum number of distinct author-named elements on one page; more belong to a TOC or a comment thread."""

_META = (
    "author", "authors", "article:author", "og:article:author", "og:author", "dc.creator", "dcterms.creator", "dc.creator.personalname",
    "citation_author", "citation_authors", "bepress_citation_author", "eprints.creators_name",
    "parsely-author", "parsely-page.author", "parsely-page.authors", "sailthru.author", "cxenseparse:author", "articleauthor", "byl",
    "creator", "dcsext.author",
)  # fmt: skip
_CONTRIBUTORS = ("dc.contributor",)
"""Names of `meta` elements for those who took part, who are the authors if nobody else is."""
_NOT_A_NAME = re.compile(r"[@+*©\d{}<>\[\]=#?!]")
_NICKNAME = re.compile(r"(?!\d)(?=(?:\d*[^\W\d_]){2})\w{4,20}")
_ADDRESS_OF_PAGE = re.compile(r"^/|://|^www\.", re.IGNORECASE)
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+")
_BRACKETS = re.compile(r"(?:(?<!\s)\s++)?[(（\[【][^)）\]】\n]{0,300}[)）\]】]\s*+")
_SEPARATOR = re.compile(r"(?:(?<!\s)\s++)?[;；|•·、,，／\u200b]\s*+|(?<!\s)\s++[/–—-]\s+|/(?=\w+ \w|[A-Z]{2,6}\b)")
_LAST_FIRST = re.compile(r"[^\s,]+, [^\s,]+")
_HAN_NAMES = re.compile(r"[\u4e00-\u9fff]{2,4}(?:\s+[\u4e00-\u9fff]{2,4})+")
"""Chinese names, which have no gap inside."""
_PREFIX = re.compile(
    r"(?:(?:(?:written|story|words|posted|text|report) )?by|(?:(?:publié|écrit) )?par|(?:(?:publicado|escrito) )?por"
    r"|vo[nm]|di|da|de|door|av|af|od|author|autor(?:e|in|a)?)(?:\s*+:)?\s++"
    r"|(?:writer|reporter|journalist)\s*+:\s*+"
    r"|(?-i:(?:By|Von|Par|Por)(?=[A-ZÀ-Þ]|(?:by|von|par|por)\s))"
    r"|(?:기자명|[作著筆]者)(?:\s*+[:：]\s*|\s++)|(?:[文撰]|[作著筆]者|投稿者|執筆者?|記者|记者|責任編輯|责任编辑|編輯|编辑|取材|글)\s*[:：／/●]\s*",
    re.IGNORECASE,
)
"""Weak evidence: common words before a name, also where a style sets them apart ("ByAda Berg"). A site's own words are learned
(`learn_affixes`)."""
_SUFFIX = re.compile(r"(?:(?<!\s)\s++)?(?:기자|특파원|記者|记者)(?:\s*외\s*\d+명)?$")
"""Weak evidence: words after a reporter's name."""
_UNMARKED = re.compile(r"[作著筆]者\s*([一-鿿]{2,4})")
"""A label that only a style sets apart from a name, in a line with a date."""
_WORD_AND_COLON = re.compile(r"[^\W\d_]+(?:\s(?:&|[a-z]{1,3})\s[^\W\d_]+)?\s*[:：]\s*")
"""A label: "Text:", "Text & Fotos:", "Texte et photos:"."""
_HANDLE = re.compile(r"(?<=\w)(?:,?\s+)?@\w+")
"""The writer's name in a network, after the name."""
_COUNT = re.compile(r"(?:^|\s)\d+\s+[^\W\d_]")
"""What follows a name: "5 minute read", "12 comments"."""
_COLUMN = re.compile(r"(?<=\w) in (?=[A-ZÀ-Þ])")
"""The word between a name and the column."""
_COLUMNS = re.compile(r", in [A-ZÀ-Þ].*")
"""The columns behind the names."""
_COLUMN_BEHIND = re.compile(r"\s+[^\W\d_A-ZÀ-Þ]{1,4}\s+[A-ZÀ-Þ]")
_NO_BOUND = datetime(2100, 1, 1, tzinfo=UTC)
_NOBODY = frozenset({
    "admin", "administrator", "author", "by", "editor", "editorial", "editors", "guest", "guestauthor", "newsdesk",
    "redaccion", "redaction", "redactie", "redaktion", "redakcja", "redazione", "root", "staff", "staffreporter",
    "staffwriter", "unknown", "user", "webmaster", "null", "none", "undefined", "anonymous", "noauthor",
    "phd", "md", "mph", "msc", "mba", "jd", "rn", "dds", "dvm",
})  # fmt: skip
"""Keys of texts in an author's place that name nobody, and of degrees behind a name."""


_NO_AFFIXES = BylineAffixes()

JSON_LD, META, MICRODATA, REL_AUTHOR, NAMED, LINKED, PRINTED = "json-ld", "meta", "microdata", "rel-author", "class", "address", "printed"
_DECLARED = (JSON_LD, META, MICRODATA)


class Authored(NamedTuple):
    """The authors of an article and where they were found.

    Parameters
    ----------
    names : tuple of str
        Distinct, in the page's order; () if nobody is named.
    organizations : tuple of str
        The agencies, desks and publishers among them.
    source : str
        JSON_LD, META, MICRODATA, REL_AUTHOR, NAMED (an element whose class names an author), LINKED (a link to an author's page),
        PRINTED (a line by the headline) or "".
    """

    names: tuple[str, ...] = ()
    organizations: tuple[str, ...] = ()
    source: str = ""


def choose(
    metadata: Metadata,
    around: HeadlineContext | None = None,
    language: str = "",
    affixes: BylineAffixes = _NO_AFFIXES,
    constant: Collection[str] = (),
    users: Collection[str] = (),
    *,
    publisher_too: bool = True,
) -> Authored:
    """Return the article's authors and the source that names them.

    The best source that names anyone decides: JSON-LD, meta elements, microdata, then links with rel=author, author-named elements and
    lines near the headline, then such links and elements after the story. If nobody is named, JSON-LD's author may be the publisher.

    Parameters
    ----------
    metadata : Metadata
    around : HeadlineContext or None
        The page's context of the story. Its lines count only if they begin with a byline word, or combine a name with a date.
    language : str
        BCP 47 primary subtag, for the word between two names.
    affixes : BylineAffixes
        Words that the site writes before and after names.
    constant : collection of str
        Weak names that occur on all pages beside the author's (`learn_repeated_names`).
    users : collection of str
        Declared names of those who enter others' stories (`learn_users`).
    publisher_too : bool
        True if the publisher may be the author; False for a site that names it on all pages.

    Examples
    --------
    >>> choose(Metadata(meta={"author": ("Von Ilse Berg und Ola Brekke (dpa)",)}), language="de").names
    ('Ilse Berg', 'Ola Brekke')
    >>> from indexer.article.headline_context import Line
    >>> choose(Metadata(bylines=(Marked("By Staff"),)), HeadlineContext(lines=(Line("Words by Maren Oduya, 4 March"),)))
    Authored(names=('Maren Oduya',), organizations=(), source='printed')
    """
    around = around or HeadlineContext()
    item = metadata.linked.item
    stated = tuple(one for one in item.authors if one not in users) if item else ()
    own = site_names(metadata)
    byline = _Byline(language, affixes, own, {key(label) for label in section(metadata)})
    publisher = tuple(dict.fromkeys(one for one in stated if key(one) in own and key(one) not in _NOBODY)) if publisher_too else ()
    signed = byline.signed(around.signature)
    desks = {key(one) for one in item.organizations} if item else set[str]()
    in_meta = _in_meta(metadata)
    cited = {*metadata.all("citation_author", "eprints.creators_name")}.difference(metadata.all("author", "authors"))
    items = [mark for mark in metadata.item_authors if mark.text not in around.captions]
    in_classes = _marked(metadata.bylines, around, constant, Place.ABOVE)
    linked = _marked(around.profiles, around, constant, Place.HEAD)
    above: list[tuple[Sequence[str], str]] = [
        (_marked(metadata.rel_authors, around, constant, Place.ABOVE), REL_AUTHOR),
        *([(_marked(metadata.bylines, around, constant, Place.HEAD), NAMED), (linked, LINKED)] if linked else []),
        (in_classes, NAMED),
        (_bylines(around.short_lines, affixes, language), PRINTED),
    ]
    sources: list[tuple[Sequence[str], str]] = [
        (stated, JSON_LD),
        ([_first_last(one) if one in cited else one for one in in_meta if one not in users], META),
        (_marked(items, around, constant, Place.ABOVE if len({one.text for one in items}) > 1 else Place.FOOT, MAX_VALUES), MICRODATA),
        *above,
        (_marked(items, around, constant), MICRODATA),
        (_marked(metadata.rel_authors, around, constant), REL_AUTHOR),
        (_marked(metadata.bylines, around, constant), NAMED),
        (_marked(around.profiles, around, constant, most=1), LINKED),
        (_labelled_end(around), PRINTED),
    ]
    named_by = ((byline.names(texts, source), source) for texts, source in sources)
    people = (one for one in named_by if any(map(_is_full_name, one[0]))) if signed.with_site else named_by
    namesake = publisher or any(key(one) in own for one in above[0][0])  # a line that goes on behind that name adds a section
    found, source = _first(one for one in people if one[0] and not (namesake and byline.is_desk(one[0])))
    found = _parted(found, (byline.names(texts, one) for texts, one in sources if one != source))
    if source in (REL_AUTHOR, NAMED, LINKED):
        found = _without_words_around(found, [mark.text for mark in (*metadata.bylines, *metadata.rel_authors)])
    by_others = source == JSON_LD and desks.issuperset(map(key, found)) and not any(_contains_site(one, own) for one in found)
    of_site = byline.is_desk(found)
    if found and (by_others or (source in _DECLARED and (of_site or all(map(_is_account, found))))):
        signing = [one for one in above if one[1] != PRINTED or not of_site]  # a line that dates a story may begin with a place
        printed = ((byline.names(texts, source), source) for texts, source in signing)  # who wrote what others published or entered
        others = (one for one in printed if any(map(_is_full_name, one[0])) and desks.isdisjoint(map(key, one[0])))
        found, source = next(others, (found, source))
    if source == META and (signers := byline.signers(around, found)):
        found, source = signers, PRINTED
    marked, lines = above[0][0], around.short_lines
    bylines = (marked, *((text,) for text in in_classes)) if source in _DECLARED else ((line,) for line in lines if _PREFIX.match(line))
    found = byline.completed(found, bylines)
    if not found:
        is_desk = any(key(one) in own for one in (*stated, *in_meta))
        found, source = (signed.names if signed.with_site or is_desk else ()), PRINTED
    found, source = (found, source) if found else (publisher, JSON_LD)
    found, source = (found, source) if found else (byline.beside_day(around), PRINTED)
    if found:
        return Authored(found, _organizations(found, desks, own), source)
    desk: tuple[str, ...] = ()
    if around.headline >= 0:  # "by The Courier"
        marked = [*_marked(metadata.rel_authors, around, constant), *_marked(metadata.bylines, around, constant)]
        desk = names([*marked, *_bylines(around.short_lines, affixes, language)], language, affixes, _NOBODY | byline.sections)[:1]
    return Authored(desk, desk, PRINTED if desk else "")


def declared_and_printed(metadata: Metadata, around: HeadlineContext, language: str = "") -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the authors that a page's metadata declare, and the full names that it marks as its author's near the headline."""
    item = metadata.linked.item
    near = [*_marked(metadata.rel_authors, around, (), Place.ABOVE), *_marked(metadata.bylines, around, (), Place.ABOVE)]
    return (*(item.authors if item else ()), *_in_meta(metadata)), tuple(filter(_is_full_name, names(near, language)))


def _in_meta(metadata: Metadata) -> tuple[str, ...]:
    return metadata.all(*_META) or metadata.all(*_CONTRIBUTORS)


def _first(named_by: Iterable[tuple[tuple[str, ...], str]]) -> tuple[tuple[str, ...], str]:
    """Return the first source that is declared or whose texts are not only phrases, else the first."""
    first: tuple[tuple[str, ...], str] = ((), "")
    for found, source in named_by:
        if source in _DECLARED or not all(map(_is_phrase, found)):
            return found, source
        first = first if first[0] else (found, source)
    return first


class _Signature(NamedTuple):
    """The names in a line that signs the story; `with_site`: it also names the site ("Courier / Ada Berg"), so it is no caption."""

    names: tuple[str, ...] = ()
    with_site: bool = False


class _Byline(NamedTuple):
    """Context for reading a page's bylines: language, the site's affixes and own names (keys), and the page's sections (keys).

    A section may be an agency's ("EFE"); if a page declares it as an author, it counts as one.
    """

    language: str
    affixes: BylineAffixes
    own: frozenset[str]
    sections: set[str]

    def names(self, texts: Sequence[str], source: str) -> tuple[str, ...]:
        """Return the names that a source gives, without the site's own."""
        if source == JSON_LD and self._is_joint(texts):
            return tuple(texts)
        refused = _NOBODY | self.own | (set() if source in _DECLARED else self.sections)
        texts = _of_writers(texts)
        if source in (REL_AUTHOR, LINKED):
            texts = [_linked_person(text, self.language) for text in texts]
        found = names(texts, self.language, self.affixes, refused)
        if source in (REL_AUTHOR, NAMED, LINKED):
            found = _whole_names(found)
        if source not in (REL_AUTHOR, LINKED):  # a link's text names its author in full
            found = tuple(dict.fromkeys(map(self._without_paper, found)))
        return found if source == JSON_LD else self._without_affiliation(found)

    def is_desk(self, found: Sequence[str]) -> bool:
        """Return whether all names begin with the site's own name and continue: "Courier with agencies"."""
        return all(map(self._is_of_site, found))

    def signed(self, line: str) -> _Signature:
        """Return the signature in a line that consists only of names, at least one of them a full name."""
        refused = _NOBODY | self.own | self.sections
        found = names([line], self.language, refused=refused) if line else ()
        desks = [part for part in _SEPARATOR.split(line) if key(part) in refused]
        rest = len(key(line)) - sum(len(key(one)) for one in (*found, *desks))
        if rest > _CONJUNCTIONS or not any(map(_is_full_name, found)):
            return _Signature()
        return _Signature(found, with_site=any(key(part) in self.own for part in desks))

    def beside_day(self, around: HeadlineContext) -> tuple[str, ...]:
        """Return the full name that alone stands beside the day by the headline."""
        named = list(filter(self._may_be_name, around.beside_day))
        return self.names(named, PRINTED) if len(named) == 1 else ()

    def _may_be_name(self, line: str) -> bool:
        """Return whether a line that nothing marks may be a writer's name: two or three words, which are no section."""
        plain = len(line.split()) <= _MOST_IN_NAME and not _SEPARATOR.search(line) and not line.isupper()
        return plain and _is_full_name(line) and key(line) not in self.sections

    def signers(self, around: HeadlineContext, declared: Sequence[str]) -> tuple[str, ...]:
        """Return the full names in the first labelled line below the headline, if they share no word with the declared names.

        Such a line signs an agency's story on a page that declares the agency.
        """
        lines = (line.text for line in around.lines if line.place == Place.HEAD and len(line.text) <= LONGEST_NAME)
        printed = self.names([next(filter(_PREFIX.match, lines), "")], PRINTED)
        words = {word for name in declared for word in name.casefold().split()}
        others = words.isdisjoint(word for name in printed for word in name.casefold().split())
        return printed if others and all(map(_is_full_name, printed)) else ()

    def completed(self, found: tuple[str, ...], bylines: Iterable[Sequence[str]]) -> tuple[str, ...]:
        """Return all names of the first byline that has these and further ones: only one writer may be declared or marked."""
        whole = (self.names(texts, PRINTED) for texts in bylines) if any(map(_is_full_name, found)) else ()
        return next((one for one in whole if set(found) < set(one) and all(map(_is_full_name, one))), found)

    def _without_affiliation(self, found: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names without the site's desks if a person is named: in "Ada Berg, Courier North" the desk is her affiliation."""
        people = tuple(one for one in found if not self._is_of_site(one))
        return people if any(map(_is_full_name, people)) else found

    def _without_paper(self, name: str) -> str:
        """Return the name without the site's own, as in "Courier-Redakteur Ada Berg" and "Ada Berg for Courier Online"."""
        words = name.split()
        if _contains_site(words[0], self.own) and "-" in words[0] and _is_full_name(" ".join(words[1:])):
            return " ".join(words[1:])
        for i in range(3, len(words)):
            tail = (key(" ".join(words[i:end])) for end in range(i + 1, len(words) + 1))
            if len(words[i - 1]) <= _SHORT_WORD and _is_full_name(" ".join(words[: i - 1])) and not self.own.isdisjoint(tail):
                return " ".join(words[: i - 1])
        return name

    def _is_of_site(self, name: str) -> bool:
        words = name.split()
        return any(key(" ".join(words[:n])) in self.own for n in range(1, len(words)))

    def _is_joint(self, stated: Sequence[str]) -> bool:
        """Return whether the only declared name joins the site's own and an agency's: "Courier and AFP" is one desk."""
        parts = [part.strip() for one in stated for part in _conjunction(self.language).split(" " + one)]
        own = [key(part) in self.own for part in parts]
        people = any(map(_is_full_name, (part for part, is_own in zip(parts, own, strict=True) if not is_own)))
        return len(stated) == 1 and len(parts) > 1 and any(own) and not people


def _marked(
    marks: Sequence[Marked], around: HeadlineContext, constant: Collection[str], farthest: Place = Place.FOOT, most: int = WEAK_NAMES
) -> list[str]:
    """Return the marked names nearest to the headline, else those without a known place; [] for those of teasers or comments."""
    placed = [(around.place(mark.block), mark) for mark in marks if mark.block >= 0]
    nearest = min((place for place, _ in placed), default=Place.ELSEWHERE)
    near = _innermost([mark for place, mark in placed if place == nearest <= farthest])
    whole = named(near or [mark.text for mark in marks if mark.block < 0 or around.headline < 0], constant)
    blocks = {mark.text: mark.block for mark in marks}
    texts = [text for one in whole for text in _names_of_lines(one, blocks.get(one, -1), around) or (one,)]
    return texts if len(set(texts)) <= most else []


def _linked_person(text: str, language: str) -> str:
    """Return the beginning of a link's text up to its comma: a link leads to one person, whose post follows; several have a word between.

    >>> _linked_person("Ada Berg, Executive Editor", "en"), _linked_person("Ada Berg, Ola Brekke and Ilse Dahl", "en")
    ('Ada Berg', 'Ada Berg, Ola Brekke and Ilse Dahl')
    """
    first, comma, _ = text.partition(", ")
    return first if comma and _is_full_name(_bare(first, _NO_AFFIXES)) and not _conjunction(language).search(text) else text


def _names_of_lines(text: str, block: int, around: HeadlineContext) -> list[str]:
    """Return the full names that are the lines of an element of several lines, up to a description of a person; [] for another element."""
    found: list[str] = []
    rest, described = key(text), False
    for line in (line.text for line in around.lines if line.block >= block >= 0):
        if not rest.startswith(key(line)) or not _is_full_name(line) or line != _without_link_text(line):
            described = bool(found) and rest.startswith(key(line)) and _is_phrase(line)
            break
        found.append(line)
        rest = rest.removeprefix(key(line))
    return found if described or (len(found) > 1 and not rest) else []


def _of_writers(texts: Sequence[str]) -> Sequence[str]:
    """Return the texts without those on other parts in the work, and without their names, if one of the texts names the writer.

    >>> _of_writers(["By Ada Berg", "Photography by Ola Brekke", "Ola Brekke"]), _of_writers(["Posts by Ada Berg"])
    (['By Ada Berg'], ['Posts by Ada Berg'])
    """
    if not any(_PREFIX.match(text) for text in texts):
        return texts
    others = {text: match[1] for text in texts if not _PREFIX.match(text) and (match := _OTHER_PART.fullmatch(text))}
    return [text for text in texts if text not in others and text not in others.values()]


_OTHER_PART = re.compile(r"[A-Z][a-z]+ by (.*)")
"""As `_LABEL`."""


def _first_last(name: str) -> str:
    """Return a name of a citation, which has the family names first, in the order of speech; a degree behind a comma stays there.

    >>> _first_last("Berg Holm, Ada Maria"), _first_last("Ada Berg, MD"), _first_last("Ada Berg")
    ('Ada Maria Berg Holm', 'Ada Berg, MD', 'Ada Berg')
    """
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if comma and "," not in first and key(first) not in _NOBODY else name


def _innermost(marks: Sequence[Marked]) -> list[str]:
    """Return the texts without details and without the containers of other texts (names and buttons) that add no name.

    If nothing else has a text, the details are the names.
    """
    out = []
    for text, _, detail in marks:
        rest = whole = text
        inner = [one for one in marks if one.text != text and one.text in text]
        for one in inner:
            rest = rest.replace(one.text, " ")
            whole = whole.replace(one.text, " ") if one.detail else whole
        if not detail and (not inner or _is_full_name(rest.strip(_MARKS))):
            out.append(whole)
    return out or [mark.text for mark in marks]


def _without_words_around(found: Sequence[str], marked: Iterable[str]) -> tuple[str, ...]:
    """Return the names; one that holds another marked full name is a link to that author's stories.

    >>> _without_words_around(["Alle Beiträge von Ada Berg anzeigen"], ["Alle Beiträge von Ada Berg anzeigen", "Ada Berg"])
    ('Ada Berg',)
    """
    full = [one for one in marked if _is_full_name(one)]
    return tuple(next((one for one in full if one != name and f" {one} " in f" {name} "), name) for name in found)


def _parted(found: tuple[str, ...], others: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the names; one that joins all names of another source, or all others of this one, without a sign between gives way to them.

    >>> _parted(("Ada Berg Ola Brekke",), [("Ada Berg",), ("Ada Berg", "Ola Brekke")])
    ('Ada Berg', 'Ola Brekke')
    >>> _parted(("Ada Berg", "Ola Brekke", "Ada Berg Ola Brekke"), [])
    ('Ada Berg', 'Ola Brekke')
    """
    for joined in (one for one in found if len(one.split()) >= _JOINED):
        rest = tuple(one for one in found if one != joined)
        for names in (rest, *others):
            if len(names) > 1 and key(joined) == "".join(map(key, names)):
                return tuple(dict.fromkeys((*rest, *names)))
    return found


_JOINED = 4
"""Fewest words of two names."""


def _whole_names(found: tuple[str, ...]) -> tuple[str, ...]:
    """Return the full names and all-capital agencies if there is a full name (other single words are buttons and networks); else all.

    A text that begins or ends with another name is its container or a link to that author's stories.
    """
    if not any(map(_is_full_name, found)):
        return found
    whole = [one for one in found if _is_full_name(one) or not _is_word(one)]
    return tuple(one for one in whole if not any(one != name and (one.endswith(name) or one.startswith(f"{name} ")) for name in whole))


_SHORT_WORD = 4
_CONJUNCTIONS = 5
"""Number of letters of the conjunctions between the names of a signature: "and", "und"."""


def _organizations(found: Sequence[str], desks: Collection[str], own: Collection[str]) -> tuple[str, ...]:
    """Return the names that JSON-LD types as organisations, that contain the site's name, or that are abbreviations (AFP, dpa)."""
    return tuple(one for one in found if key(one) in desks or _ABBREVIATION.fullmatch(one) or _contains_site(one, own))


def _contains_site(name: str, own: Collection[str]) -> bool:
    return any(one in key(name) for one in own if len(one) >= _SHORTEST_SITE)


_SHORTEST_SITE = 4
_ABBREVIATION = re.compile(r"[A-ZÀ-Þ]{2,5}|[a-z]{3}")


def names(
    texts: Iterable[str],
    language: str = "",
    affixes: BylineAffixes = _NO_AFFIXES,
    refused: Collection[str] = _NOBODY,
) -> tuple[str, ...]:
    """Return the distinct names in these texts, in order.

    >>> names(["Ada Berg, Sefa Korkmaz & Ola Brekke", "ada@courier.example", "https://courier.example/ada", "Admin"])
    ('Ada Berg', 'Sefa Korkmaz', 'Ola Brekke')
    """
    found: dict[str, str] = {}
    joins = _conjunction(language)  # a style may set apart the word between two names
    for text in [part for whole in texts for part in _labelled(whole)]:
        if _ADDRESS_OF_PAGE.search(text) or text.startswith("©"):
            continue
        bare = _bare(text[:LONGEST_BYLINE], affixes)
        if key(bare) in refused:  # before the split at "and", which a name may contain
            continue
        for name in _parts(_uncounted(_undated(bare, language), refused), affixes, language):
            if (k := key(name)) not in refused and (_is_name(name) or _is_desk(name, refused)) and not joins.fullmatch(f" {name} "):
                found.setdefault(k, name)
    return tuple(found.values())[:MOST_NAMES]


def _bylines(lines: Sequence[str], affixes: BylineAffixes, language: str) -> list[str]:
    """Return the lines that name an author: they begin with a byline word, or combine a name with a date ("Ola Brekke | 4.3.2026")."""
    found: list[str] = []
    for line in [part for whole in _with_labels(lines) for part in _labelled(whole)]:
        if len(line) > 2 * LONGEST_NAME:
            continue
        undated = _undated(line, language)
        pieces = [piece.strip() for piece in _SEPARATOR.split(_COLUMNS.sub("", undated)) if piece.strip()]
        if _PREFIX.match(line) or any(line.startswith(one + " ") for one in affixes.before):
            found += pieces
        elif any(map(_SUFFIX.search, pieces)):
            found += [piece for piece in pieces if _SUFFIX.search(piece)]
        elif any(map(_PREFIX.match, pieces)):
            found += [piece for piece in pieces if _PREFIX.match(piece)]
        elif (handle := _HANDLE.search(line)) and all(word[0].isupper() for word in line[: handle.start()].split()):
            found += [line[: handle.start()]] if _is_full_name(line[: handle.start()]) else []
        elif undated != line:
            found += [unmarked[1] for piece in pieces if (unmarked := _UNMARKED.fullmatch(piece))]
            bare = (_bare(_BRACKETS.sub(" ", piece), affixes) for piece in pieces)
            found += [one for one in bare if _is_full_name(one)][:1]
    return found


def _labelled_end(around: HeadlineContext) -> list[str]:
    """Return the names in the story's last lines that consist of a label and a name, with or without an e-mail address."""
    found = []
    for line in around.lines:
        if line.place == Place.FOOT and line.block <= around.last and len(line.text) <= LONGEST_NAME:
            bare = _BRACKETS.sub(" ", _ADDRESS.sub("", line.text)).strip(_MARKS)
            name = _bare(bare, _NO_AFFIXES).strip(_MARKS)
            found += [name] if (_PREFIX.match(bare) and _is_full_name(name)) or (_SUFFIX.search(bare) and _is_name(name)) else []
    return found


def _with_labels(lines: Sequence[str]) -> list[str]:
    """Return the lines; a line that is only a label ("By", "Author:") is joined to the full name in the next line."""
    out: list[str] = []
    for line in lines:
        if out and _is_full_name(line) and _PREFIX.fullmatch(f"{out[-1]} "):
            line = f"{out.pop()} {line}"
        out.append(line)
    return out


def _labelled(line: str) -> list[str]:
    """Return the parts of a line that announce a name ("2026/3/4 来源：… 作者：…", "Words by … Photography by …"), or the line."""
    return [part for part in _LABEL.split(line) if _PREFIX.match(part)] or [line]


_LABEL = re.compile(
    r"(?<!\s)\s+(?=[^\W\d_]{1,12}[:：]|[A-Z][a-z]+ by |[一-鿿]{1,3}者\s)|[;；,，]\s*+(?=[一-鿿]{1,3}者[\s:：])"
)
"""Matches the gap, or the sign, before a label."""


def _uncounted(text: str, own: Collection[str]) -> str:
    """Return a byline up to a number of minutes or comments, unless it has the site's own name, which has a number."""
    count = _COUNT.search(text)
    return text if count is None or _has_number_of_site(text, own) else text[: count.start()]


def _undated(text: str, language: str) -> str:
    """Return a byline with its dates replaced by separators."""
    for found in reversed(dates_in(text, _NO_BOUND, language)):
        before = _without_weekday(text[: found.start], found.value, language)
        label = _LABEL_OF_DATE.search(before)
        before = before[: label.start()] if label else before
        lead, _, word = before.rpartition(" ")
        text = f"{lead if names_change(word) else before} | {_without_column(text[found.end :], language)}"
    return text


def _without_column(after: str, language: str) -> str:
    """Return the text behind a date without the column that a short word announces: "in Natural History".

    >>> [_without_column(after, "en") for after in (" in Natural History | 5 comments", " by Ada Berg", " and Ada Berg")]
    [' | 5 comments', ' by Ada Berg', ' and Ada Berg']
    """
    if not _COLUMN_BEHIND.match(after) or _PREFIX.match(after.strip()) or _conjunction(language).match(f"_{after}", 1):
        return after
    ended = _SEPARATOR.search(after, 1)
    return after[ended.start() :] if ended else ""


def _without_weekday(before: str, day: str, language: str) -> str:
    """Return the text before a date without the name of its weekday; "Domingo" is a family name, the day is "domingo"."""
    if len(day) < DAY_LENGTH or not (words := re.findall(r"[^\W\d_]+", before[-_LONGEST_WEEKDAY:])):
        return before
    is_weekday = words[-1] in weekdays(language)[date.fromisoformat(day).weekday()]
    return before[: before.rindex(words[-1])] if is_weekday else before


_LONGEST_WEEKDAY = 20
_LABEL_OF_DATE = re.compile(r"[|•·;,]\s*[^\s|•·;,]+:?\s*$|^(?:[^\W\d_]+\s)?[^\W\d_]+:\s*$|\s[a-zà-ÿ]{1,3}\s*$")
"""Matches one word between a separator and a date ("Published", "Updated"), a label ("Last updated:") or a preposition ("on", "le")."""


def _bare(text: str, affixes: BylineAffixes) -> str:
    """Return a byline without e-mail addresses and without the words around the names."""
    text = _HANDLE.sub("", _ADDRESS.sub("", text)).strip()
    for before in affixes.before:
        text = text.removeprefix(before + " ")
    for after in affixes.after:
        text = text.removesuffix(" " + after)
    for pattern in (_PREFIX, _WORD_AND_COLON, _PREFIX):
        if match := pattern.match(text + " "):
            text = text[match.end() :]
    return _SUFFIX.sub("", _without_link_text(text))


def _without_link_text(text: str) -> str:
    """Return the name in "View all posts by Ada Berg" or "Zeige alle Beiträge von Ada Berg"; "Ada von Berg" is unchanged."""
    for match in _BEFORE_NAME.finditer(text):
        lead, rest = text[: match.start()], text[match.end() :]
        if _is_full_name(rest) and (match[1].lower() == "by" or any(word[0].islower() for word in lead.split())):
            return rest
    return text


_BEFORE_NAME = re.compile(r"\s(by|von|par|di|da|por|de|door|av|af|od)\s", re.IGNORECASE)


@lru_cache(maxsize=64)
def _conjunction(language: str) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in conjunctions(language))
    return re.compile(rf"(?<!\s)\s++(?:{words})\s+", re.IGNORECASE)


def _parts(text: str, affixes: BylineAffixes, language: str) -> list[str]:
    """Return the names in a byline; after the first name only texts that look like names (no titles, no places)."""
    text = _COLUMNS.sub("", _BRACKETS.sub(" ", text))
    if _LAST_FIRST.fullmatch(text) and text[0].isupper():  # Brekke, Ola
        last, _, first = text.partition(", ")
        return [f"{first} {last}"]
    if language == "zh" and _HAN_NAMES.fullmatch(text):
        return text.split()
    pieces = [name for part in _SEPARATOR.split(text) for name in _conjunction(language).split(f" {_COLUMN.split(part)[0]} ")]
    stripped = [stripped for piece in pieces if (stripped := _unmarked(_bare(_unmarked(piece), affixes)))]
    if len(stripped) > 1 and not _is_full_name(stripped[0]) and _is_word(stripped[0]) and any(map(_is_full_name, stripped)):
        del stripped[0]  # "Posted", "Sport"
    first_is_full = bool(stripped) and " " in stripped[0]
    return stripped[:1] + [one for one in stripped[1:] if _is_full_name(one) or not (first_is_full and _is_word(one))]


_MOST_IN_NAME = 3
"""Number of words of a name that nothing marks."""
_MARKS = " .:;,-–—|/*_\"“”„"
_CUT_SHORT = re.compile(r"(?<!\S)(?:[A-ZÀ-Þ]|Jr|Sr)\.$")


def _unmarked(text: str) -> str:
    """Return a name without the marks around it; the point of a word that is cut short belongs to it.

    >>> _unmarked("- Ada Berg."), _unmarked("E.J. Quayle Jr."), _unmarked("Ada B. |")
    ('Ada Berg', 'E.J. Quayle Jr.', 'Ada B.')
    """
    bare = text.strip(_MARKS)
    return f"{bare}." if _CUT_SHORT.search(f"{bare}.") and f"{bare}." in text else bare


def _is_name(text: str) -> bool:
    if not 1 < len(text) <= LONGEST_NAME or len(text.split()) > MOST_WORDS:
        return False
    if _NOT_A_NAME.search(text):
        return _NICKNAME.fullmatch(text) is not None
    return any(character.isalpha() for character in text)


def _is_desk(text: str, own: Collection[str]) -> bool:
    """Return whether a name with digits contains the site's own name, which has them: "Redacción Noticiero 90 Minutos"."""
    short = len(text) <= LONGEST_NAME and len(text.split()) <= MOST_WORDS and not _ADDRESS_OF_PAGE.search(text)
    return short and _has_number_of_site(text, own)


def _has_number_of_site(text: str, own: Collection[str]) -> bool:
    return any(any(c.isdigit() for c in name) and name in key(text) for name in own)


def _is_full_name(text: str) -> bool:
    """Return whether a text is two to five capitalised words, apart from short particles (van der, de la, al)."""
    words = text.split()
    capitals = sum(word[0].isupper() for word in words)
    return (
        _is_name(text)
        and 2 <= len(words) <= MOST_WORDS - 1
        and capitals >= 2
        and all(word[0].isupper() or len(word) <= 3 for word in words)
    )


def _is_phrase(text: str) -> bool:
    """Return whether a text has several words that are no full name: "Follow me on", "See full bio"."""
    return " " in text and not _is_full_name(text) and _is_word(text)


def _is_account(text: str) -> bool:
    """Return whether a text is the name of an account: one word of ASCII that is no agency's abbreviation."""
    return " " not in text and text.isascii() and not _ABBREVIATION.fullmatch(text)


def _is_word(text: str) -> bool:
    """Return whether a text is a place ("Frankfurt"), a title or a description, and not an agency ("AFP", "dpa") or a caseless name."""
    return text.istitle() if " " not in text else any(word[0].islower() for word in text.split())
