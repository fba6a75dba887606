"""A home with the tables of an earlier version is upgraded where it stands, with its rows."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import func, select

from demo.generate import Scale, generate
from demo.server import free_bases, serve
from demo.sites import SITES
from indexer.store.database import Database
from indexer.store.migrate import HEAD, config, version
from indexer.store.schema import TABLES
from tests.conftest import Ended, run_winnow

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of a crawl of one site, of this version."""
    folder = tmp_path_factory.mktemp("lived")
    generate(11, folder / "sites", free_bases(len(SITES)), Scale(articles=24, days=20))
    with serve(folder / "sites") as server:
        ended = run_winnow("crawl", server.urls[0], "--home", folder / "home", "--delay", 0)
    assert ended.code in (0, 1), ended.err
    return folder / "home"


def _rows(database: Database) -> dict[str, int]:
    with database.reading() as connection:
        return {table.__tablename__: connection.scalar(select(func.count()).select_from(table)) or 0 for table in TABLES}


@pytest.mark.parametrize("earlier", ["0009", "0010", "0011", "0012"])
def test_a_home_of_an_earlier_schema_is_used_as_before(
    earlier: str, lived: Path, tmp_path: Path, winnow: Callable[..., Ended]
) -> None:
    home = tmp_path / "home"
    shutil.copytree(lived, home)
    with Database.open(home) as database:
        before = _rows(database)
        with database.writing() as connection:
            command.downgrade(config(connection), earlier)
    ended = winnow("audit", "--home", home)
    assert (ended.code, ended.out.strip()[-9:]) == (0, "all agree"), ended.err
    with Database.open(home) as database:
        assert _rows(database) == before
        with database.reading() as connection:
            assert version(connection) == HEAD
    site = json.loads(winnow("frontier", "--home", home, "--json").out)
    assert site


def test_the_document_names_the_present_versions() -> None:
    from harness.paths import ROOT
    from indexer.article.cleaned import RECORD_VERSION
    from indexer.site.codec import VERSION
    from winnow import __version__

    text = (ROOT / "docs" / "reference" / "versions.md").read_text("utf-8")
    schema = json.loads((ROOT / "docs" / "reference" / "record.schema.json").read_text("utf-8"))
    assert schema["version"] == RECORD_VERSION
    for row in (f"| program | {__version__} |", f"| record | {schema['version']} |", f"| model file | {VERSION} |", f"| database | {HEAD} |"):
        assert row in text
