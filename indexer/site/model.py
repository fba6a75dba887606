"""SiteModel: all that is learned of one site's templates, as a value; `fit` learns it, `apply` judges one page by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from indexer.page.page import Page
from indexer.page.score import Evidence, gather
from indexer.site.body import BodyModel, learn_body
from indexer.site.clean_page import CleanPage, apply_body, page_level_body
from indexer.site.page_type import ARTICLE, TOC, TypeModel, learn_types, logit
from indexer.site.params import SiteParams
from indexer.site.sample import stories
from indexer.site.type_evidence import SampledPage, TypeParams


@dataclass(frozen=True, slots=True)
class Sampled:
    """One page of the sample.

    Parameters
    ----------
    page : Page
    url : str
        The address under which the site's own links name it.
    extracted : str or None
        A second extractor's text, None where it was not asked.
    """

    page: Page
    url: str
    extracted: str | None = None


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
    """

    pages: int
    body: BodyModel
    types: TypeModel
    params: SiteParams = field(default_factory=SiteParams)
    type_params: TypeParams = field(default_factory=TypeParams)

    @property
    def has_templates(self) -> bool:
        """Whether there were stories enough to learn from; else page-level evidence has to do."""
        return self.body.stories >= self.params.least_stories and bool(self.body.rules.containers)


@dataclass(frozen=True, slots=True)
class Judged:
    """What a model says about one page: its blocks' weights and its type."""

    clean: CleanPage
    page_type: str


def fit(sample: Sequence[Sampled], params: SiteParams | None = None, types: TypeParams | None = None) -> SiteModel:
    """Learn a site's model; the same for any order of the sample.

    >>> from indexer.page.parse import parse
    >>> page = "<nav><p>Menu of the site</p></nav><div id=main><p>{0} is told here, at some length and with commas.</p></div>"
    >>> pages = [Sampled(parse(page.format(x * 9)), f"https://example.org/{x}") for x in "abcd"]
    >>> model = fit(pages)
    >>> [model.body.names[path] for path in model.body.rules.containers], model.has_templates
    (['div#main>p'], True)
    """
    params, types = params or SiteParams(), types or TypeParams()
    ordered = sorted(sample, key=lambda s: (s.url, s.page.url))
    evidence = [gather(s.page, params.score) for s in ordered]
    told = stories(evidence, params.copies, params.score)
    type_model = learn_types(
        [SampledPage(e, s.url, story) for e, s, story in zip(evidence, ordered, told, strict=True)], params.score, types
    )
    toc = [logit(type_model, e, s.url, params.score, types) > 0 for e, s in zip(evidence, ordered, strict=True)]
    return SiteModel(
        pages=len(ordered),
        body=learn_body(evidence, told, [s.extracted for s in ordered], toc, params),
        types=type_model,
        params=params,
        type_params=types,
    )


def apply(model: SiteModel, page: Page, url: str) -> Judged:
    """Weights and type of one page."""
    e = gather(page, model.params.score)
    clean = apply_body(model.body, e, model.params) if model.has_templates else page_level_body(e, model.body.template, model.params)
    return Judged(clean, type_of(model, e, url, clean.container))


def type_of(model: SiteModel, e: Evidence, url: str, container: int = -1) -> str:
    """`article` or `toc` by the site's templates and the page's own evidence."""
    return TOC if logit(model.types, e, url, model.params.score, model.type_params, container) > 0 else ARTICLE
