"""Groups of pages whose template is known, and templates learned from samples of them (Geraci and Maggini, Tables 1 and 2, Figure 2)."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from types import MappingProxyType

from benchmarks.papers.comparison import Row, both, figure
from harness.body_places import places
from harness.shared_sites import load
from indexer.evaluate.sample_sizes import SIZES
from indexer.evaluate.template import TemplateScore, read_truth, score, true_template
from indexer.page.tokens import source_tokens
from indexer.site.draw import drawn
from indexer.site.methods.template import PUBLISHED, TemplateParams, learn

METHODS: Mapping[str, TemplateParams] = MappingProxyType({"production": TemplateParams(), "as published": PUBLISHED})
_TABLE_1 = ((876, 2245, 2058, 1559, 2882), (686, 1794, 467, 282, 2820))
"""Tokens of a page and of its template on the paper's five sites: PI, Ansa, Wikipedia, allMusic, zdNet."""
_TABLE_2: Mapping[int, tuple[tuple[float, ...], tuple[float, ...]]] = MappingProxyType({
    2: ((0.720, 0.681, 0.155, 0.119, 0.674), (0.940, 0.973, 0.946, 0.950, 0.941)),
    4: ((0.804, 0.816, 0.226, 0.196, 0.874), (0.940, 0.957, 0.905, 0.946, 0.917)),
    8: ((0.842, 0.891, 0.569, 0.395, 0.890), (0.930, 0.903, 0.899, 0.939, 0.915)),
    16: ((0.855, 0.856, 0.906, 0.702, 0.934), (0.868, 0.908, 0.931, 0.936, 0.910)),
    32: ((0.811, 0.859, 0.911, 0.725, 0.959), (0.739, 0.892, 0.907, 0.936, 0.777)),
})
"""Precision and recall of the same sites by number of pages."""


@dataclass(frozen=True, slots=True)
class Group:
    """Pages of one template.

    Parameters
    ----------
    name : str
    hard : bool
    pages : sequence of tuple of str
        The tokens of each page, in the order of the draw.
    true : Counter of str
        The template's tokens.
    """

    name: str
    hard: bool
    pages: Sequence[tuple[str, ...]]
    true: Counter[str]


@dataclass(frozen=True, slots=True)
class Learned:
    """A group's mean number of tokens of a page, size of its template, and scores and seconds by method and number of pages."""

    name: str
    hard: bool
    page_tokens: float
    template_tokens: int
    scores: Mapping[str, Mapping[int, TemplateScore]]
    seconds: Mapping[str, Mapping[int, float]]


def demo_groups(folder: Path) -> Iterator[Group]:
    """Yield the pages of each template of a site of the demo, and of all templates if there are several."""
    truth = read_truth(folder / "tokens.jsonl")
    tokens = {url: source_tokens(page.html) for url, page in load(folder).pages.items() if url in truth}
    templates: dict[str, list[str]] = defaultdict(list)
    for url in sorted(tokens, key=drawn):
        templates[truth[url].template].append(url)
        templates["all"].append(url)
    for template in sorted(templates) if len(templates) > 2 else sorted(templates.keys() - {"all"}):
        urls = templates[template]
        true = true_template([truth[url].tokens for url in urls])
        yield Group(f"{folder.name} {template}", hard=False, pages=[tokens[url] for url in urls], true=true)


def site_group(folder: Path) -> Group:
    """Return a site's labelled articles; their template is what at least half of them print outside of the labelled body."""
    site = load(folder)
    pages, outside = [], []
    for url in sorted(site.labels.keys() & site.pages.keys(), key=drawn):
        html = site.pages[url].html
        found = places(html, site.labels[url].splitlines())
        if found:
            pages.append(source_tokens(html))
            outside.append(source_tokens(html[: found[0].run.start]) + source_tokens(html[found[-1].run.end :]))
    return Group(site.name, site.hard, pages, true_template(outside))


def learned(group: Group, sizes: Sequence[int] = SIZES) -> Learned:
    """Learn a group's template from samples of several sizes; a smaller sample is the beginning of a larger one."""
    scores: dict[str, dict[int, TemplateScore]] = defaultdict(dict)
    seconds: dict[str, dict[int, float]] = defaultdict(dict)
    for name, params in METHODS.items():
        for size in sizes:
            begun = time.process_time()
            model = learn(group.pages, replace(params, pages=size))
            if model.pages == size:
                seconds[name][size] = time.process_time() - begun
                scores[name][size] = score(model, group.true)
    return Learned(group.name, group.hard, fmean(map(len, group.pages)), group.true.total(), scores, seconds)


def table_1(groups: Sequence[Learned]) -> Iterator[Sequence[str]]:
    """Yield each group's size and the scores of its templates, one row per method."""
    for one in groups:
        for name, scores in one.scores.items():
            cells = [f"{figure(s.precision)} {figure(s.recall)} ({s.tokens})" if (s := scores.get(size)) else "–" for size in SIZES]
            yield f"{one.name}, {name}", f"{one.page_tokens:.0f}", str(one.template_tokens), *cells


TABLE_1 = ("Tables 1 and 2", "tokens of a page", "of the template", *(f"P R (tokens) of {size} pages" for size in SIZES))


def table_2(groups: Sequence[Learned]) -> Iterator[Row]:
    """Yield the means of sizes, precision, recall and time beside the paper's."""
    of_page = both(((one.hard, one.page_tokens) for one in groups), 0)
    of_template = both(((one.hard, one.template_tokens) for one in groups), 0)
    paper_page, paper_template = (f"{fmean(values):.0f}" for values in _TABLE_1)
    yield Row("Table 1: tokens of a page, of its template", f"{paper_page}, {paper_template}", f"{of_page}, {of_template}")
    for name in METHODS:
        for size in SIZES:
            found = [(one.hard, one.scores[name][size]) for one in groups if size in one.scores[name]]
            precision, recall = both((hard, s.precision) for hard, s in found), both((hard, s.recall) for hard, s in found)
            paper = ", ".join(figure(fmean(values)) for values in _TABLE_2[size])
            yield Row(f"Table 2: {size} pages, P, R, {name}", paper, f"{precision}, {recall}")
    for name in METHODS:
        means = (fmean(spent) for size in SIZES if (spent := [one.seconds[name][size] for one in groups if size in one.seconds[name]]))
        stated = "linear in t; some minutes at t = 16"
        yield Row(f"Figure 2: seconds of {', '.join(map(str, SIZES))} pages, {name}", stated, ", ".join(f"{mean:.2f}" for mean in means))
