"""The generated sites: the same bytes for the same seed, truth that fits the pages, links that lead somewhere."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import lxml.html
import pytest

from demo.generate import Scale, generate
from demo.paths import file_name
from harness.paths import ROOT

BASES = ["http://127.0.0.2:8901", "http://127.0.0.3:8901", "http://127.0.0.4:8901"]
KEYS = ("courier", "bote", "shimpo")
WORD = re.compile(r"[぀-ヿ㐀-鿿]|\w")
LONG = {"courier": 90, "bote": 90, "shimpo": 36}
"""Letters above which a sentence counts as long."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    generate(7, folder, BASES)
    return folder


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sites of another seed."""
    folder = tmp_path_factory.mktemp("demo")
    generate(20240229, folder, BASES)
    return folder


def rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()]


def objects(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def html(site: Path, row: list[str]) -> str:
    return (site / "www" / file_name(row[0].removeprefix(BASES[KEYS.index(site.name)]))).read_bytes().decode(row[2])


def parsed(text: str) -> lxml.html.HtmlElement:
    return lxml.html.fromstring(text.encode(), parser=lxml.html.HTMLParser(encoding="utf-8"))


def digest(folder: Path) -> str:
    total = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        total.update(f"{path.relative_to(folder)} {path.stat().st_mtime if 'www' in path.parts else 0}\n".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def test_same_bytes_for_any_hash_seed(out: Path, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from demo.generate import generate;"
        "generate(7, Path(sys.argv[1]), sys.argv[2:])"
    )
    for seed in ("1", "2"):
        folder = tmp_path / seed
        subprocess.run(
            [sys.executable, "-c", code, str(folder), *BASES], check=True, cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        assert digest(folder) == digest(out)


def test_another_seed_tells_other_stories(out: Path, other: Path) -> None:
    for key in KEYS:
        one, another = ({str(row["body"]) for row in objects(top / key / "bodies.jsonl")} for top in (out, other))
        assert not one & another


@pytest.mark.parametrize("key", KEYS)
def test_size_and_kinds_of_pages(out: Path, key: str) -> None:
    kinds = Counter(row[1] for row in rows(out / key / "pages.tsv")[1:])
    assert 60 <= sum(kinds.values()) <= 120
    assert kinds["article"] >= 54
    assert kinds["toc"] >= 20
    assert kinds["other"] >= 4


@pytest.mark.parametrize("key", KEYS)
def test_truth_is_what_a_parser_sees(out: Path, key: str) -> None:
    truth = {str(row["url"]): row["lines"] for row in objects(out / key / "template.jsonl")}
    bodies = {str(row["url"]): str(row["body"]) for row in objects(out / key / "bodies.jsonl")}
    for row in rows(out / key / "pages.tsv")[1:]:
        root = parsed(html(out / key, row))
        for element in list(root.iter("script", "style", "head")):
            element.drop_tree()
        lines = truth[row[0]]
        assert isinstance(lines, list)
        runs = [run for line in lines for run in line]
        assert WORD.findall(root.text_content()) == WORD.findall("".join(text for _, text in runs)), row[0]
        body = "".join(text for role, text in runs if role == "body")
        assert WORD.findall(body) == WORD.findall(bodies.get(row[0], "")), row[0]


@pytest.mark.parametrize("key", KEYS)
def test_raw_pages_hold_the_topics_words_outside_bodies(out: Path, key: str) -> None:
    """Else the raw index would have no false matches, and the demo would flatter."""
    tree = json.loads((out / key / "skeleton.json").read_text("utf-8"))
    labels = [node["text"] for top in tree["children"] for node in top["children"]]
    for row in objects(out / key / "template.jsonl"):
        template = row["template"]
        assert isinstance(template, list)
        assert all(any(label in line for line in template) for label in labels), row["url"]


@pytest.mark.parametrize("key", KEYS)
def test_articles_share_no_long_sentence(out: Path, key: str) -> None:
    """Copies aside, an article's sentence of more than a few words stands in that article alone."""
    copies = {row[0] for row in rows(out / key / "copies.tsv")}
    seen: dict[str, set[str]] = defaultdict(set)
    for row in objects(out / key / "bodies.jsonl"):
        if row["url"] not in copies:
            for sentence in re.split(r"(?<=[.!?])\s+|(?<=。)|\n", str(row["body"])):
                if len(WORD.findall(sentence)) > LONG[key]:
                    seen[sentence].add(str(row["url"]))
    assert len(seen) > 100
    assert [sentence for sentence, urls in seen.items() if len(urls) > 1] == []


@pytest.mark.parametrize("seed", ["out", "other"])
@pytest.mark.parametrize("key", KEYS)
def test_every_page_is_linked_and_every_link_known(request: pytest.FixtureRequest, key: str, seed: str) -> None:
    site, base = request.getfixturevalue(seed) / key, BASES[KEYS.index(key)]
    known = {row[0]: row for row in rows(site / "pages.tsv")[1:]}
    odd = dict(rows(site / "outcomes.tsv"))
    reached, queue = {base + "/"}, [base + "/"]
    while queue:
        url = queue.pop()
        for _, attribute, href, _ in parsed(html(site, known[url])).iterlinks():
            if attribute != "href" or href.endswith(".css"):
                continue
            target = urljoin(url, href.split("#")[0])
            if target not in reached and urlsplit(target).netloc == urlsplit(base).netloc:
                reached.add(target)
                assert target in known or target in odd, (url, target)
                queue += [target] if target in known else []
    assert set(known) <= reached
    assert set(odd) <= reached


