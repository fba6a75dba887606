"""SiteModel: the learned templates of one site, as a value; `fit` learns it, `apply` judges one page by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from indexer.arrays import Bools, Floats
from indexer.forks import each
from indexer.page.page import Page
from indexer.page.page_level import page_level
from indexer.page.peer import remember
from indexer.page.score import Evidence, gather
from indexer.site.agreement import Agreement, AgreementParams, Compared, Witnessed, agreement_of, in_draw_order
from indexer.site.body import BodyModel, learn_body, teachers
from indexer.site.clean_page import CleanPage, apply_body, page_level_body
from indexer.site.doubt import Doubt
from indexer.site.drift import Drift, DriftParams, observe, shows_story
from indexer.site.params import SiteParams
from indexer.site.sample import stories
from indexer.site.since import Since, with_recent_texts
from indexer.site.types.evidence import facts
from indexer.site.types.evidence import is_sure_list as sure_list
from indexer.site.types.page_type import ARTICLE, TypeModel, learn_types, page_type, with_declared_believed
from indexer.site.types.params import TypeParams
from indexer.site.types.site_links import SampledPage
from indexer.site.votes import collect


@dataclass(frozen=True, slots=True)
class Sampled:
    """One page of the sample.

    Parameters
    ----------
    page : Page
    url : str
        The URL by which the site's own links refer to it.
    extracted : str, callable or None
        A second extractor's text, or a function that returns it, which is called only if the text is used; None to skip the extractor.
    fetched : str
        ISO 8601 time of the capture, or "".
    """

    page: Page
    url: str
    extracted: str | Callable[[], str] | None = None
    fetched: str = ""

    def vote(self) -> str | None:
        """Return the second extractor's text; calls it if necessary."""
        return self.extracted() if callable(self.extracted) else self.extracted


@dataclass(frozen=True, slots=True)
class SiteModel:
    """A site's model.

    Parameters
    ----------
    pages : int
        Number of pages that it was learned from.
    body : BodyModel
    types : TypeModel
    params : SiteParams
    type_params : TypeParams
    agreement : Agreement
        Reliability of the fit, by its own measure.
    expected : Drift
        Counts of its own pages that do not fit: the reference for new pages.
    since : Since
        Counts since the fit.
    """

    pages: int
    body: BodyModel
    types: TypeModel
    params: SiteParams = field(default_factory=SiteParams)
    type_params: TypeParams = field(default_factory=TypeParams)
    agreement: Agreement = field(default_factory=Agreement)
    expected: Drift = field(default_factory=Drift)
    since: Since = field(default_factory=Since)
    current: BodyModel = field(init=False, repr=False, compare=False)
    """The body model that cleans pages: the fit's, with the texts that the site has begun to repeat since."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "current", with_recent_texts(self.body, self.since.recent, self.params))

    @property
    def has_templates(self) -> bool:
        """True if there were enough stories to learn from and the model earns its place; otherwise page-level evidence decides."""
        return self.body.stories >= self.params.least_stories and bool(self.body.rules.containers) and self.earns_its_place

    @property
    def earns_its_place(self) -> bool:
        """True if, by its own measure, it keeps on most articles most of the unrepeated text that both page-level voters want."""
        recall = self.agreement.recall
        enough = recall is None or recall >= self.params.least_recall
        return enough and 2 * self.agreement.fuller <= self.agreement.articles

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """Reasons against the whole model."""
        lists_only = (Doubt.LISTS_ONLY,) if self.types.lists_only else ()
        return lists_only if self.earns_its_place else (Doubt.LOSES_TEXT, *lists_only)


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A model's judgement of one page: its blocks' weights and its type."""

    clean: CleanPage
    page_type: str


def fit(sample: Sequence[Sampled], params: SiteParams | None = None, types: TypeParams | None = None) -> SiteModel:
    """Learn a site's model; the order of the sample does not matter.

    >>> from indexer.page.parse import parse
    >>> page = "<nav><p>Menu of the site</p></nav><div id=main><p>{0} is told here, at some length and with commas.</p></div>"
    >>> pages = [Sampled(parse(page.format(x * 9)), f"https://example.org/{x}") for x in "abcd"]
    >>> model = fit(pages)
    >>> [model.body.names[path] for path in model.body.rules.containers], model.has_templates
    (['div#main'], True)
    """
    params, types = params or SiteParams(), types or TypeParams()
    ordered = sorted(sample, key=lambda s: (s.url, s.page.url))
    evidence = [gather(s.page, params.score) for s in ordered]
    story_of = stories(evidence, params.copies, params.score)
    pages = [SampledPage(e, s.url, story) for e, s, story in zip(evidence, ordered, story_of, strict=True)]
    type_model, kinds = learn_types(pages, params.score, types)
    toc = [kind != ARTICLE for kind in kinds]
    teaches = teachers(story_of, toc, params)
    votes = collect(partial(_votes, ordered), evidence, [s.url for s in ordered], story_of, teaches, params)
    learned = SiteModel(
        pages=len(ordered),
        body=learn_body(evidence, story_of, votes, toc, params),
        types=type_model,
        params=params,
        type_params=types,
    )
    witnessed = [Witnessed(e, s.url, story, v, t) for e, s, story, v, t in zip(evidence, ordered, story_of, votes, toc, strict=True)]
    return _with_declared_believed(_measured(learned, witnessed), pages)


