"""Choice of the evidence for a page's body: its site's model, or the page alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from indexer.article.article import Block
from indexer.article.extract import blocks_of
from indexer.article.learned import LearnedSite
from indexer.page.blocks import key
from indexer.page.page import Page
from indexer.page.peer import containment, extracted, single_page_lines
from indexer.page.score import gather
from indexer.site.agreement import withheld_from
from indexer.site.clean_page import MODEL, PAGE_LEVEL, CleanPage, page_level_body
from indexer.site.doubt import Doubt
from indexer.site.model import Judged, SiteModel, apply, is_sure_list, type_of
from indexer.site.params import SiteParams
from indexer.site.parts.agreed_lines import agreed_lines, unrepeated_lines, without_pointers
from indexer.site.parts.block_lines import block_lines
from indexer.site.parts.continued_text import continued_text, opening_text
from indexer.site.parts.endnotes import endnotes
from indexer.site.parts.folded_text import folded_text
from indexer.site.parts.line_numbers import without_line_numbers
from indexer.site.parts.lone_headings import without_last_label, without_lone_headings
from indexer.site.parts.notes_aside import notes_aside
from indexer.site.parts.offers import offers
from indexer.site.parts.sections import skipped_sections
from indexer.site.parts.skipped_text import skipped_text
from indexer.site.parts.standfirst import standfirst
from indexer.site.sample import vote
from indexer.site.types.page_type import ARTICLE, TOC

FEW_STORIES = 8
"""With fewer stories a text on two of them counts as template (`indexer.site.parts.repetition.template_texts`)."""


class Body(NamedTuple):
    """A page's blocks and the judgement that they follow from.

    Parameters
    ----------
    judged : Judged
    blocks : sequence of Block
        In document order.
    how : str
        The evidence that chose the blocks, and why the model did not; for people.
    doubts : tuple of Doubt
        Reasons against the model's own answer.
    """

    judged: Judged
    blocks: Sequence[Block]
    how: str
    doubts: tuple[Doubt, ...] = ()

    def doubted(self, doubt: Doubt, why: str) -> Body:
        """Return the body with another doubt."""
        return self._replace(how=f"{self.how}{why}", doubts=(*self.doubts, doubt))


def body_of(page: Page, learned: LearnedSite, *, page_level: bool = False) -> Body:
    """Return the body by the available evidence (`_evident_body`), or the declared body if it is clearly more of the same text.

    A certain TOC page has no body: its texts belong to other pages.

    Parameters
    ----------
    page_level : bool
        True to use the page-level extractor regardless of the model.
    """
    body = _evident_body(page, learned, page_level=page_level)
    if body.judged.page_type == TOC and is_sure_list(learned.model, gather(page, learned.model.params.score), page.url):
        return body._replace(blocks=[block._replace(weight=0.0, kept=False) for block in body.blocks])
    lines = fuller_lines(page.metadata.declared_body, [block.text for block in body.blocks if block.kept])
    if not lines:
        return body
    kept = [block.kept for block in body.blocks]
    fuller = body._replace(blocks=_with_lines([block.text for block in body.blocks], kept, lines))
    return fuller.doubted(Doubt.DECLARED, "; its JSON-LD has more")


_FULLER, _AGREEING, _LEAST_SHOWN = 1.5, 0.8, 40
"""A declared body must be this many times as long as the text found, contain this share of it, and the text must have a minimum length."""


def fuller_lines(declared: str, found: Sequence[str]) -> list[str]:
    """Return the lines of the declared body if it continues the text found; else [].

    >>> shown = "The crane is old, says the harbour master, who has to know."
    >>> fuller_lines(shown + " It goes to the museum by barge, and the new one comes.", [shown]) != [], fuller_lines(shown, [shown])
    (True, [])
    """
    shown = "\n".join(found)
    letters = len(key(shown))
    if letters < _LEAST_SHOWN or len(key(declared)) < _FULLER * letters or containment(shown, declared) < _AGREEING:
        return []
    return [line for line in map(str.strip, declared.split("\n")) if line]


def _evident_body(page: Page, learned: LearnedSite, *, page_level: bool = False) -> Body:
    """Return the body by the site's model, or by the page alone, less the texts that the site repeats."""
    model = learned.model
    if page_level or model.pages < 2:
        how = "page: page-level extractor" if page_level else "page: no other page of the site"
        e = gather(page, model.params.score)
        return _alone(page, type_of(model, e, page.url), _Repeated(), model.params, how)
    judged = apply(model, page, page.url)
    if judged.clean.evidence == MODEL:
        return _guarded(page, judged, model, f"model: {learned.name}")
    how = f"page: {_without_model(learned)}"
    doubts = model.doubts or (Doubt.NO_CONTAINER,) * (judged.page_type == ARTICLE and model.has_templates)
    if judged.page_type != ARTICLE or not model.body.voted:  # no text to index, or an extractor that does not find it
        return Body(judged, blocks_of(judged.clean), how, doubts)
    return _alone(page, judged.page_type, _repeated(model), model.params, how)._replace(doubts=doubts)


