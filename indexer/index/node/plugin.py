"""Build of the plugin `weighted-terms` with Maven, once per server, from its sources and the tables of the analyser."""

from __future__ import annotations

import hashlib
import zipfile
from importlib.resources import files
from pathlib import Path

from indexer import cutting, folding, text
from indexer.index.node import analysis_tables, plugin_sources, snowball
from indexer.index.node.assemble import made_once, run_tool
from indexer.index.node.jdk import find_jdk, find_maven
from indexer.index.node.product import ELASTICSEARCH, Product

NAME = "weighted-terms"
SOURCES = Path(str(files("elasticsearch_plugin")))
"""Maven needs a real folder, so a zipped installation is not supported."""


def build_plugin(product: Product = ELASTICSEARCH) -> Path:
    """Build the plugin, and return its unpacked folder for a node's `plugins`; the zip is beside it.

    The build runs its tests.

    Parameters
    ----------
    product : Product
        The target server.

    Raises
    ------
    UsageError
        If the package snowballstemmer is missing.
    EngineError
        If Java or Maven is missing, or the build fails.
    """
    jdk, maven = find_jdk(ELASTICSEARCH.java), find_maven()

    def fill(place: Path) -> None:
        output, generated = place / "build", place / "generated"
        plugin_sources.write_sources(generated)
        options = [f"-P{product.name}", f"-Doutput={output}", f"-Dgenerated={generated}"]
        build: list[str | Path] = [maven, "-B", "-q", "-f", SOURCES / "pom.xml", "package", *options]
        run_tool(build, jdk, "the plugin could not be built")
        (archive,) = output.glob(f"{NAME}-*.zip")
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(place / NAME)
        archive.rename(place / archive.name)

    return made_once(f"{NAME}-for-{product.name}-{_fingerprint()}", fill) / NAME


def plugin_zip(product: Product = ELASTICSEARCH) -> Path:
    """Build the plugin, and return its zip for `elasticsearch-plugin install`.

    Raises
    ------
    UsageError, EngineError
        As in `build_plugin`.
    """
    (archive,) = build_plugin(product).parent.glob("*.zip")
    return archive


def _fingerprint() -> str:
    """Return a hash of its sources and their inputs."""
    digest = hashlib.sha256()
    modules = (cutting, folding, text, analysis_tables, plugin_sources, snowball)
    for path in (Path(str(each.__file__)) for each in modules):
        digest.update(path.read_bytes())
    for path in sorted(snowball.sources().glob("*.py")):
        digest.update(path.read_bytes())
    for path in (SOURCES / "pom.xml", SOURCES / "LICENSE", *sorted((SOURCES / "src").rglob("*"))):
        if path.is_file():
            digest.update(f"{path.relative_to(SOURCES)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]
