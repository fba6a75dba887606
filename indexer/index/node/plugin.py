"""The plugin `weighted-terms`, built from its sources with Maven once, for the nodes that are to have it."""

from __future__ import annotations

import hashlib
import zipfile
from importlib.resources import files
from pathlib import Path

from indexer.errors import UsageError
from indexer.index.node.assemble import made_once, run_tool
from indexer.index.node.jdk import find_jdk, find_maven
from indexer.index.node.product import ELASTICSEARCH, ELASTICSEARCH_8, Product

NAME = "weighted-terms"
SOURCES = Path(str(files("elasticsearch_plugin")))
"""Maven needs a real folder, so a zipped installation is not supported."""


def build_plugin(product: Product = ELASTICSEARCH) -> Path:
    """The folder with the unpacked plugin, as a node's `plugins` takes it; beside it the zip.

    Its own tests run as it is built.

    Parameters
    ----------
    product : Product
        The Elasticsearch that it is for.

    Raises
    ------
    UsageError
        Where it is for another product.
    EngineError
        Where Java or Maven are missing, or the build fails.
    """
    if product not in {ELASTICSEARCH, ELASTICSEARCH_8}:
        msg = f"the plugin is for Elasticsearch: {product.name} has the token filter delimited_term_freq of its own"
        raise UsageError(msg)
    profile = [] if product is ELASTICSEARCH else [f"-P{product.name}"]
    jdk, maven = find_jdk(ELASTICSEARCH.java), find_maven()

    def fill(place: Path) -> None:
        output = place / "build"
        build: list[str | Path] = [maven, "-B", "-q", "-f", SOURCES / "pom.xml", "package", f"-Doutput={output}", *profile]
        run_tool(build, jdk, "the plugin could not be built")
        (archive,) = output.glob(f"{NAME}-*.zip")
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(place / NAME)
        archive.rename(place / archive.name)

    return made_once(f"{NAME}-for-{product.name}-{_fingerprint()}", fill) / NAME


def plugin_zip(product: Product = ELASTICSEARCH) -> Path:
    """The same, packed: what `elasticsearch-plugin install` takes.

    Raises
    ------
    UsageError, EngineError
        As `build_plugin`.
    """
    (archive,) = build_plugin(product).parent.glob("*.zip")
    return archive


def _fingerprint() -> str:
    """Of its sources."""
    digest = hashlib.sha256()
    for path in (SOURCES / "pom.xml", SOURCES / "LICENSE", *sorted((SOURCES / "src").rglob("*"))):
        if path.is_file():
            digest.update(f"{path.relative_to(SOURCES)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]
