"""The retrieval reports of `compare` and `evaluate`, as text and JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from indexer.cli.terminal import printable, table
from indexer.evaluate.retrieval_metrics import MEASURES

if TYPE_CHECKING:
    from indexer.evaluate.judged_urls import Unmatched
    from indexer.evaluate.match_precision import MatchReport, MatchRow
    from indexer.evaluate.retrieval import Contrast, Named, RetrievalReport
    from indexer.evaluate.significance import Difference

_MOST_NAMED = 10
"""Maximum number of judged pages without a document that the text lists; the JSON lists all."""


def retrieval_text(report: RetrievalReport) -> str:
    """Means by system with their ceilings, means by type of query, and all contrasts."""
    parts = [f"{len(report.queries)} queries"]
    parts += [f"{number} left out: {reason}" for reason, number in report.left_out.items()]
    if report.unmatched:
        parts.append(f"{len(report.unmatched)} judged pages are not in the index")
    sections = ["\n".join(["; ".join(parts), *_unmatched_lines(report.unmatched)])]
    if not report.queries:
        return "\n\n".join([*sections, "Nothing to report: no query has a relevant judgement of an indexed page."])
    sections += [_means(report), *_by_type(report)]
    if report.contrasts:
        sections.append(table([_CONTRAST_HEAD, *map(_contrast_cells, report.contrasts)], left=3))
        sections.append(
            f"p: paired randomisation test, Holm-adjusted over all {len(report.contrasts)} comparisons shown. Queries on the same story"
            f" (with many sites, on the same site) are not independent: {report.clusters} groups of them are resampled."
            " Detectable: the smallest difference found with power .8; needed: the number of queries that finds the observed one with"
            " power .8."
        )
    return "\n\n".join(sections)


def _means(report: RetrievalReport) -> str:
    measures = list(report.ceilings)
    head = ["system", *measures, "Judged@10"]
    rows = [[system.name, *_cells_of(report, system), f"{report.judged[system]:.4f}"] for system in report.values]
    ceiling = ["ceiling", *(f"{report.ceilings[name]:.4f}" for name in measures), "1.0000"]
    best = {name: system.name for name in measures if (system := report.best(name))}
    ahead = "; ".join(f"{name} {system}" for name, system in best.items())
    return f"{table([head, *rows, ceiling])}\n\nHighest mean: {ahead}. Unjudged hits count as not relevant (Judged@10)."


def _by_type(report: RetrievalReport) -> list[str]:
    """Return the first measure by type of query if there are several types."""
    kinds = sorted({query.type for query in report.queries})
    if len(kinds) < 2:
        return []
    measure = next(iter(report.ceilings))
    counts = [sum(query.type == kind for query in report.queries) for kind in kinds]
    head = [measure, *(f"{printable(kind) or 'untyped'} ({count})" for kind, count in zip(kinds, counts, strict=True))]
    return [table([head, *([system.name, *(_mean(report.mean(system, measure, kind)) for kind in kinds)] for system in report.values)])]


def _cells_of(report: RetrievalReport, system: Named) -> list[str]:
    return [_mean(report.mean(system, name)) for name in report.ceilings]


def _mean(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def retrieval_record(report: RetrievalReport) -> dict[str, Any]:
    """The report as JSON, with every query's values; means are null if no query could be used."""
    return {
        "queries": len(report.queries),
        "leftOut": dict(report.left_out),
        "unknownUrls": list(report.unmatched),
        "unmatched": {url: why.value for url, why in report.unmatched.items()},
        "arms": {system.name: {name: report.mean(system, name) for name in report.ceilings or MEASURES} for system in report.values},
        "ceilings": dict(report.ceilings),
        "clusters": report.clusters,
        "judged@10": {system.name: share for system, share in report.judged.items()},
        "differences": [
            {"arm": c.system.name, "baseline": c.baseline.name, "measure": c.measure}
            | difference_record(c.difference)
            | {"pAdjusted": c.p_adjusted, "verdict": c.verdict}
            for c in report.contrasts
        ],
        "perQuery": [
            {
                "id": query.id,
                "type": query.type,
                "query": query.text,
                "arms": {
                    system.name: {name: values[number] for name, values in measures.items()}
                    for system, measures in report.values.items()
                },
            }
            for number, query in enumerate(report.queries)
        ],
    }


