"""Lookup of a recent JDK and of Maven."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from indexer.errors import EngineError

PLACES = ("/usr/lib/jvm", "/opt", "/Library/Java/JavaVirtualMachines", "~/.sdkman/candidates/java")
"""Folders whose entries are JDKs, after JAVA_HOME and the `java` on the path."""


@dataclass(frozen=True, slots=True)
class Jdk:
    """A Java development kit.

    Parameters
    ----------
    home : Path
        Its folder, as in JAVA_HOME.
    version : int
        Its feature release, for example 21.
    """

    home: Path
    version: int

    @property
    def java(self) -> Path:
        """Path of `java`."""
        return self.home / "bin" / "java"

    @property
    def javac(self) -> Path:
        """Path of `javac`."""
        return self.home / "bin" / "javac"


def find_jdk(minimum: int) -> Jdk:
    """Return the first recent JDK among JAVA_HOME, the one on the path, and the usual folders.

    Parameters
    ----------
    minimum : int
        The oldest acceptable feature release.

    Raises
    ------
    EngineError
        If there is none; the message lists those found and what to install.
    """
    found = []
    for home in _candidates():
        jdk = Jdk(home, _version(home))
        if jdk.version >= minimum:
            return jdk
        found.append(f"{jdk.version} in {home}")
    seen = f"only {', '.join(found)}" if found else "none"
    msg = f"a JDK of version {minimum} or later is needed, and there is {seen}: install one (Temurin {minimum}) or set JAVA_HOME"
    raise EngineError(msg)


def find_maven() -> Path:
    """Return the path of `mvn`.

    Raises
    ------
    EngineError
        If it is not on the path.
    """
    program = shutil.which("mvn")
    if program is None:
        msg = "Maven is needed, and there is no `mvn` on the path: install it (on Debian and Ubuntu: apt install maven)"
        raise EngineError(msg)
    return Path(program)


def feature_release(text: str) -> int:
    """Return the feature release in a version, or 0.

    >>> feature_release('JAVA_VERSION="21.0.3"'), feature_release('openjdk version "1.8.0_402"'), feature_release("?")
    (21, 8, 0)
    """
    match = re.search(r'(?:JAVA_VERSION=|version )"(?:1\.)?(\d+)', text)
    return int(match[1]) if match else 0


def _candidates() -> Iterator[Path]:
    """Yield distinct folders that may hold a JDK."""
    named = [Path(os.environ["JAVA_HOME"])] if os.environ.get("JAVA_HOME") else []
    program = shutil.which("java")
    on_path = [Path(program).resolve().parents[1]] if program else []
    folders = [entry for place in PLACES for entry in sorted(Path(place).expanduser().glob("*"))]
    homes = (home for folder in (*named, *on_path, *folders) for home in (folder, folder / "Contents" / "Home"))
    yield from dict.fromkeys(home.resolve() for home in homes if (home / "bin" / "javac").is_file())


def _version(home: Path) -> int:
    """Read the version from the file `release`, which JDKs since 8 have, or else from `java -version`."""
    try:
        return feature_release((home / "release").read_text("utf-8", "replace"))
    except OSError:
        answer = subprocess.run(  # noqa: S603 - a JDK's own program
            [home / "bin" / "java", "-version"], capture_output=True, text=True, timeout=60, check=False
        )
        return feature_release(answer.stderr)
