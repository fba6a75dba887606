"""Stored models as tables and JSON values: contents, reliability, and differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from indexer.cli.terminal import printable, table

if TYPE_CHECKING:
    from indexer.article.learned import LearnedSite
    from indexer.site.difference import Changed, Difference

_COLUMNS = ("covered", "recall", "precision", "kept", "stable", "fits")
"""The figures of `indexer.site.difference.figures`."""
_SHOWN = 10
"""Maximum lines of one part of a difference on a terminal; JSON has all."""


def model_table(models: Sequence[LearnedSite]) -> str:
    """One line per model: sample, rules, agreement, and newer pages that do not fit."""
    head = ["site", "pages", "articles", "containers", "places", "texts", *_COLUMNS, "since", "misfits", "fuller", "doubted"]
    return table([head, *map(_row, sorted(models, key=lambda model: model.site))])


def _row(learned: LearnedSite) -> list[str]:
    from indexer.site.difference import figures

    model, rules = learned.model, learned.model.current.rules
    return [
        printable(learned.name),
        str(model.pages),
        str(model.body.article_stories),
        str(len(rules.containers)),
        str(len(rules.dropped) + len(rules.own)),
        str(len(rules.texts)),
        *map(_figure, figures(model).values()),
        str(model.since.seen.articles),
        str(model.since.seen.misfits),
        str(model.agreement.fuller),
        ",".join(doubt.value for doubt in model.doubts) or "-",
    ]


def _figure(share: float | None) -> str:
    return "-" if share is None else f"{share:.3f}"


def model_record(learned: LearnedSite) -> dict[str, Any]:
    """The figures of a model as JSON values."""
    from indexer.site.difference import figures

    model, rules = learned.model, learned.model.current.rules
    record: dict[str, Any] = {
        "site": learned.site,
        "version": learned.version,
        "pages": model.pages,
        "stories": model.body.stories,
        "articleStories": model.body.article_stories,
        "hasTemplates": model.has_templates,
        "doubts": [doubt.value for doubt in model.doubts],
        "containers": [model.body.names[path] for path in rules.containers],
        "placesDropped": len(rules.dropped) + len(rules.own),
        "textsDropped": len(rules.texts),
        "templateTexts": len(model.current.template),
        "figures": _rounded(figures(model)),
        "agreement": asdict(model.agreement),
        "expected": asdict(model.expected),
        "since": asdict(model.since.seen),
    }
    if learned.previous is not None:
        record["previous"] = {"version": learned.previous.version, "difference": difference_record(learned.previous, learned)}
    return record


def _rounded(shares: Mapping[str, float | None]) -> dict[str, float | None]:
    return {name: None if share is None else round(share, 4) for name, share in shares.items()}


def difference_lines(old: LearnedSite, new: LearnedSite) -> list[str]:
    """The differences between two models of a site, for a terminal."""
    from indexer.site.difference import difference

    found = difference(old.model, new.model)
    lines = [printable(f"{old.name} → {new.name}: {found.total} differences")]
    for (name, (before, after)), column in zip(found.figures.items(), _COLUMNS, strict=True):
        if before != after:
            lines.append(f"  {column} ({name}): {_figure(before)} → {_figure(after)}")
    for name, part in found.parts.items():
        lines += _part_lines(name, part)
    return lines


def _part_lines(name: str, part: Changed) -> list[str]:
    if not part.total:
        return []
    lines = [f"  {name}: {len(part.added)} added, {len(part.removed)} removed"]
    for sign, texts in (("+", part.added), ("-", part.removed)):
        lines += [f"    {sign} {printable(text)}" for text in texts[:_SHOWN]]
        if len(texts) > _SHOWN:
            lines.append(f"    {sign} … and {len(texts) - _SHOWN} more (--json has all)")
    return lines


def difference_record(old: LearnedSite, new: LearnedSite) -> dict[str, Any]:
    """The same as JSON values."""
    from indexer.site.difference import difference

    found: Difference = difference(old.model, new.model)
    return {
        "old": old.name,
        "new": new.name,
        "parts": {name: {"added": list(part.added), "removed": list(part.removed)} for name, part in found.parts.items()},
        "figures": {name: list(_rounded({"old": pair[0], "new": pair[1]}).values()) for name, pair in found.figures.items()},
    }
