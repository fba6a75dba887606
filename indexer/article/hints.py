"""SiteHints: how to read the metadata of a site's pages. They are learned in the fit and stored with its model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from indexer.article import language
from indexer.article.authors import declared_and_printed
from indexer.article.bylines import BylineAffixes, learn_affixes, learn_repeated_names, learn_users
from indexer.article.date_sources import DatedPage, learn_dates
from indexer.article.date_text import learn_days_first
from indexer.article.dates import DateHints, dates_from_json, dates_to_json
from indexer.article.headline_context import HeadlineContext
from indexer.article.labels import split
from indexer.article.site_constants import learn_constant
from indexer.article.title_affixes import TitleAffixes, learn_title_affixes, title_parts
from indexer.errors import ModelError
from indexer.page.metadata import Metadata

VERSION = 2
MOST_DETECTIONS = 50
"""Maximum number of pages whose language is detected in a fit, at about 1 ms each."""


@dataclass(frozen=True, slots=True)
class PageFacts:
    """One article of the sample: its metadata, the context of its story, its text, its URL and the time of its capture."""

    metadata: Metadata
    around: HeadlineContext = HeadlineContext()
    text: str = ""
    url: str = ""
    fetched: str = ""


@dataclass(frozen=True, slots=True)
class SiteHints:
    """The hints learned for a site; the neutral value (no arguments) serves unlearned sites.

    Parameters
    ----------
    titles : TitleAffixes
    language : str
        The language of all pages of the sample, if they are enough to generalise; else "".
    language_trusted : bool
        True if the pages' declarations are reliable without detection.
    bylines : BylineAffixes
    dates : DateHints
    constants : mapping of str to tuple of str
        By field (`keywords`, `section`, `modified`, `description`, `image`, `author`, `user`) the values that nearly all pages state.
    """

    titles: TitleAffixes = TitleAffixes()
    language: str = ""
    language_trusted: bool = False
    bylines: BylineAffixes = BylineAffixes()
    dates: DateHints = DateHints()
    constants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def constant(self, name: str) -> tuple[str, ...]:
        """Return the values of a field that carry no information, because nearly all pages state them.

        >>> SiteHints(constants={"keywords": ("news",)}).constant("keywords"), SiteHints().constant("keywords")
        (('news',), ())
        """
        return self.constants.get(name, ())

    def to_json(self) -> dict[str, Any]:
        """Return JSON values, for the site's model.

        >>> SiteHints.from_json(SiteHints(language="de").to_json()) == SiteHints(language="de")
        True
        """
        return {
            "version": VERSION,
            "titles": {
                "prefixes": list(self.titles.prefixes),
                "suffixes": list(self.titles.suffixes),
                "shared": list(self.titles.shared),
            },
            "language": self.language,
            "languageTrusted": self.language_trusted,
            "bylines": {"before": list(self.bylines.before), "after": list(self.bylines.after)},
            "dates": dates_to_json(self.dates),
            "constants": {name: list(values) for name, values in sorted(self.constants.items())},
        }

    @staticmethod
    def from_json(value: Mapping[str, Any]) -> SiteHints:
        """Return the hints that `to_json` wrote.

        Raises
        ------
        ModelError
            For another version or shape: the model must be fitted again.
        """
        if value.get("version") != VERSION:
            raise ModelError(f"site hints of version {value.get('version')!r}, not {VERSION}: fit the site again")
        try:
            return SiteHints(
                titles=TitleAffixes(**{name: tuple(values) for name, values in value["titles"].items()}),
                language=value["language"],
                language_trusted=value["languageTrusted"],
                bylines=BylineAffixes(**{name: tuple(values) for name, values in value["bylines"].items()}),
                dates=dates_from_json(value["dates"]),
                constants={name: tuple(values) for name, values in value["constants"].items()},
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ModelError(f"site hints are incomplete ({error}): fit the site again") from error


def learn(samples: Sequence[PageFacts]) -> SiteHints:
    """Learn the hints from these pages of one site; their order does not matter.

    Examples
    --------
    >>> pages = [PageFacts(Metadata(title=f"{word} | Courier")) for word in ("Tram", "Crane", "Ferry")]
    >>> learn(pages).titles.suffixes
    (' | Courier',)
    """
    spoken = _languages(samples)
    usual = language.usual(detected for _, detected in spoken)
    return SiteHints(
        titles=learn_titles(samples),
        language=usual,
        language_trusted=language.trust(spoken),
        bylines=learn_affixes(
            [(*(mark.text for mark in page.metadata.bylines), *page.metadata.all("author")) for page in samples]
        ),
        dates=_dates(samples, usual),
        constants=_constants(samples, usual),
    )


def _dates(samples: Sequence[PageFacts], usual: str) -> DateHints:
    pages = [
        DatedPage(page.metadata, page.around, usual or language.declared(page.metadata), page.url, page.fetched)
        for page in sorted(samples, key=lambda page: page.url)
    ]
    known = DateHints(
        days_first=learn_days_first([line.text for page in samples for line in page.around.lines]),
        constant=learn_constant([page.metadata.all("article:published_time", "date", "dc.date") for page in samples]),
        constant_times=learn_constant([[time.datetime for time in page.metadata.times] for page in samples]),
    )
    return learn_dates(pages, known)


def _constants(samples: Sequence[PageFacts], usual: str) -> dict[str, tuple[str, ...]]:
    pages = [page.metadata for page in samples]
    named = [declared_and_printed(page.metadata, page.around, usual) for page in samples]
    found = {name: learn_constant([stated(page) for page in pages]) for name, stated in _STATED.items()}
    found["author"] = learn_repeated_names([[mark.text for mark in (*page.rel_authors, *page.bylines)] for page in pages])
    found["user"] = learn_users([declared for declared, _ in named], [printed for _, printed in named])
    return {name: values for name, values in found.items() if values}


def learn_titles(samples: Sequence[PageFacts]) -> TitleAffixes:
    """Learn the affixes of each kind of title separately: a site may write its name into one kind only.

    A heading of nearly all pages is not shared if it is the title of one page, which the others announce.
    """
    kinds = (
        [page.metadata.title for page in samples],
        [page.metadata.first("og:title") for page in samples],
        [page.metadata.linked.item.headline if page.metadata.linked.item else "" for page in samples],
    )
    headings = [page.around.headings for page in samples]
    learned = TitleAffixes.union([learn_title_affixes(titles, headings) for titles in kinds])
    parts = Counter(part for title, pages in Counter(kinds[0]).items() if pages == 1 for part in {title, *title_parts(title)})
    return replace(learned, shared=tuple(one for one in learned.shared if parts[one] != 1))


def _languages(samples: Sequence[PageFacts]) -> list[tuple[str, str]]:
    """Return declared and detected language of a fixed selection of the pages with text."""
    texts = sorted((page.text, language.declared(page.metadata)) for page in samples if page.text)
    step = -(-len(texts) // MOST_DETECTIONS) or 1
    return [(declared, language.detect(text, declared)) for text, declared in texts[::step]]


def _keywords(m: Metadata) -> Sequence[str]:
    item = m.linked.item
    return split((*(item.keywords if item else ()), *m.all("article:tag", "news_keywords", "keywords"), *m.tags))


def _sections(m: Metadata) -> Sequence[str]:
    item = m.linked.item
    return (*(item.article_section if item else ()), *m.all("article:section"))


_STATED: Mapping[str, Callable[[Metadata], Sequence[str]]] = {
    "keywords": _keywords,
    "section": _sections,
    "modified": lambda m: m.all("article:modified_time", "og:updated_time", "last-modified", "lastmod"),
    "description": lambda m: m.all("og:description", "description"),
    "image": lambda m: m.all("og:image", "twitter:image"),
}
"""What a page states for each field (a field name is a key of `SiteHints.constants`)."""
