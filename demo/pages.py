"""Generates all pages of a site: stories, the foreign desk, lists, and static pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from demo.language_formats import FORMATS
from demo.press import Built, Press
from demo.view import Entry, ListView, StaticView, Teaser

_FRONT = 12
_PER_LIST = 10
_PER_MONTH = 40


def pages(press: Press) -> Iterator[Built]:
    """Yield all HTML pages with text, stories first; each is built on demand."""
    for number, story in enumerate(press.edition.stories):
        yield press.article(number)
        if story.agency:
            yield press.article(number, copy=True)
    yield from _foreign_desk(press)
    yield _front(press)
    yield from _subjects(press)
    yield from _authors(press)
    yield from _months(press)
    yield from _statics(press)


def _foreign_desk(press: Press) -> Iterator[Built]:
    """Yield agency stories of the other edition in their language, and their list."""
    if press.wire is None:
        return
    section, teasers = press.site.foreign_desk, list[Teaser]()
    front = press.site.paths.section(section, 1)
    for number in press.desk_numbers():
        story, path = press.wire.stories[number], press.desk_path(number)
        frame = press.frame(path, story.headline, story.lead, story.published, crumbs=(Entry(section, front),))
        view = press.view(press.wire, number, frame, tuple(teasers[-1:]))
        teasers.append(Teaser(story.headline, path, section, story.lead, view.moment))
        yield Built(
            path, "article", story.headline, press.site.design.article(view), story.published,
            press.site.content_type, body=press.body(view),
        )
    yield from _list(press, section, teasers[::-1], partial(press.site.paths.section, section))


def _front(press: Press) -> Built:
    newest = range(len(press.edition.stories) - 1, -1, -1)[:_FRONT]
    name = press.site.name
    view = ListView(press.frame("/", name, name, press.now), name, tuple(map(press.teaser, newest)), front=True)
    return _built(press, "/", "toc", name, press.site.design.listing(view))


def _subjects(press: Press) -> Iterator[Built]:
    """Yield section fronts, topic pages, and tag pages if the site has them."""
    edition, paths = press.edition, press.site.paths
    newest = range(len(edition.stories) - 1, -1, -1)
    for section in edition.words.sections:
        chosen = [press.teaser(n) for n in newest if edition.stories[n].topic.section == section]
        yield from _list(press, section, chosen, partial(paths.section, section))
    for topic in edition.words.topics:
        numbers = edition.by_topic[topic.key][::-1]
        yield from _list(press, topic.label, [press.teaser(n) for n in numbers], partial(press.topic_path, topic))
        if paths.tag(topic.tag, 1):
            filed = [press.teaser(n, copy=True) for n in numbers]
            yield from _list(press, topic.tag, filed, partial(paths.tag, topic.tag))


def _authors(press: Press) -> Iterator[Built]:
    edition, paths = press.edition, press.site.paths
    for name in edition.authors:
        if paths.author(name, 1):
            numbers = (n for n in range(len(edition.stories) - 1, -1, -1) if edition.author(n) == name)
            yield from _list(press, name, list(map(press.teaser, numbers)), partial(paths.author, name))


def _months(press: Press) -> Iterator[Built]:
    """Yield the monthly archive, which links to agency stories by their second URL."""
    formats, paths = FORMATS[press.site.language], press.site.paths
    months: dict[str, list[int]] = {}
    for number in range(len(press.edition.stories) - 1, -1, -1):
        months.setdefault(f"{press.edition.stories[number].published:%Y-%m}", []).append(number)
    firsts = [press.edition.stories[numbers[0]].published for numbers in months.values()]
    links = tuple(Entry(formats.month(moment), paths.month(moment, 1)) for moment in firsts)
    for moment, numbers in zip(firsts, months.values(), strict=True):
        teasers = [press.teaser(n, copy=True) for n in numbers]
        yield from _list(press, formats.month(moment), teasers, partial(paths.month, moment), _PER_MONTH, links)


def _statics(press: Press) -> Iterator[Built]:
    for page in press.site.statics:
        frame = press.frame(page.path, page.heading, page.paragraphs[0], press.now, robots=page.robots)
        html = press.site.design.static(StaticView(frame, page.heading, page.paragraphs))
        yield _built(press, page.path, "other", page.heading, html)


def _list(
    press: Press, heading: str, teasers: Sequence[Teaser], path: Callable[[int], str], size: int = _PER_LIST,
    links: tuple[Entry, ...] = (),
) -> Iterator[Built]:
    """Yield the pages of one list, newest stories first."""
    for page, start in enumerate(range(0, max(1, len(teasers)), size), 1):
        pager = [Entry(press.site.newer, path(page - 1))] if page > 1 else []
        if start + size < len(teasers):
            pager.append(Entry(press.site.older, path(page + 1)))
        frame = press.frame(path(page), heading, heading, press.now)
        view = ListView(frame, heading, tuple(teasers[start : start + size]), (*pager, *links))
        yield _built(press, path(page), "toc", heading, press.site.design.listing(view))


def _built(press: Press, path: str, kind: str, title: str, html: str) -> Built:
    return Built(path, kind, title, html, press.now, press.site.content_type)
