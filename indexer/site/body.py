"""Learning where a site's article bodies are: the steps in order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from indexer.arrays import Bools, Floats
from indexer.page.page_level import page_level
from indexer.page.score import Evidence, block_scores, without_template
from indexer.page.tree import Tree
from indexer.site.params import SiteParams
from indexer.site.parts.article_page import ArticleSample, locate
from indexer.site.parts.author_boxes import author_boxes
from indexer.site.parts.boxes import data_boxes, image_boxes
from indexer.site.parts.container import find_containers
from indexer.site.parts.credit_lines import credit_texts
from indexer.site.parts.field_boxes import find_fields
from indexer.site.parts.guard import rescued_paths
from indexer.site.parts.labelled_boxes import labelled_boxes
from indexer.site.parts.pointer import find_lead_ins, index_headlines, site_headlines
from indexer.site.parts.pruning import path_sums, prune, repeats, shared_headings, unwanted_texts
from indexer.site.parts.recurring import find_recurring
from indexer.site.parts.repetition import template_texts, text_stories
from indexer.site.parts.slots import find_slots, recurring_places
from indexer.site.parts.weights import path_weights, repeated_weights
from indexer.site.rules import Rules, select
from indexer.site.sample import Member, story_count, vote


@dataclass(frozen=True, slots=True)
class BodyModel:
    """Where a site's article bodies are.

    Parameters
    ----------
    rules : Rules
    template : frozenset of str
        Texts (keys) that count as template for the page-level scorer.
    weight : mapping of int to float
        Weight of the paths that hold text.
    names : mapping of int to str
        Path names by hash.
    stories, article_stories : int
        Number of stories, and of article stories, that it was learned from.
    repeated : mapping of str to float
        Weight of kept texts (keys) that the site repeats and that head no part of the story: standing notes, sign-offs.
    voted : bool
        True if the second extractor was used and finds the site's stories.
    """

    rules: Rules
    template: frozenset[str]
    weight: dict[int, float]
    names: dict[int, str]
    stories: int
    article_stories: int
    voted: bool = False
    repeated: Mapping[str, float] = field(default_factory=dict)


def learn_body(
    evidence: Sequence[Evidence], story_of: Sequence[int], extracted: Sequence[str | None], toc: Sequence[bool], params: SiteParams
) -> BodyModel:
    """Learn containers, dropped paths and texts, and weights from a sample of the site's pages.

    Parameters
    ----------
    evidence : sequence of Evidence
        In an order that does not depend on the input order.
    story_of : sequence of int
        The story of each page (`indexer.site.sample.stories`).
    extracted : sequence of str or None
        A second extractor's text of each page, None if it was not used.
    toc : sequence of bool
        True for TOC pages.
    """
    sample, template = _members(evidence, story_of, extracted, toc, params)
    stories = [m for m, teaches in zip(sample, teachers(story_of, toc, params), strict=True) if teaches]
    scores = [_agreement(m, template, params) for m in stories]
    containers = find_containers(stories, scores, params.containers, params.score.margin)
    articles = locate(stories, scores, containers)
    rules, recurring = _learn_places(sample, articles, tuple(containers), params)
    kept = [select(page.member.evidence, page.container, rules, params.pointers) for page in articles.pages]
    weight = path_weights(articles, kept, params.weights)
    return BodyModel(
        rules=rules,
        template=template,
        weight=weight,
        names=_names(sample, articles, containers),
        stories=story_count(sample),
        article_stories=articles.stories,
        voted=any(m.voted for m in sample),
        repeated=repeated_weights(articles, kept, recurring, params.weights),
    )


def teachers(story_of: Sequence[int], toc: Sequence[bool], params: SiteParams) -> list[bool]:
    """Return which pages are used for learning: the pages of single stories by type, or all if these are too few.

    A front page that quotes whole posts would make the posts look repeated, and its own lists like places of the article.

    >>> teachers([0, 1, 2, 3], [False, False, False, True], SiteParams())
    [True, True, True, False]
    """
    stories = len({story for story, lists in zip(story_of, toc, strict=True) if not lists})
    enough = stories >= max(params.least_articles, params.least_article_share * len(set(story_of)))
    return [not lists or not (params.by_type and enough) for lists in toc]


def _members(
    evidence: Sequence[Evidence], story_of: Sequence[int], extracted: Sequence[str | None], toc: Sequence[bool], params: SiteParams
) -> tuple[list[Member], frozenset[str]]:
    """Return the sample with its stories, and the template texts."""
    nothing = [np.zeros(len(e.key), bool) for e in evidence]
    sample = [Member(e, story, none, none, toc=t) for e, story, none, t in zip(evidence, story_of, nothing, toc, strict=True)]
    template: frozenset[str] = frozenset()
    if params.template:
        template = template_texts(text_stories(sample), len(set(story_of))) - _quoted_by_lists(sample)
    out = []
    for m, text in zip(sample, extracted, strict=True):
        m = replace(m, evidence=without_template(m.evidence, template, params.score))
        local = page_level(m.evidence, template, params.score)
        wanted = local if text is None else vote(m.evidence, text)
        out.append(replace(m, local=local, wanted=wanted, voted=text is not None))
    if not finds_stories(((m.evidence, m.wanted, m.local) for m in out if m.voted and not m.toc), template, params.least_vote):
        out = [replace(m, wanted=m.local, voted=False) for m in out]
    return out, template


def _quoted_by_lists(sample: Sequence[Member]) -> frozenset[str]:
    """Return the texts of one of several stories that the site's lists quote, which makes them no template."""
    lists = text_stories(m for m in sample if m.toc)
    articles = text_stories(m for m in sample if not m.toc) if lists else {}
    if max(articles.values(), default=0) < 2:  # nothing recurs on the stories, so what belongs to the template is unknown
        return frozenset()
    return frozenset(text for text, stories in articles.items() if stories == 1 and text in lists)


