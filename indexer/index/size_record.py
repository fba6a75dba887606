"""SizeRecord: the latest measured sizes, kept beside the index so that displaying them needs no measurement."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from indexer.index.arm import Arm
from indexer.index.size import Size


@dataclass(frozen=True, slots=True)
class SizeRecord:
    """One measurement.

    Parameters
    ----------
    measured : datetime
        With time zone.
    counts : mapping of Arm to int
        Documents of each arm at the start; other counts mean that the record is outdated.
    sizes : tuple of Size
    """

    measured: datetime
    counts: Mapping[Arm, int]
    sizes: tuple[Size, ...]

    def write(self, path: Path) -> None:
        """Replace the previous record atomically.

        Raises
        ------
        OSError
        """
        record = {
            "measured": self.measured.isoformat(),
            "counts": {arm.value: count for arm, count in self.counts.items()},
            "sizes": [asdict(size) for size in self.sizes],
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.new")
        beside.write_text(json.dumps(record), "utf-8")
        beside.replace(path)


def read_sizes(path: Path) -> SizeRecord | None:
    """Read the latest measurement; None if there is none or another version wrote it.

    >>> import tempfile
    >>> from datetime import UTC
    >>> path = Path(tempfile.mkdtemp()) / "sizes.json"
    >>> SizeRecord(datetime(2026, 3, 4, tzinfo=UTC), {Arm.RAW: 1}, (Size("", Arm.RAW, 1, 2, 3),)).write(path)
    >>> read_sizes(path).sizes[0].tokens
    2
    """
    try:
        record = json.loads(path.read_text("utf-8"))
        return SizeRecord(
            datetime.fromisoformat(record["measured"]),
            {Arm(name): int(count) for name, count in record["counts"].items()},
            _sizes(record["sizes"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _sizes(records: Sequence[Mapping[str, Any]]) -> tuple[Size, ...]:
    return tuple(Size(**{**record, "arm": Arm(record["arm"])}) for record in records)
