"""What users of other search engines reported in public, asked of ours: invented texts with the same words, and what a reader expects to find."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.index.arm import Arm
from indexer.index.engine import Request
from indexer.index.query_parser import parse
from indexer.index.tantivy.engine import TantivyEngine
from tests.test_index_engine import fill, page

TEXTS = {
    "univers": ("fr", "Les grands secrets de l'univers"), "fruehwirth": ("de", "Ein Vortrag von Frühwirth"), "reason": ("en", "No rea-son was given"),
    "go": ("en", "A Go-based tool"), "banquo": ("en", "Banquo’s ghost walks"), "f16": ("en", "An F-16 was seen"), "f": ("en", "Letter f in row 16"),
    "theme": ("en", "The folder Theme_Test"), "spider": ("en", "Spider-Man returns"), "coel": ("fr", "Le cœlacanthe est un poisson"),
    "math": ("en", "We learn Mathematics 6."), "alfa": ("ru", "Команда Альфа и тень"), "china": ("zh", "他是少年中国晨报的总编辑"), "jose": ("en", "His name is Josè"),
    "inch": ("en", 'The fawkes 36" blue vanity'), "usb": ("en", "Two devices with a USB-C adapter, see https://wiki.example.com"), "day": ("en", "Log of 2021-08-22"),
    "phone": ("zh", "新的苹果手机发布"), "dots": ("en", "Host alpha.bravo.charlie is up"), "comma": ("en", "Canada,America?Mexico"), "yaml": ("en", "Rename `asgard2-agent.yaml.old`"),
    "santos": ("en", "santos_news_announcements"), "israel": ("en", "Dr. Israel also demonstrated a misunderstanding of antitrust"), "demon": ("en", "The dæmon sleeps"),
    "latex": ("ko", "레이텍으로 쓴 글"), "course": ("zh", "本文是关于教务使用的一篇小教程"), "shanghai": ("zh", "上海"), "driver": ("en", "The Driver’s seat"), "havent": ("en", "They haven't left"),
    "bushe": ("xx", "bụshe"), "epoux": ("fr", "Les époux"), "thesaurus": ("fr", "Un thésaurus"), "bartsch": ("de", "In der Bartsch-Gass"), "irab": ("ar", "كَتَبَ الرَّجُلُ"),
    "setsumei": ("ja", "詳しい説明があります"), "sha": ("ja", "研究者が話す"), "linssen": ("de", "Ein Bericht aus Kleve"), "cat": ("zh", "她养了一只猫。"),
}  # fmt: skip
REPORTS = [
    ("univers", "univers"), ("l'univers", "univers"), ("fruhwirth", "fruehwirth"), ("frühwirth", "fruehwirth"), ("Reason", "reason"), ("Go-based", "go"),
    ('"Go-based"', "go"), ("Banquo", "banquo"), ("Banquo's", "banquo"), ("Banquo’s", "banquo"), ("f-16", "f16"), ('"f-16"', "f16"), ("test theme", "theme"),
    ("spiderman", "spider"), ("spider-man", "spider"), ("coelacanthe", "coel"), ("cœlacanthe", "coel"), ('"Mathematics 6"', "math"), ("Альфа", "alfa"),
    ("тень", "alfa"), ("少年中国晨报", "china"), ("jose", "jose"), ("Jose", "jose"), ("josé", "jose"), ('fawkes 36" blue vanity', "inch"),
    ('devices usb-c adapter""', "usb"), ("https://wiki.example.com", "usb"), ("2021-08-22", "day"), ("bravo", "dots"), ("charlie", "dots"), ("America", "comma"),
    ("Canada", "comma"), ("asgard2-agent", "yaml"), ("asgard2-agent.yaml.old", "yaml"), ("santos", "santos"),
    ('"Dr. Israel also demonstrated a misunderstanding"', "israel"), ("daemon", "demon"), ("레이", "latex"), ("레이텍", "latex"), ("一篇", "course"), ("上海", "shanghai"),
    ("Driver's", "driver"), ("driver", "driver"), ("haven't", "havent"), ("haven’t", "havent"), ("bu-she", "bushe"), ("epoux", "epoux"), ("thesaurus", "thesaurus"),
    ("bartsch gass", "bartsch"), ("كتب الرجل", "irab"), ("説明", "setsumei"), ("者", "sha"), ("猫", "cat"), ("author:linßen", "linssen"), ("author:linssen", "linssen"),
    ("f 16", "f16 f"), ("苹果手机", "phone"), (">>>", ""), ("following:", ""), ("s/s", ""), ("appl", ""), (r'"\>\>\>"', ""),
]  # fmt: skip
"""What is typed, and which of the texts a reader expects, parted by blanks."""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> TantivyEngine:
    made = TantivyEngine(Path(tmp_path_factory.mktemp("reports")))
    from dataclasses import replace

    pages = []
    for name, (language, text) in TEXTS.items():
        each = page(f"https://e.org/{name}", (text, 1.0), language=language)
        assert each.article is not None
        author = ("Jo Linßen",) if name == "linssen" else ("Ada Hjelm",)
        pages.append(replace(each, article=replace(each.article, author=author)))
    fill(made, *pages)
    return made


@pytest.mark.parametrize(("typed", "expected"), REPORTS)
def test_a_reader_finds_what_is_there(engine: TantivyEngine, typed: str, expected: str) -> None:
    hits = engine.search(Arm.WEIGHTED, Request(parse(typed))).hits
    assert sorted(hit.url.rpartition("/")[2] for hit in hits) == sorted(expected.split())


def test_what_is_excluded_by_a_phrase_leaves_the_rest(engine: TantivyEngine) -> None:
    assert engine.search(Arm.WEIGHTED, Request(parse('* NOT "苹果手机"'))).total == len(TEXTS) - 1
