"""Truth: which visible text of a built page is template, which its own, which the body."""

from __future__ import annotations

import re
from html import unescape
from itertools import groupby

from demo.markup import BODY, END, OWN

_TOKEN = re.compile(
    r"<!--.*?-->|<(script|style|head)\b.*?</\1\s*>|<!?/?([a-z0-9]+)[^>]*>|[^<]+|<", re.DOTALL | re.IGNORECASE
)
_INLINE = frozenset({"a", "abbr", "b", "em", "font", "i", "small", "span", "strong", "sup", "time", "u"})
_ROLE = {BODY: "body", OWN: "own", END: "template"}
_MARK = re.compile(f"([{BODY}{OWN}{END}])")
_SPACE = re.compile(r"\s+")


def visible_lines(html: str) -> list[list[tuple[str, str]]]:
    """The visible lines of a built page, each as its runs of (role, text); tags other than inline ones end a line.

    >>> visible_lines("<p>By \\ue001Maud\\ue002</p><p>\\ue000One <b>two</b>\\ue002")
    [[('template', 'By '), ('own', 'Maud')], [('body', 'One two')]]
    """
    lines: list[list[tuple[str, str]]] = [[]]
    role = "template"
    for match in _TOKEN.finditer(html):
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


def _merge(line: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Runs of equal role as one, blank lines as none."""
    runs = [(role, "".join(text for _, text in group)) for role, group in groupby(line, key=lambda run: run[0])]
    return [run for run in runs if run[1].strip()]


def template_lines(lines: list[list[tuple[str, str]]]) -> list[str]:
    """The lines that are template as a whole."""
    return [line[0][1].strip() for line in lines if len(line) == 1 and line[0][0] == "template"]
