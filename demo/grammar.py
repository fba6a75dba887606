"""Grammar: generates sentences from templates with slots, so that no two articles share a long one.

The position of a choice in its list is its rank: choices are drawn with probability proportional to rank ** -0.7, so that word frequencies
resemble Zipf's law (Zipf 1949), and a choice is not drawn again before all others of the list are used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from random import Random

from demo.lexicon import Choice, Slots

_SLOT = re.compile(r"\{(?:n:(\d+)-(\d+)|([a-z_]+)(\d?)(?:\.(\w+))?)\}")
_RANK_EXPONENT = 0.7
_NO_BREAK_BEFORE = re.compile(r" +([,.;:!?])")


class Grammar:
    """Expands slots for one article.

    Parameters
    ----------
    slots : mapping
        Choices by slot name; a topic's slots override the general ones.
    facts : mapping
        Values that are constant within the article (its place, its people).
    rng : Random
    number : callable
        Formats a number in the language.

    Examples
    --------
    >>> words = {"who": (("the cat",),), "does": (("sits", "still"),)}
    >>> grammar = Grammar(words, {"place": ("Wick",)}, Random(1), str)
    >>> grammar.write("{who.cap} {does.0} {does.1} in {place}, {n:7-7} times.")
    'The cat sits still in Wick, 7 times.'
    """

    def __init__(
        self, slots: Slots, facts: Mapping[str, Choice], rng: Random, number: Callable[[int], str]
    ) -> None:
        self._slots, self._facts, self._rng, self._number = slots, facts, rng, number
        self._unused: dict[str, list[int]] = {}

    def sentence(self, slot: str) -> str:
        """Expand a slot and capitalise the result."""
        return capital(self.write(self._draw(slot)[0]))

    def draw(self, slot: str) -> Choice:
        """Return all forms of one choice, expanded."""
        return tuple(self.write(form) for form in self._draw(slot))

    def write(self, template: str) -> str:
        """Expand all slots of a template; equal slots of one template get the same choice."""
        bound: dict[str, Choice] = {}

        def fill(match: re.Match[str]) -> str:
            low, high, name, digit, form = match.groups()
            if low is not None:
                return self._number(self._rng.randint(int(low), int(high)))
            key = name + digit
            if key not in bound:
                bound[key] = self._facts.get(key) or self._draw(name)
            return self._form(bound[key], form or "")

        return _NO_BREAK_BEFORE.sub(r"\1", _SLOT.sub(fill, template))

    def _form(self, choice: Choice, form: str) -> str:
        text = self.write(choice[int(form)] if form.isdigit() else choice[0])
        if form == "cap":
            return capital(text)
        return text[:1].lower() + text[1:] if form == "low" and text[:2] != "I " else text

    def _draw(self, slot: str) -> Choice:
        choices = self._slots[slot]
        unused = self._unused.get(slot)
        if not unused:
            unused = self._unused[slot] = list(range(len(choices)))
        index = self._rng.choices(unused, [_weights(len(choices))[i] for i in unused])[0]
        unused.remove(index)
        return choices[index]


def capital(text: str) -> str:
    """Capitalise the first letter of a text, after an opening quotation mark if there is one.

    >>> capital("“rents rise”"), capital("2 boats")
    ('“Rents rise”', '2 boats')
    """
    start = 1 if text[:1] in "“„「(" else 0
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]


@cache
def _weights(count: int) -> tuple[float, ...]:
    return tuple((rank + 1) ** -_RANK_EXPONENT for rank in range(count))
