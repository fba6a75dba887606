"""One node or several that form a cluster on loopback, with all state under one folder."""

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
"""Seconds until a node must answer: ten on a quiet machine, many times that beside other work."""

_BIRTH = 30.0
"""Seconds until a Java machine must have written its process id: one on a quiet machine; without, it refused its flags."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How nodes are started.

    Parameters
    ----------
    heap : str
        The Java machine's heap, as -Xmx takes it.
    plugins : mapping of str to Path
        Name to folder of each plugin, unpacked.
    settings : mapping of str to str
        More settings for every node.
    flags : tuple of str
        More flags for the Java machine.
    until : int or None
        A process whose end ends the nodes too, however it ends.
    """

    heap: str = "512m"
    plugins: Mapping[str, Path] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Cluster:
    """Some nodes of one product.

    Parameters
    ----------
    product : Product
        What they run.
    folder : Path
        Holds one folder a node; must be absolute.
    size : int
        How many nodes: one, or three, which survive the loss of one.
    launch : Launch
        How they are started.
    """

    product: Product
    folder: Path
    size: int = 1
    launch: Launch = field(default_factory=Launch)

    def __post_init__(self) -> None:
        if not self.folder.is_absolute():
            msg = "a node is known by its folder, which has to be absolute"
            raise ValueError(msg)
        if self.size not in {1, 3}:
            msg = "a cluster has one node or three"
            raise ValueError(msg)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All of them, running or not."""
        return tuple(Node(self.folder / f"node-{number}") for number in range(1, self.size + 1))

    @property
    def urls(self) -> tuple[str, ...]:
        """Where the nodes answer; those that are stopped keep their address for the next start."""
        return tuple(node.url for node in self.nodes)

    def start(self) -> None:
        """Start the nodes that are not running and wait until all have joined and every shard is served.

        Raises
        ------
        EngineError
            Where Java or Maven is missing, a node does not come up, or one runs without a plugin; says why.
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
                if self.nodes[0].transport is None:  # the first start: it founds the cluster, and others are told where it is
                    _wait_up(node)
            for node in self.nodes:
                _wait_up(node)
            _wait(self.nodes[0], self.whole, "does not form a cluster that serves all shards")

    def start_node(self, node: Node) -> None:
        """Start one node of a running cluster again; returns when it answers, maybe before its shards are back."""
        with locked(self.folder / "lock"):
            if node.pid is None:
                jdk = find_jdk(self.product.java)
                self._spawn(node, jdk, assemble(self.product, jdk))
            _wait_up(node)

    def stop(self) -> None:
        """Stop all nodes; their data stays."""
        for node in self.nodes:
            node.stop()

    def health(self) -> dict[str, Any] | None:
        """What `_cluster/health` says on the first node that answers; None where none does."""
        for node in self.nodes:
            if node.up:
                answer = _get(f"{node.url}/_cluster/health")
                if answer is not None:
                    return answer
        return None

    def whole(self) -> bool:
        """Whether all nodes have joined and every shard is served; one node alone has no place for replicas."""
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
    """Every cluster that was ever started under a home directory."""
    for product in PRODUCTS.values():
        for size in (1, 3):
            cluster = Cluster(product, engine_folder(home, product, size), size)
            if cluster.folder.is_dir():
                yield cluster


def engine_folder(home: Path, product: Product, size: int) -> Path:
    """Where a cluster's nodes live; one node's data cannot become three nodes', so each size has its own.

    >>> engine_folder(Path("/srv/news"), PRODUCTS["elasticsearch"], 3).as_posix()
    '/srv/news/engine/elasticsearch/nodes-3'
    """
    return home.absolute() / "engine" / product.name / f"nodes-{size}"


def _wait_up(node: Node) -> None:
    _wait(node, lambda: node.up, "does not start")


def _wait(node: Node, ready: Callable[[], bool], lost: str) -> None:
    """Until something holds; gives up when the node's process has ended.

    Raises
    ------
    EngineError
        Where it ended or time is up.
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
