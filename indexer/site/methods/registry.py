"""The papers' methods by name: each learns what a site's pages share, and weights the blocks of any page of the site.

Each is implemented as published, for comparison and experiments; the production path is `indexer.site.model`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Any, TypeVar

from indexer.arrays import Floats
from indexer.page.page import Page
from indexer.site.methods.published import PUBLISHED

_Params = TypeVar("_Params")
_Model = TypeVar("_Model")


@dataclass(frozen=True, slots=True)
class Fitted:
    """A method fitted to a site.

    Parameters
    ----------
    name : str
        The method's name.
    weights : callable
        Maps a page to the weight of each of its text blocks: shape (b,), in [0, 1], 0 for a block that is not kept.
    """

    name: str
    weights: Callable[[Page], Floats]


@dataclass(frozen=True, slots=True)
class Method:
    """One paper's method with its parameters.

    Parameters
    ----------
    name : str
    summary : str
        One line: what it keeps, and by what evidence.
    fit : callable
        Fits the method's own model to pages of one site, unlabelled and in any order.
    apply : callable
        Maps a model and any page of the site to the blocks' weights, as `Fitted.weights`.
    """

    name: str
    summary: str
    fit: Callable[[Sequence[Page]], Any]
    apply: Callable[[Any, Page], Floats]

    def learn(self, pages: Sequence[Page]) -> Fitted:
        """Return the method fitted on a site's pages.

        >>> from indexer.page.parse import parse
        >>> story = "<nav>Home News Sport</nav><div>{}</div>"
        >>> pages = [parse(story.format(text), text) for text in ("crane sinks", "lynx returns", "ferry late")]
        >>> fitted = METHODS["infodiscoverer"].learn(pages)
        >>> fitted.weights(pages[0]).tolist()
        [0.0, 1.0]
        """
        model = self.fit(pages)
        return Fitted(self.name, lambda page: self.apply(model, page))


def bound(
    name: str,
    summary: str,
    fit: Callable[[Sequence[Page], _Params], _Model],
    apply: Callable[[_Model, Page], Floats],
    params: _Params,
) -> Method:
    """Return a method with parameters other than the defaults.

    >>> from indexer.site.methods import infodiscoverer
    >>> steady = bound("steady", "the variant", infodiscoverer.fit, infodiscoverer.apply, infodiscoverer.STEADY)
    >>> steady.fit([]).params.pages
    40
    """
    return Method(name, summary, lambda pages: fit(pages, params), apply)


def _published(name: str, summary: str, module: str, params: str) -> Method:
    """Return a method with its default parameters; its module is imported at its first use, because all four slow down every command."""

    def fit(pages: Sequence[Page]) -> Any:
        found = import_module(f"indexer.site.methods.{module}")
        return found.fit(pages, getattr(found, params)())

    def apply(model: Any, page: Page) -> Floats:
        weights: Floats = import_module(f"indexer.site.methods.{module}").apply(model, page)
        return weights

    return Method(name, summary, fit, apply)


METHODS: Mapping[str, Method] = MappingProxyType({
    name: _published(name, summary, module, params)
    for name, module, params, summary in PUBLISHED
})
"""Each method by its name, with its default parameters.

`template` has the production aligner, `indexer.site.methods.template.PUBLISHED` the paper's (which needs Biopython); `infodiscoverer` is as
published, `indexer.site.methods.infodiscoverer.STEADY` depends less on the number of pages. `bound` makes a method of either.
"""
