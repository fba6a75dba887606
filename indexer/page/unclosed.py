"""Start tags without an end that would take the rest of the page along: elements whose content no reader sees."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from indexer.page.raw_elements import raw_elements

_TAGS = re.compile(r"<(/?)(noscript|template|svg|audio|video|object|canvas|math|select|textarea|iframe)\b[^<>]*?(/?)>", re.IGNORECASE)
_EMBED = re.compile(r"<embed\b[^<>]*>", re.IGNORECASE)
_IN_NOSCRIPT = re.compile(r"<noscript\b[^<>]*>|</noscript|<!--|-->", re.IGNORECASE)
_HIDING = ("script", "style", "title", "xmp")


def without_unclosed(text: str) -> str:
    """The document without start tags of unseen content that are never closed, without `embed`, and without open comments in `noscript`.

    >>> without_unclosed("<noscript><img><p>It rains.</p>"), without_unclosed("<svg><path></svg><p>It rains.</p>")
    ('<img><p>It rains.</p>', '<svg><path></svg><p>It rains.</p>')
    >>> without_unclosed("<noscript><!-- x </noscript><embed src=a><p>It rains.</p>")
    '<noscript> x </noscript><p>It rains.</p>'
    """
    lower = text.lower()
    if "<embed" in lower:
        text = _EMBED.sub("", text)
    if "<noscript" in lower and "<!--" in lower:
        text = _without(text, ((at, at + len("<!--")) for at in _open_comments(text)))
    if any(_is_open(name, lower) for name in _NAMES):
        text = _without(text, _unclosed(text))
    return text


_NAMES = ("noscript", "template", "svg", "audio", "video", "object", "canvas", "math", "select", "textarea", "iframe")


def _is_open(name: str, lower: str) -> bool:
    """Whether an element may begin more often than it ends."""
    begun = lower.count("<" + name)
    return begun > 0 and begun > lower.count("</" + name)


def _without(text: str, gaps: Iterable[tuple[int, int]], fill: str = "") -> str:
    """The text with each character of the gaps replaced."""
    parts: list[str] = []
    done = 0
    for start, stop in gaps:
        parts += [text[done:start], fill * (stop - start)]
        done = stop
    return "".join([*parts, text[done:]])


def _open_comments(text: str) -> Iterator[int]:
    """Where in a `noscript` a comment begins that is open at its end."""
    inside, comment = False, -1
    for found in _IN_NOSCRIPT.finditer(text):
        mark = found[0].lower()
        if mark == "<!--":
            comment = found.start() if inside and comment < 0 else comment
        elif mark in ("-->", "</noscript"):
            if comment >= 0 and mark == "</noscript":
                yield comment
            inside, comment = False, -1
        else:
            inside = True


def _unclosed(text: str) -> list[tuple[int, int]]:
    """Where the start tags stand that no end tag of theirs follows, in ascending order."""
    blank = _without(text, ((start, end) for start, _, end in raw_elements(text, _HIDING, comments=True)), " ")
    open_tags: dict[str, list[tuple[int, int]]] = {name: [] for name in _NAMES}
    for found in _TAGS.finditer(blank):
        waiting = open_tags[found[2].lower()]
        if found[1]:
            del waiting[-1:]
        elif not found[3] or found[2].lower() not in ("svg", "math"):  # HTML knows no other self-closing tags
            waiting.append(found.span())
    return sorted(span for spans in open_tags.values() for span in spans)
