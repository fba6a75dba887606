"""Learns session identifiers in URLs: parts that change while the pages stay the same.

Two URLs of one form whose pages have the same text suggest that the parts in which they differ are identifiers. The suggestion is accepted
if several pages confirm it, each by two URLs that differ in these parts only, and almost no page contradicts it. Soft 404s, pagination and
stories of one folder do not pass: other URLs of their form show different texts.
"""

from __future__ import annotations

import re
from collections import OrderedDict, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from urllib.parse import urlsplit

_MAX_PAGES = 2_000
"""Number of latest pages compared per host; a site with session identifiers links the stories of its front page again within them."""
_MAX_PARTS = 3
"""Maximum number of parts that change together, like CFID and CFTOKEN."""
_MIN_CONFIRMING = 2
"""Minimum number of confirming pages with different texts."""
_MAX_CONTRADICTING = 0.25
"""Maximum ratio of contradicting to confirming pages; it is not 0, because a page may change between two visits."""
_IDENTIFIER = re.compile(r"(?=[^\W_]{0,30}\d)[0-9A-Za-z]{6,}(?:[_-](?=[^\W_]*\d)[0-9A-Za-z]+)*", re.ASCII)
"""Groups of letters and digits; each must contain a digit, so that words do not match."""


@dataclass(frozen=True, slots=True)
class SessionId:
    """The parts of a site's URLs that are session identifiers.

    Parameters
    ----------
    parts : tuple of str
        `?name` for a query parameter, `;name` for a path parameter, `/number:prefix*suffix:shortest-longest` for a path segment.
    """

    parts: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> SessionId:
        """Parse the form that `str` writes.

        >>> SessionId.read("/1:(S(*)):24-24 ?token").parts
        ('/1:(S(*)):24-24', '?token')
        """
        return cls(tuple(text.split(" ")))

    def __str__(self) -> str:
        return " ".join(self.parts)

    def without(self, url: str) -> str:
        """Return a URL with `*` in place of its session identifier; "" for a URL without one.

        >>> SessionId(("/1:(S(*)):4-8",)).without("https://example.org/(S(3f21bc))/news/a.html")
        'https://example.org/*/news/a.html'
        >>> SessionId(("?token",)).without("https://example.org/a?id=1")
        ''
        """
        form, values = _parts(url)
        names = [part.partition(":")[0] for part in self.parts]
        if not all(name in values and _fits(part, values[name]) for name, part in zip(names, self.parts, strict=True)):
            return ""
        return _blanked(form, values, names)


@dataclass(slots=True)
class SessionIds:
    """The session identifiers that a crawl has learned for one host.

    Attributes
    ----------
    known : list of SessionId
        The identifiers, latest last.
    """

    known: list[SessionId] = field(default_factory=list)
    _pages: OrderedDict[str, bytes] = field(default_factory=OrderedDict)
    _by_text: dict[bytes, str] = field(default_factory=dict)

    def record(self, url: str, fingerprint: bytes) -> SessionId | None:
        """Record a page; return the session identifier that it proves, if any.

        Parameters
        ----------
        fingerprint : bytes
            A hash of its text (`workers.reading.link_extractor`).

        Examples
        --------
        >>> ids = SessionIds()
        >>> for visit in range(4):
        ...     found = ids.record(f"https://example.org/{'ab'[visit % 2]}?sid={visit:08}", b"ab"[visit % 2 : visit % 2 + 1])
        >>> str(found)
        '?sid'
        """
        other = self._by_text.setdefault(fingerprint, url)
        self._pages[url] = fingerprint
        self._pages.move_to_end(url)
        while len(self._pages) > _MAX_PAGES:
            old, text = self._pages.popitem(last=False)
            if self._by_text.get(text) == old:
                del self._by_text[text]
        names = _differing(other, url)
        found = self._proved(names) if names and not self.common_form(url) else None
        if found is not None:
            self.known.append(found)
        return found

    def learn(self, ids: Sequence[SessionId]) -> None:
        """Add identifiers that other processes have learned."""
        self.known += [each for each in ids if each not in self.known]

    def common_form(self, url: str) -> str:
        """Return the common form of all URLs of a page; "" for a URL without a session identifier."""
        return next(filter(None, (each.without(url) for each in self.known)), "")

    def of(self, url: str) -> SessionId | None:
        """Return the session identifier in a URL; None if it has none."""
        return next((each for each in self.known if each.without(url)), None)

    def _proved(self, names: Sequence[str]) -> SessionId | None:
        pages: dict[str, dict[str, bytes]] = defaultdict(dict)
        for url, fingerprint in self._pages.items():
            form, values = _parts(url)
            if all(name in values and (name[0] != "/" or _is_identifier(values[name])) for name in names):
                pages[_blanked(form, values, names)][url] = fingerprint
        several = [urls for urls in pages.values() if len(urls) > 1]
        confirming = [urls for urls in several if len(set(urls.values())) == 1]
        texts = {next(iter(urls.values())) for urls in confirming}
        if len(texts) < _MIN_CONFIRMING or len(several) - len(confirming) > _MAX_CONTRADICTING * len(confirming):
            return None
        values_of_urls = [_parts(url)[1] for urls in confirming for url in urls]
        return SessionId(tuple(name + _pattern([values[name] for values in values_of_urls]) * (name[0] == "/") for name in names))


