"""Cards of people in microformats, and the authors of whom a page has only the address of a card."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.page.facts import CARD_ADDRESSES, CARD_NAMES, CARDS, FAMILY_NAMES, GIVEN_NAMES, Fact
from indexer.page.json_values import plain

MAX_NAME = 100
"""Maximum length in characters of an element's text that may be a name or a date line."""


@dataclass(slots=True)
class _Open:
    """A card that is being read; `left` facts of it are to come."""

    left: int
    of_author: bool
    block: int
    name: str = ""
    given: str = ""
    address: str = ""


class Cards:
    """The cards read so far, and the elements of authors that have an address and no text."""

    __slots__ = ("_addresses", "_names", "_open")

    def __init__(self) -> None:
        self._open: _Open | None = None
        self._names: dict[str, str] = {}  # by address
        self._addresses: list[tuple[str, int]] = []

    def refer(self, address: str, block: int) -> None:
        """Record an author's element that has an address instead of a text."""
        self._addresses.append((address.rstrip("/"), block))

    def read(self, fact: Fact, *, of_author: bool) -> tuple[str, int] | None:
        """Record a part of a card; return the name and block of an author's card that ends here."""
        classes = set(fact.attributes.get("class", "").split())
        if not CARDS.isdisjoint(classes):
            self._open = _Open(fact.inside + 1, of_author, fact.block)
        card = self._open
        if card is None:
            return None
        _read_part(card, fact, classes)
        card.left -= 1
        if card.left > 0:
            return None
        self._open = None
        if card.of_author:
            return card.name, card.block
        if card.address and card.name:
            self._names.setdefault(card.address.rstrip("/"), card.name)
        return None

    def referred(self) -> list[tuple[str, int]]:
        """Return the names and blocks of the authors whose addresses are those of cards."""
        return [(self._names[address], block) for address, block in self._addresses if address in self._names]


def _read_part(card: _Open, fact: Fact, classes: set[str]) -> None:
    text = plain((fact.attributes.get("value", "") if fact.tag == "data" else fact.text)[: MAX_NAME + 1])
    if not text or len(text) > MAX_NAME:
        text = ""
    if not CARD_NAMES.isdisjoint(classes):
        card.name = card.name or text
    elif not GIVEN_NAMES.isdisjoint(classes):
        card.given = text
    elif not FAMILY_NAMES.isdisjoint(classes):
        card.name = card.name or f"{card.given} {text}".strip()
    if not CARD_ADDRESSES.isdisjoint(classes):
        card.address = card.address or fact.attributes.get("href", "") or (text if fact.tag == "data" else "")
