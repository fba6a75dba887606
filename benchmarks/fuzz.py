"""Fuzzing with generated sites of a known template and with corrupted pages: failures, their frequency and a minimal example.

    python -m benchmarks.fuzz [--examples N] [--seed S] [--damaged N] [--jobs 2] [--simplest K]

The properties are those of the test suite, on more examples than hypothesis can check in reasonable time. A failing plan is shrunk
choice by choice as long as it fails in the same way, and printed as Python. The exit code is 1 if anything fails.
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

from harness.page_damage import Corruption, corrupt
from harness.site_properties import archive_failures, site_failures
from harness.site_strategies import CHOICES, Plan, drawn, write

_DAMAGES = 3
_MIN_FAILURES = 8
"""Minimum number of failures for which common choices are printed."""
_PAGES = 10


def main() -> int:
    """Generate sites, check them, shrink failing plans, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=1000, help="number of generated sites (%(default)s)")
    parser.add_argument("--damaged", type=int, default=100, help="number of small sites with corrupted pages (%(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--simplest", type=int, default=2, help="examples of each failure that are shrunk (%(default)s)")
    args = parser.parse_args()
    found: dict[str, list[Plan]] = defaultdict(list)
    corrupted_failures: list[str] = []
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("forkserver")) as pool:
        for plan, kinds in pool.map(check_plan, range(args.seed, args.seed + args.examples), chunksize=16):
            for kind in kinds:
                found[kind].append(plan)
        for failures in pool.map(check_corrupted, range(args.seed, args.seed + args.damaged)):
            corrupted_failures += failures
        print(f"{args.examples} sites, {sum(map(len, found.values()))} failures;", end=" ")
        print(f"{args.damaged} corrupted archives, {len(corrupted_failures)} failures")
        for kind, plans in sorted(found.items()):
            print(f"\n{kind}: {len(plans)} sites ({len(plans) / args.examples:.2%})", *_overrepresented(plans), sep="\n  ")
            for plan in pool.map(shrink, plans[: args.simplest], [kind] * args.simplest):
                print("  " + to_code(plan), flush=True)
    print(*corrupted_failures, sep="\n")
    return int(bool(found or corrupted_failures))


def check_plan(seed: int) -> tuple[Plan, list[str]]:
    """Return a random plan and the kinds of its failures."""
    plan = drawn(random.Random(seed))
    return plan, sorted(kinds(plan))


def kinds(plan: Plan) -> set[str]:
    """Return the kinds of failures of a plan's site; the kind of an exception is its type and location."""
    try:
        return {failure.kind for failure in site_failures(write(plan))}
    except Exception as error:  # noqa: BLE001 - fuzzing looks for any exception
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
        return {f"{type(error).__name__} in {place}"}


def shrink(plan: Plan, kind: str) -> Plan:
    """Shrink a plan until no single choice can be simpler without losing the failure."""
    changed = True
    while changed:
        changed = False
        for candidate in _candidates(plan):
            if kind in kinds(candidate):
                plan, changed = candidate, True
                break
    return plan


def _candidates(plan: Plan) -> Iterator[Plan]:
    for name, values in CHOICES.items():
        for value in values[: values.index(getattr(plan, name))]:
            yield replace(plan, **{name: value})
    if plan.seed > 2:
        yield from (replace(plan, seed=seed) for seed in range(3))


def to_code(plan: Plan) -> str:
    """Return a plan as Python code, without the choices that have their simplest value."""
    plain = Plan()
    names = [name for name in ("seed", *CHOICES) if getattr(plan, name) != getattr(plain, name)]
    return f"Plan({', '.join(f'{name}={getattr(plan, name)!r}' for name in names)})"


def _overrepresented(plans: Sequence[Plan]) -> list[str]:
    """Return the choices that are overrepresented among failing plans: at least twice as frequent as expected."""
    out: list[str] = []
    for name, values in CHOICES.items() if len(plans) >= _MIN_FAILURES else ():
        for value, count in Counter(getattr(plan, name) for plan in plans).most_common(2):
            if count / len(plans) >= min(0.9, 2 / len(values)):
                out.append(f"{name}={value!r} in {count / len(plans):.0%}")
    return out


def check_corrupted(seed: int) -> list[str]:
    """Run the whole pipeline on a small site with corrupted pages and return the failures."""
    rng = random.Random(seed)
    site = write(replace(drawn(rng), articles=_PAGES))
    pages = []
    for page in site.pages:
        corruptions = [Corruption.drawn(rng) for _ in range(rng.randint(0, _DAMAGES))]
        pages.append((page.url, corrupt(page.html.encode(), corruptions)))
    with tempfile.TemporaryDirectory() as folder:
        return [f"seed {seed}: {failure}" for failure in archive_failures(pages, Path(folder), rng.randrange(100))]


if __name__ == "__main__":
    sys.exit(main())
