"""Lines that name who took a picture and for whom, where each name stands on few stories."""

from __future__ import annotations

import pytest

from harness.strategies import articles, page, paragraphs, prose
from indexer.page.blocks import key
from indexer.site.parts.credit_lines import credit_texts

NAMES = "Ada Bo Cleo Dag Eva Finn".split()


@pytest.mark.parametrize(
    ("line", "goes"),
    [
        ("<p>Photo {} Berg / Harbour Press</p>", True),
        ("<p>写真 {}伯格 / 港口社</p>", True),
        ("<p>Photo {} Berg</p>", False),  # no agency: "The Harbour" may be a heading
        ("<p>Added {} berg / harbour press</p>", False),  # no names
        ("<p>Photo {} Berg / Harbour Press.</p>", False),  # a sentence
        ("<ul><li>Photo {} Berg / Harbour Press</li></ul>", False),  # an entry of the story's list
        ("<p><a href=/x>Photo {} Berg / Harbour Press</a></p>", False),
    ],
)
def test_credits_are_told_by_their_first_word(line: str, *, goes: bool) -> None:
    lines = [line.format(name) for name in NAMES]
    sample = articles([page(paragraphs(prose(i)) + text + paragraphs(prose(50 + i))) for i, text in enumerate(lines)])
    found = credit_texts(sample)
    assert len(found) == (len(NAMES) if goes else 0)
    assert all(any(key(name) in text for text in found) is goes for name in NAMES)


def test_one_line_of_all_stories_and_lines_of_two_stories_are_no_credits() -> None:
    def site(*lines: str) -> list[str]:
        return [page(paragraphs(prose(i)) + f"<p>{text}</p>" + paragraphs(prose(50 + i))) for i, text in enumerate(lines)]

    assert credit_texts(articles(site(*["Radio Harbour Evening / Morning"] * 5))) == frozenset()
    assert credit_texts(articles(site("Photo Ada Berg / Press", "Photo Bo Berg / Press", "Rain", "Snow"))) == frozenset()
