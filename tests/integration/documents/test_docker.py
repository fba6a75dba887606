"""What the container files name is there: files, commands, options, settings, variables."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

import click
import pytest
import urllib3
import yaml
from click.testing import CliRunner

from harness.paths import ROOT
from indexer.index.tantivy.engine import TantivyEngine
from search_ui.app import SiteSettings, create_app
from search_ui.security import names_for
from tests.integration.engines.test_index_engine import fill, page
from winnow import cli
from workers.app import QUEUES

DOCKER = ROOT / "docker"
SECURITY = r"xpack\.security\.(enabled|(http|transport)\.ssl\.(enabled|key|certificate|certificate_authorities|verification_mode))"


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """The file as any reader of YAML sees it, anchors followed."""
    document = yaml.safe_load((DOCKER / "compose.yaml").read_text("utf-8"))
    assert isinstance(document, dict)
    return document


def environment(compose: dict[str, Any], start: str) -> set[str]:
    """The names of all variables of the services whose name begins so."""
    services = [service for name, service in compose["services"].items() if name.startswith(start)]
    assert services
    return {name for service in services for name in service.get("environment", {})}


def parsed(words: Sequence[str]) -> None:
    """Let the command take its options and arguments, with their types and ranges, but do nothing."""
    command: click.Command = cli
    left, context = list(words), click.Context(cli)
    while isinstance(command, click.Group) and left and not left[0].startswith("-"):
        found = command.get_command(context, left.pop(0))
        assert found is not None, words
        command = found
    if left != ["--help"]:
        command.make_context("x", left)


def test_the_file_is_what_the_compose_specification_allows() -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", DOCKER / "compose.yaml"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("name", sorted(path.name for path in DOCKER.glob("*Dockerfile")))
def test_hadolint_has_nothing_to_say(name: str) -> None:
    checked = subprocess.run([Path(sys.executable).with_name("hadolint"), DOCKER / name], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stdout) == (0, "")


def test_what_stays_up_tells_whether_it_is_well(compose: dict[str, Any], tmp_path: Path) -> None:
    for name, service in compose["services"].items():
        assert ("restart" in service) == ("healthcheck" in service), name
    (asked,) = re.findall(r"http://127\.0\.0\.1:8080/\w+", str(compose["services"]["ui"]["healthcheck"]))
    with TantivyEngine(tmp_path) as engine:
        client = create_app(lambda: engine, SiteSettings(names_for("0.0.0.0"), password_hash="x")).test_client()
        answers = [client.get(asked).status_code]
        fill(engine, page("https://example.org/a", ("crane", 1.0)))
        assert [*answers, client.get(asked).status_code] == [HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.OK]


def test_services_lean_on_services_volumes_and_files_that_exist(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert set(service.get("depends_on", {})) <= set(compose["services"]), name
        assert "image" in service, name
        assert "build" not in service or (ROOT / service["build"]["dockerfile"]).is_file(), name
        for volume in service["volumes"]:
            source = re.sub(r"\$\{\w+:-(.*?)\}", r"\1", volume).split(":")[0]
            assert source in compose["volumes"] or source == "./pages" or (DOCKER / source).is_file(), volume
        for port in service.get("ports", []):
            assert port.startswith("127.0.0.1:"), "nothing is offered to the network unasked"


def test_winnow_has_the_commands_options_and_variables(compose: dict[str, Any]) -> None:
    ours = [service for service in compose["services"].values() if service["image"] == "winnow"]
    assert len(ours) == 6
    for service in ours:
        assert CliRunner().invoke(cli, [*service["command"], "--help"]).exit_code == 0, service["command"]
        parsed(service["command"])
    settings = "".join((ROOT / file).read_text("utf-8") for file in ("indexer/settings.py", "workers/broker/settings.py"))
    for variable in environment(compose, "winnow") | environment(compose, "ui") | environment(compose, "worker"):
        assert f'"{variable}"' in settings, variable


def test_every_queue_has_a_worker_and_one_gives_the_signal(compose: dict[str, Any]) -> None:
    commands = [service["command"] for name, service in compose["services"].items() if name.startswith("worker-")]
    served = [queue for words in commands for queue in words[words.index("--queues") + 1].split(",")]
    assert sorted(served) == sorted(QUEUES)
    assert sum("--beat" in words for words in commands) == 1


def test_elasticsearch_has_the_settings(compose: dict[str, Any], elasticsearch_node: str) -> None:
    answer = urllib3.request("GET", f"{elasticsearch_node}/_cluster/settings?include_defaults=true&flat_settings=true")
    known = {name for group in answer.json().values() for name in group}
    asked = environment(compose, "es") - {"ELASTIC_PASSWORD"}
    assert {name for name in asked if not re.fullmatch(SECURITY, name)} <= known
    assert {name.partition(".")[0] for name in asked} > {"xpack", "discovery"}


def test_certificates_are_for_the_nodes_and_where_the_settings_look(compose: dict[str, Any]) -> None:
    nodes = sorted(name for name in compose["services"] if name.startswith("es"))
    script = (DOCKER / "certificates.sh").read_text("utf-8")
    assert f"--dns {','.join(nodes)},localhost" in script
    variables = compose["services"]["es01"]["environment"]
    files = {value for name, value in variables.items() if re.search(r"\.(key|certificate|certificate_authorities)$", name)}
    assert files == {"certs/node/node.key", "certs/node/node.crt", "certs/ca/ca.crt"}
    assert variables["cluster.initial_master_nodes"] == variables["discovery.seed_hosts"] == ",".join(nodes)
    subprocess.run(["sh", "-n", DOCKER / "certificates.sh"], check=True)


def test_images_are_made_from_what_is_there() -> None:
    for path in DOCKER.glob("*Dockerfile"):
        for sources in re.findall(r"^COPY (?!--)(.*) \S+$", path.read_text("utf-8"), re.MULTILINE):
            assert all((ROOT / source).exists() for source in sources.split()), path
    copied = re.findall(r"^COPY (.*) \S+$", (DOCKER / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    wheel = re.search(r"^only-include = \[(.*)\]", (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert wheel
    assert set(re.findall(r'"(.*?)"', wheel[1])) <= {word for line in copied for word in line.split()}
    (plugin,) = re.findall(r"weighted-terms-elasticsearch-([\d.]+)\.zip", (DOCKER / "elasticsearch.Dockerfile").read_text("utf-8"))
    assert f"<server.version>{plugin}<" in (ROOT / "elasticsearch_plugin" / "pom.xml").read_text("utf-8")


def test_the_readme_names_services_and_variables(compose: dict[str, Any]) -> None:
    text = (DOCKER / "README.md").read_text("utf-8")
    called = re.findall(r"docker compose (?:up --detach|run --rm|exec|cp) ([\w ]+)", text)
    assert {word for words in called for word in words.split() if word.startswith("es0") or word in {"ui", "winnow"}} <= set(compose["services"])
    source = (DOCKER / "compose.yaml").read_text("utf-8")
    for variable in re.findall(r"\b(?:ELASTIC|WINNOW)[A-Z_]+", text):
        assert variable in source, variable
