"""Servers for tests and for trying: real ones, found, started, killed, stopped."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import urllib3

from harness.nodes import QUICK, Run
from indexer.errors import EngineError
from indexer.index.node import jdk
from indexer.index.node import product as products
from indexer.index.node.assemble import check_jars, made_once
from indexer.index.node.cluster import Cluster, Launch, engine_folder
from indexer.index.node.node import Node
from indexer.index.node.product import ELASTICSEARCH, PRODUCTS
from tests.conftest import Ended


def call(method: str, url: str, body: Any = None) -> dict[str, Any]:
    """One request; its answer."""
    answer = urllib3.request(method, url, json=body, timeout=30, retries=False)
    assert answer.status < 300, answer.data
    document: dict[str, Any] = answer.json()
    return document


def counted(index: str) -> int:
    """How many documents it has, once all of its shards answer; they move for some seconds after the loss of a node."""
    for _ in range(60):
        answer = urllib3.request("GET", f"{index}/_count", timeout=30, retries=False)
        if answer.status == 200 and not answer.json()["_shards"]["failed"]:
            return int(answer.json()["count"])
        time.sleep(0.5)
    pytest.fail("some shards never came back")


def test_a_node_takes_and_finds_documents(elasticsearch_node: str) -> None:
    index = f"{elasticsearch_node}/enginenode-{os.getpid()}"
    call("PUT", f"{index}/_doc/1?refresh=true", {"body": "the ferry left"})
    assert call("GET", f"{index}/_count?q=body:ferry")["count"] == 1
    call("DELETE", index)


def test_it_listens_on_loopback_alone(elasticsearch_node: str) -> None:
    nodes = call("GET", f"{elasticsearch_node}/_nodes/http,transport")["nodes"].values()
    for node in nodes:
        for kind in ("http", "transport"):
            assert all(address.startswith("127.0.0.1:") for address in node[kind]["bound_address"])


def test_a_cluster_survives_the_loss_of_a_node_and_of_all(elasticsearch_cluster: Cluster) -> None:
    cluster = elasticsearch_cluster
    index = f"{cluster.urls[0]}/enginecluster-{os.getpid()}"
    call("PUT", index, {"settings": {"number_of_shards": 3, "number_of_replicas": 1}})
    for number in range(30):
        call("PUT", f"{index}/_doc/{number}", {"body": "ferry"})
    call("POST", f"{index}/_refresh")
    before = cluster.urls
    cluster.nodes[1].kill()
    assert not cluster.nodes[1].up
    assert counted(index) == 30
    cluster.start_node(cluster.nodes[1])
    cluster.stop()
    assert cluster.health() is None
    cluster.start()
    assert cluster.urls == before
    assert counted(index) == 30
    call("DELETE", index)


@pytest.mark.parametrize("server", ["opensearch_node", "opensearch_3_node"])
def test_opensearch_has_weighted_terms_of_its_own(server: str, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue(server)
    assert call("GET", f"{url}/")["version"]["distribution"] == "opensearch"
    index = f"{url}/weightedterms-{os.getpid()}"
    analyzer = {"type": "custom", "tokenizer": "whitespace", "filter": ["delimited_term_freq"]}
    field = {"type": "text", "analyzer": "weighted", "search_analyzer": "whitespace", "index_options": "freqs"}
    call("PUT", index, {"settings": {"analysis": {"analyzer": {"weighted": analyzer}}}, "mappings": {"properties": {"w": field}}})
    call("PUT", f"{index}/_doc/1?refresh=true", {"w": "fox|32 den|5"})
    assert "freq=32.0" in json.dumps(call("POST", f"{index}/_explain/1", {"query": {"match": {"w": "fox"}}}))
    call("DELETE", index)


def test_the_command_starts_finds_and_stops_a_node_that_crashed(
    server_run: Run, winnow: Callable[..., Ended], tmp_path: Path
) -> None:
    server_run.cluster(ELASTICSEARCH)  # skips where it cannot be had

    def engine(*words: str) -> Ended:
        return winnow("engine", *words, "--home", tmp_path, JAVA_TOOL_OPTIONS=QUICK[0])

    assert engine("status").code == 3
    try:
        started = engine("start")
        assert (started.code, started.out.count("\n")) == (0, 1), started.err
        index = f"{started.out.strip()}/kept"
        call("PUT", f"{index}/_doc/1?refresh=true", {"body": "ferry"})
        told = json.loads(engine("status", "--json").out)["servers"]
        assert [(server["product"], server["status"]) for server in told] == [("elasticsearch", "yellow")]  # a replica without a place
        refused = engine("start", "--plugin")
        assert refused.code == 2
        assert "stop it first" in refused.err
        os.kill(told[0]["nodes"][0]["pid"], signal.SIGKILL)
        assert json.loads(engine("status", "--json").out)["servers"][0]["status"] == "stopped"
        assert engine("start").out == started.out, "the same address"
        assert call("GET", f"{index}/_count")["count"] == 1
    finally:
        stopped = engine("stop")
    assert (stopped.code, engine("stop").code) == (0, 3)


def test_a_node_ends_with_the_process_that_it_was_started_for(server_run: Run, tmp_path: Path) -> None:
    server_run.cluster(ELASTICSEARCH)
    starter = """
