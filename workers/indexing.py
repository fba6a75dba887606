"""From the archive to the index in one process: what crawls wrote and nobody has cleaned yet is cleaned and written to all arms.

A site's model is learned from its first pages, kept, and followed by `update_sites` as the site changes; so a recrawl of twenty pages costs
the cleaning of twenty pages. Files are ticked off when the index has them: a run that was killed is made good by the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path

from indexer.article.learned import Action, LearnedSite
from indexer.cli.options import open_engine
from indexer.errors import NothingToDoError
from indexer.index.writer import write
from indexer.outcome import Outcome
from indexer.pipeline import Job, clean, read_models, update_sites, write_models
from indexer.store.database import Database
from indexer.store.site_models import SiteModels
from workers.memory_file import MemoryFile


def index_new_files(home: Path, memory: MemoryFile, sites: Iterable[str], now: datetime, database_url: str = "") -> list[Outcome]:
    """Clean and index the archive's files that were not yet.

    Parameters
    ----------
    home : Path
        Holds the archive, the database and the embedded index.
    memory : MemoryFile
        Knows which files are done.
    sites : iterable of str
        Those that may be in them, whose models are needed.
    now : datetime
    database_url : str
        WINNOW_DATABASE, "" for the file under `home`.

    Returns
    -------
    list of Outcome
        How each page ended.

    Raises
    ------
    EngineError
        Where the index cannot be written; the files stay to be done.
    """
    files = [path for path in sorted((home / "archive").glob("winnow-*.warc.gz")) if path.name not in memory.indexed()]
    if not files:
        return []
    names = [str(path) for path in files]
    with Database.open(home, database_url) as database:
        models = SiteModels(database)
        known = _stored(models, sites)
        try:
            learned = _learned(names, Job(now=now, models=known), models)
            with closing(open_engine(home)) as engine, closing(write(clean(names, Job(now=now, models=learned)), engine)) as ended:
                outcomes = list(ended)
        except NothingToDoError:
            outcomes = []  # nothing but pages that were as they had been
    memory.mark_indexed([path.name for path in files])
    return outcomes


def _stored(models: SiteModels, sites: Iterable[str]) -> dict[str, LearnedSite]:
    found: dict[str, LearnedSite] = {}
    for site in sites:
        stored = models.latest(site)
        if stored is not None:
            found |= read_models(stored.model)
    return found


def _learned(files: Sequence[str], job: Job, models: SiteModels) -> dict[str, LearnedSite]:
    """The models to clean by, those that are new or changed stored."""
    found: dict[str, LearnedSite] = {}
    for change in update_sites(files, job):
        found[change.learned.site] = change.learned
        if change.action is not Action.KEPT:
            about = {"action": change.action.value, "reason": change.reason}
            models.put(change.learned.site, write_models([change.learned]), about, job.now.timestamp())
    return found
