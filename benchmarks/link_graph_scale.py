"""Time and peak memory of link graphs and LAMIS by number of links, compared with networkx and scipy on the same links.

    python -m benchmarks.link_graph_scale [--links N...] [--different]

The generated site has one section page per forty pages; each page has a menu of ten links and links to stories with unique anchor texts,
many on section pages, few on stories, twenty links per page on average. Pages are generated one at a time, so that memory is that of the
graph. Each size and each part runs in its own process; memory is the peak minus that of a process that only imports the modules. `read`
only generates the pages; `graph` also builds the graph; the other parts rank a graph, and only the ranking is timed. networkx builds its
graph from link numbers and weights and calls `hits`; scipy multiplies sparse matrices for as many iterations as `lamis`. Both compute the
scores of `lamis` without LN. With `--different`, no two links except those of menus share a target or an anchor text.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean

from benchmarks.measured import run
from indexer.algorithms.link_entropy import link_weights
from indexer.page.page import Page
from indexer.page.parse import parse
from indexer.page.tree import Link
from indexer.site.links.graph import LinkGraph
from indexer.site.links.lamis import rank, variant
from indexer.site.links.pages import link_graph

SIZES = (10_000, 100_000, 1_000_000)
PARTS = ("read", "graph", "lamis", "lamis-ln", "networkx", "scipy")
_PER_PAGE, _MENU, _SECTIONS = 20, 10, 40


def site(links: int, *, different: bool = False) -> Iterator[Page]:
    """Yield the pages of a site with about `links` links to each other, or to pages that were not fetched."""
    number = max(2 * _MENU, links // _PER_PAGE)
    rng = random.Random(number)
    vocabulary = [f"{chr(97 + a)}{chr(97 + b)}{c}" for a in range(26) for b in range(26) for c in range(30)]
    empty = parse("<p>.", "https://example.org/")
    menu = tuple(Link(f"/section-{i}/", f"Section {vocabulary[i]}", 0, 0) for i in range(_MENU))
    fresh = iter(range(number, 10 * links))
    for i in range(number):
        section = i % _SECTIONS == 0
        url = f"https://example.org/section-{i // _SECTIONS}/" if section else f"https://example.org/{i}.html"
        own = (_PER_PAGE - _MENU) * _SECTIONS // 4 if section else (_PER_PAGE - _MENU) * 3 // 4
        stories = tuple(_story(next(fresh) if different else rng.randrange(number), vocabulary) for _ in range(own))
        yield replace(empty, url=url, links=menu + stories)


def _story(number: int, vocabulary: list[str]) -> Link:
    words = random.Random(number)
    return Link(f"/{number}.html", " ".join(words.choice(vocabulary) for _ in range(6)), 0, 0)


def _networkx(graph: LinkGraph) -> float:
    import networkx as nx

    alpha = link_weights(graph.entropy[graph.anchor], graph.terms[graph.anchor])
    begun = time.process_time()
    digraph = nx.DiGraph()
    digraph.add_nodes_from(range(len(graph.urls)))
    digraph.add_weighted_edges_from(zip(graph.page.tolist(), graph.target.tolist(), alpha.tolist(), strict=True))
    nx.hits(digraph, max_iter=10_000)
    return time.process_time() - begun


def _scipy(graph: LinkGraph) -> float:
    import numpy as np
    from scipy.sparse import csr_array

    steps, n = rank(graph, variant("lamis")).steps, len(graph.urls)
    alpha = link_weights(graph.entropy[graph.anchor], graph.terms[graph.anchor])
    begun = time.process_time()
    back = csr_array((alpha, (graph.page, graph.target)), shape=(n, n))
    forth = back.T.tocsr()
    hub = np.ones(n)
    for _ in range(steps):
        authority = forth @ hub
        hub = back @ (authority / np.linalg.norm(authority))
        hub /= np.linalg.norm(hub)
    return time.process_time() - begun


def run_part(part: str, links: int, *, different: bool) -> None:
    """Run one part in this process; print seconds, iterations, links and peak memory in MiB."""
    begun = time.process_time()
    steps = found = 0
    if part == "read":
        for page in site(links, different=different):
            found += len(page.links)
        seconds = time.process_time() - begun
    else:
        graph = link_graph(site(links, different=different) if links else [], unfetched=different)
        found, seconds = len(graph.source), time.process_time() - begun
        if part.startswith("lamis"):
            begun = time.process_time()
            steps, seconds = rank(graph, variant(part)).steps, time.process_time() - begun
        elif part in ("networkx", "scipy"):
            seconds = _networkx(graph) if part == "networkx" else _scipy(graph)
    print(seconds, steps, found, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def run_in_child(part: str, links: int, *, different: bool) -> tuple[float, int, int, float]:
    """Run one part in a new process and return what `run_part` prints."""
    flags = ["--different"] if different else []
    out = run([sys.executable, "-m", "benchmarks.link_graph_scale", "--part", part, "--links", str(links), *flags]).out.split()
    return float(out[0]), int(out[1]), int(out[2]), float(out[3])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--links", type=int, nargs="+", default=SIZES, help="sizes (%(default)s)")
    parser.add_argument("--different", action="store_true", help="links with unique targets and anchors, which need most memory")
    parser.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.part:
        run_part(args.part, args.links[0], different=args.different)
        return 0
    idle = fmean(run_in_child("lamis", 0, different=False)[3] for _ in range(3))
    print(f"{'links':>10}{'part':>10}{'seconds':>10}{'µs/link':>10}{'iterations':>12}{'MiB':>8}{'bytes/link':>12}{'of lamis':>10}")
    for links in args.links:
        ours = 0.0
        for part in PARTS:
            seconds, steps, found, peak = run_in_child(part, links, different=args.different)
            ours = seconds if part == "lamis" else ours
            ratio = f"{seconds / ours:10.2f}" if part in ("networkx", "scipy") else ""
            used = max(0.0, peak - idle)
            time_text = f"{seconds:10.3f}{1e6 * seconds / found:10.3f}{steps or '':>12}"
            print(f"{found:10}{part:>10}{time_text}{used:8.0f}{used * 2**20 / found:12.0f}{ratio}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
