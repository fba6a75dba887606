"""A batch does what its writes would do one by one; copies, fingerprints and kept documents without a server."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.errors import EngineLockedError, InputError
from indexer.index.arm import Arm
from indexer.index.bound import bind
from indexer.index.copies import Copies
from indexer.index.document import Document, document_id
from indexer.index.elasticsearch.batch import Batch, Known
from indexer.index.elasticsearch.patience import Patience
from indexer.index.engine import Gone, Refusal
from indexer.index.fingerprint import PLACES, alikeness, fingerprint, group
from indexer.index.highlight import snippet
from indexer.index.query_parser import parse
from indexer.index.refused import RefusedDocuments
from tests.integration.engines.test_elasticsearch_mapping import document

URLS = [f"https://e.org/{n}" for n in range(4)]


def made(page: str, canonical: str, text: int) -> Document:
    fields = {"canonicalUrl": canonical, "url": canonical, "additionalUrls": [], "lastCrawled": ""}
    return Document(document_id(canonical), page, str(text), "", None, (), fields)


writes = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.sampled_from(URLS), st.sampled_from(URLS)),
        st.tuples(st.just("drop"), st.sampled_from(URLS), st.sampled_from(["", *URLS])),
        st.tuples(st.just("delete"), st.sampled_from(URLS), st.just("")),
    ),
    max_size=8,
)


def one_by_one(held: dict[str, Document], steps: list[tuple[str, str, str]], start: int) -> dict[str, Document]:
    """The slow twin: every write carried out when it comes."""
    for number, (verb, url, other) in enumerate(steps, start):
        if verb == "put":
            new = made(url, other, number)
            held = {i: d for i, d in held.items() if d.page_url != url} | {new.id: new}
        elif verb == "drop":
            unless = document_id(other) if other else ""
            held = {i: d for i, d in held.items() if d.page_url != url or i == unless}
        else:
            held = {i: d for i, d in held.items() if url not in (d.page_url, d.canonical_url)}
    return held


def batched(held: dict[str, Document], steps: list[tuple[str, str, str]], start: int) -> dict[str, Document]:
    batch = Batch()
    for number, (verb, url, other) in enumerate(steps, start):
        if verb == "put":
            batch.put(made(url, other, number))
        elif verb == "drop":
            batch.drop_page(url, "", document_id(other) if other else "")
        else:
            batch.delete(url, "")
    found = [
        Known(d.id, 1, document_id(d.page_url), document_id(d.canonical_url))
        for d in held.values()
        if (document_id(d.page_url) in batch.pages or document_id(d.canonical_url) in batch.stories) and d.id not in batch.puts
    ]
    actions = list(batch.deletions(found))
    gone = {each.id for each in actions}
    assert len(gone) == len(actions)
    assert not gone & set(batch.puts), "an operation a document"
    return {i: d for i, d in held.items() if i not in gone} | batch.puts


@pytest.mark.slow
@given(st.lists(writes, max_size=4))
def test_a_batch_does_what_its_writes_do_one_by_one(batches: list[list[tuple[str, str, str]]]) -> None:
    slow: dict[str, Document] = {}
    fast: dict[str, Document] = {}
    for number, steps in enumerate(batches):
        slow, fast = one_by_one(slow, steps, 100 * number), batched(fast, steps, 100 * number)
        assert fast == slow


words = st.lists(st.sampled_from("crane quay lynx tram bolt mill ferry dawn".split()), min_size=1, max_size=60)


@given(words, st.randoms(use_true_random=False))
def test_a_fingerprint_depends_on_the_words_alone(text: list[str], random) -> None:
    cut = sorted(random.sample(range(len(text)), min(2, len(text))))
    blocks = [" ".join(text[a:b]) for a, b in zip([0, *cut], [*cut, len(text)], strict=True)]
    assert fingerprint(blocks) == fingerprint([" ".join(text)])


def test_alikeness_estimates_the_share_of_sequences() -> None:
    base = [f"w{n}" for n in range(300)]
    for changed in (0, 30, 90, 200, 300):
        other = [f"x{n}" for n in range(changed)] + base[changed:]
        one, two = ({tuple(t[i : i + 3]) for i in range(len(t) - 2)} for t in (base, other))
        share = len(one & two) / len(one | two)
        estimate = alikeness(fingerprint([" ".join(base)]), fingerprint([" ".join(other)]))
        assert estimate == pytest.approx(share, abs=3 * 0.5 / PLACES**0.5)


def test_groups_are_chains_of_near_copies() -> None:
    base = [f"w{n}" for n in range(200)]
    chain = [fingerprint([" ".join([f"x{n}" for n in range(k)] + base[k:])]) for k in (0, 40, 80)]
    assert alikeness(chain[0], chain[2]) < 0.5 < alikeness(chain[0], chain[1])
    assert group([*chain, "", fingerprint(["w1 w2 other words"])]) == [0, 0, 0, 3, 4]


def test_a_story_is_known_by_the_url_that_its_copies_agree_on() -> None:
    copies = Copies()
    copies._repeats = {"/story": "/m", "/amp": "/story", "/print": "/story", "/slug": "/m"}
    copies._declared = {"/story": "/story", "/amp": "/story", "/print": "/story", "/slug": "/slug"}
    (urls,) = copies.stories().values()
    assert urls == ("/amp", "/print", "/slug", "/story")
    assert copies.name("/m", urls) == "/story"
    copies._declared = dict.fromkeys(copies._declared, "/elsewhere")
    assert copies.name("/m", urls) == "/m", "no page of that URL is among them"
    copies._declared = {"/story": "/story", "/amp": "/m", "/print": "/m", "/slug": "/slug"}
    assert copies.name("/m", urls) == "/m"
    copies._repeats = {"/a": "/b", "/b": "/a"}
    assert copies.stories(), "a circle ends"


def test_kept_documents_come_back_as_they_were(tmp_path: Path) -> None:
    kept = RefusedDocuments(tmp_path / "deep" / "refused.jsonl")
    assert list(kept) == []
    refusals = [Refusal(arm, document(arm, ("crane\ud800", 300, True)), "too long") for arm in Arm]
    kept.keep(refusals)
    kept.keep([])
    assert list(kept) == refusals
    again = replace(refusals[0], reason="still")
    kept.keep([again])
    assert list(kept) == [*refusals[1:], again], "the latest reason counts"
    with kept.path.open("a") as file:
        file.write('{"torn')
    assert list(kept) == [*refusals[1:], again], "a line torn by a kill is passed over"
    refusals = [*refusals[1:], refusals[0]]
    kept.keep([refusals[-1]])
    assert list(kept) == refusals, "and cut off before the next"
    removal = Refusal(Arm.BODY, Gone("3f", "https://e.org/a", 1772609400000), "429 cluster_block_exception")
    kept.keep([removal])
    with kept.sending() as sent:
        assert list(sent) == [*refusals, removal]
        kept.keep([again])
        with pytest.raises(EngineLockedError), kept.sending():
            pass
    assert list(kept) == [again], "what another process has kept meanwhile stays"
    with pytest.raises(AssertionError), kept.sending() as sent:
        assert not list(sent), "a run that is ended here"
    kept.keep(refusals)
    assert list(kept) == [again, *refusals], "a run that did not end had it in hand"
    with kept.sending() as sent:
        assert list(sent) == refusals
    assert list(kept) == []
    assert not kept.path.exists()
    kept.path.write_text(json.dumps({"arm": "none"}) + "\n")
    with pytest.raises(InputError, match="line 1"):
        list(kept)


@pytest.mark.slow
def test_what_is_kept_is_read_document_by_document(tmp_path: Path) -> None:
    kept = RefusedDocuments(tmp_path / "refused.jsonl")
    one = document(Arm.RAW, ("crane " * 5_000, 300, True))
    for number in range(50):
        kept.keep([Refusal(Arm.RAW, replace(one, id=f"{number % 40:032}"), "too long")])
    size = kept.path.stat().st_size
    tracemalloc.start()
    with kept.sending() as sent:
        assert len({refusal.document.id for refusal in sent}) == 40
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < size / 4


def test_waits_grow_and_are_checked() -> None:
    waits = [Patience().wait(attempt) for attempt in range(1, 60)]
    assert waits == sorted(waits)
    for bad in ((0, 1, 1), (2, 1, 3), (1, 5, 4)):
        with pytest.raises(ValueError, match="waits"):
            Patience(*bad)


def test_every_arm_of_a_page_has_the_fingerprint_of_its_article() -> None:
    prints = {arm: document(arm).fingerprint for arm in Arm}
    assert len(set(prints.values())) == 1
    assert prints[Arm.RAW]


def test_a_snippet_of_a_long_text_does_not_need_all_of_it() -> None:
    clauses = bind(parse("crane zebrawood"), ["en"]).clauses
    asked = []

    def texts(first: str) -> Iterator[str]:
        for number in range(1000):
            asked.append(number)
            yield f"{first if number == 3 else 'Ledger'} " + "of the harbour " * 100
        yield "A zebrawood cabinet."

    assert snippet(texts("Crane"), clauses, "en").with_marks("[", "]").startswith("[Crane] of")
    assert len(asked) < 20
    assert snippet(texts("Ferry"), clauses, "en").with_marks("[", "]") == "A [zebrawood] cabinet."