def _guarded(page: Page, judged: Judged, model: SiteModel, how: str) -> Body:
    """Return the model's answer; if it falls far short, add the text of an article that both other extractors want."""
    clean = judged.clean
    if judged.page_type == ARTICLE and model.body.voted:
        e = gather(page, model.params.score)
        missing = withheld_from(model.current, e, clean.weight > 0, lambda: vote(e, extracted(page)), model.params)
        if missing.any():
            clean = replace(clean, weight=np.where(missing, 1.0, clean.weight))
            fuller = Body(Judged(clean, ARTICLE), blocks_of(clean), how, model.doubts)
            return fuller.doubted(Doubt.WITHHELD, "; with text that the page and the second extractor want")
    return Body(judged, blocks_of(clean), how, model.doubts)


def _without_model(learned: LearnedSite) -> str:
    """Return why the site's model has no answer for a page."""
    model = learned.model
    if not model.earns_its_place:
        return f"{learned.name} loses text that both extractors want"
    if model.body.stories < model.params.least_stories:
        return f"{model.body.stories} stories of the site are too few to learn from"
    if not model.body.rules.containers:
        return f"no place holds the articles of {learned.name}"
    return f"no article container of {learned.name}"


class _Repeated(NamedTuple):
    """The texts (keys) that the site repeats; `copies`: an agency's copy may be among them."""

    template: Collection[str] = ()
    copies: bool = False


def _repeated(model: SiteModel) -> _Repeated:
    """Return the repeated texts that matter for a page in none of the site's templates.

    With few stories a text on two of them counts as repeated. If these stories have a template, it is their notice, or the copy that they
    share with the page; without a template, every page has the notices inside its text.
    """
    return _Repeated(model.body.template, copies=model.has_templates and model.body.stories < FEW_STORIES)


def _alone(page: Page, page_type: str, repeated: _Repeated, params: SiteParams, how: str) -> Body:
    """Return the body by the page-level extractor: its lines become the kept blocks among the page's other blocks.

    If the extractor finds nothing, the page-level scorer decides.
    """
    e = gather(page, params.score)
    scored = page_level_body(e, repeated.template, params)
    own = scored.weight > 0
    elsewhere = {key(line) for line, k in zip(page.tree.text, e.key, strict=True) if not k}
    lines = single_page_lines(page, e.titles, page.metadata.declared_body, [page.tree.text[k] for k in np.flatnonzero(own).tolist()])
    lines = [line for line in block_lines(e, lines) if key(line) not in elsewhere and key(line) not in e.titles]
    lines = agreed_lines(e, unrepeated_lines(lines, repeated.template, copies=repeated.copies), own)
    lines = without_pointers(e, lines)
    found = np.flatnonzero(vote(e, "\n".join(lines))).tolist()
    lone = {e.key[k] for k in found} - {e.key[k] for k in without_last_label(e, without_lone_headings(e, found))}
    offered = offers(e, np.isin(np.arange(len(e.key)), found))
    own = own & ~np.isin(np.arange(len(e.key)), sorted(offered))
    lone |= {e.key[k] for k in offered}
    said = {key(line) for line in lines}
    whole = [k for k, name in enumerate(e.key) if name in said]
    lone |= {e.key[k] for k in whole} - {e.key[k] for k in without_line_numbers(e, whole)}
    lines = [line for line in lines if key(line) not in lone]
    if not lines:
        return Body(Judged(scored, page_type), blocks_of(scored), how)
    kept = vote(e, "\n".join(lines))
    opened = [*folded_text(e, kept, own), *continued_text(e, kept, own)]
    told = kept.copy()
    told[opened] = True
    opened += [*skipped_text(e, told, own), *opening_text(e, kept)]
    opened += [*endnotes(e, kept, own), *notes_aside(e, kept), *standfirst(e, kept, own), *skipped_sections(e, kept, own)]
    kept[opened] = True
    clean = CleanPage(page, kept.astype(np.float64), PAGE_LEVEL)
    return Body(Judged(clean, page_type), _with_lines(page.tree.text, kept.tolist(), lines, frozenset(opened)), how)


def _with_lines(texts: Sequence[str], kept: Sequence[bool], lines: Sequence[str], opened: Collection[int] = ()) -> list[Block]:
    """Return in document order the lines as kept blocks, and the page's other blocks, which are kept only if `opened`."""
    out: list[Block] = []
    ahead = [(key(line), line) for line in lines]
    for k, (text, is_kept) in enumerate(zip(texts, kept, strict=True)):
        if k in opened and ahead and ahead[0][0] == key(text):  # a line too short to be recognised among the blocks
            del ahead[0]
        if not is_kept or k in opened:
            out.append(Block(text, float(is_kept), kept=is_kept))
            continue
        name = key(text)
        at = next((i for i, (line, _) in enumerate(ahead) if name in line), None)
        if at is not None:
            out.extend(Block(line, 1.0, kept=True) for _, line in ahead[: at + 1])
            del ahead[: at + 1]
    out.extend(Block(line, 1.0, kept=True) for _, line in ahead)
    return out
