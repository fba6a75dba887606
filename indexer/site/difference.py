"""Difference between two models of a site, by place and by text."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from indexer.site.body import BodyModel
from indexer.site.model import SiteModel


@dataclass(frozen=True, slots=True)
class Changed:
    """Items only in the newer model, and items only in the older one; each sorted."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Number of differences."""
        return len(self.added) + len(self.removed)


@dataclass(frozen=True, slots=True)
class Difference:
    """A newer model against an older one of the same site.

    Parameters
    ----------
    parts : mapping of str to Changed
        By part: `containers`, `dropped`, `ownTextDropped` (places), `droppedTexts`, `template`, `leadIns` (texts).
    figures : mapping of str to (float or None, float or None)
        The agreement's shares, older and newer.
    """

    parts: Mapping[str, Changed] = field(default_factory=dict)
    figures: Mapping[str, tuple[float | None, float | None]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """Number of different places and texts."""
        return sum(part.total for part in self.parts.values())


def difference(old: SiteModel, new: SiteModel) -> Difference:
    """Return the changes between two models.

    >>> from indexer.page.parse import parse
    >>> from indexer.site.model import Sampled, fit
    >>> def learned(box):
    ...     page = f"<div class={box}><p>{{0}} is told here, at length and with commas, for all.</p></div>"
    ...     return fit([Sampled(parse(page.format(x * 9)), f"https://example.org/{x}") for x in "abcd"])
    >>> found = difference(learned("old"), learned("new")).parts["containers"]
    >>> [name.startswith("body>div.new") for name in found.added], [name.startswith("body>div.old") for name in found.removed]
    ([True], [True])
    """
    before, after = _parts(old.current), _parts(new.current)
    return Difference(
        parts={name: _changed(before[name], after[name]) for name in before},
        figures={name: (value, figures(new)[name]) for name, value in figures(old).items()},
    )


def figures(model: SiteModel) -> dict[str, float | None]:
    """Return the shares that measure a fit's reliability; None for those not measured."""
    a = model.agreement
    return {
        "coverage": a.coverage,
        "recall": a.recall,
        "precision": a.precision,
        "keptShare": a.kept_share,
        "stability": a.stability,
        "fitting": 1 - model.expected.misfits / model.expected.articles if model.expected.articles else None,
    }


def _parts(body: BodyModel) -> dict[str, frozenset[str]]:
    def written(paths: Collection[int]) -> frozenset[str]:
        return frozenset(body.names[path] for path in paths)

    rules = body.rules
    return {
        "containers": written(rules.containers),
        "dropped": written(rules.dropped),
        "ownTextDropped": written(rules.own),
        "droppedTexts": rules.texts,
        "template": body.template,
        "leadIns": rules.lead_ins,
        "fields": rules.fields,
    }


def _changed(old: frozenset[str], new: frozenset[str]) -> Changed:
    return Changed(tuple(sorted(new - old)), tuple(sorted(old - new)))
