"""What is handed out: wheel and sdist are built, and the wheel works in a clean environment that has never seen the repository."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Callable
from email.parser import Parser
from pathlib import Path

import pytest

from harness.paths import ROOT
from tests.integration.documents.test_readme import python_example, write_pages
from winnow import COMMANDS

pytestmark = pytest.mark.slow

IMPORTED = ("demo", "elasticsearch_plugin", "indexer", "mappings", "search_ui", "workers")
"""The packages that a wheel installs, beside the module `winnow`."""
Run = Callable[..., str]


def checked(*command: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as a user does who has never seen the repository: without its search path."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ended = subprocess.run(list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel and an sdist."""
    folder = tmp_path_factory.mktemp("dist")
    checked(sys.executable, "-m", "hatchling", "build", "-d", folder, cwd=ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def run(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run a program of a new environment that has the wheel and what it asks for, in an empty folder."""
    place = tmp_path_factory.mktemp("clean")
    venv.create(place / "venv", with_pip=True)
    programs, work = place / "venv" / "bin", place / "work"
    work.mkdir()
    pip = (programs / "python", "-m", "pip", "install", "--quiet", "--no-compile")  # few of the modules are imported
    checked(*pip, "--upgrade", "pip", cwd=work)
    installed = checked(*pip, "--constraint", ROOT / "constraints.txt", wheel, cwd=work)
    assert "WARNING" not in installed.stderr

    def program(name: str, *arguments: object) -> str:
        return checked(programs / name, *arguments, cwd=work).stdout

    return program


def tracked(*packages: str) -> set[str]:
    """The repository's files below these packages."""
    listed = subprocess.run(["git", "ls-files", *packages], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("needs a clone, to know which files belong to the packages")
    return set(listed.stdout.splitlines())


def test_the_wheel_holds_all_files_of_the_packages_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
    assert names == tracked(*IMPORTED, "winnow.py")
    assert {f"{package}/py.typed" for package in ("indexer", "workers", "search_ui", "demo")} <= names


def test_the_sdist_makes_the_same_wheel(built: Path, wheel: Path, tmp_path: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    assert {"LICENSE", "README.md", "constraints.txt", "Makefile", "tests", "docs"} <= {path.name for path in source.iterdir()}
    checked(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "again", cwd=source)
    (again,) = (tmp_path / "again").iterdir()
    with zipfile.ZipFile(again) as new, zipfile.ZipFile(wheel) as old:
        assert {each.filename: each.CRC for each in new.infolist()} == {each.filename: each.CRC for each in old.infolist()}


def test_the_metadata_names_what_resolves(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(packed.read(name).decode())
        assert any(each.endswith(".dist-info/licenses/LICENSE") for each in packed.namelist())
    required = metadata.get_all("Requires-Dist") or []
    for package in ("celery[redis]", "elasticsearch", "prometheus-client"):
        assert any(each.startswith(package) and "extra" not in each for each in required), package
    (zstd,) = (each for each in required if each.startswith("backports-zstd"))
    assert "python_version < '3.14'" in zstd, "Python 3.14 has it in its library"
    assert metadata["Requires-Python"] == ">=3.11"
    extras = set(metadata.get_all("Provides-Extra") or [])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (everything,) = project["optional-dependencies"]["all"]
    assert set(everything.partition("[")[2].rstrip("]").split(",")) == extras - {"all", "dev", "docs"}


def test_every_command_can_be_imported_from_the_wheel(run: Run) -> None:
    modules = sorted({module for module, _ in COMMANDS.values()} | {"workers.tasks", "indexer.preprocessor"})
    code = f"import importlib, winnow\nfor name in {modules!r}: importlib.import_module(name)\nprint(winnow.__file__)"
    assert "site-packages" in run("python", "-c", code)


def test_the_wheel_cleans_indexes_and_searches(run: Run, tmp_path: Path) -> None:
    write_pages(tmp_path)
    pages, home = tmp_path / "pages", tmp_path / "home"
    cleaned = [json.loads(line) for line in run("winnow", "clean", pages).splitlines()]
    assert {page["outcome"] for page in cleaned} == {"cleaned"}
    run("winnow", "index", pages, "--home", home)
    (hit,) = json.loads(run("winnow", "search", "ferry", "--json", "--home", home))["hits"]
    assert hit["headline"] == "The ferry"
    run("winnow", "store", "upgrade", "--home", home)


def test_templates_and_plugin_sources_are_installed(run: Run) -> None:
    code = (
        "from indexer.index.elasticsearch.mapping import REPEATED, component_templates\n"
        "from indexer.index.node.plugin import SOURCES\n"
        "print(len(component_templates('news', REPEATED)), (SOURCES / 'pom.xml').is_file())"
    )
    assert run("python", "-c", code) == "4 True\n"


def test_the_python_of_the_readme_runs(run: Run, tmp_path: Path) -> None:
    write_pages(tmp_path)
    code = f"import os; os.chdir({str(tmp_path)!r})\n{python_example()}"
    assert "reservoir" in run("python", "-c", code)


def test_the_plugin_has_the_project_s_license() -> None:
    assert (ROOT / "elasticsearch_plugin" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_a_release_is_installed_by_checksums(tmp_path: Path) -> None:
    """A file that is another than the one that was seen is not installed."""
    made = checked(sys.executable, ROOT / ".ci" / "hashed_requirements.py", "click", cwd=tmp_path).stdout
    requirements = tmp_path / "requirements.txt"
    requirements.write_text(made)
    install = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "--target")
    checked(*install, tmp_path / "installed", "-r", requirements, cwd=tmp_path)
    assert (tmp_path / "installed" / "click").is_dir()
    name, _, digest = made.strip().rpartition(":")
    requirements.write_text(f"{name}:{digest[::-1]}\n")
    with pytest.raises(AssertionError, match="DO NOT MATCH THE HASHES"):
        checked(*install, tmp_path / "other", "-r", requirements, cwd=tmp_path)
