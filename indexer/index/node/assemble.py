"""Assembly of a server: Maven's jars and a compiled launcher in a cached folder, shared by all runs."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from indexer.errors import EngineError
from indexer.index.node.jdk import Jdk, find_maven
from indexer.index.node.product import Product

_PATIENCE = 900
"""Timeout of Maven in seconds, enough for 40 MB on a slow line."""
_LAYOUT = 1
"""Version of the folder's layout, incremented with changes of `_fill`, so that older folders are not reused."""


def cache_directory() -> Path:
    """Return the cache of assembled servers: `winnow` in XDG_CACHE_HOME or ~/.cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "winnow"


def assemble(product: Product, jdk: Jdk) -> Path:
    """Return a folder with `server` (jars), `modules` and `classes` (the launcher).

    The folder's name has a hash of its sources, so that versions never share jars.

    Raises
    ------
    EngineError
        If Maven is missing or fails, or the launcher does not compile.
    """
    name = f"{product.name}-{product.version}-{_fingerprint(product)}"
    place = made_once(name, lambda place: _fill(product, jdk, place))
    check_jars(product, place)
    return place


def check_jars(product: Product, place: Path) -> None:
    """Compare the jars of a folder with the known checksums before any of them runs.

    Raises
    ------
    EngineError
        If a jar is missing, unknown or different; the message names it.
    """
    lines = product.checksums.read_text("ascii").splitlines()
    known = {name: digest for digest, name in (line.split() for line in lines)}
    found = {jar.name: jar for jar in place.glob("**/*.jar")}
    wrong = sorted(known.keys() ^ found.keys()) or [name for name, jar in found.items() if _digest(jar) != known[name]]
    if wrong:
        named = ", ".join(wrong[:3])
        msg = f"the jars of {product.name} {product.version} in {place} are not those that this program knows: {named}; delete the folder"
        raise EngineError(msg)


def _digest(jar: Path) -> str:
    with jar.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def made_once(name: str, fill: Callable[[Path], None]) -> Path:
    """Return a folder of the cache, filled by the first process while others wait.

    The folder appears atomically.
    """
    place = cache_directory() / name
    if place.is_dir():
        return place
    with locked(place.with_name(f"{name}.lock")):
        for leftover in place.parent.glob(f"{name}.*.partial"):  # from a killed process
            shutil.rmtree(leftover)
        if not place.is_dir():
            with tempfile.TemporaryDirectory(dir=place.parent, prefix=f"{name}.", suffix=".partial") as unfinished:
                fill(Path(unfinished) / "complete")
                (Path(unfinished) / "complete").rename(place)
    return place


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock file; the system releases it when the process ends, also after a crash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def run_tool(command: Sequence[str | Path], jdk: Jdk, lost: str) -> None:
    """Run Maven or a JDK's tool to its end.

    Raises
    ------
    EngineError
        If it fails; the message is `lost` and the end of its output.
    """
    try:
        ended = subprocess.run(  # noqa: S603 - programs that were looked for, arguments of our own
            [str(word) for word in command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
            env={**os.environ, "JAVA_HOME": str(jdk.home)}, timeout=_PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        msg = f"{lost}: {Path(command[0]).name} did not end within {_PATIENCE} s; try again"
        raise EngineError(msg) from error
    if ended.returncode:
        said = [line for line in ended.stdout.splitlines() if "ERROR" in line or "error:" in line] or ended.stdout.splitlines()
        msg = f"{lost}: {' / '.join(said[:3])[:600]}"
        raise EngineError(msg)


def _fingerprint(product: Product) -> str:
    """Return a hash of all source files, the versions of the jars, and the layout."""
    digest = hashlib.sha256(repr((_LAYOUT, sorted(product.versions.items()), product.java)).encode())
    texts = (path for path in product.resources.iterdir() if path.is_file())
    for path in (*sorted(texts), *product.sources):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _fill(product: Product, jdk: Jdk, place: Path) -> None:
    server, classes = place / "server", place / "classes"
    copy: list[str | Path] = [find_maven(), "-B", "-q", "-f", product.resources / "pom.xml", "dependency:copy-dependencies"]
    versions = [f"-D{name}={version}" for name, version in product.versions.items()]
    run_tool([*copy, *versions, f"-DoutputDirectory={server}"], jdk, f"the jars of {product.name} {product.version} could not be had")
    check_jars(product, place)
    descriptor = product.resources / "plugin-descriptor.properties"
    if descriptor.exists():  # this server loads its transport as a module
        text = descriptor.read_text("ascii").format(version=product.version, java=product.java)
        _set_apart(server, text, place / "modules" / "transport-netty4")
    jars: list[str | Path] = ["--module-path", server, "--add-modules", "ALL-MODULE-PATH"] if product.modular else ["-cp", f"{server}/*"]
    compiler: list[str | Path] = [jdk.javac, "-nowarn", "--release", str(product.java), *jars, "-d", classes]
    run_tool([*compiler, *product.sources], jdk, f"the launcher of {product.name} does not compile")


def _set_apart(server: Path, descriptor: str, module: Path) -> None:
    module.mkdir(parents=True)
    for jar in (*server.glob("netty-*.jar"), *server.glob("transport-netty4-*.jar")):
        jar.rename(module / jar.name)
    (module / "plugin-descriptor.properties").write_text(descriptor, "ascii")
