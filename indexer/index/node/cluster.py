"""Cluster: one or three nodes on loopback, with all state under one folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import urllib3

from indexer.errors import EngineError
from indexer.index.node.assemble import assemble, locked
from indexer.index.node.jdk import Jdk, find_jdk
from indexer.index.node.node import Node
from indexer.index.node.product import PRODUCTS, Product

_PATIENCE = 180.0
"""Timeout in seconds until a node responds; it takes ten on an idle machine and many times that on a loaded one."""

_BIRTH = 30.0
"""Timeout in seconds until a JVM writes its process id, which takes one on an idle machine; without one, it rejected its flags."""


@dataclass(frozen=True, slots=True)
class Launch:
    """Options of the start of nodes.

    Parameters
    ----------
    heap : str
        Heap size of the JVM, in the format of -Xmx.
    plugins : mapping of str to Path
        Name to unpacked folder of each plugin.
    settings : mapping of str to str
        Additional settings of every node.
    flags : tuple of str
        Additional flags of the JVM.
    until : int or None
        A process id; the nodes end when this process ends for any reason.
    """

    heap: str = "512m"
    plugins: Mapping[str, Path] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Cluster:
    """Nodes of one product.

    Parameters
    ----------
    product : Product
        The server.
    folder : Path
        Absolute parent of the nodes' folders.
    size : int
        Number of nodes: one, or three, which survive the loss of one.
    launch : Launch
        Options of the start.
    """

    product: Product
    folder: Path
    size: int = 1
    launch: Launch = field(default_factory=Launch)

    def __post_init__(self) -> None:
        if not self.folder.is_absolute():
            msg = "the folder of a cluster must be absolute, because it identifies the nodes"
            raise ValueError(msg)
        if self.size not in {1, 3}:
            msg = "a cluster has one node or three"
            raise ValueError(msg)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes, running or not."""
        return tuple(Node(self.folder / f"node-{number}") for number in range(1, self.size + 1))

    @property
    def urls(self) -> tuple[str, ...]:
        """URLs of the nodes; a stopped node keeps its port for the next start."""
        return tuple(node.url for node in self.nodes)

    def start(self) -> None:
        """Start the stopped nodes, and wait until all have joined and every shard is available.

        Raises
        ------
        EngineError
            If Java or Maven is missing, a node does not start, or a running node lacks a plugin.
        """
        jdk = find_jdk(self.product.java)
        assembled = assemble(self.product, jdk)
        self.folder.mkdir(parents=True, exist_ok=True)
        with locked(self.folder / "lock"):
            for node in self.nodes:
                if node.pid is not None:
                    self._check_plugins(node)
                else:
                    self._spawn(node, jdk, assembled)
                if self.nodes[0].transport is None:  # the first start: this node forms the cluster, and the others need its address
                    _wait_up(node)
            for node in self.nodes:
                _wait_up(node)
            _wait(self.nodes[0], self.whole, "does not form a cluster that serves all shards")

    def start_node(self, node: Node) -> None:
        """Restart one node of a running cluster; return when it responds, possibly before its shards are available."""
        with locked(self.folder / "lock"):
            if node.pid is None:
                jdk = find_jdk(self.product.java)
                self._spawn(node, jdk, assemble(self.product, jdk))
            _wait_up(node)

    def stop(self) -> None:
        """Stop all nodes; their data is kept."""
        for node in self.nodes:
            node.stop()

    def health(self) -> dict[str, Any] | None:
        """Return `_cluster/health` from the first node that responds; None if none does."""
        for node in self.nodes:
            if node.up:
                answer = _get(f"{node.url}/_cluster/health")
                if answer is not None:
                    return answer
        return None

    def whole(self) -> bool:
        """Return whether all nodes have joined and every shard is available; a single node has no replicas."""
        health = self.health()
        good = {"green"} if self.size > 1 else {"green", "yellow"}
        return health is not None and health["status"] in good and health["number_of_nodes"] == self.size

    def _check_plugins(self, node: Node) -> None:
        lacking = sorted(self.launch.plugins.keys() - node.plugins)
        if lacking:
            msg = f"{node.name} runs without {', '.join(lacking)}: stop it first (`winnow engine stop`)"
            raise EngineError(msg)

    def _spawn(self, node: Node, jdk: Jdk, assembled: Path) -> None:
        node.prepare(assembled / "modules", self.launch.plugins)
        until = [] if self.launch.until is None else [f"-Dwinnow.until={self.launch.until}"]
        node.spawn([
            str(jdk.java), f"-Xms{self.launch.heap}", f"-Xmx{self.launch.heap}", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError",
            f"-Djava.io.tmpdir={node.home / 'temporary'}", *until, *self.launch.flags, *self.product.flags, *self.product.paths(assembled),
            "Launcher", str(node.home), *(f"{name}={value}" for name, value in self._settings(node).items()),
        ])  # fmt: skip

    def _settings(self, node: Node) -> dict[str, str]:
        settings = {
            **self.product.settings,
            "cluster.name": "winnow",
            "node.name": node.name,
            "http.port": f"{node.http},0" if node.http else "0",  # the same address again where it is still free
            **self.launch.settings,
        }
        if self.size == 1:
            return {**settings, "discovery.type": "single-node", "transport.port": "0"}
        others = (other.transport for other in self.nodes if other != node)
        founder = {"cluster.initial_master_nodes": node.name} if node == self.nodes[0] else {}
        return {
            **settings,
            "transport.port": str(node.transport or 0),
            "discovery.seed_hosts": ",".join(f"127.0.0.1:{port}" for port in others if port),
            **founder,
        }


def clusters(home: Path) -> Iterator[Cluster]:
    """Yield every cluster that was ever started under a home directory."""
    for product in PRODUCTS.values():
        for size in (1, 3):
            cluster = Cluster(product, engine_folder(home, product, size), size)
            if cluster.folder.is_dir():
                yield cluster


def engine_folder(home: Path, product: Product, size: int) -> Path:
    """Return the folder of a cluster; each size has its own, because the data of one node does not fit three.

    >>> engine_folder(Path("/srv/news"), PRODUCTS["elasticsearch"], 3).as_posix()
    '/srv/news/engine/elasticsearch/nodes-3'
    """
    return home.absolute() / "engine" / product.name / f"nodes-{size}"


def _wait_up(node: Node) -> None:
    _wait(node, lambda: node.up, "does not start")


def _wait(node: Node, ready: Callable[[], bool], lost: str) -> None:
    """Wait for a condition; give up when the node's process has ended.

    Raises
    ------
    EngineError
        If the process has ended or the wait times out.
    """
    began = time.monotonic()
    while not ready():
        passed = time.monotonic() - began
        if node.ended or passed > _PATIENCE or (passed > _BIRTH and node.pid is None):
            msg = f"{node.name} {lost}: {node.complaint()}"
            raise EngineError(msg)
        time.sleep(0.1)


def _get(url: str) -> dict[str, Any] | None:
    try:
        answer = urllib3.request("GET", url, timeout=10, retries=False)
        document = answer.json()
    except (urllib3.exceptions.HTTPError, ValueError):
        return None
    return document if answer.status == 200 and isinstance(document, dict) else None
