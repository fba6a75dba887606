"""The three newspapers of the demo, each with its language, design, paths and special pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from demo import template_courier, template_courier_old, template_kurier, template_shimpo
from demo.paths import CourierPaths, KurierPaths, Paths, ShimpoPaths
from demo.view import ArticleView, ListView, StaticView


@dataclass(frozen=True, slots=True)
class Design:
    """A design: templates for three kinds of pages."""

    article: Callable[[ArticleView], str]
    listing: Callable[[ListView], str]
    static: Callable[[StaticView], str]


@dataclass(frozen=True, slots=True)
class Static:
    """A page without a story."""

    path: str
    heading: str
    paragraphs: tuple[str, ...]
    robots: str = ""


@dataclass(frozen=True, slots=True)
class Site:
    """A newspaper.

    Parameters
    ----------
    content_type : str
        Content-Type header of HTML pages.
    old_design : Design or None
        The design of the older half of the stories if the site was redesigned.
    legacy_encoding : str
        Encoding of the first story's page, "" for UTF-8; `legacy_charset` is the name that page and server declare.
    home, archive, newer, older : str
        Labels of the navigation.
    foreign_desk : str
        The section with the English site's agency stories, "" for none.
    lead_in_body : bool
        Whether the lead is in the text column and belongs to the body.
    pdf, empty, gone, redirect, forbidden : str
        Paths of a PDF, a page without text, a missing page, a redirect to the front page, and a page that robots.txt disallows.
    """

    key: str
    language: str
    name: str
    paths: Paths
    design: Design
    old_design: Design | None
    content_type: str
    legacy_encoding: str
    legacy_charset: str
    home: str
    archive: str
    newer: str
    older: str
    foreign_desk: str
    lead_in_body: bool
    statics: tuple[Static, ...]
    pdf: str
    empty: str
    gone: str
    redirect: str
    forbidden: str


COURIER = Site(
    key="courier", language="en", name=template_courier.NAME, paths=CourierPaths(),
    design=Design(template_courier.article, template_courier.listing, template_courier.static),
    old_design=Design(template_courier_old.article, template_courier_old.listing, template_courier.static),
    content_type="text/html; charset=utf-8", legacy_encoding="", legacy_charset="",
    home="Home", archive="Archive", newer="Newer stories", older="Older stories", foreign_desk="", lead_in_body=False,
    statics=(
        Static("/about/", "About the Courier", (
            "The Courier was founded by a printer, a pilot and a schoolmistress who agreed on nothing but paper.",
            "Today nineteen people write it above the market hall, and four of them can repair the press.",
            "We correct errors on the page where they were made, and we say so.",
        )),
        Static("/contact/", "Contact", (
            "Newsroom: ring the bell at 4 Mill Pond or write to the desk.",
            "Letters to the editor should not exceed two hundred words.",
            "Tips that must not be seen by others are best left in the grey box beside the door.",
        )),
        Static("/privacy/", "Privacy", (
            "This notice explains which data we hold of readers, why, and for how long.",
            "Log files are deleted after nine days. Subscriptions are kept as long as tax law wants them.",
        )),
        Static("/terms/", "Terms of use", (
            "By reading this site you agree that reading it is what you do.",
            "Texts may be quoted in brief with the name of the paper and the day of publication.",
        )),
        Static("/partner/garden-sheds/", "Ten reasons for a garden shed", (
            "A shed is the cheapest room you will ever own, and no tenant will ask for a lower rent.",
            "Our partner builds them of larch, with a roof that survives hail, and delivers by the end of the week.",
        ), robots="noindex, follow"),
    ),
    pdf="/media/rates.pdf", empty="/status/", gone="/jobs/", redirect="/today", forbidden="/account/login",
)

BOTE = Site(
    key="bote", language="de", name=template_kurier.NAME, paths=KurierPaths(),
    design=Design(template_kurier.article, template_kurier.listing, template_kurier.static), old_design=None,
    content_type="text/html; charset=UTF-8", legacy_encoding="cp1252", legacy_charset="iso-8859-1",
    home="Startseite", archive="Archiv", newer="Neuere Beiträge", older="Ältere Beiträge",
    foreign_desk="English", lead_in_body=True,
    statics=(
        Static("/impressum.html", "Impressum", (
            "Kranzfelder Verlagsanstalt, Marktstadel 3, Kranzfeld. Verantwortlich ist die Chefredaktion.",
            "Beschwerden nimmt die Leserstelle werktags zwischen zehn und zwölf entgegen.",
        )),
        Static("/kontakt.html", "Kontakt", (
            "Die Redaktion erreichen Sie am schnellsten am Tresen im Marktstadel oder mit einer Postkarte.",
            "Leserbriefe drucken wir gern, kürzen sie aber ebenso gern.",
        )),
        Static("/datenschutz.html", "Datenschutz", (
            "Wir speichern so wenig wie möglich und löschen Protokolle nach neun Tagen.",
            "Auskunft erteilt die Beauftragte für den Datenschutz, schriftlich und kostenlos.",
        )),
        Static("/abo.html", "Abonnement", (
            "Der Bote kommt an sechs Tagen, auf Papier oder als Datei, im Probemonat zum halben Preis.",
        ), robots="noindex"),
    ),
    pdf="/mediadaten.pdf", empty="/leer.html", gone="/e-paper", redirect="/alt/startseite.html",
    forbidden="/intern/dienstplan.html",
)

SHIMPO = Site(
    key="shimpo", language="ja", name=template_shimpo.NAME, paths=ShimpoPaths(),
    design=Design(template_shimpo.article, template_shimpo.listing, template_shimpo.static), old_design=None,
    content_type="text/html", legacy_encoding="cp932", legacy_charset="Shift_JIS",
    home="トップ", archive="過去の記事", newer="新しい記事へ", older="前の記事へ", foreign_desk="", lead_in_body=False,
    statics=(
        Static("/company.html", "会社案内", (
            "汐見新報は港町の印刷所から生まれた地域紙です。",
            "記者は十九人、輪転機を直せる者は四人おります。訂正は該当の記事の中で行います。",
        )),
        Static("/inquiry.html", "お問い合わせ", (
            "ご意見や情報提供は本社受付または郵便でお寄せください。",
            "投書は四百字以内とし、掲載の際に表現を改めることがあります。",
        )),
        Static("/privacy.html", "個人情報の取り扱い", (
            "閲覧の記録は九日後に消去します。購読者の情報は契約の期間に限って保管します。",
        )),
        Static("/subscribe.html", "購読のご案内", (
            "朝刊は月ぎめでお届けします。初めの一カ月は半額です。",
        ), robots="noindex"),
    ),
    pdf="/files/ad.pdf", empty="/maintenance.html", gone="/rss.html", redirect="/old/top",
    forbidden="/members/mypage.html",
)

SITES = (COURIER, BOTE, SHIMPO)
