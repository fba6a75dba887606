"""Applying the rules to one page, and the guard that no rule takes most of a page's text."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from harness.strategies import articles, evidence, kept_texts, page, paragraphs, prose, sampled, signatures
from indexer.page.blocks import key
from indexer.site.clean_page import MODEL, PAGE_LEVEL
from indexer.site.model import Sampled, apply, fit
from indexer.site.params import SiteParams
from indexer.site.parts.guard import GuardParams, rescued_paths
from indexer.site.parts.pointer import PointerParams
from indexer.site.rules import Rules, select

Names = Collection[str]


def selected(
    html: str, *, known: Names = (), dropped: Names = (), own: Names = (), texts: Names = (), lead_ins: Names = ()
) -> list[str]:
    """What rules on places (by signature), texts and lead-ins keep of `div.entry`."""
    e = evidence(html)
    tree = e.tree

    def paths(names: Names) -> frozenset[int]:
        return frozenset(int(p) for p, s in zip(tree.path, tree.signature, strict=True) if s in names)

    container = tree.signature.index("div.entry")
    rules = Rules(
        containers=(int(tree.path[container]),), known=paths(known), dropped=paths(dropped), own=paths(own),
        texts=frozenset(texts), lead_ins=frozenset(lead_ins),
    )  # fmt: skip
    return [tree.text[k] for k in select(e, container, rules, PointerParams())]


TEXT = page(
    "<h1>A long enough title</h1><p class=a>One<span>.</span></p><div class=b>Two<p>Three</p></div><aside><p>Four</p></aside>"
    "<p>Read also: <a href=/>the fifth of these stories</a></p><p class=c>Six</p>",
    title="A long enough title", before="<p>Before</p>", after="<p>After</p>",
)  # fmt: skip


def test_without_rules_the_container_is_kept_but_for_its_headline_and_unknown_suspects() -> None:
    assert selected(TEXT) == ["One.", "Two", "Three", "Read also: the fifth of these stories", "Six"]
    assert selected(TEXT, known=["aside", "p"]) == ["One.", "Two", "Three", "Four", "Read also: the fifth of these stories", "Six"]


def test_dropped_places_go_with_all_below_and_own_text_goes_alone() -> None:
    assert selected(TEXT, dropped=["div.b"]) == ["One.", "Read also: the fifth of these stories", "Six"]
    assert selected(TEXT, own=["div.b"]) == ["One.", "Three", "Read also: the fifth of these stories", "Six"]


def test_texts_and_lead_ins_go_wherever_they_stand() -> None:
    assert selected(TEXT, texts=["three"], lead_ins=["readalso"]) == ["One.", "Two", "Six"]


def test_a_container_in_a_suspect_place_keeps_suspects() -> None:
    html = f"<nav><div class=entry><p>One</p><aside>Two</aside></div></nav>{paragraphs(prose(1), 9)}"
    assert selected(html) == ["One", "Two"]


def test_a_rescued_place_loses_its_own_text_only() -> None:
    rules = Rules(containers=(1,), dropped=frozenset({2, 3}), own=frozenset({4}))
    assert rules.guarded(frozenset({2})) == replace(rules, dropped=frozenset({3}), own=frozenset({2, 4}))


# -- the guard -------------------------------------------------------------------------------------------------------------


def test_the_guard_rescues_a_place_that_holds_the_stories() -> None:
    """A click-to-open box under a label that is the same on every page holds most of the text."""
    pages = [page(f"<p>{prose(i).sentence()}</p><div class=box>Transcript{paragraphs(prose(60 + i), 4)}</div>") for i in range(6)]
    sample = articles(pages)
    path = {int(p) for t in [sample.pages[0].tree] for p, s in zip(t.path, t.signature, strict=True) if s == "div.box"}
    assert signatures(sample, rescued_paths(sample, path, GuardParams())) == {"div.box"}
    assert rescued_paths(sample, path, GuardParams(guard=False)) == frozenset()


def test_the_guard_rescues_a_place_that_is_a_story_on_few_pages() -> None:
    """A tenth of the pages, two at least, have nothing else; together it is a small share of the site's text."""
    def rescued(badly: int) -> bool:
        boxes = [paragraphs(prose(60 + i), 6) if i < badly else f"<p>{prose(60 + i).paragraph(1)}</p>" for i in range(10)]
        stories = [paragraphs(prose(i), 1 if i < badly else 9) for i in range(10)]
        sample = articles([page(f"{story}<div class=box>{box}</div>") for story, box in zip(stories, boxes, strict=True)])
        tree = sample.pages[0].tree
        return bool(rescued_paths(sample, {int(tree.path[tree.signature.index("div.box")])}, GuardParams()))

    assert rescued(2)
    assert not rescued(1)


