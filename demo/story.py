"""Story: an article is generated in two steps, so that only the results of the first are kept in memory.

`plan` generates the data that other pages need (headline, lead, place, topic); `write_article` writes the text when the page is built. Both
depend only on the story's seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random

from demo.grammar import Grammar, capital
from demo.language_formats import FORMATS
from demo.lexicon import Choice, Lexicon, Topic

_SIDE_TOPIC_SHARE = 0.25
"""Share of articles that mention a second topic; they are relevant to its queries with the lower grade."""
_SHAPES = ("brief", "news", "news", "news", "report", "report", "feature")
_PARAGRAPHS: Mapping[str, tuple[int, int]] = {"brief": (2, 3), "news": (4, 8), "report": (8, 13), "feature": (16, 24)}
_KINDS = ("news", "news", "news", "number", "quote", "quote", "back", "outlook")


@dataclass(frozen=True, slots=True)
class Story:
    """The data of an article that other pages need."""

    seed: str
    topic: Topic
    side_topic: Topic | None
    published: datetime
    headline: str
    search: str
    place: str
    lead: str
    shape: str
    agency: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the text column: `p`, `h2`, `quote`, `ul` (items), `table` (rows, cells separated by tabs) or `also` (a link to
    another story, which is not part of the body)."""

    kind: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ArticleText:
    """The text of an article."""

    blocks: tuple[Block, ...]
    caption: str
    comments: tuple[tuple[str, str], ...]

    @property
    def body_lines(self) -> tuple[str, ...]:
        """Lines of the body."""
        return tuple(t.replace("\t", " ") for block in self.blocks if block.kind != "also" for t in block.texts)


def plan(lexicon: Lexicon, topic: Topic, seed: str, published: datetime, *, agency: bool = False) -> Story:
    """Generate an article's headline and lead.

    >>> from demo.lexicon import lexicon
    >>> en = lexicon("en")
    >>> one, again = (plan(en, en.topics[0], "7/1", datetime(2024, 3, 1)) for _ in range(2))
    >>> one == again, one.topic.key
    (True, 'tram')
    """
    rng = Random(seed + "/plan")
    grammar = _grammar(lexicon, topic, seed, rng)
    side = rng.choice([t for t in lexicon.topics if t.key != topic.key]) if rng.random() < _SIDE_TOPIC_SHARE else None
    return Story(
        seed=seed, topic=topic, side_topic=side, published=published, agency=agency,
        headline=grammar.sentence("head"), search=grammar.sentence("search"), place=grammar.write("{place}"),
        lead=grammar.sentence("lead"), shape=rng.choice(_SHAPES),
    )


def write_article(lexicon: Lexicon, story: Story, paper: str) -> ArticleText:
    """Write the text of a planned article."""
    rng = Random(story.seed + "/tell")
    grammar = _grammar(lexicon, story.topic, story.seed, rng, paper)
    space = FORMATS[lexicon.language].space
    blocks = [_paragraph(grammar, ("first", "news"), space)]
    count = rng.randint(*_PARAGRAPHS[story.shape])
    side_at = rng.randrange(1, count) if story.side_topic else -1
    for position in range(1, count):
        if position % 4 == 0 and story.shape in {"report", "feature"}:
            blocks.append(Block("h2", (grammar.sentence("sub"),)))
        if position == side_at and story.side_topic:
            other = _grammar(lexicon, story.side_topic, story.seed + "/side", rng, paper)
            blocks.append(_paragraph(other, ("news", "number", "quote"), space))
        else:
            blocks.append(_paragraph(grammar, tuple(rng.choices(_KINDS, k=rng.randint(1, 4))), space))
        blocks += _insert(grammar, rng, story.shape, position)
    comments = tuple(_comment(grammar, lexicon, rng, space) for _ in range(_comment_count(rng)))
    return ArticleText(tuple(blocks), grammar.sentence("caption"), comments)


def _grammar(lexicon: Lexicon, topic: Topic, seed: str, rng: Random, paper: str = "") -> Grammar:
    slots = {**lexicon.general, **topic.slots}
    facts = _facts(lexicon, slots, Random(seed + "/facts"))
    return Grammar(slots, facts | {"paper": (paper,)}, rng, FORMATS[lexicon.language].number)


def _facts(lexicon: Lexicon, slots: Mapping[str, tuple[Choice, ...]], rng: Random) -> dict[str, Choice]:
    """Draw the places, people and event of an article, which are constant within it."""
    def one(slot: str) -> str:
        return rng.choice(slots[slot])[0]

    facts: dict[str, Choice] = {"age": (str(rng.randint(21, 88)),)}
    for place in ("place", "place2", "place3"):
        facts[place] = (one("front") + one("ending"),)
    for digit in "123":
        male = digit == "2" and "given_m" in slots
        last = one("last")
        facts["s" + digit] = (last,)
        facts["p" + digit] = (FORMATS[lexicon.language].name(one("given_m" if male else "given"), last),)
    for slot in ("event", "role", "role_m"):
        if slot in slots:
            facts[slot] = rng.choice(slots[slot])
    return facts


def _paragraph(grammar: Grammar, kinds: tuple[str, ...], space: str) -> Block:
    return Block("p", (space.join(grammar.sentence(kind) for kind in kinds),))


def _insert(grammar: Grammar, rng: Random, shape: str, position: int) -> list[Block]:
    """Return an occasional insertion in a long text: a list, a table, a pull quote, or a link to another story."""
    if shape == "brief" or rng.random() > 1 / 3:
        return []
    kind = rng.choice(("also", "also", "quote", "ul", "table"))
    if kind == "ul":
        items = tuple(grammar.sentence("item") for _ in range(rng.randint(3, 6)))
        return [Block("p", (grammar.sentence("listlead"),)), Block("ul", items)]
    if kind == "table":
        rows = rng.randint(3, 5)
        return [Block("table", tuple(grammar.write("{unit.cap}\t{month}\t{n:12-4800}") for _ in range(rows)))]
    if kind == "quote":
        return [Block("quote", (grammar.sentence("claim"),))]
    return [Block("also", (str(position),))]


def _comment_count(rng: Random) -> int:
    """Draw the number of comments: most pages have few, one in ten has more text in comments than in the article."""
    return rng.choice((0, 0, 0, 0, 1, 1, 2, 3, 4, 24))


def _comment(grammar: Grammar, lexicon: Lexicon, rng: Random, space: str) -> tuple[str, str]:
    name = capital(rng.choice(lexicon.general["given"])[0]) + str(rng.randint(1, 99))
    return name, space.join(grammar.sentence("comment") for _ in range(rng.randint(1, 3)))
