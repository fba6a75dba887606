"""Unclosed elements: removal of start tags that would hide the rest of the page, and end tags that HTML implies and libxml2 does not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from indexer.page.raw_elements import raw_elements

_NAMES = ("noscript", "template", "svg", "audio", "video", "object", "canvas", "math", "select", "textarea", "iframe", "figure")
_TAGS = re.compile(rf"<(/?)({'|'.join(_NAMES)})\b[^<>]*?(/?)>", re.IGNORECASE)
_EMBED = re.compile(r"<embed\b[^<>]*>", re.IGNORECASE)
_IN_NOSCRIPT = re.compile(r"<noscript\b[^<>]*>|</noscript|<!--|-->", re.IGNORECASE)
_HIDING = ("script", "style", "title", "xmp")


def without_unclosed(text: str) -> str:
    """Return the document without unclosed start tags of invisible content, `embed`, and open comments in `noscript`.

    >>> without_unclosed("<noscript><img><p>It rains.</p>"), without_unclosed("<svg><path></svg><p>It rains.</p>")
    ('<img><p>It rains.</p>', '<svg><path></svg><p>It rains.</p>')
    >>> without_unclosed("<noscript><!-- x </noscript><embed src=a><p>It rains.</p>")
    '<noscript> x </noscript><p>It rains.</p>'
    """
    begun = Counter(map(str.lower, _BEGUN.findall(text)))
    if begun["<embed"]:
        text = _EMBED.sub("", text)
    if begun["<noscript"] and _may_be_open(text):
        text = _without(text, ((at, at + len("<!--")) for at in _open_comments(text)))
    if any(begun[f"<{name}"] > begun[f"</{name}"] for name in _NAMES):
        text = _without(text, _unclosed(text))
    return text


_DESCRIPTION = re.compile(r"<(/?)(d[dlt])\b", re.IGNORECASE)


def with_closed_descriptions(text: str) -> str:
    """Return the document with the end tags of descriptions that HTML implies (13.2.6.4.7); libxml2 puts a `dd` into an open `dd`.

    >>> with_closed_descriptions("<dl><dd>It rains.<dd>It snows.</dl>")
    '<dl><dd>It rains.</dd><dd>It snows.</dl>'
    """
    parts: list[str] = []
    open_in, done = [""], 0
    for found in _DESCRIPTION.finditer(text):
        name = found[2].lower()
        if name == "dl":
            if not found[1]:
                open_in.append("")
            elif len(open_in) > 1:
                open_in.pop()
            continue
        if not found[1] and name == open_in[-1] == "dd":
            parts += [text[done : found.start()], "</dd>"]
            done = found.start()
        open_in[-1] = "" if found[1] else name
    return "".join([*parts, text[done:]]) if parts else text


_BEGUN = re.compile(f"</?(?:{'|'.join(f'[{name[0]}{name[0].upper()}](?i:{name[1:]})' for name in (*_NAMES, 'embed'))})")
"""A first letter in both cases lets the matcher skip most other tags."""
_NOSCRIPT_ENDS = re.compile("</noscript", re.IGNORECASE)


def _may_be_open(text: str) -> bool:
    """Return whether a comment may be open at the end of a `noscript`: the last one that begins before it does not end before it."""
    done = 0
    for end in _NOSCRIPT_ENDS.finditer(text):
        begin = text.rfind("<!--", done, end.start())
        if begin >= 0 and text.find("-->", begin, end.start()) < 0:
            return True
        done = end.end()
    return False


def _without(text: str, gaps: Iterable[tuple[int, int]], fill: str = "") -> str:
    """Return the text with each character of the gaps replaced by `fill`."""
    parts: list[str] = []
    done = 0
    for start, stop in gaps:
        parts += [text[done:start], fill * (stop - start)]
        done = stop
    return "".join([*parts, text[done:]])


def _open_comments(text: str) -> Iterator[int]:
    """Yield the starts of the comments in a `noscript` that are open at its end."""
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
    """Return the spans of the start tags without a matching end tag, in ascending order."""
    blank = _without(text, ((start, end) for start, _, end in raw_elements(text, _HIDING, comments=True)), " ")
    open_tags: dict[str, list[tuple[int, int]]] = {name: [] for name in _NAMES}
    for found in _TAGS.finditer(blank):
        waiting = open_tags[found[2].lower()]
        if found[1]:
            del waiting[-1:]
        elif not found[3] or found[2].lower() not in ("svg", "math"):  # HTML has no other self-closing tags
            waiting.append(found.span())
    return sorted(span for spans in open_tags.values() for span in spans)
