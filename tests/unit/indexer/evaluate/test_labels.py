"""Bodies and page types against labels, through the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from indexer.cli.evaluate import evaluate
from indexer.errors import InputError
from indexer.evaluate.bodies import precision_recall, score
from indexer.evaluate.labels import read_bodies, read_types


def test_a_missing_page_counts_as_an_empty_body() -> None:
    found = score({"a": "one two three four", "b": "five six seven eight"}, {"a": "one two three four"})
    assert (found.pages, found.missing, found.precision, found.recall) == (2, 1, 0.5, 0.5)


def test_chinese_is_counted_by_characters() -> None:
    assert precision_recall("水库水位降至", "水库水位降至历史") == (3 / 5, 1.0)


def test_bodies_command(tmp_path: Path) -> None:
    labels, predictions = tmp_path / "labels.jsonl", tmp_path / "out.jsonl"
    labels.write_text(json.dumps({"url": "u", "body": "one two three four"}) + "\n", encoding="utf-8")
    predictions.write_text(json.dumps({"url": "u", "articleBody": "one two three four five"}) + "\n", encoding="utf-8")
    result = CliRunner().invoke(evaluate, ["bodies", "--labels", str(labels), "--predictions", str(predictions)])
    assert result.exit_code == 0
    assert result.output.startswith("pages 1  missing 0  precision 0.5000  recall 1.0000  F1 0.6667")


def test_structure_command(tmp_path: Path) -> None:
    labels, predictions = tmp_path / "pages.tsv", tmp_path / "out.jsonl"
    labels.write_text("url\ttype\na\tarticle\nb\ttoc\nc\tother\n", encoding="utf-8")
    rows = [{"url": "a", "pageType": "article"}, {"url": "b", "pageType": "article"}, {"url": "c", "pageType": "toc"}]
    predictions.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    command = ["structure", "--labels", str(labels), "--predictions", str(predictions), "--json"]
    figures = json.loads(CliRunner().invoke(evaluate, command).output)
    assert figures["article"] == {"labelled": 1, "precision": 0.5, "recall": 1.0, "f1": pytest.approx(2 / 3)}
    assert figures["toc"]["f1"] == 0


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"url": "u", "body": ""}\n{"body": "no url"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="line 2"):
        read_bodies(path)
    path.write_text("address\tkind\n", encoding="utf-8")
    with pytest.raises(InputError, match="columns url and type"):
        read_types(path)
