"""One page of the example site, with its gold."""

from __future__ import annotations

from collections.abc import Mapping

import attrs


@attrs.frozen
class ExamplePage:
    """A page as its server sends it.

    `gold_text` is the main text, a paragraph, list item or table row a line, without title, dateline, captions and
    comments; of a forum page it is the post bodies, of a product's the description and the specification.
    `gold_title` is the title of the article or thread. Both are None on pages that only lead to others (home pages,
    lists). `gold_comments` has the texts of the reviews of a product. `gold_related` has the titles of the articles on
    the same topic that an article's page links to. `gold_product` has the fields of a product of a shop that states
    them nowhere in data, empty ones too. `copy_of` is the address of the page whose content this one has too, as a
    version for printers has; its gold is that page's.
    """

    url: str
    body: bytes = attrs.field(repr=False)
    content_type: str
    site: str
    layout: str
    lang: str
    gold_text: str | None = attrs.field(default=None, repr=False)
    gold_title: str | None = None
    gold_comments: tuple[str, ...] = attrs.field(default=(), repr=False)
    gold_related: tuple[str, ...] = attrs.field(default=(), repr=False)
    gold_product: Mapping[str, str] = attrs.field(factory=dict, repr=False)
    copy_of: str = ""

    @property
    def kind(self) -> str:
        """ "content", "index" or "copy"."""
        if self.copy_of:
            return "copy"
        return "index" if self.gold_text is None else "content"
