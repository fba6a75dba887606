"""`winnow experiment judge`: grades by a program, and its agreement with people."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import click

from indexer.cli.options import engine_option, home_option
from indexer.cli.terminal import printable
from indexer.home import Home


@click.command()
@click.argument("name")
@click.option("--command", required=True, help="Reads JSON Lines (query, url, headline, text), prints one line each: {\"grade\": 0 to 3}.")
@click.option("--judge", "judge_name", default="program", show_default=True, help="Name of the judge.")
@click.option("--store", is_flag=True, help="Store the grades; without it, only the agreement with people is reported.")
@engine_option
@home_option
def judge(name: str, command: str, judge_name: str, engine: str | None, home: Path | None, *, store: bool) -> None:
    """Let a program grade the pools of an experiment's queries, and report its agreement with people.

    Judge a sample of the queries on the website first. Stories on whose relevance people and the program disagree are excluded, as for
    two people.

    Example: winnow experiment judge spring --command ./grade
    """
    from indexer.evaluate.experiment import load
    from indexer.evaluate.judging import verdicts
    from indexer.evaluate.program_judge import graded, kappa, questions
    from indexer.store.experiments import ExperimentLog
    from indexer.store.judgements import JudgementLog

    where = Home.of(home, engine)
    with where.database() as database, closing(where.engine()) as opened:
        queries = load(ExperimentLog(database), name).queries
        log = JudgementLog(database)
        people = verdicts([each for each in log.standing() if each.judge != judge_name]).grades
        made = graded(command, judge_name, list(questions(opened, judge_name, queries)))
        agreement, shared = kappa(people, made)
        result = "agreement unknown" if agreement is None else f"Cohen's kappa {agreement:.2f}"
        click.echo(f"{printable(judge_name)}: {len(made)} grades; on {shared} stories that people have judged, too: {result}")
        if store:
            log.append(made, time.time())
        else:
            click.echo("nothing is stored: repeat the command with --store to store the grades")