def match_text(report: MatchReport) -> str:
    """Match precision by site and arm."""
    truth = {
        "labels": "labelled bodies and headlines",
        "body arm": "Winnow's own (the body arm), which is right by definition here: the figures below prove nothing, and none is tested. "
        "Give --bodies for labelled ones",
    }[report.reference]
    head = ["site", "arm", "terms", "precision", "first page by date", "with false hits", "recall"]
    sections = [
        f"Match precision: share of the matching pages whose article holds the term; the articles are {truth}",
        table([head, *map(_match_cells, report.rows)], left=2),
    ]
    sections += [f"{arm.value}: precision {_difference_text(d, report.p_adjusted[arm])}" for arm, d in report.differences.items()]
    if report.unmatched:
        head_line = f"{len(report.unmatched)} labelled pages are not in the index"
        sections.append("\n".join([head_line, *_unmatched_lines(report.unmatched)]))
    return "\n\n".join(sections)


def match_record(report: MatchReport) -> dict[str, Any]:
    """Match precision as JSON."""
    return {
        "reference": report.reference,
        "rows": [
            {
                "site": row.site,
                "arm": row.arm.value,
                "terms": row.terms,
                "precision": row.precision,
                "precision@10ByDate": row.first_page,
                "falseQueries": row.false_queries,
                "recall": row.recall,
            }
            for row in report.rows
        ],
        "differences": {
            arm.value: difference_record(d) | {"pAdjusted": report.p_adjusted[arm]} for arm, d in report.differences.items()
        },
        "unmatched": {url: why.value for url, why in report.unmatched.items()},
    }


def _unmatched_lines(unmatched: Mapping[str, Unmatched]) -> list[str]:
    """Pages without a document, with the reason; at most `_MOST_NAMED`."""
    lines = [f"{printable(url)}: {why.value}" for url, why in list(unmatched.items())[:_MOST_NAMED]]
    return [*lines, f"and {len(unmatched) - _MOST_NAMED} more, which --json lists"] if len(unmatched) > _MOST_NAMED else lines


_CONTRAST_HEAD = [
    "system", "against", "measure", "difference", "95 % interval", "p", "better/equal/worse", "detectable", "needed", "verdict",
]  # fmt: skip


def _contrast_cells(contrast: Contrast) -> list[str]:
    d = contrast.difference
    return [
        contrast.system.name,
        contrast.baseline.name,
        contrast.measure,
        f"{d.mean:+.4f}",
        f"[{d.low:+.4f}, {d.high:+.4f}]",
        f"{contrast.p_adjusted:.4f}",
        f"{d.wins}/{d.ties}/{d.losses}",
        f"{d.detectable:.4f}",
        "–" if d.needed is None else f"{d.needed:,}",
        contrast.verdict,
    ]


def _match_cells(row: MatchRow) -> list[str]:
    return [
        printable(row.site) or "all",
        row.arm.value,
        str(row.terms),
        _share(row.precision),
        _share(row.first_page),
        "–" if row.false_queries is None else f"{100 * row.false_queries:.1f} %",
        _share(row.recall),
    ]


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _difference_text(d: Difference, p_adjusted: float) -> str:
    spread = f"[{d.low:+.3f}, {d.high:+.3f}], p {p_adjusted:.4f} (Holm-adjusted over the arms)"
    return f"{d.mean:+.3f} {spread}, {d.wins} better, {d.ties} equal, {d.losses} worse"


def difference_record(d: Difference) -> dict[str, Any]:
    """A difference as JSON."""
    return {
        "difference": d.mean,
        "low": d.low,
        "high": d.high,
        "p": d.p,
        "wins": d.wins,
        "ties": d.ties,
        "losses": d.losses,
        "effect": d.effect,
        "detectable": d.detectable,
        "needed": d.needed,
    }
