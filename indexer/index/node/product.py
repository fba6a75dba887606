"""The servers that can be assembled: what each needs and how it is started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

RESOURCES = Path(__file__).parent / "resources"


@dataclass(frozen=True, slots=True, eq=False)
class Product:
    """A search server whose jars Maven has.

    Parameters
    ----------
    name : str
        As the command line has it.
    kind : str
        Its folder in `resources`, which has the `pom.xml` and the launcher.
    versions : mapping of str to str
        What the `pom.xml` leaves open: `server.version`, and of libraries that the server does not name itself.
    java : int
        The oldest JDK that it runs on.
    modular : bool
        Whether its jars form a module path; else they are its class path.
    flags : tuple of str
        For the Java machine.
    settings : mapping of str to str
        What every node of it is started with.
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
        """The folder with what it is assembled from."""
        return RESOURCES / self.kind

    @property
    def checksums(self) -> Path:
        """SHA-256 and name of each of its jars, as sha256sum writes them."""
        return RESOURCES / "checksums" / f"{self.kind}-{self.version}.sha256"

    @property
    def sources(self) -> tuple[Path, ...]:
        """What is compiled: the launcher, and what differs between major versions.

        >>> [path.name for path in OPENSEARCH.sources]
        ['Launcher.java', 'LaunchedNode.java']
        """
        return self.resources / "Launcher.java", *(self.resources / f"v{self.version.split('.')[0]}").glob("*.java")

    def paths(self, assembled: Path) -> list[str]:
        """The Java machine's arguments that name its jars and the launcher.

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
"""By name."""
