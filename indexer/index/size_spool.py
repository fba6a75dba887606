"""SizeSpool: documents by site on disk, written while a whole arm is measured, because an arm need not fit into memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


class SizeSpool:
    """One file per site with one line per document.

    Parameters
    ----------
    directory : Path
        An empty directory for the files.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     spool = SizeSpool(Path(name))
    ...     spool.keep("b.org", "the ferry", 2)
    ...     spool.keep("a.org", "crane", 1)
    ...     spool.keep("b.org", "quay", 1)
    ...     spool.sites, spool.counts("b.org"), spool.totals(), list(spool.lines("b.org"))
    (['a.org', 'b.org'], (2, 3), (3, 4), ['the ferry', 'quay'])
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._counts: dict[str, tuple[int, int]] = {}
        self._paths: dict[str, Path] = {}

    def keep(self, site: str, line: str, tokens: int) -> None:
        """Add a document of a site with its number of tokens; the line has no line break."""
        path = self._paths.setdefault(site, self._directory / str(len(self._paths)))
        with path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        documents, earlier = self._counts.get(site, (0, 0))
        self._counts[site] = documents + 1, earlier + tokens

    @property
    def sites(self) -> list[str]:
        """Sites with documents, sorted."""
        return sorted(self._counts)

    def counts(self, site: str) -> tuple[int, int]:
        """Return the number of documents and tokens of a site."""
        return self._counts[site]

    def totals(self) -> tuple[int, int]:
        """Return the number of documents and tokens of all sites."""
        documents, tokens = (sum(counts) for counts in zip(*self._counts.values(), strict=True))
        return documents, tokens

    def lines(self, site: str) -> Iterator[str]:
        """Yield the lines of a site's documents."""
        with self._paths[site].open(encoding="utf-8") as file:
            for line in file:
                yield line.rstrip("\n")