def finds_stories(found: Iterable[tuple[Evidence, Bools, Bools]], template: Collection[str], least: float) -> bool:
    """Return whether a second extractor finds a site's stories at all.

    On a site with stories in an `aside` it reads only the footer, and would vote against all of them.

    Parameters
    ----------
    found : iterable of (Evidence, bool array, bool array), shapes (b,)
        Pages that it read: what it wants, and what the page-level scorer wants.
    template : collection of str
        Texts (keys) that do not count.
    least : float
        Minimum share of the scorer's text, in letters, that it must want.

    Examples
    --------
    >>> from indexer.page.parse import parse
    >>> from indexer.page.score import ScoreParams, gather
    >>> e = gather(parse("<p>The crane sinks.</p><footer>Imprint</footer>"), ScoreParams())
    >>> story, footer = np.array([True, False]), np.array([False, True])
    >>> finds_stories([(e, story, story)], (), 0.1), finds_stories([(e, footer, story)], {"imprint"}, 0.1)
    (True, False)
    """
    wanted = local = 0.0
    for e, second, first in found:
        weight = np.where([k in template for k in e.key], 0.0, e.page.weight)
        wanted += float(weight[second].sum())
        local += float(weight[first].sum())
    return wanted >= least * local


def _agreement(m: Member, template: frozenset[str], params: SiteParams) -> Floats:
    """Return signed block scores: the mean of the page-level scorer's and, if used, the second extractor's."""
    score = block_scores(m.evidence, template, params.score)
    if not m.voted:
        return score
    weight = m.evidence.page.weight
    return 0.5 * score + np.where(m.wanted, 0.5, -0.5) * weight


def _learn_places(
    sample: Sequence[Member], articles: ArticleSample, containers: tuple[int, ...], params: SiteParams
) -> tuple[Rules, frozenset[str]]:
    """Return the rules on paths and texts inside the containers, and the recurring lines that head a part of the story."""
    headlines = index_headlines(site_headlines(sample, params.pointers))
    recurring = find_recurring(articles, params.recurring)
    repeated = [repeats(page, recurring, headlines, params.pointers) for page in articles.pages]
    sums = path_sums(articles, repeated, recurring)
    pruned = prune(sums, params.pruning)
    shared, own_headings = shared_headings(articles, repeated, recurring, pruned)
    pruned -= shared
    slots = find_slots(articles, pruned, containers, params.slots)
    own = data_boxes(articles, pruned, params.boxes)
    dropped = pruned | image_boxes(articles, params.boxes) | author_boxes(articles, params.author_boxes)
    dropped |= labelled_boxes(articles, params.labelled_boxes)
    if params.own_text:
        own |= slots
    else:
        dropped |= slots - set(containers)
    texts = unwanted_texts(articles, repeated, params.text_share) | credit_texts(articles) if params.texts else frozenset()
    rules = Rules(
        containers=containers,
        known=frozenset(sums) | frozenset(containers),
        dropped=dropped,
        own=own - recurring_places(articles, recurring, params.slots),
        texts=texts | own_headings,
        lead_ins=find_lead_ins(articles, headlines, params.pointers),
        fields=find_fields(articles, params.boxes),
    )
    return rules.guarded(rescued_paths(articles, rules.dropped, params.guard)), recurring


def _names(sample: Sequence[Member], articles: ArticleSample, containers: Collection[int]) -> dict[int, str]:
    """Return the path names of the containers and of all nodes inside."""
    names: dict[int, str] = {}
    places: list[tuple[Tree, Iterable[int]]] = [
        (page.tree, range(page.container, int(page.tree.end[page.container]))) for page in articles.pages
    ]
    for m in sample:
        tree = m.evidence.tree
        places.append((tree, [i for i, path in enumerate(tree.path.tolist()) if path in containers]))
    for tree, nodes in places:
        for i in nodes:
            path = int(tree.path[i])
            if path not in names:
                names[path] = tree.path_name(i)
    return names
