"""`winnow doctor`: checks every part that the settings name."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, replace
from pathlib import Path

import click

from indexer.cli.options import engine_option, home_option, json_option
from indexer.settings import Settings
from workers.cli.doctor_checks import State, examine

_BROKEN = 2


@click.command()
@home_option
@engine_option
@json_option
def doctor(home: Path | None, engine: str | None, *, as_json: bool) -> None:
    """Check home directory, page archive, engine, database, broker and contact, and show what to do about each failure.

    The exit code is 2 if a part cannot be used.

    Example: winnow doctor --engine http://127.0.0.1:9200
    """
    read = Settings.read()
    settings = replace(read, home=home or read.home, engine=read.engine if engine is None else engine)
    findings = list(examine(settings, os.environ.get("WINNOW_CONTACT", "")))
    if as_json:
        click.echo(json.dumps({"parts": [asdict(finding) for finding in findings]}, ensure_ascii=False))
    else:
        for finding in findings:
            click.echo(f"{finding.state.value:4}  {finding.part:8}  {finding.found}")
    if any(finding.state is State.FAIL for finding in findings):
        sys.exit(_BROKEN)
