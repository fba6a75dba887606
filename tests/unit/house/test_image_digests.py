"""`make images`: every image of docker/ that comes from a registry is found, and gets its digest or stays as it is."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from harness.paths import ROOT

DIGEST = "sha256:" + "0" * 64


@pytest.fixture(scope="module")
def digests() -> ModuleType:
    spec = importlib.util.spec_from_file_location("image_digests", ROOT / ".ci" / "image_digests.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_all_images_are_found(digests: ModuleType) -> None:
    found = {image.partition(":")[0] for path in digests.files() for image, _ in digests.images(path.read_text("utf-8"))}
    assert found == {"python", "maven", "elasticsearch", "postgres", "redis"}


def test_a_digest_takes_the_place_of_the_one_before(digests: ModuleType) -> None:
    text = "FROM python:3.12-slim AS x\nFROM x\n    image: redis:7\n    image: winnow\n"
    once = digests.pinned(text, lambda _: DIGEST)
    assert once == f"FROM python:3.12-slim@{DIGEST} AS x\nFROM x\n    image: redis:7@{DIGEST}\n    image: winnow\n"
    assert digests.pinned(once, lambda _: DIGEST) == once
    assert dict(digests.images(once)) == {"python:3.12-slim": DIGEST, "redis:7": DIGEST}


def test_without_a_registry_nothing_changes(
    digests: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(digests, "FOLDER", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "Dockerfile").write_text("FROM python:3.12-slim\n")
    (tmp_path / "compose.yaml").write_text("services: {}\n")
    assert digests.main([]) == digests.main(["--check"]) == 1
    assert "python:3.12-slim" in capsys.readouterr().out
    assert (tmp_path / "Dockerfile").read_text() == "FROM python:3.12-slim\n"
