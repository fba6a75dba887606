"""Fixtures of real search servers: they start on first use, are shared by all processes of a test run, and stop at its end."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from indexer.errors import EngineError
from indexer.index.node.assemble import assemble, locked
from indexer.index.node.cluster import Cluster, Launch, clusters, engine_folder
from indexer.index.node.jdk import find_jdk, find_maven
from indexer.index.node.plugin import NAME, build_plugin
from indexer.index.node.product import ELASTICSEARCH, ELASTICSEARCH_8, OPENSEARCH, OPENSEARCH_3, Product

QUICK = ("-XX:TieredStopAtLevel=1",)
"""Only the simple compiler: a node starts in 3 s of processor time instead of 6, and the tests measure no times."""


@dataclass(frozen=True, slots=True)
class Run:
    """State that the processes of a test run share: a folder for servers, and the process whose end stops them."""

    folder: Path
    until: int

    @property
    def homes(self) -> tuple[Path, Path]:
        """Home directories of servers without and with the plugin."""
        return self.folder / "plain", self.folder / "plugin"

    def cluster(self, product: Product, size: int = 1, heap: str = "512m", *, plugin: bool = False, home: Path | None = None) -> Cluster:
        """Return a cluster that can be started on this machine; otherwise skip the test, or fail it if CI is set.

        Without `home`, all tests of the run share the cluster.
        """
        try:
            jdk = find_jdk(product.java)
            find_maven()
            assemble(product, jdk)
            plugins = {NAME: build_plugin(product)} if plugin else {}
        except EngineError as error:
            if os.environ.get("CI"):
                pytest.fail(str(error), pytrace=False)
            pytest.skip(str(error))
        launch = Launch(heap=heap, plugins=plugins, flags=QUICK, until=self.until)
        return Cluster(product, engine_folder(home or self.homes[plugin], product, size), size, launch)

    def url(self, product: Product, *, plugin: bool = False) -> str:
        """Return the URL of a node that all tests of the run share; start it if necessary."""
        cluster = self.cluster(product, plugin=plugin)
        cluster.start()
        return cluster.urls[0]


_RUN = pytest.StashKey[Run]()


def pytest_configure(config: pytest.Config) -> None:
    """Create the shared state; a worker of pytest-xdist gets it from the process that started it."""
    worker_input: dict[str, Any] = getattr(config, "workerinput", {})
    if "servers" not in worker_input:
        run = Run(Path(tempfile.mkdtemp(prefix="winnow-servers-")), os.getpid())
    else:
        run = Run(Path(worker_input["servers"]), int(worker_input["servers_until"]))
    config.stash[_RUN] = run


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Pass the shared state to a worker; pytest-xdist calls this hook before it starts one."""
    run = node.config.stash[_RUN]
    node.workerinput.update(servers=str(run.folder), servers_until=run.until)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop all servers in the main process after the last worker has finished."""
    run = config.stash.get(_RUN, None)
    if run is None or run.until != os.getpid():
        return
    for home in run.homes:
        for cluster in clusters(home):
            cluster.stop()
    shutil.rmtree(run.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def server_run(pytestconfig: pytest.Config) -> Run:
    """The state that the processes of this run share."""
    return pytestconfig.stash[_RUN]


@pytest.fixture(scope="session")
def elasticsearch_node(server_run: Run) -> str:
    """URL of an Elasticsearch node. Other tests use it concurrently, so a test must use a unique prefix for all names."""
    return server_run.url(ELASTICSEARCH)


@pytest.fixture(scope="session")
def elasticsearch_plugin_node(server_run: Run) -> str:
    """URL of an Elasticsearch node with the plugin weighted-terms, shared like `elasticsearch_node`."""
    return server_run.url(ELASTICSEARCH, plugin=True)


@pytest.fixture(scope="session")
def elasticsearch_8_node(server_run: Run) -> str:
    """URL of a node of the oldest supported Elasticsearch with the plugin, shared like `elasticsearch_node`."""
    return server_run.url(ELASTICSEARCH_8, plugin=True)


@pytest.fixture(scope="session")
def opensearch_node(server_run: Run) -> str:
    """URL of a node of OpenSearch 2, shared like `elasticsearch_node`."""
    return server_run.url(OPENSEARCH)


@pytest.fixture(scope="session")
def opensearch_3_node(server_run: Run) -> str:
    """URL of a node of OpenSearch 3 with the plugin, shared like `elasticsearch_node`."""
    return server_run.url(OPENSEARCH_3, plugin=True)


@pytest.fixture(scope="session")
def opensearch_plugin_node(server_run: Run) -> str:
    """URL of a node of OpenSearch 2 with the plugin, shared like `elasticsearch_node`."""
    return server_run.url(OPENSEARCH, plugin=True)


@pytest.fixture
def elasticsearch_cluster(server_run: Run) -> Iterator[Cluster]:
    """Three Elasticsearch nodes that this test uses exclusively and may kill and stop; all run again before the next test gets them.

    `cluster.urls`, `cluster.nodes[1].kill()`, `cluster.start_node(cluster.nodes[1])`, `cluster.stop()`, `cluster.start()`;
    addresses do not change.
    """
    cluster = server_run.cluster(ELASTICSEARCH, size=3, heap="400m")
    with locked(server_run.folder / "cluster.lock"):
        cluster.start()
        yield cluster


@pytest.fixture(scope="module")
def _opensearch_cluster(server_run: Run) -> Iterator[Cluster]:
    """Three nodes of OpenSearch 3, stopped after the last test of a module; another process that uses them starts them again."""
    cluster = server_run.cluster(OPENSEARCH_3, size=3, heap="400m")
    yield cluster
    with locked(server_run.folder / "cluster.lock"):
        cluster.stop()


@pytest.fixture
def opensearch_cluster(server_run: Run, _opensearch_cluster: Cluster) -> Iterator[Cluster]:
    """Three nodes of OpenSearch 3 like `elasticsearch_cluster`."""
    with locked(server_run.folder / "cluster.lock"):
        _opensearch_cluster.start()
        yield _opensearch_cluster
