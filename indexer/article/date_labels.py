"""Words that tell the day of a last change from that of publication, beside dates as pages print them."""

from __future__ import annotations

import re

from indexer.article.site_names import key

_STEMS = (
    # Germanic
    "updat", "modif", "revised", "last edited", "last changed", "aktualis", "geändert", "überarbeit", "bijgewerkt", "gewijzigd", "geüpdat",
    "uppdater", "ändrad", "opdater", "ændret", "oppdater", "endret", "uppfær", "bygewerk",
    # Romance
    "mis à jour", "mise à jour", "actualiz", "actualitz", "atualiz", "aggiorna", "atualização", "eguneratu",
    # Slavic and Baltic
    "aktualiz", "zmodyfik", "upraven", "posodob", "ažurir", "azurir", "обновл", "обновен", "измен", "оновл", "змінен", "актуализ",
    "абноўл", "ажурир", "atnaujin", "atjaunin", "uuendat", "päivit", "muokattu",
    # other scripts and families
    "ενημερώθηκε", "ενημέρωση", "τροποποι", "frissít", "frissit", "módosít", "güncelle", "yenilən", "diperbarui", "pembaruan",
    "dikemas kini", "cập nhật", "përditës", "განახლ", "թարմաց", "更新", "更改", "改訂", "修改", "업데이트", "수정", "تحديث", "آخر تعديل",
    "بروزرسانی", "به‌روزرسانی", "ویرایش", "اپ ڈیٹ", "עודכן", "עדכון", "अपडेट", "अद्यतन", "संशोधित", "আপডেট", "புதுப்பி",
    "อัปเดต", "อัพเดต", "ปรับปรุง",
)  # fmt: skip
"""Beginnings of such words; CLDR has none. Weak evidence: they only choose among the dates that a page prints."""
_CHANGE = re.compile("|".join(map(key, _STEMS)) + "|^stand$")


def names_change(label: str) -> bool:
    """Return whether the text before or behind a date says that it is the day of a change.

    >>> [names_change(label) for label in ("Last updated on", "Aktualisiert am", "Stand:", "Published", "We understand")]
    [True, True, True, False, False]
    """
    return _CHANGE.search(key(label)) is not None
