"""The report of an experiment's run as text, JSON and CSV, and the files to recompute it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from indexer.cli.retrieval_report import difference_record, retrieval_record, retrieval_text
from indexer.cli.terminal import printable, table
from indexer.evaluate.query_log import queries_text
from indexer.evaluate.retrieval_metrics import FURTHER
from indexer.evaluate.trec import qrels_text, run_text

if TYPE_CHECKING:
    from indexer.evaluate.calibration import Calibration
    from indexer.evaluate.experiment import Experiment, Findings, Run
    from indexer.evaluate.interleaving import ClickLog, Preference
    from indexer.evaluate.retrieval import Named

SIZES = {
    "documents": "documents",
    "tokens": "tokens",
    "inverted_bytes": "inverted index (bytes)",
    "total_bytes": "in all (bytes)",
    "indexing_seconds": "indexing (s)",
}
"""Field of a size to its column head."""


def findings_text(experiment: Experiment, run: Run, found: Findings) -> str:
    """Return the complete report."""
    head = f"{experiment.name}, run {run.number}: " + ", ".join(f"{arm} {count:,}" for arm, count in run.conditions["counts"].items())
    sections = [head, retrieval_text(found.report)]
    if found.report.queries:
        sections += [_waterfall(found), _further(found), *_by_site(found)]
    return "\n\n".join([*sections, *_costs(run, found)])


def findings_record(experiment: Experiment, run: Run, found: Findings) -> dict[str, Any]:
    """Return the complete report as JSON."""
    return {
        "experiment": experiment.name,
        "run": run.number,
        "conditions": dict(run.conditions),
        "retrieval": retrieval_record(found.report),
        "waterfall": [
            {"step": step.name, "arm": step.contrast.system.name, "baseline": step.contrast.baseline.name, "measure": step.contrast.measure}
            | difference_record(step.contrast.difference)
            | {"pAdjusted": step.contrast.p_adjusted, "verdict": step.contrast.verdict}
            for step in found.waterfall
        ],
        "further": {system.name: dict(values) for system, values in found.further.items()} if found.report.queries else {},
        "overlap": [{"arms": list(pair), "rbo": value} for pair, value in found.overlap.items()],
        "milliseconds": {name: {"p50": p50, "p95": p95} for name, (p50, p95) in found.quick.items()},
    }


def files(experiment: Experiment, run: Run, found: Findings) -> Iterator[tuple[str, str]]:
    """Yield names and texts of files: queries, qrels (by canonical URL), one TREC run per system, every query's values, the report."""
    yield "queries.tsv", queries_text(experiment.queries)
    yield "qrels.txt", qrels_text(run.conditions["stories"])
    for system in experiment.rankers:
        rankings = {query: each[system.name] for query, each in run.rankings.items()}
        yield f"{file_name(system)}.run", run_text(rankings, system.name)
    yield "per_query.csv", _per_query(found)
    yield "report.json", json.dumps(findings_record(experiment, run, found), ensure_ascii=False, indent=2) + "\n"


def file_name(system: Named) -> str:
    """Return a system's name without characters invalid in file names.

    >>> from indexer.evaluate.retrieval import System
    >>> from indexer.index.arm import Arm
    >>> file_name(System(Arm.RAW, 4.0))
    'raw-headline-5'
    """
    return "-".join("".join(c if c.isalnum() or c in "._" else " " for c in system.name.replace("×", "")).split())


def calibration_text(measure: str, found: Calibration) -> str:
    """Return the result of a calibration."""
    from indexer.evaluate.calibration import ROUNDS

    d = found.difference
    return "\n".join([
        f"{measure}, {d.queries} queries, {ROUNDS} rounds each:",
        f"A/A tests significant at .05: {found.false_positives:.3f} (expected: .05)",
        f"95 % intervals that contain the true mean: {found.coverage:.3f} (expected: .95)",
        f"planted differences of {d.detectable:.4f} found: {found.power:.3f} (planned: .80)",
    ])


def interleaving_text(log: ClickLog, found: Preference) -> str:
    """Return the preference shown by readers' clicks."""
    dropped = "; ".join(f"{number} {reason}" for reason, number in log.dropped.items())
    lines = [f"{found.wins + found.losses + found.unclicked} interleaved impressions; dropped: {dropped or 'nothing'}"]
    if not found.wins + found.losses:
        return "\n".join([*lines, "Nothing to report: no interleaved list has a valid click."])
    lines.append(f"B {found.wins}, A {found.losses}, without a valid click {found.unclicked}; one credited click per impression")
    lines.append(f"B's share {found.share:.3f}, 95 % interval over sessions [{found.low:.3f}, {found.high:.3f}], exact p {found.p:.4f}")
    return "\n".join(lines)


def _waterfall(found: Findings) -> str:
    if not found.waterfall:
        return "No waterfall: it needs the arms raw, articles, body and weighted."
    rows = [
        [step.name, f"{d.mean:+.4f}", f"[{d.low:+.4f}, {d.high:+.4f}]", f"{step.contrast.p_adjusted:.4f}", step.contrast.verdict]
        for step in found.waterfall
        for d in [step.contrast.difference]
    ]
    return table([[f"step ({found.waterfall[0].contrast.measure})", "difference", "95 % interval", "p", "verdict"], *rows])


def _further(found: Findings) -> str:
    rows = [[system.name, *(f"{value:.4f}" for value in values.values())] for system, values in found.further.items()]
    return table([["system", *FURTHER], *rows]) + "\n\nNot tested; residual: the possible increase of RBP by unjudged hits."


def _by_site(found: Findings) -> list[str]:
    """Return the first measure by site if there are several sites."""
    sites = sorted(set(found.sites))
    if len(sites) < 2:
        return []
    measure = next(iter(found.report.ceilings))
    systems = list(found.report.values)
    means = {site: [f"{found.site_mean(system, measure, site):.4f}" for system in systems] for site in sites}
    rows = [[printable(site), str(found.sites.count(site)), *means[site]] for site in sites]
    return [table([[f"{measure} by site", "queries", *(system.name for system in systems)], *rows])]


def _costs(run: Run, found: Findings) -> list[str]:
    """Return the costs of each system with the first measure, and its size if measured."""
    measure = next(iter(found.report.ceilings), "")
    sizes = {size["arm"]: size for size in run.conditions.get("sizes", ()) if not size["site"]}
    rows = []
    for system in found.report.values:
        quality = found.report.mean(system, measure) if measure else None
        size = sizes.get(str(getattr(system, "extractor", "") or getattr(system, "arm", "")), {})
        spent = [f"{milliseconds:.1f}" for milliseconds in found.quick.get(system.name, ())] or ["", ""]
        counts = [f"{size[name]:,}" if size.get(name) is not None else "" for name in SIZES]
        rows.append([system.name, "–" if quality is None else f"{quality:.4f}", *spent, *counts])
    head = ["quality and cost", measure or "quality", "ms p50", "ms p95", *SIZES.values()]
    missing = [] if sizes else ["Size: not measured; `winnow size` before the run measures it."]
    return [table([head, *rows]), *missing]


def _per_query(found: Findings) -> str:
    written = io.StringIO()
    writer = csv.writer(written)
    systems = list(found.report.values)
    writer.writerow(["id", "type", "site", "query", *(f"{system.name} {name}" for system in systems for name in found.report.ceilings)])
    for place, (query, site) in enumerate(zip(found.report.queries, found.sites, strict=True)):
        values = [found.report.values[system][name][place] for system in systems for name in found.report.ceilings]
        writer.writerow([query.id, query.type, site, query.text, *(f"{value:.6f}" for value in values)])
    return written.getvalue()
