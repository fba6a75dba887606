"""Known-item queries without judges: words of a story's body, with this story as the only relevant one.

They favour indexes of bodies only, and model readers who remember the text. They never use a headline, which every arm holds
and some count five times.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from indexer.evaluate.query_log import query_id
from indexer.evaluate.trec import Judgements, TestQuery
from indexer.index.arm import Arm
from indexer.index.engine import Engine
from indexer.index.stored import Stored
from indexer.text import analyse

TYPE = "body words"
WORDS = 4
_FEWEST = 5
"""Least number of distinct words in a passage."""


def known_items(engine: Engine, number: int, seed: int = 0) -> tuple[tuple[TestQuery, ...], Judgements]:
    """Draw stories from the index, and return a query for each with its only relevant story.

    Raises
    ------
    EngineError
    """
    urls = [story.canonical_url for story in engine.stored(Arm.BODY)] if engine.count(Arm.BODY) else []
    queries: dict[str, TestQuery] = {}
    grades = {}
    for url in sorted(urls, key=lambda url: _hash(seed, url)):  # the stories themselves need not fit into memory
        if len(queries) == number:
            break
        story = engine.read(Arm.BODY, url)
        text = _words(story, seed) if story else ""
        if text and (name := query_id(text)) not in queries:
            queries[name] = TestQuery(name, TYPE, text)
            grades[name] = {url: 1}
    return tuple(queries.values()), Judgements(grades)


def _words(story: Stored, seed: int) -> str:
    """Return the longest words of a random passage of the body, without words of the headline, in text order; "" for a short text."""
    named = {token.term for kind, text, _ in story.texts if kind != "text" for token in analyse(text, story.language)}
    passages = sorted((text for kind, text, _ in story.texts if kind == "text"), key=lambda text: _hash(seed, text))
    for text in passages:
        spelled = {t.term: text[t.start : t.end] for t in analyse(text, story.language) if t.term not in named}
        chosen = _longest(spelled.values()) if len(spelled) >= _FEWEST else ()
        if chosen:
            return " ".join(word for word in dict.fromkeys(spelled.values()) if word in chosen)
    return ""


def _longest(words: Iterable[str]) -> frozenset[str]:
    return frozenset(sorted(set(words), key=lambda word: (-len(word), word))[:WORDS])


def _hash(seed: int, text: str) -> bytes:
    return hashlib.blake2b(f"{seed} {text}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
