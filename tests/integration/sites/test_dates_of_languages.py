"""Dates and ages as CLDR writes them in each of its languages."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from babel.dates import format_date, format_timedelta
from babel.localedata import locale_identifiers

from indexer.article import relative_dates
from indexer.article.date_labels import names_change
from indexer.article.date_places import last_change, likeliest_story_date, printed_dates
from indexer.article.date_text import in_line
from indexer.article.headline_context import Line

NOW = datetime(2026, 7, 1, tzinfo=UTC)
FETCHED = datetime(2026, 6, 15, 12, tzinfo=UTC)
LANGUAGES = sorted({name.partition("_")[0] for name in locale_identifiers()})
DAYS = (date(2026, 3, 14), date(2025, 11, 2))
UNREAD = frozenset({"bo", "dz", "kkj", "la", "prg", "tok", "yo"})
"""Months as numbers in words or without a sign between them."""
UNITS = {"minute": 60, "hour": 3_600, "day": 86_400, "month": 2_629_800}


@pytest.mark.parametrize("width", ["short", "medium", "long", "full"])
def test_dates_of_all_languages(width: str) -> None:
    written = [(language, day, format_date(day, width, locale=language)) for language in LANGUAGES for day in DAYS]  # type: ignore[arg-type]
    assert {language for language, day, text in written if in_line(text, NOW, language) != day.isoformat()} <= UNREAD


def test_ages_of_all_languages() -> None:
    """Those of CLDR's root ("-3 h"), and words without a number ("yesterday"), are no ages."""
    wrong = []
    for language in LANGUAGES:
        for unit, seconds in UNITS.items():
            for width in ("long", "short", "narrow"):
                for n in (1, 2, 5, 11, 21):
                    ago = timedelta(seconds=n * seconds)
                    text = " ".join(format_timedelta(-ago, unit, 10**9, True, width, language).split())  # type: ignore[arg-type]
                    expected = (FETCHED - ago).date().isoformat()[: 7 if unit == "month" else 10]
                    is_age = any(map(str.isdigit, text)) and text[0] not in "-−\u200e"
                    if is_age and relative_dates.in_line(text, FETCHED.isoformat(), language) != expected:
                        wrong.append((language, text))
    assert {language for language, _ in wrong} <= {"sr"}, wrong  # one letter for months and minutes


LABELS = {
    "en": ("Published", "Updated"), "de": ("Veröffentlicht", "Aktualisiert"), "nl": ("Gepubliceerd", "Bijgewerkt"), "sv": ("Publicerad", "Uppdaterad"),
    "da": ("Udgivet", "Opdateret"), "nb": ("Publisert", "Oppdatert"), "fi": ("Julkaistu", "Päivitetty"), "fr": ("Publié le", "Mis à jour le"),
    "es": ("Publicado", "Actualizado"), "pt": ("Publicado em", "Atualizado em"), "it": ("Pubblicato", "Aggiornato"), "ca": ("Publicat", "Actualitzat"),
    "pl": ("Opublikowano", "Aktualizacja"), "cs": ("Publikováno", "Aktualizováno"), "sl": ("Objavljeno", "Posodobljeno"), "hr": ("Objavljeno", "Ažurirano"),
    "ru": ("Опубликовано", "Обновлено"), "uk": ("Опубліковано", "Оновлено"), "bg": ("Публикувано", "Обновена"), "el": ("Δημοσιεύθηκε", "Ενημερώθηκε"),
    "hu": ("Megjelent", "Frissítve"), "tr": ("Yayınlanma", "Güncellenme"), "id": ("Diterbitkan", "Diperbarui"), "vi": ("Đăng", "Cập nhật"),
    "ar": ("نشر", "آخر تحديث"), "he": ("פורסם", "עודכן"), "hi": ("प्रकाशित", "अपडेट"), "th": ("เผยแพร่", "อัปเดต"), "ja": ("公開", "更新"), "zh": ("发布", "更新"),
    "ko": ("입력", "수정"),
}  # fmt: skip


@pytest.mark.parametrize("language", LABELS)
def test_the_change_is_told_from_the_publication(language: str) -> None:
    """In either order: the earlier day is the publication's by its label alone."""
    first, change = LABELS[language]
    early, late = (format_date(day, "medium", locale=language) for day in (date(2026, 3, 14), date(2026, 3, 20)))
    for text in (f"{first}: {early} | {change}: {late}", f"{change}: {late} | {first}: {early}"):
        printed = printed_dates([Line(text)], NOW, language)
        story = likeliest_story_date(printed)
        assert story is not None, text
        assert (story.value, last_change(printed)) == ("2026-03-14", "2026-03-20"), text
    assert (names_change(first), names_change(change)) == (False, True)
