"""Press: the pages of one edition that hold a story, and the frame around every page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from demo.edition import Edition
from demo.lexicon import Topic
from demo.sites import Site
from demo.story import tell
from demo.tongue import TONGUES
from demo.view import ArticleView, Entry, Frame, Teaser


@dataclass(frozen=True, slots=True)
class Built:
    """One page with the marks of demo.markup still in it.

    Parameters
    ----------
    path : str
        With its query.
    kind : str
        `article`, `toc` or `other`.
    content_type, encoding : str
        What the server says of the page, and how it is written.
    body : tuple of str
        The body's lines; empty for a page without a story.
    number : int
        The story's number; -1 for other pages and for stories of another site.
    copy_of : str
        Path of the page that this one copies, or "".
    old : bool
        Whether the old design printed it.
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
        """Which template printed the page: a design has one for each kind."""
        return f"{self.kind}-old" if self.old else self.kind


@dataclass(frozen=True)
class Press:
    """Builds the pages of one edition.

    Parameters
    ----------
    edition : Edition
    base : str
        Where the site is served, without a slash at the end.
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
        """When the lists were made: an hour after the last story."""
        return self.edition.stories[-1].published + timedelta(hours=1)

    @cached_property
    def menu(self) -> tuple[Entry, ...]:
        """Sections with their topics, the foreign desk, the archive."""
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
        """Where a story stands."""
        return self.site.paths.article(self.edition.stories[number], number)

    def copy_path(self, number: int) -> str:
        """Where an agency story stands a second time."""
        return self.site.paths.copy(self.edition.stories[number], number)

    def desk_path(self, number: int) -> str:
        """Where the foreign desk prints an agency story of the other edition."""
        return f"/{self.site.foreign_desk.lower()}/agency-{number}.html"

    def desk_numbers(self) -> list[int]:
        """Every other agency story of the other edition."""
        if self.wire is None:
            return []
        return [number for number, story in enumerate(self.wire.stories) if story.agency][::2]

    def topic_path(self, topic: Topic, page: int = 1) -> str:
        """A subject's page."""
        return self.site.paths.topic(topic.section, topic.key, page)

    def teaser(self, number: int, *, copy: bool = False) -> Teaser:
        """How other pages show a story; with `copy`, an agency story by its second URL."""
        story = self.edition.stories[number]
        url = self.copy_path(number) if copy and story.agency else self.path(number)
        return Teaser(story.headline, url, story.topic.label, story.lead, self.written(story.published))

    def written(self, moment: datetime) -> str:
        """A date with its time in the site's language."""
        return TONGUES[self.site.language].moment(moment)

    def frame(
        self, path: str, title: str, description: str, moment: datetime, *, crumbs: Sequence[Entry] = (),
        canonical: str | None = None, robots: str = "", charset: str = "utf-8",
    ) -> Frame:
        """What stands around a page that was made at a moment; None as canonical stands for the page itself."""
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
        """A story's page, or the second page of an agency story."""
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
        """A story of this or another edition as the template needs it; agency copy names the agency as its paper."""
        story, author = source.stories[number], source.author(number)
        told = tell(source.words, story, source.words.general["agency"][0][0] if story.agency else self.site.name)
        return ArticleView(
            frame=frame, number=number, kicker=story.topic.label, headline=story.headline, lead=story.lead,
            author=Entry(author, "/" if story.agency else self.site.paths.author(author, 1) or "/"),
            published=story.published, moment=self.written(story.published), blocks=told.blocks,
            caption=told.caption, credit=source.authors[-1],
            tags=self._tags(story.topic) if source is self.edition else self.menu[:1],
            related=related, comments=told.comments,
        )

    def body(self, view: ArticleView) -> tuple[str, ...]:
        """The body's lines; where a site sets the lead in the text column, it is the first of them."""
        lines = tuple(
            text.replace("\t", " ") for block in view.blocks if block.kind != "also" for text in block.texts
        )
        return (view.lead, *lines) if self.site.lead_in_body else lines

    def _canonical(self, number: int, *, copy: bool, old: bool) -> str | None:
        """Copies name the first page as canonical on every other agency story, nothing on the rest; neither did the
        old design."""
        if copy:
            return self.base + self.path(number) if number % 2 == 0 else ""
        return "" if old else None

    def _content_type(self, *, legacy: bool) -> str:
        said = self.site.content_type
        return f"text/html; charset={self.site.legacy_charset}" if legacy and "charset" in said else said

    def _crumbs(self, topic: Topic) -> tuple[Entry, ...]:
        section = Entry(topic.section, self.site.paths.section(topic.section, 1))
        return section, Entry(topic.label, self.topic_path(topic))

    def _tags(self, topic: Topic) -> tuple[Entry, ...]:
        url = self.site.paths.tag(topic.tag, 1)
        first = Entry(topic.label, self.topic_path(topic))
        return (first, Entry(topic.tag, url)) if url else (first,)