import os, sys, time
from pathlib import Path
from indexer.index.node.cluster import Cluster, Launch, engine_folder
from indexer.index.node.product import ELASTICSEARCH
launch = Launch(flags=("-XX:TieredStopAtLevel=1",), until=os.getpid())
Cluster(ELASTICSEARCH, engine_folder(Path(sys.argv[1]), ELASTICSEARCH, 1), 1, launch).start()
print("up", flush=True)
time.sleep(600)
"""
    (node,) = Cluster(ELASTICSEARCH, engine_folder(tmp_path, ELASTICSEARCH, 1)).nodes
    with subprocess.Popen([sys.executable, "-c", starter, tmp_path], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "up\n"
        assert node.up
        process.kill()
    for _ in range(100):
        if node.pid is None:
            return
        time.sleep(0.1)
    node.kill()
    pytest.fail("the node outlived its starter")


def test_why_a_node_does_not_start_is_said(server_run: Run, tmp_path: Path) -> None:
    server_run.cluster(ELASTICSEARCH)
    cluster = Cluster(ELASTICSEARCH, engine_folder(tmp_path, ELASTICSEARCH, 1), 1, Launch(settings={"no.such": "1"}))
    with pytest.raises(EngineError, match=r"node-1 does not start: .*unknown setting \[no.such\].*output\)$"):
        cluster.start()


def test_a_process_that_only_has_the_number_is_no_node(tmp_path: Path) -> None:
    node = Node(tmp_path / "node-1")
    node.home.mkdir()
    assert node.pid is None
    (node.home / "pid").write_text(str(os.getpid()))
    assert node.pid is None
    node.kill()  # and lives on


def jdk_in(folder: Path, release: str) -> Path:
    """A folder that looks like a JDK."""
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "javac").touch()
    (folder / "release").write_text(release)
    return folder


def test_the_first_jdk_that_is_new_enough_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("JAVA_HOME", str(jdk_in(tmp_path / "mine", 'JAVA_VERSION="17.0.15"\n')))
    monkeypatch.setattr(jdk, "PLACES", (str(tmp_path / "jvm"),))
    jdk_in(tmp_path / "jvm" / "eight", 'IMPLEMENTOR="x"\nJAVA_VERSION="1.8.0_402"\n')
    jdk_in(tmp_path / "jvm" / "mac" / "Contents" / "Home", 'JAVA_VERSION="25"\n')
    (tmp_path / "jvm" / "no-jdk").mkdir()
    assert jdk.find_jdk(17).home.name == "mine"
    found = jdk.find_jdk(21)
    assert (found.version, found.home) == (25, tmp_path / "jvm" / "mac" / "Contents" / "Home")
    with pytest.raises(EngineError, match=r"version 30 or later is needed, and there is only 17 in .*mine, 8 in .*, 25 in .*: install one"):
        jdk.find_jdk(30)


@pytest.mark.parametrize("ci", ["", "true"])
def test_a_test_without_java_is_skipped_but_fails_on_ci(ci: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setattr(jdk, "PLACES", ())
    with pytest.raises(pytest.fail.Exception if ci else pytest.skip.Exception, match="a JDK of version 21 or later is needed"):
        Run(tmp_path, os.getpid()).cluster(ELASTICSEARCH)


@pytest.mark.slow
def test_a_folder_is_made_once_and_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "winnow" / "jars.abc.partial").mkdir(parents=True)  # of a process that was killed
    made = []

    def fill(place: Path) -> None:
        place.mkdir()
        made.append(place)
        time.sleep(0.2)
        (place / "jar").touch()

    def fail(place: Path) -> None:
        place.mkdir()
        raise EngineError("no network")

    with pytest.raises(EngineError):
        made_once("jars", fail)
    with ThreadPoolExecutor(3) as pool:
        places = list(pool.map(lambda _: made_once("jars", fill), range(3)))
    assert len(made) == 1
    assert set(places) == {tmp_path / "winnow" / "jars"}
    assert sorted(path.name for path in (tmp_path / "winnow").iterdir()) == ["jars", "jars.lock"]


@pytest.mark.parametrize("product", PRODUCTS.values(), ids=PRODUCTS)
def test_every_product_has_what_it_is_made_from(product: Any) -> None:
    pom = (product.resources / "pom.xml").read_text("utf-8")
    assert all(f"${{{name}}}" in pom for name in product.versions)
    assert all(path.is_file() for path in product.sources)
    assert len(product.checksums.read_text("ascii").splitlines()) > 40


def test_jars_that_are_not_the_known_ones_never_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(products, "RESOURCES", tmp_path)
    place = tmp_path / "made"
    (place / "server").mkdir(parents=True)
    jar = place / "server" / "lucene.jar"
    jar.write_bytes(b"PK")
    ELASTICSEARCH.checksums.parent.mkdir()
    ELASTICSEARCH.checksums.write_text(f"{hashlib.sha256(b'PK').hexdigest()}  lucene.jar\n")
    check_jars(ELASTICSEARCH, place)
    (place / "server" / "other.jar").write_bytes(b"PK")
    with pytest.raises(EngineError, match=r"other\.jar; delete"):
        check_jars(ELASTICSEARCH, place)
    (place / "server" / "other.jar").unlink()
    jar.write_bytes(b"PK2")
    with pytest.raises(EngineError, match=r"lucene\.jar"):
        check_jars(ELASTICSEARCH, place)
    jar.unlink()
    with pytest.raises(EngineError, match=r"lucene\.jar"):
        check_jars(ELASTICSEARCH, place)
