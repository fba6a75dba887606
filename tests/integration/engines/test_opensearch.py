"""What holds of the embedded engine and of Elasticsearch holds of OpenSearch 2.19 and 3: the same tests, on real nodes."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import urllib3

from harness.engines import (  # noqa: F401 - fixtures
    new_engine,
    opensearch,
    opensearch_engine,
    opensearch_for_elasticsearch,
    opensearch_node_for_elasticsearch,
    remove,
)
from indexer.errors import EngineAwayError, EngineError
from indexer.index.arm import Arm
from indexer.index.elasticsearch.connection_settings import ConnectionSettings
from indexer.index.elasticsearch.engine import ElasticsearchEngine
from indexer.index.engine import Match, Request
from indexer.index.query_parser import parse
from indexer.index.tantivy.engine import TantivyEngine
from tests.conftest import Ended
from tests.integration.engines.test_elasticsearch_conformance import (  # noqa: F401 - tests
    test_a_score_is_the_sum_of_its_words,
    test_a_word_of_several_languages_is_as_rare_as_all_its_terms_without_expensive_queries,
    test_both_engines_order_ties_and_dates_alike,
    test_every_document_finds_itself_by_its_own_headline,
    test_near_copies_are_one_hit_and_totals_count_groups,
    test_of_equally_relevant_stories_the_fresh_one_is_first,
    test_the_state_changes_with_what_is_searched_and_not_by_a_search,
    test_what_is_stored_is_what_was_written,
)
from tests.integration.engines.test_elasticsearch_writer import (  # noqa: F401 - tests
    _site,
    put,
    test_a_busy_engine_is_waited_for_and_the_report_says_so,
    test_a_copy_seen_first_does_not_take_the_story_along,
    test_a_late_worker_cannot_put_back_older_text,
    test_a_page_of_another_story_leaves_its_old_one,
    test_a_refused_document_takes_none_along_and_is_kept,
    test_a_request_refused_as_a_whole_is_sent_one_by_one,
    test_an_engine_that_stays_busy_ends_the_wait,
    test_an_engine_works_on_both_sides_of_a_fork,
    test_hostile_queries_are_only_words,
    test_many_pages_of_hits_can_be_walked,
    test_searching_what_is_not_there_says_what_to_do,
    test_silence_ends_with_one_clear_line,
    test_what_is_gone_does_not_come_back_with_a_late_worker,
)
from tests.integration.engines.test_index_engine import (  # noqa: F401 - tests
    fill,
    page,
    test_a_heavier_block_ranks_higher,
    test_a_phrase_does_not_span_two_blocks,
    test_a_word_is_found_in_every_language_of_the_index,
    test_all_words_or_any,
    test_deleting_by_canonical_url_reaches_every_variant,
    test_filters,
    test_highlights_are_characters_of_the_stored_text,
    test_hits_show_the_fields_that_the_mapping_names,
    test_sorted_by_date_the_undated_come_last_and_none_is_lost,
    test_total_is_exact_and_pages_do_not_overlap,
)

PAGES = [
    page("https://e.org/a", ("the crane by the quay", 0.527), headline="Cranes"),
    page("https://e.org/b", ("quay", 0.001), ("crane", 1.0)),
    page("https://e.org/c", ("a mill and a tram", 0.8), headline="Bolts"),
]


def test_frequencies_are_weights_in_hundredths_evened_by_length_and_scores_the_embedded_engine_s(
    elasticsearch_node: str, tmp_path: Path
) -> None:
    request = Request(parse("crane quay"), Match.ANY, explain=True)
    with new_engine(elasticsearch_node) as server:  # no deleted document counts in its statistics
        fill(server, *PAGES)
        hits = server.search(Arm.WEIGHTED, request).hits
        with server.connection.ask() as client:
            query = {"term": {"w": "crane"}}
            explained = client.search(index=server.names.read(Arm.WEIGHTED), query=query, explain=True)["hits"]["hits"]
            mapping = client.indices.get_mapping(index=server.names.read(Arm.WEIGHTED)).body
        remove(server)
    words = {(hit.url[-1], word.terms[0]): word.weight for hit in hits if hit.explanation for word in hit.explanation.words}
    assert words == {("a", "crane"): 5.527, ("a", "quay"): 0.527, ("b", "crane"): 1.0, ("b", "quay"): 0.001}
    frequencies = [float(freq) for hit in explained for freq in re.findall(r"score\(freq=([\d.]+)\)", str(hit["_explanation"]))]
    assert frequencies == pytest.approx([552.7, 100], rel=0.08)
    (fields,) = [about["mappings"]["properties"] for about in mapping.values()]
    assert (fields["w"]["analyzer"], fields["w"]["index_options"]) == ("weighted_terms", "freqs")
    with TantivyEngine(tmp_path) as embedded:
        fill(embedded, *PAGES)
        exact = {hit.url: hit.score for hit in embedded.search(Arm.WEIGHTED, request).hits}
    assert {hit.url: hit.score for hit in hits} == pytest.approx(exact, rel=0.05)


def test_templates_are_put_once_and_say_what_they_are(engine: ElasticsearchEngine) -> None:
    prefix = engine.names.prefix
    with engine.connection.ask() as client:
        (found,) = client.indices.get_index_template(name=prefix)["index_templates"]
        assert found["index_template"]["_meta"]["digest"]
        assert client.cluster.health()["status"] == "green"
    answer = urllib3.request("GET", f"{engine.connection.settings.urls[0]}/_component_template/{prefix}-w")
    assert answer.json()["component_templates"][0]["component_template"]["_meta"]["scale"] == 100


def test_a_write_to_an_alias_that_is_gone_makes_no_index(opensearch: ElasticsearchEngine) -> None:  # noqa: F811
    with new_engine(opensearch.connection.settings.urls[0]) as server:
        fill(server, PAGES[0])
        alias = server.names.write(Arm.BODY)
        with server.connection.ask() as client:
            client.indices.delete(index=server.names.index(Arm.BODY, 1))
        with pytest.raises(EngineError, match="does not exist: it was removed"):
            fill(server, PAGES[1])
        with server.connection.ask() as client:
            stray = {"_op_type": "index", "_index": alias, "_id": "1", "_source": {}}
            ((_, item),) = server.connection.library.bulk(client, [stray], documents=1, most_bytes=1000, require_alias=True)
            assert item["status"] == 404
            assert alias not in client.indices.get_alias(index=f"{server.names.prefix}-*").body
        remove(server)


def test_the_size_of_the_text_is_that_of_elasticsearch(opensearch_node: str, elasticsearch_plugin_node: str) -> None:
    made = [page(f"https://e.org/{n}", *[(f"crane{n * k} quay{k}", 0.5) for k in range(60)], headline=f"Bolt {n}") for n in range(60)]
    found = []
    for node in (opensearch_node, elasticsearch_plugin_node):
        with new_engine(node) as server:
            fill(server, *made)
            found.append(list(server.sizes(Arm.WEIGHTED)))
            remove(server)
    for ours, theirs in zip(*found, strict=True):
        assert (ours.site, ours.documents, ours.tokens) == (theirs.site, theirs.documents, theirs.tokens)
        assert ours.inverted_bytes == pytest.approx(theirs.inverted_bytes, rel=0.08), "Lucene 9 and 10 differ a little"
    whole, elasticsearch_s = found[0][0], found[1][0]
    assert whole.stored_bytes == pytest.approx(elasticsearch_s.stored_bytes, rel=0.05)
    assert whole.total_bytes == pytest.approx(elasticsearch_s.total_bytes, rel=0.15)


def test_lines_for_other_loaders_have_the_same_weights(
    elasticsearch_node: str, tmp_path: Path, winnow: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.html").write_text("<html lang=en><title>Cranes</title><article><h1>Cranes</h1><p>The crane is gone.</p></article></html>")
    with new_engine(elasticsearch_node) as server:
        fill(server, PAGES[2])
        monkeypatch.setenv("WINNOW_ENGINE_PREFIX", server.names.prefix)
        lines = winnow("clean", tmp_path / "a.html", "--format", "bulk", "--delimited", "--arms", "raw").out
        kind = {"content-type": "application/x-ndjson"}
        answer = urllib3.request("POST", f"{elasticsearch_node}/_bulk?refresh=true", headers=kind, body=lines.encode())
        assert not answer.json()["errors"]
        (hit,) = server.search(Arm.RAW, Request(parse("crane"), explain=True)).hits
        remove(server)
    assert hit.explanation is not None
    assert hit.explanation.words[0].weight == 2, "once in the headline and once in the text"


def test_without_the_client_one_line_says_what_to_install(opensearch_node: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opensearchpy", None)
    with ElasticsearchEngine(ConnectionSettings((opensearch_node,))) as server, pytest.raises(EngineError) as caught:
        server.count(Arm.BODY)
    assert str(caught.value).endswith("answers, but is not Elasticsearch; for OpenSearch: pip install 'winnow-news[opensearch]'")


def test_what_goes_wrong_is_one_clear_line(opensearch: ElasticsearchEngine) -> None:  # noqa: F811
    with pytest.raises(EngineError, match="parsing_exception") as caught, opensearch.connection.ask() as client:
        client.search(index=opensearch.names.read(Arm.BODY), query={"no_such_query": {}})
    assert "\n" not in str(caught.value)
    with ElasticsearchEngine(ConnectionSettings(("http://127.0.0.1:9",))) as nobody, pytest.raises(EngineAwayError, match=r"no answer.*is it running"):
        nobody.count(Arm.BODY)
    with ElasticsearchEngine(ConnectionSettings(("https://127.0.0.1:9",), ca="/no/such/file")) as wrong, pytest.raises(EngineError, match="WINNOW_ENGINE_CA"):
        wrong.count(Arm.BODY)
