"""The website's services of a home: site models, database, archive."""

from __future__ import annotations

from functools import partial

from indexer.archive.cdxj import Capture
from indexer.archive.lookup import answer_of, find
from indexer.article.cleaned import Cleaned
from indexer.article.learned import LearnedSite
from indexer.home import Home
from indexer.page.decode import decode
from indexer.pipeline import read_models
from indexer.preprocessor import Preprocessor
from indexer.processes import Processes
from indexer.store.database import Database
from indexer.store.site_models import SiteModels
from indexer.urls import site_key
from search_ui.comparisons import compare_by
from search_ui.shared_state import Services


def services_of(home: Home, processes: Processes | None = None) -> Services:
    """Return services that open their resources on first use; comparisons run in `processes`, or in this process."""
    compare = compare_by(processes, home) if processes and processes.jobs > 1 else None
    return Services(partial(_clean, home), partial(_database, home), partial(find, home.archive), partial(_content, home), compare,
                    home.engine_name, lambda extractor: home.for_extractor(extractor).engine())  # fmt: skip


def _clean(home: Home, url: str, html: str) -> Cleaned:
    """Clean one page with its site's model, if the home's database has one."""
    models: dict[str, LearnedSite] = {}
    if home.has_database:
        with home.database() as database:
            stored = SiteModels(database).latest(site_key(url))
        models = read_models(stored.model) if stored else {}
    return Preprocessor(models).clean(url, html)


def _database(home: Home, *, make: bool) -> Database | None:
    return home.database() if make or home.has_database else None


def _content(home: Home, capture: Capture) -> str:
    """Return the HTML of a capture, decoded like a crawled page."""
    answer = answer_of(home.archive, capture)
    return decode(answer.body, answer.headers.get("content-type", "")).text
