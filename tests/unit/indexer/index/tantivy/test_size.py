"""Sizes of the embedded engine: measured from what it stores, they are those of the documents as they were written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from harness.demo_documents import cleaned_pages
from indexer.index.arm import Arm
from indexer.index.document import documents
from indexer.index.tantivy.engine import TantivyEngine
from indexer.index.tantivy.size import measure_arm
from indexer.index.tantivy.store import entry_of


@pytest.mark.slow
def test_sizes_are_those_of_the_documents_written_again(tmp_path: Path) -> None:
    with TantivyEngine(tmp_path / "several") as engine:
        for number, page in enumerate(cleaned_pages(24, 7)):
            for arm, document in documents(replace(page, site=f"site{number % 3}")).items():
                engine.put(arm, document)
        engine.commit()
        for arm in Arm:
            again = [stored.document() for stored in engine.stored(arm)]
            expected = [*measure_arm(arm, [(each, entry_of(each)) for each in again])]
            found = [*engine.sizes(arm)]
            assert [replace(each, indexing_seconds=None) for each in found] == [replace(each, indexing_seconds=None) for each in expected]
            assert [each.site for each in found] == ["", "site0", "site1", "site2"]


def test_the_size_of_one_site_is_that_of_all(tmp_path: Path) -> None:
    with TantivyEngine(tmp_path / "one") as engine:
        for page in cleaned_pages(3, 7):
            for arm, document in documents(replace(page, site="example")).items():
                engine.put(arm, document)
        engine.commit()
        whole, alone = engine.sizes(Arm.RAW)
    assert (whole.documents, whole.tokens, whole.inverted_bytes) == (alone.documents, alone.tokens, alone.inverted_bytes)
    assert (alone.site, alone.total_bytes) == ("example", None)
