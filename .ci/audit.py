"""Look for known vulnerabilities of the locked versions: `make audit`.

Exits 1 for a vulnerability without a valid exception, and for an exception that is out of date. Exceptions stand in
`.ci/audit_exceptions.txt`, a line each: the vulnerability's id, the last day on which the exception holds, and why. Packages for which the
package index has no advisories are counted; where it has none at all (a mirror), nothing was checked: that is said, and the exit is 3.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
UNCHECKED = 3
"""The exit where no package could be checked: neither sound nor unsound."""
CONSTRAINTS, EXCEPTIONS = HERE.parent / "constraints.txt", HERE / "audit_exceptions.txt"


def exceptions(lines: Iterable[str]) -> dict[str, date]:
    """The last day of each exception, by the vulnerability's id.

    Raises
    ------
    ValueError
        For a line without a date or without a reason.
    """
    found = {}
    for line in lines:
        if line.strip() and not line.startswith("#"):
            name, day, _reason = line.split(None, 2)
            found[name] = date.fromisoformat(day)
    return found


def faults(report: Mapping[str, Any], excepted: Mapping[str, date], today: date) -> list[str]:
    """What has to be done: vulnerabilities without an exception, and exceptions of the past or of nothing."""
    lines, used = [], set()
    for package in report["dependencies"]:
        for one in package.get("vulns", ()):
            names = {one["id"], *one.get("aliases", ())}
            used |= names & excepted.keys()
            if not any(excepted[name] >= today for name in names & excepted.keys()):
                fixed = ", ".join(one.get("fix_versions", ())) or "no version"
                lines.append(f"{package['name']} {package['version']}: {one['id']}, fixed in {fixed}")
    lines += [f"{EXCEPTIONS.name}: {name} ended on {day}" for name, day in sorted(excepted.items()) if day < today]
    audited = any("vulns" in package for package in report["dependencies"])
    unused = sorted(excepted.keys() - used) if audited else []
    return lines + [f"{EXCEPTIONS.name}: {name} is no vulnerability of these versions" for name in unused]


def main() -> int:
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(CONSTRAINTS), "--no-deps", "--disable-pip", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout:
        sys.stderr.write(done.stderr)
        return done.returncode or 1
    report = json.loads(done.stdout)
    found = faults(report, exceptions(EXCEPTIONS.read_text("utf-8").splitlines()), datetime.now(UTC).date())
    skipped = sum("vulns" not in package for package in report["dependencies"])
    packages = len(report["dependencies"])
    if skipped == packages:
        found.append(f"NOTHING WAS CHECKED: this package index (a mirror?) has no advisories for any of the {packages} packages.")
        print("\n".join(found))
        print("That says nothing about vulnerabilities. Run `make audit` where pip's index is PyPI itself.")
        return UNCHECKED
    summary = f"{packages - skipped} of {packages} packages checked, {skipped} without advisories at this index; {len(found)} to do"
    print("\n".join([*found, summary]))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
