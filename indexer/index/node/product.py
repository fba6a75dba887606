"""Products: the servers that can be assembled, with their requirements and start options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

RESOURCES = Path(__file__).parent / "resources"


@dataclass(frozen=True, slots=True, eq=False)
class Product:
    """A search server available from Maven.

    Parameters
    ----------
    name : str
        Name on the command line.
    kind : str
        Its folder in `resources`, with the `pom.xml` and the launcher.
    versions : mapping of str to str
        Properties of the `pom.xml`: `server.version`, and versions of libraries that the server does not declare.
    java : int
        The oldest supported JDK.
    modular : bool
        Whether its jars are on the module path instead of the class path.
    flags : tuple of str
        Flags of the JVM.
    settings : mapping of str to str
        Settings of every node.
    """

    name: str
    kind: str
    versions: Mapping[str, str]
    java: int
    modular: bool
    flags: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def version(self) -> str:
        """The server's version."""
        return self.versions["server.version"]

    @property
    def resources(self) -> Path:
        """The folder of its sources."""
        return RESOURCES / self.kind

    @property
    def checksums(self) -> Path:
        """The file of its jars' SHA-256 checksums, in the format of sha256sum."""
        return RESOURCES / "checksums" / f"{self.kind}-{self.version}.sha256"

    @property
    def sources(self) -> tuple[Path, ...]:
        """The Java sources: the launcher and the classes of its major version.

        >>> [path.name for path in OPENSEARCH.sources]
        ['Launcher.java', 'LaunchedNode.java']
        """
        return self.resources / "Launcher.java", *(self.resources / f"v{self.version.split('.')[0]}").glob("*.java")

    def paths(self, assembled: Path) -> list[str]:
        """Return the JVM arguments for its jars and the launcher.

        >>> OPENSEARCH.paths(Path("a"))
        ['-cp', 'a/classes:a/server/*']
        """
        if not self.modular:
            return ["-cp", f"{assembled / 'classes'}:{assembled / 'server'}/*"]
        return ["--module-path", f"{assembled / 'server'}", "--add-modules", "ALL-MODULE-PATH", "-cp", f"{assembled / 'classes'}"]


_QUIET = MappingProxyType({
    "network.host": "127.0.0.1",
    "cluster.routing.allocation.disk.threshold_enabled": "false",  # a full disk elsewhere must not fail a test
    "node.portsfile": "true",
    "indices.breaker.total.use_real_memory": "false",  # the serial collector leaves garbage until the old generation is full
})


def _elasticsearch(name: str, version: str, java: int) -> Product:
    native = "--enable-native-access=org.elasticsearch.nativeaccess,org.apache.lucene.core"
    flags = (native, "--add-opens=java.base/java.io=ALL-UNNAMED")
    return Product(name, "elasticsearch", {"server.version": version}, java, modular=True, flags=flags, settings=_QUIET)


def _opensearch(name: str, versions: Mapping[str, str], java: int) -> Product:
    settings = MappingProxyType({**_QUIET, "http.type": "netty4", "transport.type": "netty4"})
    return Product(name, "opensearch", versions, java, modular=False, settings=settings)


ELASTICSEARCH = _elasticsearch("elasticsearch", "9.0.4", 21)
ELASTICSEARCH_8 = _elasticsearch("elasticsearch-8", "8.19.0", 17)
OPENSEARCH = _opensearch("opensearch", {"server.version": "2.19.6", "percolator.version": "2.19.6", "log4j.version": "2.25.4"}, 17)
OPENSEARCH_3 = _opensearch("opensearch-3", {"server.version": "3.9.0", "log4j.version": "2.25.5"}, 21)
PRODUCTS: Mapping[str, Product] = MappingProxyType(
    {each.name: each for each in (ELASTICSEARCH, ELASTICSEARCH_8, OPENSEARCH, OPENSEARCH_3)}
)
"""Name to product."""
