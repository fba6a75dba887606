"""`winnow config`: shows and checks the settings in use."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import click

from indexer.configuration import SETTINGS, Setting, Value, unknown_variables
from indexer.errors import UsageError


@click.group()
def config() -> None:
    """Show or check the settings. Options override environment variables, these override `winnow.toml`, and the file overrides defaults.

    Example: winnow config show
    """


@config.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document on standard output.")
@click.pass_obj
def show(values: Mapping[str, Value], *, as_json: bool) -> None:
    """Print each setting with its value, its origin and its effect; for a secret, only whether it is set.

    Example: winnow config show --json
    """
    if as_json:
        rows = [_record(setting, values[setting.variable]) for setting in SETTINGS.values()]
        click.echo(json.dumps({"settings": rows}, ensure_ascii=False))
        return
    width = max(len(setting.key) for setting in SETTINGS.values())
    for setting in SETTINGS.values():
        value = values[setting.variable]
        click.echo(f"{setting.key:{width}}  {_printed(setting, value) or '-'}  ({value.origin or 'default'}): {setting.effect}")


@config.command()
@click.pass_obj
def check(values: Mapping[str, Value]) -> None:
    """Check every setting without connecting to anything (`winnow doctor` connects). The exit code is 2 if one is wrong.

    Example: winnow config check
    """
    from indexer.archive.storage import check_storage, is_remote
    from indexer.events import formatter_of
    from indexer.home import Home
    from indexer.settings import Settings
    from indexer.store.database import Database
    from workers.broker.settings import WorkerSettings
    from workers.revisit.budget import parse_budget
    from workers.version import version

    for variable, nearest in unknown_variables(os.environ):
        raise UsageError(f"there is no setting {variable}" + (f"; is it {nearest}?" if nearest else ""))
    WorkerSettings.read(version())
    settings = Settings.read()
    parse_budget(settings.budget, "WINNOW_BUDGET")
    Home(settings).check_engine()
    if settings.engine_ca and not Path(settings.engine_ca).is_file():
        raise UsageError(f"WINNOW_ENGINE_CA={settings.engine_ca} is no file")
    if settings.database:
        Database.connect(settings.home, settings.database).close()
    if is_remote(settings.archive):
        check_storage(settings.archive)
    if settings.log:
        formatter_of(settings.log)
    used = sorted({value.origin for variable, value in values.items() if value.origin not in ("", variable)})
    click.echo("all settings can be used" + (f" ({', '.join(used)})" if used else ""))


@config.command()
def reference() -> None:
    """Print a table of all settings in Markdown.

    Example: winnow config reference
    """
    click.echo("| `winnow.toml` | variable | default | unit or form | effect |\n|---|---|---|---|---|")
    for setting in SETTINGS.values():
        name = f"`{setting.key}`" + (f", `{setting.key}_file`" if setting.secret else "")
        click.echo(f"| {name} | `{setting.variable}` | {setting.default} | {setting.unit} | {setting.effect} |")


def _printed(setting: Setting, value: Value) -> str:
    return "(set)" if setting.secret and value.text else value.text


def _record(setting: Setting, value: Value) -> dict[str, str]:
    return {
        "key": setting.key,
        "variable": setting.variable,
        "value": _printed(setting, value),
        "origin": value.origin or "default",
        "default": setting.default,
        "unit": setting.unit,
        "effect": setting.effect,
    }
