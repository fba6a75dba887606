"""Generated text in any script; its meaning is irrelevant, but no two sentences are equal."""

from __future__ import annotations

import random
from collections.abc import Mapping

LETTERS: Mapping[str, tuple[str, str, str, str]] = {
    "latin": ("aeioubcdfghklmnprstvw", " ", ", ", ". "),
    "cyrillic": ("аеиоубвгдзклмнпрстчшя", " ", ", ", ". "),
    "arabic": ("ابتجحدرسشصعغفقكلمنهوي", " ", "، ", ". "),
    "chinese": ("城市河流学校桥梁博物馆天气音乐火车历史花园市场医院老师学生电影铁路山谷森林海洋", "", "，", "。"),
    "japanese": ("あいうえおかきくけこさしすせとなにのはまみもやよらりるれわ駅町海山川空", "", "、", "。"),
    "thai": ("กขคงจชดตทนบปพมยรลวสหอาเแโ", "", " ", " "),
}  # fmt: skip
"""Letters of each script, and the separators of words, of clauses and of sentences. Thai has no full stop."""
_VOCABULARY = 150


class TextGenerator:
    """Generates text in one script; sentences practically never repeat."""

    def __init__(self, rng: random.Random, script: str) -> None:
        letters, self.space, self.comma, self.stop = LETTERS[script]
        self.rng = rng
        dense = script in ("chinese", "japanese")
        self.vocabulary = ["".join(rng.choices(letters, k=rng.randint(1, 3) if dense else rng.randint(2, 9))) for _ in range(_VOCABULARY)]

    def words(self, number: int) -> str:
        text = self.space.join(self.rng.choices(self.vocabulary, k=number))
        return text[:1].upper() + text[1:]

    def sentence(self) -> str:
        half = self.rng.randint(5, 9)
        return self.words(half) + self.comma + self.words(half).lower() + self.stop

    def paragraph(self, sentences: int) -> str:
        return "".join(self.sentence() for _ in range(sentences)).strip()
