"""Extraction of a story that exists only in a page's scripts: the state from which a script builds the page (React, Next, Nuxt, …).

No script is run. In any notation a state contains string literals, so only these are read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence

from indexer.page.blocks import fold, key, weight
from indexer.page.raw_elements import raw_elements

_LITERAL = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
"""An open literal ends with the script; otherwise the search would take the number of quotation marks times the script's length."""
_TAG = re.compile(r"<[^<>]*>")
_BREAK = re.compile(
    r"<(?:/?(?:p|div|h[1-6]|li|ul|ol|blockquote|section|article|figure|figcaption|td|tr|table)|br)\b[^<>]*>|\n", re.IGNORECASE
)
_FLIGHT = re.compile(r"self\.__next_f\.push\(\[1,(\"(?:[^\"\\]|\\.)*\")\]\)", re.DOTALL)
_FLIGHT_TEXT = re.compile(r"(?<![0-9a-f])[0-9a-f]++:T[0-9a-f]++,(.*?)(?=\n[0-9a-f]+:|(?<![0-9a-f])[0-9a-f]++:[TI\[{\"]|\Z)", re.DOTALL)
_PROSE = re.compile(r"[.!?…。！？」”؟۔।]")
_PARAGRAPH, _STORY = 40, 300
"""Minimum weight of a text among others, and of a text that is a story by itself."""
_MOST_LETTERS = 4_000_000


def story_lines(source: str, titles: Collection[str]) -> list[str]:
    """Return the paragraphs of the story in the script that also contains the page's title, or [].

    Parameters
    ----------
    source : str
        The document.
    titles : collection of str
        Keys of its titles.

    Examples
    --------
    >>> text = r"\\u003cp>It is old.\\u003c/p>" + "It lifts ninety tonnes, they say. " * 9
    >>> state = '<script>push({"title": "Crane comes", "html": "' + text + '"})</script>'
    >>> [line[:22] for line in story_lines(state, {"cranecomes"})], story_lines(state, {"tramgoes"})
    (['It is old.', 'It lifts ninety tonnes'], [])
    """
    if len(source) > _MOST_LETTERS:
        return []
    best: list[str] = []
    for script in _scripts(source):
        texts = list(_literals(script))
        if any(key(text) in titles for text in texts):
            found = _story([*texts, *_FLIGHT_TEXT.findall(script)], titles)
            best = max(best, found, key=_letters)
    return best if _letters(best) >= _STORY else []


def _scripts(source: str) -> Iterator[str]:
    """Yield the text of each script; the pieces of React's streamed state are joined to one."""
    opened = (source[start:end].partition(">") for start, end, _ in raw_elements(source, ("script",)))
    scripts = [text for tag, _, text in opened if "ld+json" not in tag.lower()]
    flight = [piece for script in scripts for piece in _FLIGHT.findall(script)]
    if flight:
        yield "".join(map(_decoded, flight))
    yield from (script for script in scripts if "__next_f" not in script)


def _literals(script: str) -> Iterator[str]:
    return (_decoded(found[0]) for found in _LITERAL.finditer(script))


def _decoded(literal: str) -> str:
    try:
        value = json.loads(literal, strict=False)
    except ValueError:
        return ""
    return value if isinstance(value, str) else ""


def _story(texts: Sequence[str], titles: Collection[str]) -> list[str]:
    """Return the paragraphs of the longest text, or all prose paragraphs if no text is a story by itself."""
    readable = [_paragraphs(text) for text in texts if len(text) >= _PARAGRAPH and " " in text]
    longest = max(readable, key=_letters, default=[])
    if _letters(longest) < _STORY:
        longest = list(dict.fromkeys(line for lines in readable for line in lines if _PROSE.search(line) and weight(line) >= _PARAGRAPH))
    return [line for line in longest if key(line) not in titles]


def _paragraphs(text: str) -> list[str]:
    lines = (fold(_TAG.sub("", line)) for line in _BREAK.split(text))
    found = [line for line in lines if line]
    return found if any(map(_PROSE.search, found)) and not _is_code(text) else []


def _is_code(text: str) -> bool:
    """Return whether a text is a style sheet or a program rather than prose: code has many braces and semicolons."""
    return text.count("{") + text.count(";") * 2 > 0.02 * len(text) and "</p" not in text


def _letters(lines: Sequence[str]) -> int:
    return sum(map(weight, lines))
