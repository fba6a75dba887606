"""Recipes of CONTRIBUTING.md, followed on a copy of the sources: the files that they name are enough."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from demo.archive import Capture, captures, write_warc
from demo.generate import Scale
from harness.paths import ROOT

pytestmark = pytest.mark.slow
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def recipe(title: str) -> str:
    """The paragraph of a recipe."""
    (found,) = re.findall(rf"^\*\*{re.escape(title)}\*\*(.*(?:\n.+)*)", CONTRIBUTING, re.MULTILINE)
    return str(found)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of what runs."""
    for name in ("indexer", "workers", "search_ui", "demo", "benchmarks", "mappings", "elasticsearch_plugin", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "target"))
    shutil.copy(ROOT / "winnow.py", tmp_path)
    return tmp_path


def edit(sources: Path, title: str, file: str, before: str, after: str) -> None:
    """Change a file that the recipe names."""
    assert f"`{file}`" in recipe(title), f"the recipe names {file}"
    text = (sources / file).read_text("utf-8")
    assert before in text
    (sources / file).write_text(text.replace(before, after, 1), "utf-8")


def python(sources: Path, *words: object) -> str:
    """Run a program of the copy."""
    environment = os.environ | {"PYTHONPATH": str(sources)}
    command = [sys.executable, *map(str, words)]
    ended = subprocess.run(command, cwd=sources, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_a_field_of_the_record(sources: Path, demo_pages: list[Capture]) -> None:
    title = "A field of the record."
    edit(sources, title, "indexer/article/article.py", "    @property\n    def article_body", "    @property\n    def word_count(self) -> int:\n"
         '        """Words of the body."""\n        return len(self.article_body.split())\n\n    @property\n    def article_body')  # fmt: skip
    edit(sources, title, "indexer/article/cleaned.py", '"articleBody": a.article_body,', '"articleBody": a.article_body,\n                "wordCount": a.word_count,')
    write_warc(sources / "pages.warc.gz", demo_pages[:20])
    records = [json.loads(line) for line in python(sources, "-m", "winnow", "clean", "pages.warc.gz", "--jobs", 1).splitlines()]
    assert {record["wordCount"] == len(record["articleBody"].split()) for record in records} == {True}


def test_an_engine(sources: Path, demo_pages: list[Capture]) -> None:
    """A second embedded engine, a copy of the first under its own name: the home opens it, and it answers as the first."""
    twin = sources / "indexer" / "index" / "twin"
    shutil.copytree(ROOT / "indexer" / "index" / "tantivy", twin, ignore=shutil.ignore_patterns("__pycache__"))
    for module in twin.glob("*.py"):
        module.write_text(module.read_text("utf-8").replace("indexer.index.tantivy", "indexer.index.twin"), "utf-8")
    edit(sources, "An engine.", "indexer/home.py", "        if not self.settings.engine:\n", '        if self.settings.engine == "twin":\n'
         "            from indexer.index.twin.engine import TantivyEngine as TwinEngine\n\n"
         '            return TwinEngine(self.settings.home / "twin")\n        if not self.settings.engine:\n')  # fmt: skip
    edit(sources, "An engine.", "indexer/home.py", "        if self.settings.engine:\n", '        if self.settings.engine not in ("", "twin"):\n')
    write_warc(sources / "pages.warc.gz", demo_pages)
    for engine in ("", "twin"):
        python(sources, "-m", "winnow", "index", "pages.warc.gz", "--engine", engine)
    assert (sources / "winnow-home" / "twin" / "weighted").is_dir()
    ours, theirs = (python(sources, "-m", "winnow", "search", "tunnel", "--engine", engine) for engine in ("", "twin"))
    assert ours == theirs
    assert "found" in ours


def test_a_page_type(sources: Path, demo_pages: list[Capture]) -> None:
    """Agency stories get a type of their own; such pages stay out of the index, as all do that are no articles."""
    import jsonschema  # here, because it compiles a grammar for a second

    title, file = "A page type.", "indexer/site/types/page_type.py"
    write_warc(sources / "pages.warc.gz", demo_pages)

    def cleaned() -> list[dict[str, str]]:
        return [json.loads(line) for line in python(sources, "-m", "winnow", "clean", "pages.warc.gz", "--jobs", 1).splitlines()]

    before = {record["url"] for record in cleaned() if record["outcome"] == "cleaned" and "/agency-" in record["url"]}
    edit(sources, title, file, "ARTICLE, TOC, OTHER =", 'AGENCY = "agency"\nARTICLE, TOC, OTHER =')
    edit(sources, title, file, "    if found.no_story:", '    if "/agency-" in url:\n        return AGENCY\n    if found.no_story:')
    edit(sources, title, "docs/reference/record.schema.json", '"toc",', '"toc",\n    "agency",')
    records = cleaned()
    schema = json.loads((sources / "docs" / "reference" / "record.schema.json").read_text("utf-8"))
    for record in records:
        jsonschema.validate(record, schema)
    agency = [record for record in records if record["url"] in before]
    assert agency
    assert {(record["pageType"], record["outcome"]) for record in agency} == {("agency", "not-article")}


def test_a_measure(sources: Path) -> None:
    title, file = "A measure.", "indexer/evaluate/retrieval_metrics.py"
    edit(sources, title, file, "MEASURES: Mapping", "def success(ranking: Sequence[str], grades: Grades) -> float:\n"
         '    """Whether the first hit is relevant."""\n    return float(any(grades.get(name, 0) > 0 for name in ranking[:1]))\n\n\nMEASURES: Mapping')  # fmt: skip
    edit(sources, title, file, '    "AP": average_precision,', '    "AP": average_precision,\n    "Success@1": success,')
    python(sources, "-m", "demo.serve", "sites", "--warc", "pages.warc.gz")
    python(sources, "-m", "winnow", "index", "pages.warc.gz")
    (sources / "few.tsv").write_text("".join((sources / "sites" / "queries.tsv").read_text("utf-8").splitlines(keepends=True)[:8]), "utf-8")
    shown = python(sources, "-m", "winnow", "evaluate", "retrieval", "--queries", "few.tsv", "--qrels", "sites/qrels.txt", "--arms", "raw,weighted")
    assert "Success@1" in shown


def test_a_site_to_measure_on(sources: Path) -> None:
    named = set(re.findall(r"`(\w+\.(?:warc\.gz|tsv|jsonl|txt))`", recipe("A site to measure on.")))
    pages = [page for page in captures(11, sources / "sites", Scale(articles=24, days=20)) if "courier" in page.url]
    site = sources / "sites" / "courier"
    write_warc(site / "site.warc.gz", pages)
    assert named <= {path.name for path in site.iterdir()}
    (sources / "winnow").write_text("")
    environment = os.environ | {"PYTHONPATH": str(sources)}
    command = [sys.executable, str(ROOT / "benchmarks" / "real_sites.py"), str(site), "--bodies-only"]
    ended = subprocess.run(command, cwd=sources, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "courier" in ended.stdout