@lru_cache(maxsize=4_096)
def _parts(url: str) -> tuple[str, Mapping[str, str]]:
    """Split a URL into its form, with `{name}` in place of each part, and its parts by name. Repeated parameters stay in the form."""
    split, values = urlsplit(url), dict[str, str]()
    segments = []
    for number, segment in enumerate(split.path.split("/")):
        head, *parameters = segment.split(";")
        values[f"/{number}"] = head
        segments.append("".join((f"{{/{number}}}", *_named(";", parameters, values))))
    query = "&".join(_named("?", [pair for pair in split.query.split("&") if pair], values))
    return f"{split.scheme}://{split.netloc}{'/'.join(segments)}{'?' if query else ''}{query}", values


def _named(mark: str, pairs: Sequence[str], values: dict[str, str]) -> Iterator[str]:
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if equals and mark + name not in values:
            values[mark + name] = value
            yield f"{mark if mark == ';' else ''}{name}={{{mark}{name}}}"
        else:
            yield (mark if mark == ";" else "") + pair


def _blanked(form: str, values: Mapping[str, str], names: Sequence[str]) -> str:
    """Return a URL with `*` in place of the named parts."""
    for name, value in values.items():
        form = form.replace(f"{{{name}}}", "*" if name in names else value, 1)
    return form


def _differing(a: str, b: str) -> tuple[str, ...]:
    """Return the parts in which two URLs of one form differ; none if there are too many, or if a segment is not an identifier."""
    (form, one), (other_form, other) = _parts(a), _parts(b)
    if form != other_form:
        return ()
    names = tuple(name for name in one if one[name] != other[name])
    words = any(name[0] == "/" and not (_is_identifier(one[name]) and _is_identifier(other[name])) for name in names)
    return () if words or len(names) > _MAX_PARTS else names


def _is_identifier(segment: str) -> bool:
    return _IDENTIFIER.search(segment) is not None


def _pattern(segments: Sequence[str]) -> str:
    """Return the pattern of path segments: their common prefix and suffix, and the range of lengths between them.

    >>> _pattern(["(S(a1b2c3))", "(S(a9f0e1))"])
    ':(S(*)):6-6'
    """
    before = re.sub(r"(?<!\w)\w++$", "", _common_prefix(segments))
    after = re.sub(r"^\w+", "", _common_prefix([segment[::-1] for segment in segments])[::-1])
    lengths = [len(segment) - len(before) - len(after) for segment in segments]
    return f":{before}*{after}:{min(lengths)}-{max(lengths)}"


def _common_prefix(texts: Sequence[str]) -> str:
    return "".join(letters[0] for letters in takewhile(lambda letters: len(set(letters)) == 1, zip(*texts, strict=False)))


def _fits(part: str, value: str) -> bool:
    """Return whether a part's value matches its pattern."""
    if part[0] != "/":
        return True
    pattern, _, lengths = part.partition(":")[2].rpartition(":")
    before, _, after = pattern.partition("*")
    least, most = map(int, lengths.split("-"))
    middle = value[len(before) : len(value) - len(after)]
    around = value.startswith(before) and value.endswith(after)
    return around and least <= len(middle) <= most and _IDENTIFIER.fullmatch(middle) is not None
