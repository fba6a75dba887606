"""Faults of a search cluster, each with its end; they run in a thread of their own while something else goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from indexer.index.arm import Arm
from indexer.index.elasticsearch_engine import ElasticsearchEngine
from indexer.index.node.cluster import Cluster
from indexer.index.node.node import Node
from tests.turning_proxy import Trouble, TurningProxy


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
        with self.engine.connection.ask() as client:
            shards = client.cat.shards(index=self.engine.names.read(Arm.WEIGHTED), format="json").body
        name = next(str(shard["node"]) for shard in shards if isinstance(shard, dict) and shard["prirep"] == "p")
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


FAULTS: Mapping[str, Callable[[Scene], None]] = {
    fault.__name__: fault for fault in (node_killed, cluster_stopped, requests_turned_away, operations_turned_away, disk_full)
}
THROUGH_PROXY = frozenset({requests_turned_away, operations_turned_away})
"""Those that only a proxy makes."""
