"""Faults of a search cluster, each with its end; they run in a thread of their own while something else goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import urllib3

from harness.turning_proxy import Trouble, TurningProxy
from indexer.index.arm import Arm
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.node.cluster import Cluster
from indexer.index.node.node import Node


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a fault happens.

    Parameters
    ----------
    cluster : Cluster
    engine : ElasticsearchEngine
        Its connection does not go through the proxy.
    proxy : TurningProxy
        Before the first node.
    seconds : float
        How long the fault lasts.
    """

    cluster: Cluster
    engine: ElasticsearchEngine
    proxy: TurningProxy
    seconds: float

    def holder(self) -> Node:
        """The node with the primary shard of the weighted arm."""
        url = f"{self.cluster.urls[0]}/_cat/shards/{self.engine.names.read(Arm.WEIGHTED)}?format=json"
        shards = urllib3.request("GET", url, timeout=60).json()
        name = next(str(shard["node"]) for shard in shards if shard["prirep"] == "p")
        return next(node for node in self.cluster.nodes if node.name == name)


def node_killed(scene: Scene) -> None:
    """The node that holds primary shards ends without a word, and comes back."""
    node = scene.holder()
    node.kill()
    time.sleep(scene.seconds)
    scene.cluster.start_node(node)


def cluster_stopped(scene: Scene) -> None:
    """All nodes end without a word, and come back."""
    for node in scene.cluster.nodes:
        node.kill()
    time.sleep(scene.seconds)
    scene.cluster.start()


def requests_turned_away(scene: Scene) -> None:
    """429 to everything."""
    scene.proxy.trouble(Trouble.REQUESTS, scene.seconds)
    time.sleep(scene.seconds)


def operations_turned_away(scene: Scene) -> None:
    """429 to every second operation of each bulk request."""
    scene.proxy.trouble(Trouble.OPERATIONS, scene.seconds)
    time.sleep(scene.seconds)


def disk_full(scene: Scene) -> None:
    """The block that a node puts on its indexes when its disk is over the flood stage, and takes off when it is not."""
    names = [scene.engine.names.read(arm) for arm in Arm]
    for blocked in (True, None):
        with scene.engine.connection.ask() as client:
            client.indices.put_settings(index=names, settings={"index.blocks.read_only_allow_delete": blocked})
        time.sleep(scene.seconds if blocked else 0)


def flood_stage(scene: Scene) -> None:
    """The disks of all nodes are too full, as the nodes themselves find: they block their indexes, and let go when there is room.

    It is told them by watermarks that no disk can meet; they look every ten seconds, the least that can be set.
    """
    settings = scene.cluster.urls[0] + "/_cluster/settings"
    watermarks = {f"cluster.routing.allocation.disk.watermark.{name}": "1pb" for name in ("low", "high", "flood_stage")}
    heeded = "cluster.routing.allocation.disk.threshold_enabled"
    full: dict[str, object] = {heeded: True, "cluster.info.update.interval": "10s", **watermarks}
    for change in (full, dict.fromkeys([*watermarks, heeded])):
        answer = urllib3.request("PUT", settings, json={"persistent": change}, timeout=60)
        if answer.status != 200:
            raise RuntimeError(answer.data.decode())
        _await_blocks(scene, there=change is full)
        time.sleep(scene.seconds if change is full else 0)


def _await_blocks(scene: Scene, *, there: bool) -> None:
    """Until every arm's index is blocked, or none; only those with such settings are named."""
    url = f"{scene.cluster.urls[0]}/{scene.engine.names.prefix}-*/_settings/index.blocks.*"
    deadline = time.monotonic() + 120
    while len(urllib3.request("GET", url, timeout=60).json()) != there * len(Arm):
        if time.monotonic() > deadline:
            raise RuntimeError("the nodes did not look at their disks")
        time.sleep(0.5)


FAULTS: Mapping[str, Callable[[Scene], None]] = {
    fault.__name__: fault for fault in (node_killed, cluster_stopped, requests_turned_away, operations_turned_away, disk_full)
}
THROUGH_PROXY = frozenset({requests_turned_away, operations_turned_away})
"""Those that only a proxy makes."""
SLOW: Mapping[str, Callable[[Scene], None]] = {flood_stage.__name__: flood_stage}
"""Those whose begin and end take longer than a test may."""