def test_the_guard_lets_boxes_go() -> None:
    pages = [page(f"{paragraphs(prose(i), 4)}<div class=box>Promo<p>{prose(60 + i).paragraph(1)}</p></div>") for i in range(6)]
    sample = articles(pages)
    tree = sample.pages[0].tree
    assert rescued_paths(sample, {int(tree.path[tree.signature.index("div.box")])}, GuardParams()) == frozenset()


def test_a_fitted_site_keeps_what_the_guard_rescues() -> None:
    promo = "<p>Click to open the whole of the transcript, which our listeners have paid for, all of them, every single month.</p>" * 9
    boxes = [f"<div class=box>{promo}<div>{paragraphs(prose(60 + i), 4)}</div></div>" for i in range(6)]
    pages = [page(f"<h1>Talk {'abcdef'[i] * 5}</h1>{box}") for i, box in enumerate(boxes)]
    sample = sampled(pages)
    kept = kept_texts(fit(sample), sample[0])
    assert [t for t in kept if t.startswith("Click")] == []
    assert len(kept) == 4


# -- one page --------------------------------------------------------------------------------------------------------------


def test_recurring_headings_stay_and_headings_over_links_go() -> None:
    """Both stand on every page, once, in a place of their own."""
    pages = []
    for i in range(8):
        links = "".join(f"<li><a href=/{i}{j}>{prose(900 + 10 * i + j).headline()}</a></li>" for j in range(3))
        why = f"<h2>Why it matters</h2>{paragraphs(prose(60 + i), 2)}"
        pages.append(page(f"{paragraphs(prose(i), 2)}{why}<div class=more><h2>Related</h2><ul>{links}</ul></div>"))
    sample = [replace(one, extracted="\n".join(t for t in one.page.tree.text if t.endswith("."))) for one in sampled(pages)]
    model = fit(sample)
    for one in sample:
        kept = kept_texts(model, one)
        assert "Why it matters" in kept
        assert "Related" not in kept
        assert len(kept) == 5


def test_a_page_without_a_container_is_left_to_page_level_evidence() -> None:
    model = fit(sampled([page(paragraphs(prose(i))) for i in range(6)]))
    other = sampled([f"<body><main>{paragraphs(prose(70), 4)}</main><p>{prose(0).sentence()}</p>"])[0]
    assert apply(model, sampled([page(paragraphs(prose(80)))])[0].page, "https://example.org/x").clean.evidence == MODEL
    clean = apply(model, other.page, other.url).clean
    assert (clean.evidence, clean.container) == (PAGE_LEVEL, -1)
    assert set(clean.weight.tolist()) <= {0.0, 1.0}
    assert clean.weight[:4].all()


def test_one_story_is_too_few_for_a_model() -> None:
    few = sampled([page(paragraphs(prose(i))) for i in range(2)])
    assert fit(few).has_templates
    model = fit(few, SiteParams(least_stories=3))
    assert not model.has_templates
    assert apply(model, few[0].page, few[0].url).clean.evidence == PAGE_LEVEL
    assert not fit(few[:1]).has_templates
    copies = [Sampled(few[0].page, f"https://example.org/copy/{i}") for i in range(5)]
    assert fit([*few, *copies]).body.stories == 2


def test_weights_are_positive_for_what_is_kept_and_equal_for_one_place() -> None:
    quotes = [f"<blockquote>{prose(60 + i).paragraph()}</blockquote>" for i in range(8)]
    pages = [page(f"<h2>{prose(90 + i).headline()}</h2>{paragraphs(prose(i), 3)}{quote}") for i, quote in enumerate(quotes)]
    sample = sampled(pages)
    model = fit(sample)
    for one in sample:
        clean = apply(model, one.page, one.url).clean
        by_path: dict[int, set[float]] = {}
        for k, weight in enumerate(clean.weight.tolist()):
            assert 0 <= weight <= 1
            if weight:
                by_path.setdefault(int(one.page.tree.path[one.page.tree.node[k]]), set()).add(weight)
        assert all(len(weights) == 1 for weights in by_path.values())
        assert max(clean.weight) == 1


def test_the_template_of_a_page_weighs_nothing() -> None:
    menu = "<p>A paragraph about the paper, which stands on each of its pages.</p>"
    sample = sampled([page(paragraphs(prose(i)) + menu, before=menu) for i in range(6)])
    for one in sample:
        assert key(menu) not in {key(text) for text in kept_texts(fit(sample), one)}
        assert not any("about the paper" in text for text in kept_texts(fit(sample), one))


def test_cleaned_pages_are_compared_by_identity() -> None:
    """Equality of arrays is an array, and no answer."""
    one = sampled([page(paragraphs(prose(1)))])[0]
    model = fit(sampled([page(paragraphs(prose(i))) for i in range(6)]))
    first, second = apply(model, one.page, one.url), apply(model, one.page, one.url)
    assert first != second
    assert len({first, second, first.clean, second.clean}) == 4