def _votes(sample: Sequence[Sampled], asked: Sequence[int]) -> list[str | None]:
    """Return the second extractor's texts of these pages, which remember them also if another process has extracted them."""
    texts = each(lambda i: sample[i].vote(), asked)
    for i, text in zip(asked, texts, strict=True):
        if text and callable(sample[i].extracted):
            remember(sample[i].page, text)
    return texts


def _with_declared_believed(model: SiteModel, sample: Sequence[SampledPage]) -> SiteModel:
    """Return the model; if it ends every page as a list although all declare themselves articles, those with text count as articles.

    Types were learned before it was known which node of a page holds its text: what a page lists there may be more than was counted.
    """
    places = ((page, body_of(model, page.evidence).container) for page in sample)
    if model.types.lists_only or any(type_of(model, page.evidence, page.url, place) == ARTICLE for page, place in places):
        return model
    params = model.params.score, model.type_params
    found = [facts(page.evidence, page.url, model.types.links, *params, body_of(model, page.evidence).container) for page in sample]
    return replace(model, types=with_declared_believed(model.types, found))


def _measured(model: SiteModel, sample: Sequence[Witnessed]) -> SiteModel:
    """Return the model with its agreement and its counts of misfits, measured on a limited number of pages."""
    limits = AgreementParams()
    pages: list[Compared] = []
    expected = Drift()
    for w in in_draw_order(sample)[: limits.pages]:
        one = Compared(w, body_of(model, w.evidence, fitted=True), own_text(model, w.evidence))
        pages.append(one)
        expected += drift_of(model, one)
    return replace(model, agreement=agreement_of(model.body, sample, pages, model.params, limits), expected=expected)


def body_of(model: SiteModel, e: Evidence, *, fitted: bool = False) -> CleanPage:
    """Return a page's weights; `fitted`: by the rules of the fit alone, without later additions."""
    body = model.body if fitted else model.current
    return apply_body(body, e, model.params) if model.has_templates else page_level_body(e, body.template, model.params)


def own_text(model: SiteModel, e: Evidence) -> Bools:
    """Return the blocks that the page's own evidence selects as text, shape (b,)."""
    return page_level(e, model.body.template, model.params.score)


def drift_of(model: SiteModel, one: Compared) -> Drift:
    """Return the counts of one page cleaned by the fit's rules; a TOC page by the old templates may be a story in new ones."""
    page = one.page
    story = not page.toc or shows_story(model.types, page.evidence, page.url, model.params, model.type_params)
    return observe(model.body, page.evidence, one.clean, one.own, DriftParams(), article=story)


def compare(model: SiteModel, one: Sampled) -> Compared:
    """Return one new page, cleaned by the fit's rules, with its own evidence."""
    e = gather(one.page, model.params.score)
    toc = type_of(model, e, one.url) != ARTICLE
    return Compared(Witnessed(e, one.url, 0, None if toc else one.vote(), toc), body_of(model, e, fitted=True), own_text(model, e))


def watch(model: SiteModel, pages: Iterable[Sampled]) -> Drift:
    """Return the sum of the pages' drift counts; it is independent of order and batches."""
    return sum((drift_of(model, compare(model, one)) for one in pages), Drift())


def apply(model: SiteModel, page: Page, url: str) -> Judged:
    """Return the weights and the type of one page."""
    e = gather(page, model.params.score)
    weight, evidence, container, kind = page.derived.once("judged", (model, url), lambda: _judged(model, e, url))
    return Judged(CleanPage(e.page, weight, evidence, container), kind)


def _judged(model: SiteModel, e: Evidence, url: str) -> tuple[Floats, str, int, str]:
    clean = body_of(model, e)
    return clean.weight, clean.evidence, clean.container, type_of(model, e, url, clean.container)


def type_of(model: SiteModel, e: Evidence, url: str, container: int = -1) -> str:
    """Return `article`, `toc` or `other`, by the site's templates and the page's own evidence."""
    return page_type(model.types, e, url, model.params.score, model.type_params, container)


def is_sure_list(model: SiteModel, e: Evidence, url: str) -> bool:
    """Return whether a page is certainly a TOC page, by its own evidence."""
    return sure_list(facts(e, url, model.types.links, model.params.score, model.type_params), model.type_params)
