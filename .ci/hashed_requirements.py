"""Prints the versions of constraints.txt that an install of ARGUMENTS takes on this machine, each with the checksum of its file.

    python .ci/hashed_requirements.py '.[opensearch,postgresql]' > requirements.txt
    pip install --require-hashes -r requirements.txt && pip install --no-deps .
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

CONSTRAINTS = Path(__file__).parents[1] / "constraints.txt"


def hashed(arguments: list[str]) -> list[str]:
    """Lines of a requirements file; what has no file of a registry (the project itself) is left out."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-", "-c", CONSTRAINTS]
    report = json.loads(subprocess.run([*command, *arguments], stdout=subprocess.PIPE, check=True).stdout)
    lines = []
    for item in report["install"]:
        digest = item["download_info"].get("archive_info", {}).get("hashes", {}).get("sha256")
        if digest:
            lines.append(f"{item['metadata']['name']}=={item['metadata']['version']} --hash=sha256:{digest}")
    return sorted(lines, key=str.lower)


if __name__ == "__main__":
    print("\n".join(hashed(sys.argv[1:])))
