"""Captures of a story under all its URLs, and the changes of its text between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from indexer.archive.cdxj import Capture
from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.urls import normalise

MOST = 200
"""Number of latest captures listed; a page visited every hour has more."""
_MOST_URLS = 20


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph of a capture's text: `kept`, `added` or `removed` since the previous capture."""

    change: str
    text: str


@dataclass(frozen=True, slots=True)
class StoryCaptures:
    """A story's captures.

    Parameters
    ----------
    url, headline : str
    captures : tuple of Capture
        Latest first.
    left_out : int
        Number of earlier captures not listed.
    """

    url: str
    headline: str
    captures: tuple[Capture, ...]
    left_out: int


def captures_of(engine: Engine, find: Callable[[str], Sequence[Capture]], url: str) -> StoryCaptures | None:
    """Return the captures of a story, looked up by any of its URLs; None if the index has no such story.

    Raises
    ------
    EngineError, InputError
    """
    stored = next((found for arm in (Arm.WEIGHTED, Arm.RAW) for each in (url, normalise(url)) if (found := engine.read(arm, each))), None)
    if stored is None:
        return None
    urls = dict.fromkeys((stored.page_url, stored.canonical_url, *map(str, stored.fields["additionalUrls"] or ())))
    captures = {capture for each in list(urls)[:_MOST_URLS] for capture in find(each)}
    ordered = sorted(captures, key=lambda each: (each.timestamp, each.file, each.offset), reverse=True)
    return StoryCaptures(stored.page_url, str(stored.fields["headline"]), tuple(ordered[:MOST]), max(0, len(ordered) - MOST))


def select_capture(captured: StoryCaptures, name: str) -> tuple[Capture | None, Capture | None]:
    """Return the capture with a name (`capture_name`) and the previous capture with content."""
    with_content = [each for each in captured.captures if not each.revisit]
    place = next((n for n, each in enumerate(with_content) if capture_name(each) == name), None)
    if place is None:
        return None, None
    return with_content[place], next(iter(with_content[place + 1 :]), None)


def capture_name(capture: Capture) -> str:
    """Name a capture in a URL by its timestamp, file and offset.

    >>> capture_name(Capture("u", "20260302060000", "200", "text/html", "", 97, 5, "a.warc.gz"))
    '20260302060000-a.warc.gz-97'
    """
    return f"{capture.timestamp}-{capture.file}-{capture.offset}"


def difference(before: Cleaned | None, after: Cleaned) -> tuple[Line, ...]:
    """Return a capture's paragraphs, with those added and removed since the previous capture.

    Without a previous capture, all paragraphs are `kept`.
    """
    new, old = _paragraphs(after), _paragraphs(before) if before else _paragraphs(after)
    lines: list[Line] = []
    for tag, low, high, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            lines += [Line("removed", text) for text in old[low:high]]
        lines += [Line("kept" if tag == "equal" else "added", text) for text in new[first:last]]
    return tuple(lines)


def _paragraphs(cleaned: Cleaned) -> list[str]:
    """Return the headline and the kept blocks."""
    if cleaned.article is None:
        return []
    return [text for text in (cleaned.article.headline, *(block.text for block in cleaned.article.blocks if block.kept)) if text.strip()]