@pytest.mark.parametrize("key", KEYS)
def test_menu_leads_to_lists(out: Path, key: str) -> None:
    kinds = {row[0]: row[1] for row in rows(out / key / "pages.tsv")[1:]}
    tree = json.loads((out / key / "skeleton.json").read_text("utf-8"))
    nodes = [tree, *tree["children"], *(leaf for top in tree["children"] for leaf in top["children"])]
    assert [kinds[node["url"]] for node in nodes] == ["toc"] * len(nodes)
    assert len(json.loads((out / key / "site.json").read_text("utf-8"))["nav"]) == len(nodes) - 1


def test_judgements_name_articles_and_every_query_has_one(out: Path) -> None:
    kinds = {row[0]: row[1] for key in KEYS for row in rows(out / key / "pages.tsv")[1:]}
    for folder in (out, *(out / key for key in KEYS)):
        queries = rows(folder / "queries.tsv")
        judged = [line.split(" ") for line in (folder / "qrels.txt").read_text("utf-8").splitlines()]
        assert len({row[0] for row in queries}) == len(queries)
        assert {row[0] for row in judged} == {row[0] for row in queries}
        assert len({(row[0], row[2]) for row in judged}) == len(judged)
        assert {kinds[row[2]] for row in judged} == {"article"}
        assert {row[3] for row in judged} == {"1", "2"}
        assert {row[1] for row in queries} == {"topic", "known-item", "menu", "box"}


def test_box_words_stand_in_the_stories_that_are_judged_relevant(out: Path) -> None:
    for key in KEYS:
        text = {str(row["url"]): f"{row['title']}\n{row['body']}" for row in objects(out / key / "bodies.jsonl")}
        queries = {row[0]: row[2] for row in rows(out / key / "queries.tsv") if row[1] == "box"}
        relevant: dict[str, set[str]] = defaultdict(set)
        for line in (out / key / "qrels.txt").read_text("utf-8").splitlines():
            relevant[line.split(" ")[0]].add(line.split(" ")[2])
        for identifier, place in queries.items():
            found = {url for url, body in text.items() if place in body and "/english/" not in url}
            assert found == relevant[identifier]


def test_agency_copy_stands_twice_on_a_site_and_on_two_sites(out: Path) -> None:
    bodies = {str(row["url"]): str(row["body"]) for key in KEYS for row in objects(out / key / "bodies.jsonl")}
    canonical = []
    for key in KEYS:
        types = {row[0]: row for row in rows(out / key / "pages.tsv")[1:]}
        for copy, first in rows(out / key / "copies.tsv"):
            assert bodies[copy] == bodies[first]
            canonical.append(f'rel="canonical" href="{first}"' in html(out / key, types[copy]))
    assert {True, False} == set(canonical)
    abroad = [body.partition("\n")[2] for url, body in bodies.items() if "/english/" in url]
    assert abroad
    assert set(abroad) <= {body for url, body in bodies.items() if url.startswith(BASES[0])}


def test_one_site_was_redesigned_and_each_carries_its_own_metadata(out: Path) -> None:
    def share(key: str, needle: str) -> float:
        articles = [row for row in rows(out / key / "pages.tsv")[1:] if row[1] == "article"]
        return sum(needle in html(out / key, row) for row in articles) / len(articles)

    assert share("courier", "<FONT") + share("courier", "<font") == pytest.approx(0.5, abs=0.05)
    assert share("courier", "application/ld+json") == pytest.approx(0.5, abs=0.05)
    assert share("bote", "og:title") == 1
    assert share("bote", "ld+json") == share("shimpo", "ld+json") == share("shimpo", "og:") == 0


@pytest.mark.parametrize("key", ["bote", "shimpo"])
def test_one_page_is_in_the_old_encoding_and_says_so(out: Path, key: str) -> None:
    legacy = [row for row in rows(out / key / "pages.tsv")[1:] if row[2] != "utf-8"]
    assert len(legacy) == 1
    assert re.search(r"charset=\"?(iso-8859-1|Shift_JIS)", html(out / key, legacy[0]))
    with pytest.raises(UnicodeDecodeError):
        html(out / key, [legacy[0][0], "", "utf-8"])


def test_more_articles_cost_proportionally_more_pages(tmp_path: Path) -> None:
    generate(7, tmp_path, BASES, Scale(articles=240, days=20))
    for key in KEYS:
        kinds = Counter(row[1] for row in rows(tmp_path / key / "pages.tsv")[1:])
        assert 240 <= kinds["article"] <= 270
        assert kinds["toc"] < kinds["article"]


def test_wrong_calls_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="give one each"):
        generate(7, tmp_path, BASES[:2])
    with pytest.raises(ValueError, match="at least 24"):
        Scale(articles=3)
