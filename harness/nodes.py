"""Fixtures that are real search servers: started when first asked for, one for all of a run's processes, gone when it ends."""

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
"""The simpler compiler alone: a node is up after 3 s of processor time instead of 6, and these are never timed."""


@dataclass(frozen=True, slots=True)
class Run:
    """What a run's processes share: a folder for servers, and the process whose end ends them, however it ends."""

    folder: Path
    until: int

    @property
    def homes(self) -> tuple[Path, Path]:
        """Home directories: of servers as they come, and with the plugin."""
        return self.folder / "plain", self.folder / "plugin"

    def cluster(self, product: Product, size: int = 1, heap: str = "512m", *, plugin: bool = False, home: Path | None = None) -> Cluster:
        """A cluster that can be started here; skips the test where it cannot, or fails it where CI is set.

        Without a home of its own it is one that all tests of the run share.
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
        """Where one node answers that all tests of the run use; starts it for the first."""
        cluster = self.cluster(product, plugin=plugin)
        cluster.start()
        return cluster.urls[0]


_RUN = pytest.StashKey[Run]()


def pytest_configure(config: pytest.Config) -> None:
    """A worker is told the run's folder by the process that started it."""
    told: dict[str, Any] = getattr(config, "workerinput", {})
    if "servers" not in told:
        run = Run(Path(tempfile.mkdtemp(prefix="winnow-servers-")), os.getpid())
    else:
        run = Run(Path(told["servers"]), int(told["servers_until"]))
    config.stash[_RUN] = run


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """pytest-xdist's hook, as it starts a worker."""
    run = node.config.stash[_RUN]
    node.workerinput.update(servers=str(run.folder), servers_until=run.until)


def pytest_unconfigure(config: pytest.Config) -> None:
    """The first process stops all servers after the last worker."""
    run = config.stash.get(_RUN, None)
    if run is None or run.until != os.getpid():
        return
    for home in run.homes:
        for cluster in clusters(home):
            cluster.stop()
    shutil.rmtree(run.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def server_run(pytestconfig: pytest.Config) -> Run:
    """What this run's processes share."""
    return pytestconfig.stash[_RUN]


@pytest.fixture(scope="session")
def elasticsearch_node(server_run: Run) -> str:
    """URL of one Elasticsearch node. Other tests use it at the same time: begin the names of all you make with one of your own."""
    return server_run.url(ELASTICSEARCH)


@pytest.fixture(scope="session")
def elasticsearch_plugin_node(server_run: Run) -> str:
    """URL of one Elasticsearch node that has the plugin weighted-terms, shared as `elasticsearch_node` is."""
    return server_run.url(ELASTICSEARCH, plugin=True)


@pytest.fixture(scope="session")
def elasticsearch_8_node(server_run: Run) -> str:
    """URL of one node of the oldest Elasticsearch that is supported, with the plugin; shared as `elasticsearch_node` is."""
    return server_run.url(ELASTICSEARCH_8, plugin=True)


@pytest.fixture(scope="session")
def opensearch_node(server_run: Run) -> str:
    """URL of one node of OpenSearch 2, shared as `elasticsearch_node` is."""
    return server_run.url(OPENSEARCH)


@pytest.fixture(scope="session")
def opensearch_3_node(server_run: Run) -> str:
    """URL of one node of OpenSearch 3 with the plugin, shared as `elasticsearch_node` is."""
    return server_run.url(OPENSEARCH_3, plugin=True)


@pytest.fixture(scope="session")
def opensearch_plugin_node(server_run: Run) -> str:
    """URL of one node of OpenSearch 2 with the plugin, shared as `elasticsearch_node` is."""
    return server_run.url(OPENSEARCH, plugin=True)


@pytest.fixture
def elasticsearch_cluster(server_run: Run) -> Iterator[Cluster]:
    """Three Elasticsearch nodes, for this test alone, to be killed and stopped: all are up again when the next test has them.

    `cluster.urls`, `cluster.nodes[1].kill()`, `cluster.start_node(cluster.nodes[1])`, `cluster.stop()`, `cluster.start()`;
    addresses stay the same.
    """
    cluster = server_run.cluster(ELASTICSEARCH, size=3, heap="400m")
    with locked(server_run.folder / "cluster.lock"):
        cluster.start()
        yield cluster


@pytest.fixture
def opensearch_cluster(server_run: Run) -> Iterator[Cluster]:
    """Three nodes of OpenSearch 3, for this test alone, as `elasticsearch_cluster`; stopped after it, as it is the only one of its kind."""
    cluster = server_run.cluster(OPENSEARCH_3, size=3, heap="400m")
    with locked(server_run.folder / "cluster.lock"):
        cluster.start()
        yield cluster
        cluster.stop()
