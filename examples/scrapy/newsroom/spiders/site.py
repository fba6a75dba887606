"""scrapy crawl site -a start=https://example.org/ -O articles.jsonl: every page of one site."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import scrapy
from scrapy.http import HtmlResponse, Request, Response


class SiteSpider(scrapy.Spider):
    """Follows the links of one host."""

    name = "site"

    def __init__(self, start: str, **settings: Any) -> None:
        super().__init__(**settings)
        self.start_urls = [start]
        self.allowed_domains = [urlsplit(start).hostname or ""]

    def parse(self, response: Response, **_: Any) -> Iterator[dict[str, Any] | Request]:
        """The page for Winnow, and the pages that it links to."""
        if isinstance(response, HtmlResponse):
            content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
            yield {"url": response.url, "html": response.body, "content_type": content_type}
            yield from response.follow_all(css="a")
