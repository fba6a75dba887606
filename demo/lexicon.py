"""Lexicon: the words of one language, read from `demo/words`, one file per language.

A file has sections (`[names]`, `[general]`, one `[topic KEY]` per subject) with slots (`name: choice | choice`). A line that
starts with `|` continues the slot above, and `+` separates the forms of one choice (the cases of a German noun, a verb and the
rest of its phrase, a headline and its paraphrase).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeAlias

Choice: TypeAlias = tuple[str, ...]
Slots: TypeAlias = Mapping[str, tuple[Choice, ...]]


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject: its key, its position in the menu, its queries, and its words."""

    key: str
    section: str
    label: str
    query: str
    alternative_query: str
    slots: Slots

    @property
    def tag(self) -> str:
        """Tag of the stories of this topic.

        >>> lexicon("en").topics[0].tag
        'depot'
        """
        return self.alternative_query.split(" ")[-1]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All words of one language.

    Parameters
    ----------
    language : str
        `en`, `de` or `ja`.
    general : mapping
        Slots of all subjects, including names.
    topics : tuple of Topic
        Topics in the order of the file and of the menu.
    """

    language: str
    general: Slots
    topics: tuple[Topic, ...]

    @property
    def sections(self) -> tuple[str, ...]:
        """Sections in the order of the menu."""
        return tuple(dict.fromkeys(topic.section for topic in self.topics))


def parse(text: str) -> dict[str, dict[str, tuple[Choice, ...]]]:
    """Parse the sections of a words file.

    >>> parse("[names]\\nfirst: Maud | Bram\\n| Silas\\n[topic tram]\\nthing: das Gleis + dem Gleis")
    {'names': {'first': (('Maud',), ('Bram',), ('Silas',))}, 'topic tram': {'thing': (('das Gleis', 'dem Gleis'),)}}
    """
    sections: dict[str, dict[str, tuple[Choice, ...]]] = {}
    slots: dict[str, tuple[Choice, ...]] = {}
    name = ""
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            slots = sections.setdefault(line.strip("[] "), {})
            continue
        if line.startswith("|"):
            rest = line[1:]
        else:
            name, rest = line.split(":", 1)
        choices = tuple(tuple(form.strip() for form in choice.split(" + ")) for choice in rest.split(" | "))
        slots[name] = slots.get(name, ()) + choices
    return sections


def _topic(key: str, slots: dict[str, tuple[Choice, ...]]) -> Topic:
    def line(name: str) -> str:
        return slots[name][0][0]

    return Topic(key, line("section"), line("label"), line("query"), line("alt"), slots)


@cache
def lexicon(language: str) -> Lexicon:
    """Return the words of one language.

    >>> [topic.label for topic in lexicon("en").topics][:3]
    ['Tram', 'Housing', 'Harbour']
    >>> len(lexicon("ja").topics)
    12
    """
    sections = parse(files("demo").joinpath(f"words/{language}.txt").read_text("utf-8"))
    topics = tuple(_topic(name.removeprefix("topic "), slots) for name, slots in sections.items() if "topic " in name)
    return Lexicon(language, sections["names"] | sections["general"], topics)
