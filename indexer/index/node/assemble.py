"""Jars from Maven and a compiled launcher → a folder that nodes are started from; made once, shared by all runs."""

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
"""Seconds for Maven: 40 MB on a slow line."""
_LAYOUT = 1
"""Raised when `_fill` lays the folder out in another way, so that no folder of an older program is taken for one."""


def cache_directory() -> Path:
    """Where assembled servers are kept: XDG_CACHE_HOME or ~/.cache, in it `winnow`."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "winnow"


def assemble(product: Product, jdk: Jdk) -> Path:
    """A folder with `server` (jars), `modules` and `classes` (the launcher).

    The folder's name carries a hash of what it was made from, so a new version never meets an old one's jars.

    Raises
    ------
    EngineError
        Where Maven is missing or fails, or the launcher does not compile.
    """
    name = f"{product.name}-{product.version}-{_fingerprint(product)}"
    place = made_once(name, lambda place: _fill(product, jdk, place))
    check_jars(product, place)
    return place


def check_jars(product: Product, place: Path) -> None:
    """Compare the jars of a folder with the checksums that this program has of them, before any of them runs.

    Raises
    ------
    EngineError
        Where one is missing, unknown or another; names it.
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
    """The folder of that name in the cache, filled by the first process that asks; others wait for it.

    It appears whole or not at all.
    """
    place = cache_directory() / name
    if place.is_dir():
        return place
    with locked(place.with_name(f"{name}.lock")):
        for leftover in place.parent.glob(f"{name}.*.partial"):  # of a process that was killed
            shutil.rmtree(leftover)
        if not place.is_dir():
            with tempfile.TemporaryDirectory(dir=place.parent, prefix=f"{name}.", suffix=".partial") as unfinished:
                fill(Path(unfinished) / "whole")
                (Path(unfinished) / "whole").rename(place)
    return place


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Waits for, and holds, the lock of that name; the system frees it when its process ends, however that ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def run_tool(command: Sequence[str | Path], jdk: Jdk, lost: str) -> None:
    """Run Maven or a JDK's tool to its end.

    Raises
    ------
    EngineError
        Where it fails: `lost`, and the last of what it said.
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
    """Of every file that it is made from, the versions of its jars, and how they are laid out."""
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
    if descriptor.exists():  # a server whose transport is a module that it loads by itself
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
