"""`winnow evaluate`: measures against labels and judgements."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from indexer.cli.options import EXISTING, arms_option, engine_option, home_option, json_option, match_option, parse_arms
from indexer.cli.retrieval_report import match_record, match_text, retrieval_record, retrieval_text
from indexer.cli.template_report import template_record, template_reports, template_text
from indexer.cli.terminal import print_json, printable, table
from indexer.evaluate import bodies as body_measure
from indexer.evaluate import page_types
from indexer.evaluate import skeleton as skeleton_measure
from indexer.evaluate.labels import read_bodies, read_types
from indexer.evaluate.sample_sizes import SIZES
from indexer.evaluate.trec import read_judgements, read_queries
from indexer.home import Home
from indexer.index.query_options import Match


@click.group()
def evaluate() -> None:
    """Measure bodies, page types, skeletons, templates and retrieval against labels.

    Example: winnow evaluate bodies --labels bodies.jsonl --predictions pages.jsonl
    """


@evaluate.command()
@click.option("--queries", type=EXISTING, required=True, help="Test queries: id, type and text separated by tabs.")
@click.option("--qrels", type=EXISTING, required=True, help="TREC judgements by URL: query 0 URL grade.")
@arms_option("raw,articles,body,weighted")
@match_option(Match.ANY)
@engine_option
@home_option
@json_option
def retrieval(
    queries: Path, qrels: Path, arms: str, match: str, engine: str | None, home: Path | None, *, as_json: bool
) -> None:
    """Measure nDCG@10, P@10, MRR and average precision of every arm, and the differences of all pairs.

    A headline counts five times in `weighted`; the other arms are therefore searched a second time with this boost.

    Example: winnow evaluate retrieval --queries queries.tsv --qrels qrels.txt
    """
    from indexer.evaluate.retrieval import evaluate as evaluate_retrieval
    from indexer.evaluate.retrieval import fair_systems

    opened = Home.of(home, engine).engine()
    report = evaluate_retrieval(opened, read_queries(queries), read_judgements(qrels), fair_systems(parse_arms(arms)), Match(match))
    if as_json:
        print_json(retrieval_record(report))
    else:
        click.echo(retrieval_text(report))


@evaluate.command()
@click.option("--bodies", type=EXISTING, help="Labelled bodies (JSON Lines: url, body) [the body arm].")
@arms_option("raw,articles,body,weighted")
@engine_option
@home_option
@json_option
def matching(bodies: Path | None, arms: str, engine: str | None, home: Path | None, *, as_json: bool) -> None:
    """Measure match precision: the share of articles with a word among all matching pages.

    Example: winnow evaluate matching --bodies bodies.jsonl
    """
    from indexer.evaluate import match_precision

    labels = match_precision.read_labels(bodies) if bodies else None
    report = match_precision.measure(Home.of(home, engine).engine(), parse_arms(arms), labels)
    if as_json:
        print_json(match_record(report))
    else:
        click.echo(match_text(report))


@evaluate.command()
@click.option("--labels", type=EXISTING, required=True, help="Labelled bodies, JSON Lines: url, body.")
@click.option("--predictions", type=EXISTING, required=True, help="The output of `winnow clean`, or JSON Lines: url, body.")
@json_option
def bodies(labels: Path, predictions: Path, *, as_json: bool) -> None:
    """Measure precision, recall and F1 of article bodies over 4-word shingles, and the ten worst pages.

    Example: winnow evaluate bodies --labels bodies.jsonl --predictions pages.jsonl
    """
    found = body_measure.score(read_bodies(labels), read_bodies(predictions))
    if as_json:
        print_json(asdict(found))
        return
    click.echo(
        f"pages {found.pages}  missing {found.missing}  precision {found.precision:.4f}"
        f"  recall {found.recall:.4f}  F1 {found.f1:.4f}"
    )
    for url, precision, recall in found.worst:
        click.echo(f"  P {precision:.3f} R {recall:.3f} {printable(url)}")


@evaluate.command()
@click.option("--labels", type=EXISTING, required=True, help="A table with the columns url and type (article, toc, other).")
@click.option("--predictions", type=EXISTING, required=True, help="The output of `winnow clean`.")
@json_option
def structure(labels: Path, predictions: Path, *, as_json: bool) -> None:
    """Measure precision, recall and F1 of the page types: `article` and `toc` among these two, `other` among all labelled pages.

    Example: winnow evaluate structure --labels pages.tsv --predictions pages.jsonl
    """
    found = page_types.score(read_types(labels), read_types(predictions))
    if as_json:
        print_json({kind: asdict(one) for kind, one in found.items()})
        return
    rows = [[k, str(s.labelled), f"{s.precision:.4f}", f"{s.recall:.4f}", f"{s.f1:.4f}"] for k, s in found.items()]
    click.echo(table([["type", "labelled", "precision", "recall", "F1"], *rows]))


@evaluate.command()
@click.option("--labels", type=EXISTING, required=True, help="A site.json: start_url, base, aliases, and nav, the links of the main menu.")
@click.option("--predictions", type=EXISTING, required=True, help="The output of `winnow skeleton`.")
@json_option
def skeleton(labels: Path, predictions: Path, *, as_json: bool) -> None:
    """Measure precision, recall and F1 of the links of a skeleton's first level, and of its first two.

    Example: winnow evaluate skeleton --labels site.json --predictions tree.json
    """
    found = skeleton_measure.score(skeleton_measure.read_menu(labels), skeleton_measure.read_tree(predictions))
    if as_json:
        print_json({str(level): asdict(one) for level, one in found.items()})
        return
    rows = [[f"1-{k}" if k > 1 else "1", str(s.labelled), f"{s.precision:.4f}", f"{s.recall:.4f}", f"{s.f1:.4f}"] for k, s in found.items()]
    click.echo(table([["levels", "labelled", "precision", "recall", "F1"], *rows]))


@evaluate.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--truth", type=EXISTING, required=True, multiple=True,
              help="The template's tokens on each page, JSON Lines: url, template, tokens; may be given several times.")  # fmt: skip
@click.option("--pages", type=click.IntRange(min=2), multiple=True, default=SIZES, show_default=True, help="Sample sizes.")
@click.option("--published", is_flag=True, help="Align and cut as published (Needleman and Wunsch, one threshold).")
@json_option
def template(inputs: tuple[str, ...], truth: tuple[Path, ...], pages: tuple[int, ...], *, published: bool, as_json: bool) -> None:
    """Measure precision and recall of the template that sequence alignment learns, token by token, from samples of several sizes.

    Example: winnow evaluate template pages.warc.gz --truth tokens.jsonl
    """
    from indexer.evaluate.template import read_truth
    from indexer.site.methods.template import PUBLISHED, TemplateParams

    known = {url: page for path in truth for url, page in read_truth(path).items()}
    reports = template_reports(inputs, known, PUBLISHED if published else TemplateParams(), sorted(set(pages)))
    if as_json:
        print_json(template_record(reports))
    else:
        click.echo(template_text(reports))
