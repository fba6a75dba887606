"""From the archive to the index: a site is learned once it has enough pages; then they are cleaned by its model and written to all arms.

Both read what is outstanding from the database and write there what became of it; carried out twice, or by a process that is killed
half-way, they come to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from functools import partial
from pathlib import Path

from indexer.archive.entry import Entry
from indexer.archive.load import load
from indexer.article.clean import clean_page, read_page
from indexer.article.cleaned import Cleaned
from indexer.article.learned import LearnedSite, learn
from indexer.errors import PageError
from indexer.index.engine import Committed, Engine
from indexer.index.writer import write
from indexer.outcome import Outcome
from indexer.page.peer import extract
from indexer.pipeline import read_models, write_models
from indexer.site.draw import drawn
from indexer.site.model import Sampled
from indexer.site.params import SiteParams
from indexer.site.skeleton_codec import write as write_skeleton
from indexer.skeletons import skeleton_of
from indexer.store.database import Database
from indexer.store.site_models import SiteModels
from indexer.store.skeletons import Skeletons
from workers.clock import Clock, moment
from workers.frontier_pending import Pending, StoredPage

_BATCH = 200
"""Pages that one call cleans: a few seconds, so that what a killed worker repeats is little."""
_DRAWN_FROM = 3_000
"""Pages found last of which a sample is drawn: a site that was redesigned is learned from what it is now."""


class Processing:
    """The way from the archive to the index, site by site.

    Parameters
    ----------
    database : Database
    archive : Path
        The folder of WARC files.
    open_engine : callable
        Opens the engine; it is closed after each call that writes.
    clock : callable
    on_commit : callable or None
        Told what each commit came to: documents refused, operations sent again.
    """

    def __init__(
        self,
        database: Database,
        archive: Path,
        open_engine: Callable[[], Engine],
        clock: Clock,
        on_commit: Callable[[Committed], None] | None = None,
    ) -> None:
        self._pending = Pending(database)
        self._models = SiteModels(database)
        self._skeletons = Skeletons(database)
        self._archive = archive
        self._open_engine = open_engine
        self._clock = clock
        self._on_commit = on_commit

    def version(self, host: str) -> int:
        """The number of the site's model in use, 0 where it is still to be learned."""
        return self._models.version(host)

    def learned(self, host: str) -> LearnedSite | None:
        """The site's model in use, None where it is still to be learned."""
        stored = self._models.latest(host)
        return None if stored is None else next(iter(read_models(stored.model).values()))

    def fit(self, host: str, version: int, params: SiteParams | None = None) -> int:
        """Learn a site's model and skeleton from pages that the archive has, and let all be cleaned by the model; the pages learned from.

        Nothing changes where `version` is no more the model in use: another worker has replaced it meanwhile.
        """
        params = params or SiteParams()
        sample = self._sample(host, params)
        if sample:
            model = learn(host, sample, params)
            about = {"pages": len(sample), "name": model.name}
            if self._models.put(host, write_models([model]), about, self._clock(), replaces=version):
                skeleton = skeleton_of(host, [one.page for one in sample], model.model)
                self._skeletons.put(host, write_skeleton(skeleton), self._clock())
                self._pending.again(host)
        return len(sample)

    def clean(self, host: str) -> int:
        """Clean and index some of the pages that wait; how many these were. Without a model only those are done that need none."""
        pages = self._pending.pages(host, _BATCH)
        if not pages:
            return 0
        known, now = self.learned(host), moment(self._clock())
        with closing(self._open_engine()) as engine:
            done = [(page, self._cleaned(page, host, known, now)) for page in pages]
            ready = [(page, cleaned) for page, cleaned in done if cleaned is not None]
            outcomes = list(write((cleaned for _, cleaned in ready), engine, on_commit=self._on_commit))
        self._pending.settle([(page, outcome.kind, outcome.reason) for (page, _), outcome in zip(ready, outcomes, strict=True)])
        return len(ready)

    def _cleaned(self, page: StoredPage, host: str, known: LearnedSite | None, now: datetime) -> Cleaned | None:
        entry = self._entry(page, host)
        try:
            raw = load(entry)
            return None if known is None else clean_page(raw, known, host, now)
        except PageError as error:
            return Cleaned(Outcome(page.url, entry.source, error.kind, error.reason), host, fetched=entry.date)

    def _sample(self, host: str, params: SiteParams) -> list[Sampled]:
        """Readable pages in an order that chance decides, and always the same."""
        sample: list[Sampled] = []
        for entry in sorted(self._entries(host), key=lambda entry: drawn(entry.url)):
            if len(sample) == params.most_pages:
                break
            try:
                page, text = read_page(load(entry))
            except PageError:
                continue  # it ends with this reason when it is cleaned
            sample.append(Sampled(page, page.url, partial(extract, text)))
        return sample

    def _entries(self, host: str) -> Iterator[Entry]:
        return (self._entry(page, host) for page in self._pending.archived(host, _DRAWN_FROM))

    def _entry(self, page: StoredPage, host: str) -> Entry:
        file, _, offset = page.record.rpartition(":")
        date = moment(page.at).isoformat(timespec="microseconds").replace("+00:00", "Z")
        return Entry(host, page.url, file, offset, str(self._archive / file), int(offset), date)
