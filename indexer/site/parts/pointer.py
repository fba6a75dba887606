"""Pointers: lines inside articles that refer to other stories ("Read also: …", bare headlines of other pages)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from indexer.page.blocks import key, weight
from indexer.page.score import Evidence
from indexer.ranges import within
from indexer.site.parts.article_page import ArticlePage, ArticleSample
from indexer.site.sample import Member
from indexer.site.site_path import internal_links


@dataclass(frozen=True, slots=True)
class PointerParams:
    """Criteria of a pointer.

    Parameters
    ----------
    pointers, lead_ins : bool
        Switches.
    linked : float
        Minimum share of link text in the line.
    longest : int
        Maximum number of characters of a pointer.
    headline : int
        Minimum weight of a headline.
    part : float
        Minimum share of a line that a headline at its beginning or end makes up.
    stories : int
        A lead-in occurs on at least this many stories,
    share : float
        and this share of its links match another page's headline.
    internal : float
        Or this share of its lines consist of the words, a colon, and a link to a page of the same site.
    closing, closing_stories : float, int
        Or this share of them are after the text, on `closing_share` of the stories (at least this many).
    closing_share : float
    longest_lead : int
    """

    pointers: bool = True
    lead_ins: bool = True
    linked: float = 0.4
    longest: int = 300
    headline: int = 15
    part: float = 0.4
    stories: int = 3
    share: float = 0.25
    internal: float = 0.6
    closing: float = 0.9
    closing_share: float = 0.4
    closing_stories: int = 8
    longest_lead: int = 40

    def __post_init__(self) -> None:
        within(0, 1, linked=self.linked, part=self.part, share=self.share, internal=self.internal)
        within(0, 1, closing=self.closing, closing_share=self.closing_share)
        within(1, headline=self.headline, stories=self.stories, closing_stories=self.closing_stories)
        within(0, longest=self.longest, longest_lead=self.longest_lead)


def site_headlines(sample: Sequence[Member], params: PointerParams) -> frozenset[str]:
    """Return the headlines (keys) that name exactly one story of the sample."""
    found: dict[str, set[int]] = defaultdict(set)
    for m in sample:
        e = m.evidence
        for name in e.titles | {k for k, n in zip(e.key, e.tree.node.tolist(), strict=True) if e.tree.tag[n] == "h1"}:
            if weight(name) >= params.headline:
                found[name].add(m.story)
    return frozenset(name for name, stories in found.items() if len(stories) == 1)


@dataclass(frozen=True, slots=True)
class Headlines:
    """The site's headlines, with an index for finding them at the beginning or end of a line."""

    all: frozenset[str]
    by_start: Mapping[str, tuple[str, ...]] = field(repr=False)
    by_end: Mapping[str, tuple[str, ...]] = field(repr=False)

    def at_an_end(self, line: str) -> Sequence[str]:
        """Return the headlines that begin or end the line.

        >>> index_headlines(frozenset({"craneisreplaced"})).at_an_end("readcraneisreplaced")
        ['craneisreplaced']
        """
        near = (*self.by_start.get(line[:_STEM], ()), *self.by_end.get(line[-_STEM:], ()))
        return [h for h in near if len(h) < len(line) and (line.startswith(h) or line.endswith(h))]


_STEM = 5
"""Number of characters that index a headline; each has at least this many (weight 15, three per CJK character)."""


def index_headlines(headlines: frozenset[str]) -> Headlines:
    """Return the headlines with their index."""
    start: dict[str, list[str]] = defaultdict(list)
    end: dict[str, list[str]] = defaultdict(list)
    for h in sorted(headlines):
        start[h[:_STEM]].append(h)
        end[h[-_STEM:]].append(h)
    return Headlines(headlines, {k: tuple(v) for k, v in start.items()}, {k: tuple(v) for k, v in end.items()})


def is_pointer(e: Evidence, k: int, headlines: Headlines, params: PointerParams) -> bool:
    """Return whether block `k` is mostly a link to another story of the site, by that story's headline."""
    line = e.key[k]
    if e.link_share[k] < params.linked or e.length[k] > params.longest or line in e.titles:
        return False
    if line in headlines.all:
        return True
    return any(len(h) >= params.part * len(line) and h not in e.titles for h in headlines.at_an_end(line))


def lead_in(e: Evidence, k: int, params: PointerParams) -> str:
    """Return as a key the words before the link of a line that is otherwise only the link, or before an unlinked colon; else "".

    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> e = gather(parse("<p>Read on: <a href=/x>The crane</a></p><p>Read on: The crane</p><p>The crane</p>"), ScoreParams())
    >>> [lead_in(e, k, PointerParams()) for k in range(3)]
    ['readon', 'readon', '']
    """
    if not e.tree.lead[k]:
        found = None if e.tree.link_length[k] else _UNLINKED.match(e.tree.text[k])
        return "" if found is None or len(found[1]) > params.longest_lead else key(found[1])
    words = key(e.tree.lead[k])
    linked = e.tree.link_length[k]
    if not 2 <= len(words) <= params.longest_lead or linked < params.linked * e.length[k]:
        return ""
    return words if linked + 1.6 * len(words) + 8 >= e.length[k] else ""


_UNLINKED = re.compile(r"([^:：.!?]{2,}?)[:：](?:\s|(?<=：))\s*\S")


@dataclass(slots=True)
class _Lead:
    count: int = 0
    closing: int = 0
    headlines: int = 0
    internal: int = 0
    stories: set[int] = field(default_factory=set)


def find_lead_ins(sample: ArticleSample, headlines: Headlines, params: PointerParams) -> frozenset[str]:
    """Return the lead-ins (keys) after which the site links its own stories."""
    if not params.lead_ins:
        return frozenset()
    leads: dict[str, _Lead] = defaultdict(_Lead)
    for page in sample.pages:
        led = {k: words for k in page.blocks.tolist() if (words := lead_in(page.member.evidence, k, params))}
        end = _end_of_text(page, led)
        for k, words in led.items():
            found = leads[words]
            found.count += 1
            found.closing += k > end
            found.stories.add(page.story)
            found.headlines += _names_other_story(page, page.key[k][len(words) :], headlines, params)
            found.internal += page.tree.lead[k].rstrip().endswith(COLONS) and _leads_to_own_site(page, k)
    often = max(params.closing_stories, params.closing_share * sample.stories)
    return frozenset(
        words
        for words, found in leads.items()
        if len(found.stories) >= params.stories
        and (
            found.headlines >= max(2, params.share * found.count)
            or found.internal >= params.internal * found.count
            or (len(found.stories) >= often and found.closing >= params.closing * found.count)
        )
    )


def _end_of_text(page: ArticlePage, led: Collection[int]) -> int:
    """Return the last block of running text that is the page's own and has no lead-in; -1 without one."""
    running = (page.weight >= _RUNNING) & (page.link_share < 0.5) & ~page.repeated
    return max((k for k in page.blocks.tolist() if running[k] and k not in led), default=-1)


_RUNNING = 60


COLONS = (":", "：")


def _leads_to_own_site(page: ArticlePage, k: int) -> bool:
    e = page.member.evidence
    return any(link.link.block == k for link in internal_links(e, e.page.url))


def _names_other_story(page: ArticlePage, rest: str, headlines: Headlines, params: PointerParams) -> bool:
    titles = page.member.evidence.titles
    if rest in headlines.all and rest not in titles:
        return True
    return any(
        min(len(h), len(rest)) >= params.headline and (rest.startswith(h) or h.startswith(rest)) and h not in titles
        for h in headlines.by_start.get(rest[:_STEM], ())
    )
