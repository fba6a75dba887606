"""Options that several commands share, and their values."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from indexer.errors import UsageError
from indexer.index.arm import Arm
from indexer.index.query_options import Match, Sort

if TYPE_CHECKING:
    from indexer.evaluate.retrieval import System

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
ARM_NAMES = [arm.value for arm in Arm]
_MOST_BOOST = 100
EXISTING = click.Path(exists=True, dir_okay=False, path_type=Path)

home_option = click.option(
    "--home",
    type=click.Path(file_okay=False, path_type=Path),
    help="Directory that holds all state [WINNOW_HOME, or ./winnow-home].",
)
engine_option = click.option(
    "--engine",
    metavar="URL",
    help="Elasticsearch or OpenSearch; several nodes are separated by commas [WINNOW_ENGINE, or the embedded engine].",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document on standard output.")
base_url_option = click.option(
    "--base-url",
    default="",
    metavar="URL",
    help="The URL from which a folder of pages was saved; their URLs lie below it. Without it, a file represents only its own URL.",
)
sort_option = click.option(
    "--sort",
    type=click.Choice([sort.value for sort in Sort]),
    default=Sort.RELEVANCE.value,
    show_default=True,
    help="The order of hits; by date, undated hits come last.",
)


class NumberRange(click.FloatRange):
    """A number in a range; `nan` is refused.

    >>> NumberRange(0, 60).convert("2.5", None, None)
    2.5
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is no number", param, ctx)
        return number


def match_option(default: Match | None, note: str = "") -> Decorator:
    """`--match all|any`; `note` explains a default that depends on the call."""
    return click.option(
        "--match",
        type=click.Choice([match.value for match in Match]),
        default=default.value if default else None,
        show_default=default is not None,
        help=f"Whether a hit must contain all words of the query, or any{note}.",
    )


def arms_option(default: str) -> Decorator:
    """`--arms A,B`: the arms, the baseline first."""
    return click.option(
        "--arms",
        default=default,
        show_default=True,
        help=f"Arms separated by commas, the baseline first: {', '.join(ARM_NAMES)}.",
    )


headline_boost_option = click.option(
    "--headline-boost",
    default="",
    metavar="ARM=N,…",
    help="Count a word of the headline N times more in these arms; raw=4 makes the fairest baseline of raw pages.",
)


def parse_boosts(text: str) -> dict[Arm, float]:
    """The headline boost of each arm that an option names.

    >>> parse_boosts("raw=4,articles=2.5")
    {<Arm.RAW: 'raw'>: 4.0, <Arm.ARTICLES: 'articles'>: 2.5}

    Raises
    ------
    UsageError
        If an arm is unknown, or a boost is not a number from 0 to 100.
    """
    boosts = {}
    for each in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = each.partition("=")
        (arm,) = parse_arms(name)
        boosts[arm] = _number(number)
        if not 0 <= boosts[arm] <= _MOST_BOOST:  # this refuses nan, too
            raise UsageError(f"{each} is no boost: write {arm.value}=N, N being a number from 0 to {_MOST_BOOST}")
    return boosts


def parse_system(text: str) -> System:
    """A system as `--system` names it: an arm or `trafilatura`, and settings.

    >>> parse_system("raw,headline=4").name, parse_system("trafilatura,headline=4").name, parse_system("body,k1=0.9,b=0.4").name
    ('raw + headline ×5', 'trafilatura + headline ×5', 'body k1=0.9 b=0.4')

    Raises
    ------
    UsageError
        If there is no such arm or setting, or a value is out of range.
    """
    from indexer.evaluate.extracted import TRAFILATURA  # imported here because most commands do not need the engines' modules
    from indexer.evaluate.retrieval import System
    from indexer.index.bm25 import K1, B, Similarity

    name, *settings = (each.strip() for each in text.split(","))
    values = {"headline": 0.0, "k1": K1, "b": B}
    for setting in settings:
        key, _, number = setting.partition("=")
        if key not in values:
            raise UsageError(f"{setting} is not a setting of a system: the settings are {', '.join(values)}")
        values[key] = _number(number)
    if not 0 <= values["headline"] <= _MOST_BOOST:  # this refuses nan, too
        raise UsageError(f"{text}: headline is a number from 0 to {_MOST_BOOST}")
    try:
        similarity = Similarity(values["k1"], values["b"])
    except ValueError as error:
        raise UsageError(f"{text}: {error}") from error
    arm, extractor = (Arm.RAW, name) if name == TRAFILATURA else (parse_arms(name, 1)[0], "")
    return System(arm, values["headline"], similarity, extractor)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def parse_arms(names: str, minimum: int = 1) -> tuple[Arm, ...]:
    """Return the distinct arms named by an option.

    >>> parse_arms("raw,weighted")
    (<Arm.RAW: 'raw'>, <Arm.WEIGHTED: 'weighted'>)
    """
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    unknown = [name for name in wanted if name not in ARM_NAMES]
    if unknown:
        msg = f"there is no arm {unknown[0]!r}: name some of {', '.join(ARM_NAMES)}"
        raise UsageError(msg)
    arms = tuple(dict.fromkeys(Arm(name) for name in wanted))
    if len(arms) < minimum:
        msg = f"{minimum} different arms are needed, separated by a comma, as in --arms raw,weighted"
        raise UsageError(msg)
    return arms
