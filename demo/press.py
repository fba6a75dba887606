"""Press: builds the pages of an edition's stories, and the frame of every page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from demo.edition import Edition
from demo.language_formats import FORMATS
from demo.lexicon import Topic
from demo.sites import Site
from demo.story import write_article
from demo.view import ArticleView, Entry, Frame, Teaser


@dataclass(frozen=True, slots=True)
class Built:
    """A page with the marks of demo.markup.

    Parameters
    ----------
    path : str
        The path with its query.
    kind : str
        `article`, `toc` or `other`.
    content_type, encoding : str
        The Content-Type header, and the actual encoding.
    body : tuple of str
        The lines of the body; empty for a page without a story.
    number : int
        The story's number; -1 for other pages and for stories of another site.
    copy_of : str
        Path of the page that this one copies, or "".
    old : bool
        Whether the page has the old design.
    """

    path: str
    kind: str
    title: str
    html: str
    moment: datetime
    content_type: str
    encoding: str = "utf-8"
    body: tuple[str, ...] = ()
    number: int = -1
    copy_of: str = ""
    old: bool = False

    @property
    def template(self) -> str:
        """The name of the page's template; a design has one for each kind."""
        return f"{self.kind}-old" if self.old else self.kind


@dataclass(frozen=True)
class Press:
    """Builds the pages of one edition.

    Parameters
    ----------
    edition : Edition
    base : str
        URL of the site without a trailing slash.
    wire : Edition or None
        The edition whose agency stories the foreign desk prints.
    """

    edition: Edition
    base: str
    wire: Edition | None = None

    @property
    def site(self) -> Site:
        """The newspaper."""
        return self.edition.site

    @property
    def now(self) -> datetime:
        """Time of the lists: an hour after the last story."""
        return self.edition.stories[-1].published + timedelta(hours=1)

    @cached_property
    def menu(self) -> tuple[Entry, ...]:
        """The menu: sections with their topics, the foreign desk, the archive."""
        words, paths = self.edition.words, self.site.paths
        entries = [
            Entry(section, paths.section(section, 1), tuple(
                Entry(topic.label, self.topic_path(topic)) for topic in words.topics if topic.section == section
            ))
            for section in words.sections
        ]
        if self.wire is not None:
            entries.append(Entry(self.site.foreign_desk, paths.section(self.site.foreign_desk, 1)))
        return (*entries, Entry(self.site.archive, paths.month(self.now, 1)))

    def path(self, number: int) -> str:
        """Return the path of a story."""
        return self.site.paths.article(self.edition.stories[number], number)

    def copy_path(self, number: int) -> str:
        """Return the second path of an agency story."""
        return self.site.paths.copy(self.edition.stories[number], number)

    def desk_path(self, number: int) -> str:
        """Return the foreign desk's path of an agency story of the other edition."""
        return f"/{self.site.foreign_desk.lower()}/agency-{number}.html"

    def desk_numbers(self) -> list[int]:
        """Return the numbers of every second agency story of the other edition."""
        if self.wire is None:
            return []
        return [number for number, story in enumerate(self.wire.stories) if story.agency][::2]

    def topic_path(self, topic: Topic, page: int = 1) -> str:
        """Return the path of a topic page."""
        return self.site.paths.topic(topic.section, topic.key, page)

    def teaser(self, number: int, *, copy: bool = False) -> Teaser:
        """Return the teaser of a story; with `copy`, an agency story is linked by its second URL."""
        story = self.edition.stories[number]
        url = self.copy_path(number) if copy and story.agency else self.path(number)
        return Teaser(story.headline, url, story.topic.label, story.lead, self.written(story.published))

    def written(self, moment: datetime) -> str:
        """Return date and time in the site's language."""
        return FORMATS[self.site.language].moment(moment)

    def frame(
        self, path: str, title: str, description: str, moment: datetime, *, crumbs: Sequence[Entry] = (),
        canonical: str | None = None, robots: str = "", charset: str = "utf-8",
    ) -> Frame:
        """Return the frame of a page of the given time; if `canonical` is None, it is the page itself."""
        topic, numbers = self.edition.focus(moment)
        stories = tuple(Entry(self.edition.stories[n].headline, self.path(n)) for n in numbers)
        return Frame(
            base=self.base, url=path, title=title, description=description,
            canonical=self.base + path if canonical is None else canonical, menu=self.menu,
            crumbs=(Entry(self.site.home, "/"), *crumbs),
            most_read=tuple(self.teaser(n) for n in self.edition.most_read(moment)),
            focus=Entry(topic.label, self.topic_path(topic), stories),
            today=self.written(moment), year=moment.year, robots=robots, charset=charset,
        )

    def article(self, number: int, *, copy: bool = False) -> Built:
        """Build a story's page, or the second page of an agency story."""
        story, site = self.edition.stories[number], self.site
        path = self.copy_path(number) if copy else self.path(number)
        legacy = number == 0 and site.legacy_encoding != ""
        old = site.old_design is not None and number < len(self.edition.stories) // 2
        frame = self.frame(
            path, story.headline, story.lead, story.published, crumbs=self._crumbs(story.topic),
            canonical=self._canonical(number, copy=copy, old=old),
            charset=site.legacy_charset if legacy else "utf-8",
        )
        view = self.view(self.edition, number, frame, tuple(self.teaser(n) for n in self.edition.related(number)))
        design = site.old_design if old and site.old_design else site.design
        return Built(
            path, "article", story.headline, design.article(view), story.published,
            content_type=self._content_type(legacy=legacy), encoding=site.legacy_encoding if legacy else "utf-8",
            body=self.body(view), number=number, copy_of=self.path(number) if copy else "", old=old,
        )

    def view(self, source: Edition, number: int, frame: Frame, related: tuple[Teaser, ...]) -> ArticleView:
        """Return a story of this or another edition as the input of a template; agency copy names the agency as its paper."""
        story, author = source.stories[number], source.author(number)
        article_text = write_article(source.words, story, source.words.general["agency"][0][0] if story.agency else self.site.name)
        return ArticleView(
            frame=frame, number=number, kicker=story.topic.label, headline=story.headline, lead=story.lead,
            author=Entry(author, "/" if story.agency else self.site.paths.author(author, 1) or "/"),
            published=story.published, moment=self.written(story.published), blocks=article_text.blocks,
            caption=article_text.caption, credit=source.authors[-1],
            tags=self._tags(story.topic) if source is self.edition else self.menu[:1],
            related=related, comments=article_text.comments,
        )

    def body(self, view: ArticleView) -> tuple[str, ...]:
        """Return the lines of the body; if the site sets the lead in the text column, it is the first one."""
        lines = tuple(
            text.replace("\t", " ") for block in view.blocks if block.kind != "also" for text in block.texts
        )
        return (view.lead, *lines) if self.site.lead_in_body else lines

    def _canonical(self, number: int, *, copy: bool, old: bool) -> str | None:
        """Return the canonical URL: every second copy declares its first page, the other copies and the old design
        declare none."""
        if copy:
            return self.base + self.path(number) if number % 2 == 0 else ""
        return "" if old else None

    def _content_type(self, *, legacy: bool) -> str:
        content_type = self.site.content_type
        return f"text/html; charset={self.site.legacy_charset}" if legacy and "charset" in content_type else content_type

    def _crumbs(self, topic: Topic) -> tuple[Entry, ...]:
        section = Entry(topic.section, self.site.paths.section(topic.section, 1))
        return section, Entry(topic.label, self.topic_path(topic))

    def _tags(self, topic: Topic) -> tuple[Entry, ...]:
        url = self.site.paths.tag(topic.tag, 1)
        first = Entry(topic.label, self.topic_path(topic))
        return (first, Entry(topic.tag, url)) if url else (first,)
