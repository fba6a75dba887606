"""Checks that archive, database and every arm of the index (raw, articles, body, weighted) agree.

- Each arm contains each page at most once. A page's documents have the same version in all arms; `articles` has the texts of `raw`,
  `weighted` those of `body`; only `raw` may have a document without text.
- All four arms contain an indexed page, `raw` and `articles` a duplicate, `raw` a page that is not an article; no arm contains a page that
  is gone or marked noindex.
- The engine has no temporary index of a killed measurement.
- No document has the URL of a site for which its page may not speak.
- The archive has the record that the database names, and the page's text in `raw` is the text of this record.
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
from indexer.urls import has_authority_over
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
"""The arms that contain a page, by its outcome; a page with another outcome keeps its previous documents."""


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
        Whether the page's document has another site's URL, and so displaces that page's own document.
    """

    url: str
    what: str
    page: int = 0
    misplaced: bool = False


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """A page's document in an arm: its version, a digest of its texts ("" for none), and whether it has another site's URL."""

    version: str
    texts: str
    misplaced: bool = False


@dataclass(slots=True)
class Audit:
    """The result of an audit.

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
        Whether to read the records; without them, the archive is not checked.
    """
    found = Audit()
    indexed, duplicates = _indexed_documents(engine)
    found.documents = sum(map(len, indexed.values()))
    found.differences += duplicates
    pages = _pages(database)
    found.pages = len(pages)
    for page, kind in pages:
        documents = indexed.pop(page.url, {})
        found.differences += _of_page(page, kind, documents)
        if read_archive and page.record and kind in _ARMS and Arm.RAW in documents:
            found.records += 1
            found.differences += _of_record(page, archive, documents[Arm.RAW])
    for url, arms in sorted(indexed.items()):
        found.differences += (Difference(url, what) for what in _between_arms(arms))
    found.differences += (Difference(name, "left over from a killed measurement of sizes") for name in engine.left_over())
    return found


def repair(found: Audit, database: Database, processing: Processing) -> int:
    """Clean all differing pages again from the archive, by the current models; return their number.

    A document whose page is not in the database stays, because its input is unknown.
    """
    pages = {difference.page for difference in found.differences if difference.page}
    misplaced = {difference.page for difference in found.differences if difference.page and difference.misplaced}
    pending = PendingPages(database)
    for part in (misplaced, pages - misplaced):  # displacing documents are removed before the displaced ones are written
        pending.requeue_pages(part)
        for host in [waiting.host for waiting in pending.hosts()]:
            while processing.clean(host):
                pass
    return len(pages)


def _pages(database: Database) -> list[tuple[StoredPage, Kind]]:
    """Return the pages that are not pending."""
    columns = select(Url.id, Url.visits, Url.url, Url.record, Url.ended_at, Url.outcome)
    with database.reading() as connection:
        rows = connection.execute(columns.where(Url.outcome.is_not(None), Url.pending.is_(False)).order_by(Url.id)).all()
    return [(StoredPage(number, visit, url, record or "", at or 0.0), Kind(str(kind))) for number, visit, url, record, at, kind in rows]


def _indexed_documents(engine: Engine) -> tuple[dict[str, dict[Arm, IndexedDocument]], list[Difference]]:
    """Return the documents by page and arm, and a difference for each page that an arm contains twice."""
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
    misplaced = arm.cleaned and not has_authority_over(page, url) and stored.id == document_id(url)
    return IndexedDocument(str(stored.fields["lastCrawled"]), _digest(text for _, text, _ in stored.texts), misplaced)


def _digest(texts: Iterable[str]) -> str:
    joined = "\n".join(texts)
    return blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest() if joined.strip() else ""


def _of_page(page: StoredPage, kind: Kind, documents: Mapping[Arm, IndexedDocument]) -> Iterator[Difference]:
    wanted = _ARMS.get(kind)
    if wanted is not None:
        for arm in Arm:
            if (arm in documents) != (arm in wanted):
                yield Difference(page.url, f"{kind.value}, and {arm.value} {'holds' if arm in documents else 'lacks'} it", page.id)
    yield from (Difference(page.url, what, page.id) for what in _between_arms(documents))
    for arm in sorted(arm for arm, one in documents.items() if one.misplaced):
        yield Difference(page.url, f"{arm.value} holds it under another site's URL", page.id, misplaced=True)


def _between_arms(documents: Mapping[Arm, IndexedDocument]) -> Iterator[str]:
    if len({one.version for one in documents.values()}) > 1:
        yield "versions differ: " + ", ".join(f"{arm.value} {one.version}" for arm, one in sorted(documents.items()))
    for one, other in ((Arm.RAW, Arm.ARTICLES), (Arm.BODY, Arm.WEIGHTED)):
        if one in documents and other in documents and documents[one].texts != documents[other].texts:
            yield f"texts of {one.value} and {other.value} differ"
    yield from (f"{arm.value} holds it without text" for arm, one in sorted(documents.items()) if not one.texts and arm is not Arm.RAW)


def _of_record(page: StoredPage, archive: Place, raw: IndexedDocument) -> Sequence[Difference]:
    """Return the differences between the record that the database names and the document in `raw`."""
    try:
        read = read_page(load(entry_of(archive, page)))
    except PageError as error:
        return [Difference(page.url, f"its record {page.record} cannot be read: {error}", page.id)]
    text = _digest(line for line in read.visible_text.split("\n") if line.strip())
    return [] if text == raw.texts else [Difference(page.url, f"raw has another text than record {page.record}", page.id)]
