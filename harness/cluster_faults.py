"""Faults of a search cluster and their recovery; they run in a separate thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import urllib3

from harness.faulty_proxy import FaultyProxy, ProxyFault
from indexer.index.arm import Arm
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.node.cluster import Cluster
from indexer.index.node.node import Node


@dataclass(frozen=True, slots=True)
class Scene:
    """The cluster, engine and proxy that faults act on.

    Parameters
    ----------
    cluster : Cluster
    engine : ElasticsearchEngine
        An engine that bypasses the proxy.
    proxy : FaultyProxy
        A proxy for the first node.
    seconds : float
        Duration of the fault.
    """

    cluster: Cluster
    engine: ElasticsearchEngine
    proxy: FaultyProxy
    seconds: float

    def holder(self) -> Node:
        """Return the node with the primary shard of the weighted arm."""
        url = f"{self.cluster.urls[0]}/_cat/shards/{self.engine.names.read(Arm.WEIGHTED)}?format=json"
        shards = urllib3.request("GET", url, timeout=60).json()
        name = next(str(shard["node"]) for shard in shards if shard["prirep"] == "p")
        return next(node for node in self.cluster.nodes if node.name == name)


def node_killed(scene: Scene) -> None:
    """Kill the node with primary shards, and restart it."""
    node = scene.holder()
    node.kill()
    time.sleep(scene.seconds)
    scene.cluster.start_node(node)


def cluster_stopped(scene: Scene) -> None:
    """Kill all nodes, and restart them."""
    for node in scene.cluster.nodes:
        node.kill()
    time.sleep(scene.seconds)
    scene.cluster.start()


def requests_turned_away(scene: Scene) -> None:
    """Reject all requests with 429."""
    scene.proxy.start_fault(ProxyFault.REQUESTS, scene.seconds)
    time.sleep(scene.seconds)


def operations_turned_away(scene: Scene) -> None:
    """Reject every second operation of each bulk request with 429."""
    scene.proxy.start_fault(ProxyFault.OPERATIONS, scene.seconds)
    time.sleep(scene.seconds)


def disk_full(scene: Scene) -> None:
    """Set and remove the block that nodes put on their indexes while a disk is above the flood stage."""
    names = [scene.engine.names.read(arm) for arm in Arm]
    for blocked in (True, None):
        with scene.engine.connection.ask() as client:
            client.indices.put_settings(index=names, settings={"index.blocks.read_only_allow_delete": blocked})
        time.sleep(scene.seconds if blocked else 0)


def flood_stage(scene: Scene) -> None:
    """Let the nodes detect full disks themselves, block their indexes, and release them.

    The watermarks are set to values that no disk can meet; nodes check them every ten seconds, the minimum interval.
    """
    settings = scene.cluster.urls[0] + "/_cluster/settings"
    watermarks = {f"cluster.routing.allocation.disk.watermark.{name}": "1pb" for name in ("low", "high", "flood_stage")}
    threshold_enabled = "cluster.routing.allocation.disk.threshold_enabled"
    full: dict[str, object] = {threshold_enabled: True, "cluster.info.update.interval": "10s", **watermarks}
    for change in (full, dict.fromkeys([*watermarks, threshold_enabled])):
        response = urllib3.request("PUT", settings, json={"persistent": change}, timeout=60)
        if response.status != 200:
            raise RuntimeError(response.data.decode())
        _await_blocks(scene, blocked=change is full)
        time.sleep(scene.seconds if change is full else 0)


def _await_blocks(scene: Scene, *, blocked: bool) -> None:
    """Wait until every arm's index is blocked, or none; the response lists only indexes with a block."""
    url = f"{scene.cluster.urls[0]}/{scene.engine.names.prefix}-*/_settings/index.blocks.*"
    deadline = time.monotonic() + 120
    while len(urllib3.request("GET", url, timeout=60).json()) != blocked * len(Arm):
        if time.monotonic() > deadline:
            raise RuntimeError("the nodes did not check their disks within 120 s")
        time.sleep(0.5)


FAULTS: Mapping[str, Callable[[Scene], None]] = {
    fault.__name__: fault for fault in (node_killed, cluster_stopped, requests_turned_away, operations_turned_away, disk_full)
}
THROUGH_PROXY = frozenset({requests_turned_away, operations_turned_away})
"""Faults that the proxy causes."""
SLOW: Mapping[str, Callable[[Scene], None]] = {flood_stage.__name__: flood_stage}
"""Faults whose start and end take too long for a test."""
