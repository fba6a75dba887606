"""True roles of a built page's visible text (template, own, body), and the tags and texts of its true template."""

from __future__ import annotations

import re
from html import unescape
from itertools import groupby

from demo.markup import BODY, END, OWN, VARYING, marked, served

_TOKEN = re.compile(
    r"<!--.*?-->|<(script|style|head)\b.*?</\1\s*>|<!?/?([a-z0-9]+)[^>]*>|[^<]+|<", re.DOTALL | re.IGNORECASE
)
_INLINE = frozenset({"a", "abbr", "b", "em", "font", "i", "small", "span", "strong", "sup", "time", "u"})
_ROLE = {BODY: "body", OWN: "own", END: "template"}
_MARK = re.compile(f"([{BODY}{OWN}{END}])")
_SPACE = re.compile(r"\s+")


def visible_lines(html: str) -> list[list[tuple[str, str]]]:
    """Return the visible lines of a built page as runs of (role, text); all tags except inline ones end a line.

    >>> visible_lines("<p>By \\ue001Maud\\ue002</p><p>\\ue000One <b>two</b>\\ue002")
    [[('template', 'By '), ('own', 'Maud')], [('body', 'One two')]]
    """
    lines: list[list[tuple[str, str]]] = [[]]
    role = "template"
    for match in _TOKEN.finditer(html.replace(VARYING, "")):
        token, tag = match.group(0), match.group(2)
        if token.startswith("<") and len(token) > 1:
            if tag is None or tag.lower() not in _INLINE:
                lines.append([])
            continue
        for part in _MARK.split(token) if any(mark in token for mark in _ROLE) else (token,):
            if part in _ROLE:
                role = _ROLE[part]
            elif part:
                lines[-1].append((role, _SPACE.sub(" ", unescape(part))))
    return [merged for line in lines if (merged := _merge(line))]


_PIECE = re.compile(r"(<(?:script|style|title)\b[^>]*>)([^<]*)|<!?/?[a-z][^>]*>|[^<]+", re.IGNORECASE)


def page_tokens(html: str) -> list[tuple[bool, str]]:
    """Return a built page's tags and texts as served, each with True if it belongs to the true template (demo.markup).

    >>> page_tokens("<p class='\\ue003a'>By <b>\\ue001Maud\\ue002</b></p>")
    [(False, "<p class='a'>"), (True, 'By '), (True, '<b>'), (False, 'Maud'), (True, '</b>'), (True, '</p>')]
    """
    pieces = (piece for match in _PIECE.finditer(html) for piece in (match.group(1, 2) if match[1] else (match[0],)))
    return [(not marked(piece), served(piece)) for piece in pieces if not served(piece).isspace() and piece]


def template_tokens(html: str) -> list[str]:
    """Return the tokens of the true template on a built page."""
    return [token for template, token in page_tokens(html) if template]


def _merge(line: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Merge runs of equal role; a blank line has no runs."""
    runs = [(role, "".join(text for _, text in group)) for role, group in groupby(line, key=lambda run: run[0])]
    return [run for run in runs if run[1].strip()]


def template_lines(lines: list[list[tuple[str, str]]]) -> list[str]:
    """Return the lines that belong entirely to the template."""
    return [line[0][1].strip() for line in lines if len(line) == 1 and line[0][0] == "template"]
