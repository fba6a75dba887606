"""The reports on retrieval, as text and as JSON; `compare` and `evaluate` print the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from indexer.cli.terminal import printable, table
from indexer.evaluate.judged_urls import Unmatched
from indexer.evaluate.match_precision import MatchReport, MatchRow
from indexer.evaluate.retrieval import Contrast, RetrievalReport
from indexer.evaluate.retrieval_metrics import MEASURES
from indexer.evaluate.significance import Difference

_MOST_NAMED = 10
"""Judged pages without a document that the text names; the JSON names all."""


def retrieval_text(report: RetrievalReport) -> str:
    """Means by arm, by type of query, and every contrast in words."""
    parts = [f"{len(report.queries)} queries"]
    parts += [f"{number} left out: {reason}" for reason, number in report.left_out.items()]
    if report.unmatched:
        parts.append(f"{len(report.unmatched)} judged pages are not in the index")
    head = ["arm", *MEASURES]
    means = [[arm.value, *(f"{report.mean(arm, name):.4f}" for name in MEASURES)] for arm in report.values]
    sections = ["\n".join(["; ".join(parts), *_unmatched_lines(report.unmatched)]), table([head, *means])]
    if report.contrasts:
        sections.append(table([_CONTRAST_HEAD, *map(_contrast_cells, report.contrasts)], left=3))
        sections.append("p: paired randomisation test, Holm-adjusted over the measures of a pair")
    return "\n\n".join(sections)


def retrieval_record(report: RetrievalReport) -> dict[str, Any]:
    """The report as JSON, with every query's values."""
    return {
        "queries": len(report.queries),
        "leftOut": dict(report.left_out),
        "unknownUrls": list(report.unmatched),
        "unmatched": {url: why.value for url, why in report.unmatched.items()},
        "arms": {arm.value: {name: report.mean(arm, name) for name in MEASURES} for arm in report.values},
        "differences": [
            {"arm": c.arm.value, "baseline": c.baseline.value, "measure": c.measure}
            | _difference_record(c.difference)
            | {"pAdjusted": c.p_adjusted, "verdict": c.verdict}
            for c in report.contrasts
        ],
        "perQuery": [
            {
                "id": query.id,
                "type": query.type,
                "query": query.text,
                "arms": {
                    arm.value: {name: values[number] for name, values in measures.items()}
                    for arm, measures in report.values.items()
                },
            }
            for number, query in enumerate(report.queries)
        ],
    }


def match_text(report: MatchReport) -> str:
    """Match precision by site and arm."""
    truth = {
        "labels": "labelled bodies and headlines",
        "body arm": "the body arm, which is right by definition here; give --bodies for labelled ones",
    }[report.reference]
    head = ["site", "arm", "terms", "precision", "first page by date", "with false hits", "recall"]
    sections = [
        f"Match precision: share of the matching pages whose article holds the term; the articles are {truth}",
        table([head, *map(_match_cells, report.rows)], left=2),
    ]
    sections += [f"{arm.value}: precision {_difference_text(d)}" for arm, d in report.differences.items()]
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
        "differences": {arm.value: _difference_record(d) for arm, d in report.differences.items()},
        "unmatched": {url: why.value for url, why in report.unmatched.items()},
    }


def _unmatched_lines(unmatched: Mapping[str, Unmatched]) -> list[str]:
    """Pages that lead to no document, and why; of many the first ones."""
    lines = [f"{printable(url)}: {why.value}" for url, why in list(unmatched.items())[:_MOST_NAMED]]
    return [*lines, f"and {len(unmatched) - _MOST_NAMED} more, which --json names"] if len(unmatched) > _MOST_NAMED else lines


_CONTRAST_HEAD = ["arm", "against", "measure", "difference", "95 % interval", "p", "better/equal/worse", "verdict"]


def _contrast_cells(contrast: Contrast) -> list[str]:
    d = contrast.difference
    return [
        contrast.arm.value,
        contrast.baseline.value,
        contrast.measure,
        f"{d.mean:+.4f}",
        f"[{d.low:+.4f}, {d.high:+.4f}]",
        f"{contrast.p_adjusted:.4f}",
        f"{d.wins}/{d.ties}/{d.losses}",
        contrast.verdict,
    ]


def _match_cells(row: MatchRow) -> list[str]:
    return [
        printable(row.site) or "all",
        row.arm.value,
        str(row.terms),
        f"{row.precision:.3f}",
        f"{row.first_page:.3f}",
        f"{100 * row.false_queries:.1f} %",
        f"{row.recall:.3f}",
    ]


def _difference_text(d: Difference) -> str:
    spread = f"[{d.low:+.3f}, {d.high:+.3f}], p {d.p:.4f}"
    return f"{d.mean:+.3f} {spread}, {d.wins} better, {d.ties} equal, {d.losses} worse"


def _difference_record(d: Difference) -> dict[str, Any]:
    return {
        "difference": d.mean,
        "low": d.low,
        "high": d.high,
        "p": d.p,
        "wins": d.wins,
        "ties": d.ties,
        "losses": d.losses,
    }
