"""Generated sites with a known template, and damaged pages, for as long as asked: what fails, how often, and the simplest example.

    python -m benchmarks.fuzz [--examples N] [--seed S] [--damaged N] [--jobs 2] [--simplest K]

The same properties as the test suite's, on examples that hypothesis would take hours for. A plan that fails is made simpler
choice by choice as long as it fails in the same way, and printed as Python. Exit code 1 where anything failed.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

from harness.page_damage import Wound, wounded
from harness.site_properties import archive_failures, site_failures
from harness.site_strategies import CHOICES, Plan, drawn, write

_DAMAGES = 3
_TELLING = 8
"""From so many failures on it is worth saying what they have in common."""
_PAGES = 10


def main() -> int:
    """Draw, judge, make simpler, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=1000, help="generated sites (%(default)s)")
    parser.add_argument("--damaged", type=int, default=100, help="small sites with damaged pages (%(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--simplest", type=int, default=2, help="examples of each failure that are made simpler (%(default)s)")
    args = parser.parse_args()
    found: dict[str, list[Plan]] = defaultdict(list)
    broken: list[str] = []
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("forkserver")) as pool:
        for plan, kinds in pool.map(judged, range(args.seed, args.seed + args.examples), chunksize=16):
            for kind in kinds:
                found[kind].append(plan)
        for failures in pool.map(damaged, range(args.seed, args.seed + args.damaged)):
            broken += failures
        print(f"{args.examples} sites, {sum(map(len, found.values()))} failures; {args.damaged} damaged archives, {len(broken)} failures")
        for kind, plans in sorted(found.items()):
            print(f"\n{kind}: {len(plans)} sites ({len(plans) / args.examples:.2%})", *_lifts(plans), sep="\n  ")
            for plan in pool.map(simpler, plans[: args.simplest], [kind] * args.simplest):
                print("  " + written(plan), flush=True)
    print(*broken, sep="\n")
    return int(bool(found or broken))


def judged(seed: int) -> tuple[Plan, list[str]]:
    """A drawn site, and the kinds of its failures."""
    plan = drawn(random.Random(seed))
    return plan, sorted(kinds(plan))


def kinds(plan: Plan) -> set[str]:
    """In which ways a plan's site fails; an exception is a way of its own, known by its type and place."""
    try:
        return {failure.kind for failure in site_failures(write(plan))}
    except Exception as error:  # noqa: BLE001 - to find any is what this is for
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
        return {f"{type(error).__name__} in {place}"}


def simpler(plan: Plan, kind: str) -> Plan:
    """A plan that fails in the same way, where no single choice can be a simpler one."""
    again = True
    while again:
        again = False
        for candidate in _simpler(plan):
            if kind in kinds(candidate):
                plan, again = candidate, True
                break
    return plan


def _simpler(plan: Plan) -> Iterator[Plan]:
    for name, values in CHOICES.items():
        for value in values[: values.index(getattr(plan, name))]:
            yield replace(plan, **{name: value})
    if plan.seed > 2:
        yield from (replace(plan, seed=seed) for seed in range(3))


def written(plan: Plan) -> str:
    """A plan as Python, without the choices that are the simplest."""
    plain = Plan()
    names = [name for name in ("seed", *CHOICES) if getattr(plan, name) != getattr(plain, name)]
    return f"Plan({', '.join(f'{name}={getattr(plan, name)!r}' for name in names)})"


def _lifts(plans: Sequence[Plan]) -> list[str]:
    """The choices that stand out among failing plans: their share, where it is twice what chance gives."""
    out: list[str] = []
    for name, values in CHOICES.items() if len(plans) >= _TELLING else ():
        for value, count in Counter(getattr(plan, name) for plan in plans).most_common(2):
            if count / len(plans) >= min(0.9, 2 / len(values)):
                out.append(f"{name}={value!r} in {count / len(plans):.0%}")
    return out


def damaged(seed: int) -> list[str]:
    """A small site, half of its pages damaged, through the whole job."""
    rng = random.Random(seed)
    site = write(replace(drawn(rng), articles=_PAGES))
    pages = []
    for page in site.pages:
        wounds = [Wound.drawn(rng) for _ in range(rng.randint(0, _DAMAGES))]
        pages.append((page.url, wounded(page.html.encode(), wounds)))
    with tempfile.TemporaryDirectory() as folder:
        return [f"seed {seed}: {failure}" for failure in archive_failures(pages, Path(folder), rng.randrange(100))]


if __name__ == "__main__":
    sys.exit(main())
