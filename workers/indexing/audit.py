"""Compares archive, database and every arm of the index (raw, articles, body, weighted); they must agree.

- Each arm holds each page once. A page's documents have the same version in all arms; `articles` has the texts of `raw`, `weighted` those
  of `body`; no document is without text.
- All four arms hold an indexed page, `raw` and `articles` hold a duplicate, `raw` holds a page that is not an article; no arm holds a page
  that is gone, moved or marked noindex.
- No temporary index of a killed measurement is left in the engine.
- No document stands under the URL of a site for which its page does not speak.
- The archive has the record that the database names; where the outcome comes from it, the page's text in `raw` is its text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from sqlalchemy import select

from indexer.archive.load import load
from indexer.archive.place import Place
from indexer.article.clean import read_page
from indexer.errors import PageError
from indexer.index.arm import Arm
from indexer.index.document import document_id
from indexer.index.engine import Engine
from indexer.index.stored import Stored
from indexer.outcome import Kind
from indexer.store.crawl_tables import Url
from indexer.store.database import Database
from indexer.urls import speaks_for
from workers.frontier.pending import PendingPages, StoredPage
from workers.indexing.cleaning import entry_of
from workers.indexing.processing import Processing

_ARMS = {
    Kind.INDEXED: frozenset(Arm),
    Kind.DUPLICATE: frozenset({Arm.RAW, Arm.ARTICLES}),
    Kind.NOT_ARTICLE: frozenset({Arm.RAW}),
    Kind.GONE: frozenset[Arm](),
    Kind.NOINDEX: frozenset[Arm](),
}
"""The arms that hold a page, by its outcome; a page with another outcome keeps its previous documents."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between archive, database and index.

    Parameters
    ----------
    url : str
        The page.
    what : str
        A description for people.
    page : int
        The id of the URL in the database; 0 for a page that is not in the database.
    misplaced : bool
        Whether the page's document stands under another site's URL, whose own document is absent for that.
    """

    url: str
    what: str
    page: int = 0
    misplaced: bool = False


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """A page's document in an arm: its version, and a digest of its texts ("" for none)."""

    version: str
    texts: str
    misplaced: bool = False


@dataclass(slots=True)
class Audit:
    """The result of a comparison.

    Parameters
    ----------
    pages, documents, records : int
        The numbers of pages in the database, documents in all arms, and records read.
    """

    pages: int = 0
    documents: int = 0
    records: int = 0
    differences: list[Difference] = field(default_factory=list)


def compare(database: Database, archive: Place, engine: Engine, *, read_archive: bool = True) -> Audit:
    """Compare archive, database and index.

    Parameters
    ----------
    read_archive : bool
        Whether the records are read; otherwise the archive is not checked.
    """
    found = Audit()
    held, duplicates = _held(engine)
    found.documents = sum(map(len, held.values()))
    found.differences += duplicates
    pages = _pages(database)
    found.pages = len(pages)
    for page, kind in pages:
        documents = held.pop(page.url, {})
        found.differences += _of_page(page, kind, documents)
        if read_archive and page.record and kind in _ARMS and Arm.RAW in documents:
            found.records += 1
            found.differences += _of_record(page, archive, documents[Arm.RAW])
    for url, arms in sorted(held.items()):
        found.differences += (Difference(url, what) for what in _between_arms(arms))
    found.differences += (Difference(name, "left over from a killed measurement of sizes") for name in engine.left_over())
    return found


def repair(found: Audit, database: Database, processing: Processing) -> int:
    """Clean the pages of all differences again, from the archive and by the current models; returns their number.

    A document whose page is not in the database stays, because the correct document depends on its unknown input.
    """
    pages = {difference.page for difference in found.differences if difference.page}
    misplaced = {difference.page for difference in found.differences if difference.page and difference.misplaced}
    pending = PendingPages(database)
    for part in (misplaced, pages - misplaced):  # what stands in the place of another document leaves it first
        pending.requeue_pages(part)
        for host in [waiting.host for waiting in pending.hosts()]:
            while processing.clean(host):
                pass
    return len(pages)


def _pages(database: Database) -> list[tuple[StoredPage, Kind]]:
    """The pages that are not pending."""
    columns = select(Url.id, Url.visits, Url.url, Url.record, Url.ended_at, Url.outcome)
    with database.reading() as connection:
        rows = connection.execute(columns.where(Url.outcome.is_not(None), Url.pending.is_(False)).order_by(Url.id)).all()
    return [(StoredPage(number, visit, url, record or "", at or 0.0), Kind(str(kind))) for number, visit, url, record, at, kind in rows]


def _held(engine: Engine) -> tuple[dict[str, dict[Arm, IndexedDocument]], list[Difference]]:
    """The documents by page and arm, and a difference for each page that an arm holds twice."""
    found: defaultdict[str, dict[Arm, IndexedDocument]] = defaultdict(dict)
    duplicates = []
    for arm in Arm:
        for stored in engine.stored(arm):
            if arm in found[stored.page_url]:
                duplicates.append(Difference(stored.page_url, f"{arm.value} holds the page twice"))
            found[stored.page_url][arm] = _of(stored, arm)
    return dict(found), duplicates


def _of(stored: Stored, arm: Arm) -> IndexedDocument:
    page, url = stored.page_url, stored.canonical_url
    misplaced = arm.cleaned and not speaks_for(page, url) and stored.id == document_id(url)
    return IndexedDocument(str(stored.fields["lastCrawled"]), _digest(text for _, text, _ in stored.texts), misplaced)


def _digest(texts: Iterable[str]) -> str:
    whole = "\n".join(texts)
    return blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest() if whole.strip() else ""


def _of_page(page: StoredPage, kind: Kind, held: Mapping[Arm, IndexedDocument]) -> Iterator[Difference]:
    wanted = _ARMS.get(kind)
    if wanted is not None:
        for arm in Arm:
            if (arm in held) != (arm in wanted):
                yield Difference(page.url, f"{kind.value}, and {arm.value} {'holds' if arm in held else 'lacks'} it", page.id)
    yield from (Difference(page.url, what, page.id) for what in _between_arms(held))
    for arm in sorted(arm for arm, one in held.items() if one.misplaced):
        yield Difference(page.url, f"{arm.value} holds it under another site's URL", page.id, misplaced=True)


def _between_arms(held: Mapping[Arm, IndexedDocument]) -> Iterator[str]:
    if len({one.version for one in held.values()}) > 1:
        yield "versions differ: " + ", ".join(f"{arm.value} {one.version}" for arm, one in sorted(held.items()))
    for one, other in ((Arm.RAW, Arm.ARTICLES), (Arm.BODY, Arm.WEIGHTED)):
        if one in held and other in held and held[one].texts != held[other].texts:
            yield f"texts of {one.value} and {other.value} differ"
    yield from (f"{arm.value} holds it without text" for arm, one in sorted(held.items()) if not one.texts and arm is not Arm.RAW)


def _of_record(page: StoredPage, archive: Place, raw: IndexedDocument) -> Sequence[Difference]:
    """The differences between the record that the database names and the document in `raw`."""
    try:
        read = read_page(load(entry_of(archive, page)))
    except PageError as error:
        return [Difference(page.url, f"its record {page.record} cannot be read: {error}", page.id)]
    text = _digest(line for line in read.visible_text.split("\n") if line.strip())
    return [] if text == raw.texts else [Difference(page.url, f"raw has another text than record {page.record}", page.id)]
