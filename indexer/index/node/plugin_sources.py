"""Sources of the plugin generated from the Python analyser, so that both produce the same terms: Java stemmers and character tables.

    python -m indexer.index.node.plugin_sources FOLDER
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from indexer.index.node import analysis_tables, snowball
from indexer.text import STEMMERS


def write_sources(folder: Path) -> None:
    """Write `java` and `resources` into a folder.

    Raises
    ------
    UsageError
        If the package snowballstemmer is missing.
    """
    java, resources = folder / "java" / "winnow" / "snowball", folder / "resources" / "winnow" / "analysis"
    python = snowball.sources()
    algorithms = sorted(set(STEMMERS.values()))
    for made in (java, resources):
        made.mkdir(parents=True, exist_ok=True)
    for algorithm in algorithms:
        source = (python / f"{algorithm}_stemmer.py").read_text("utf-8")
        (java / f"{algorithm.capitalize()}Stemmer.java").write_text(snowball.java_class(algorithm, source), "utf-8")
    (java / "Stemmers.java").write_text(_choice(algorithms), "utf-8")
    (resources / "tables.tsv").write_text("".join(f"{line}\n" for line in analysis_tables.lines()), "utf-8")
    for licence in python.parent.glob("snowballstemmer-*.dist-info/licenses/*"):
        shutil.copy(licence, resources / f"snowball-{licence.name}")


def _choice(algorithms: Iterable[str]) -> str:
    """Return the Java class that selects a stemmer by its algorithm's name."""
    cases = "\n".join(f'            case "{each}" -> new {each.capitalize()}Stemmer();' for each in algorithms)
    return f"""package {snowball.PACKAGE};

/** All stemmers, by algorithm. */
public final class Stemmers {{
    private Stemmers() {{}}

    /** The stem of a word. */
    public static String stem(String algorithm, String word) {{
        Snowball stemmer = switch (algorithm) {{
{cases}
            default -> throw new IllegalArgumentException(algorithm);
        }};
        return stemmer.stemOf(word);
    }}
}}
"""


if __name__ == "__main__":
    write_sources(Path(sys.argv[1]))
