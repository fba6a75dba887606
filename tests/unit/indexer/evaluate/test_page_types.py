"""Figures of page types."""

from __future__ import annotations

from indexer.evaluate.page_types import score

LABELS = {"a": "article", "b": "article", "c": "toc", "d": "other", "e": "other"}


def test_other_pages_do_not_count_for_articles_and_lists() -> None:
    found = score(LABELS, {"a": "article", "b": "article", "c": "toc", "d": "article", "e": "toc"})
    assert (found["article"].f1, found["toc"].f1, found["other"].recall) == (1.0, 1.0, 0.0)


def test_an_article_called_other_is_lost() -> None:
    found = score(LABELS, {"a": "other", "b": "article", "c": "toc", "d": "other", "e": "article"})
    assert (found["article"].precision, found["article"].recall) == (1.0, 0.5)
    assert (found["other"].labelled, found["other"].precision, found["other"].recall) == (2, 0.5, 0.5)


def test_pages_without_a_prediction_are_missed() -> None:
    assert [one.recall for one in score(LABELS, {}).values()] == [0.0, 0.0, 0.0]
