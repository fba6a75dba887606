"""What a reader sees of a page: text that waits for a script, words in controls, tags that nobody closed, stories below the page's own."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.strategies import prose
from indexer.page.page_level import page_level
from indexer.page.parse import parse
from indexer.page.score import ScoreParams, gather

LONG = "The old harbour is getting a new crane, and it lifts ninety tonnes. "
PARAMS = ScoreParams()


def body(source: str) -> list[str]:
    page = parse(source)
    kept = page_level(gather(page, PARAMS), (), PARAMS)
    return [text for text, keep in zip(page.tree.text, kept.tolist(), strict=True) if keep]


@pytest.mark.parametrize(
    "swallower",
    ["<noscript><img src=x>", "<svg><path d=x>", "<audio src=x>", "<video>", "<embed src=x>", "<template>", "<noscript><!-- x </noscript>"],
)
def test_a_tag_that_is_never_closed_takes_nothing_along(swallower: str) -> None:
    assert parse(f"<p>One</p>{swallower}<p>Two</p>").tree.text == ("One", "Two")


@pytest.mark.parametrize("closed", ["<svg><path d=x></svg>", "<svg viewBox='0'/>", "<noscript>x</noscript>", "<script>'<svg>'</script>"])
def test_what_is_closed_stays_unseen(closed: str) -> None:
    assert parse(f"<p>One</p>{closed}<p>Two</p>").tree.text == ("One", "Two")


@pytest.mark.parametrize("tag", ["place", "button", "dfn", "x-term", "button type=button aria-controls=d"])
def test_a_word_of_a_sentence_stays_in_it(tag: str) -> None:
    name = tag.split()[0]
    assert parse(f"<p>What the <{tag}>bailiff</{name}> says.</p>").tree.text == ("What the bailiff says.",)


def test_a_button_behind_or_without_a_text_is_no_word() -> None:
    assert parse("<p>One <button>Share</button></p><p><button>Listen</button> <button>Print</button></p>").tree.text == ("One",)


def test_custom_elements_outside_of_sentences_are_boxes() -> None:
    assert parse("<x-card><x-title>Crane</x-title><x-by>A. Berg</x-by></x-card>").tree.text == ("Crane", "A. Berg")


def test_a_shadow_tree_is_seen_and_a_template_is_not() -> None:
    assert parse("<x-a><template shadowrootmode=open><p>One</p></template></x-a><template><p>Two</p></template>").tree.text == ("One",)


def test_a_text_that_waits_for_a_script_is_the_text() -> None:
    paragraphs = [LONG + str(i) for i in range(6)]
    hidden = "".join(f"<section>{p}</section>" for p in paragraphs)
    assert body(f"<title>T</title><h1>T</h1><div style='visibility:hidden'>{hidden}</div><p>Scan it</p>")[:6] == paragraphs


def test_a_streamed_part_is_seen() -> None:
    page = parse('<template id="B:0"></template><div hidden id="S:0"><p>One</p></div><script>$RC("B:0","S:0")</script>')
    assert page.visible_text == "One"


def test_paragraphs_are_not_dropped_for_the_name_that_all_have() -> None:
    paragraphs = [LONG + str(i) for i in range(4)]
    source = "".join(f"<p class=MsoFooter>{p}</p>" for p in paragraphs)
    assert body(f"<title>T</title><h1>T</h1><div>{source}</div>") == paragraphs


STORY = "<{box}><header><h1>{name}</h1><div class=by>A. Berg</div></header><div><p>{text}</p></div></{box}>"


@pytest.mark.parametrize("box", ["article", "div"])
@pytest.mark.parametrize("around", ["{}", "<div class=more>{}</div>"])
def test_stories_below_the_page_s_own_are_other_pages(box: str, around: str) -> None:
    first = STORY.format(box=box, name="Crane comes", text=LONG * 4)
    next_one = STORY.format(box=box, name="Tram goes", text="The tram of the upper town stops at the brewery, says its driver. " * 8)
    assert body(f"<title>Crane comes</title><main>{first}{around.format(next_one)}</main>") == [(LONG * 4).strip()]


def test_sections_of_one_story_are_its_own() -> None:
    sections = "".join(f"<section><h1>{name}</h1><p>{LONG * 5}{name}</p></section>" for name in ("Crane comes", "Why", "When"))
    assert len([text for text in body(f"<title>Crane comes</title><main>{sections}</main>") if text.startswith(LONG[:9])]) == 3


def state(story: str) -> str:
    pushed = json.dumps({"title": "Crane comes", "tag": "x", "content": story}).replace("<", "\\u003c")
    return f"<title>Crane comes | Post</title><h2>Loading</h2><script>window.q.push({pushed});</script>"


def test_a_story_in_the_page_s_scripts_alone_is_read() -> None:
    page = parse(state("".join(f"<p>{LONG}{i}</p>" for i in range(6))))
    assert [text for text in page.tree.text if text.startswith(LONG[:9])] == [f"{LONG}{i}" for i in range(6)]


@pytest.mark.parametrize("shown", ["", "<article><p>" + LONG * 4 + "</p></article>"])
def test_a_state_is_no_text_where_the_page_shows_one_or_the_state_tells_another(shown: str) -> None:
    other = state("<p>" + LONG * 6 + "</p>").replace("<title>Crane comes", "<title>Tram goes")
    assert [text for text in parse(other + shown).tree.text if text.startswith(LONG[:9])] == ([(LONG * 4).strip()] if shown else [])


# -- words for the eye and for the ear ------------------------------------------------------------------------------------

_EARS = ("sr-only", "visually-hidden", "screen-reader-text", "u-sr-only")
TWINS = {
    "copy behind": "<span aria-hidden=true>{word}</span><span class={ear}>{word}</span>",
    "copy before": "<span class={ear}>{word}</span><span aria-hidden=true>{word}</span>",
    "copy of an unknown name": "<span aria-hidden=true>{word}</span><span class=k2>{word}</span>",
    "letters": "<span aria-hidden=true><b>{first}</b>{rest}</span><span class={ear}>{word}</span>",
    "drop cap": "<span aria-hidden=true>{first}</span><span class={ear}>{first}</span>{rest}",
    "drop cap without a copy": "<span aria-hidden=true>{first}</span>{rest}",
    "drop cap as an image": "<span class={ear}>{first}</span><img src=c.png>{rest}",
    "note on a link": "<a href=/x>{word}<span class={ear}> (opens elsewhere)</span></a>",
    "other words": "<span class={ear}>spoken otherwise</span><span aria-hidden=true>{word}</span>",
    "all words are shown": "<span aria-hidden=true>{first}</span><span class=k2>{rest}</span>",
}


@pytest.mark.parametrize("form", TWINS)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_a_word_for_eye_and_ear_is_read_once(form: str, seed: int) -> None:
    """Whatever word it is: the sentence is the one without them, no word twice, none missing, none glued."""
    rng = random.Random(seed)
    words = prose(seed).paragraph(2).split()
    at = rng.choice([i for i, word in enumerate(words) if word.isalpha()])
    word = words[at]
    twin = TWINS[form].format(word=word, first=word[0], rest=word[1:], ear=rng.choice(_EARS))
    planted = " ".join([*words[:at], twin, *words[at + 1 :]])
    assert parse(f"<div><p>{planted}</p><p>Next.</p></div>").tree.text == (" ".join(words), "Next.")


def test_a_block_for_the_ear_alone_stays_as_it_is() -> None:
    assert parse("<h2><span class=sr-only>Share</span></h2><p>One</p>").tree.text == ("Share", "One")
