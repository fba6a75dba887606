"""Short lines known by their first words: "Photo: …", "By …", "Published in …", wherever the site's authors put them by hand.

A line's key is what stands before its first colon, else its first two words (four characters of Chinese, Japanese or Korean).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from indexer.page.score import Evidence
from indexer.site.article_page import ArticlePage, ArticleSample
from indexer.site.recurring import SUBHEADINGS
from indexer.site.rules import Rules

_DIGITS = re.compile(r"\d+")
_CJK_START = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CLOSING = ".!?…。！？\"”»)"


@dataclass(frozen=True, slots=True)
class KeyLineParams:
    """Which keys go.

    Parameters
    ----------
    ends, slots, tail : bool
        Switches for lines at the text's ends, for lines once a page, and for closing texts.
    longest : int
        Weight of the longest line.
    end_share : float
        A key at an end stands on this share of the stories (three at least),
    end_runs : float
        and this share of its lines stands in a run of such lines at that end.
    slot_share : float
        A key once a page stands on this share of the stories (four at least),
    slot_variety : float
        with this share of different texts (three at least),
    slot_once : float
        at most so often a page.
    tail_share, tail_last : float
        A short text closes this share of the stories, and stands at the end this share of the time.
    short : int
    """

    ends: bool = True
    slots: bool = True
    tail: bool = True
    longest: int = 100
    end_share: float = 0.2
    end_runs: float = 0.9
    slot_share: float = 0.4
    slot_variety: float = 0.3
    slot_once: float = 1.05
    tail_share: float = 0.2
    tail_last: float = 0.9
    short: int = 60


def line_key(e: Evidence, k: int, longest: int) -> str:
    """The key of a short line without closing punctuation; "" for other blocks.

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> e = gather(parse("<p>Photo: A. Nyman</p><p>Updated on 3 May</p><p>It rains.</p>"), ScoreParams())
    >>> [line_key(e, k, 100) for k in range(3)]
    ['photo:', 'updated on', '']
    """
    text = e.tree.text[k]
    if e.page.weight[k] >= longest or text[-1] in _CLOSING or e.tree.tag[e.tree.node[k]] in SUBHEADINGS:
        return ""
    text = _DIGITS.sub("0", text.lower())
    if _CJK_START.match(text):
        return re.split("[:：]", text)[0][:4]
    words = text.split(" ")
    return words[0] if words[0].endswith(":") else " ".join(words[:2])


Pick = Callable[[ArticlePage], Sequence[int]]
"""The blocks of a page that the rules so far keep."""


@dataclass(frozen=True, slots=True)
class _Kept:
    page: ArticlePage
    blocks: Sequence[int]
    keys: Sequence[str]


def learn_key_lines(sample: ArticleSample, rules: Rules, pick: Pick, params: KeyLineParams) -> Rules:
    """The rules with the keys of lines that go."""
    kept = list(_kept_pages(sample, pick, params))
    stories: dict[str, set[int]] = defaultdict(set)
    count: Counter[str] = Counter()
    for page in kept:
        for name in page.keys:
            if name:
                stories[name].add(page.page.story)
                count[name] += 1
    if params.slots:
        rules = replace(rules, slot_keys=_slot_keys(kept, stories, count, params))
    if params.ends:
        least = max(3, params.end_share * len({page.page.story for page in kept}))
        often = {name for name, on in stories.items() if len(on) >= least}
        rules = replace(
            rules,
            head_keys=_end_keys([page.keys for page in kept], often, count, params),
            tail_keys=_end_keys([page.keys[::-1] for page in kept], often, count, params),
        )
    return rules


def _kept_pages(sample: ArticleSample, pick: Pick, params: KeyLineParams) -> Iterable[_Kept]:
    for page in sample.pages:
        blocks = pick(page)
        if any(page.weight[k] >= params.longest for k in blocks):
            yield _Kept(page, blocks, [line_key(page.member.evidence, k, params.longest) for k in blocks])


def _slot_keys(
    kept: Sequence[_Kept], stories: dict[str, set[int]], count: Counter[str], params: KeyLineParams
) -> frozenset[str]:
    texts: dict[str, set[str]] = defaultdict(set)
    pages: Counter[str] = Counter()
    for page in kept:
        pages.update({name for name in page.keys if name})
        for k, name in zip(page.blocks, page.keys, strict=True):
            if name:
                texts[name].add(page.page.key[k])
    least = max(4, params.slot_share * len({page.page.story for page in kept}))
    return frozenset(
        name
        for name, on in stories.items()
        if len(on) >= least
        and count[name] <= params.slot_once * pages[name]
        and len(texts[name]) >= max(3, params.slot_variety * count[name])
    )


def _end_keys(
    lines: Sequence[Sequence[str]], often: set[str], count: Counter[str], params: KeyLineParams
) -> frozenset[str]:
    """The largest set of keys whose lines mostly stand in a run of lines of the set, at the beginning of the sequences."""
    current = set(often)
    while current:
        in_runs: Counter[str] = Counter()
        for keys in lines:
            for name in keys:
                if name not in current:
                    break
                in_runs[name] += 1
        remaining = {name for name in current if in_runs[name] >= params.end_runs * count[name]}
        if remaining == current:
            break
        current = remaining
    return frozenset(current)


def closing_texts(sample: ArticleSample, pick: Pick, recurring: Collection[str], params: KeyLineParams) -> frozenset[str]:
    """Short texts that close many stories: sign-offs, calls to follow, credits in the same words."""
    if not params.tail:
        return frozenset()
    stories: dict[str, set[int]] = defaultdict(set)
    count: Counter[str] = Counter()
    last: Counter[str] = Counter()
    for page in sample.pages:
        at_end = True
        for k in reversed(pick(page)):
            text = page.key[k]
            short = bool(page.weight[k] < params.short)
            stories[text].add(page.story)
            count[text] += 1
            last[text] += at_end and short
            at_end = at_end and short and bool(page.repeated[k])
    least = max(3, params.tail_share * sample.stories)
    return frozenset(
        text
        for text, on in stories.items()
        if len(on) >= least and last[text] >= params.tail_last * count[text] and text not in recurring
    )


def trim(e: Evidence, kept: Sequence[int], rules: Rules, longest: int) -> list[int]:
    """The kept blocks without key lines: slot keys anywhere, head and tail keys at the ends; never all of them."""
    names = [line_key(e, k, longest) for k in kept]
    blocks = [(k, name) for k, name in zip(kept, names, strict=True) if name not in rules.slot_keys]
    low, high = 0, len(blocks)
    while low < high and blocks[low][1] in rules.head_keys:
        low += 1
    while high > low and blocks[high - 1][1] in rules.tail_keys:
        high -= 1
    return [k for k, _ in (blocks[low:high] or blocks)]
