"""A page's markup beside its tree, and what of it the parser has left unread."""

from __future__ import annotations

import re

import attrs

from scrapy_denoise.page.compiled import NodeElement, chars_behind_end
from scrapy_denoise.page.dom.element import Element
from scrapy_denoise.page.markup.decode import REPLACEMENT, decode
from scrapy_denoise.page.markup.limits import encoded
from scrapy_denoise.page.markup.parse import parse, parse_plain

SPARSE = 20
"""Characters of markup per byte of visible text from which a page may have its text behind ``</html>``."""

MIN_BEHIND = 500
"""Characters behind ``</html>`` from which they are read."""

_ENDS = re.compile(r"</(?:html|body)\s*>", re.IGNORECASE)


@attrs.frozen(eq=False)
class ParsedMarkup:
    """The root of a page, and the markup that it was parsed from.

    chars: how many the markup has. body: it in UTF-8; empty where that is not at hand, or has bytes that are no
    characters. text: it decoded; empty where it is the body's.
    """

    root: Element
    chars: int
    body: bytes = b""
    text: str = ""

    def goes_on(self, shown: int) -> bool:
        """Whether there is much markup behind ``</html>``. shown: bytes of text that the page shows.

        Browsers read on there, libxml2 (since 2.14) and with it Scrapy's selectors do not. It is looked for only where
        there is little text for so much markup.
        """
        return SPARSE * shown <= self.chars and chars_behind_end(self.body or encoded(self.text)) >= MIN_BEHIND

    def without_ends(self) -> Element:
        """The root of all of the markup, read on behind ``</html>`` and ``</body>``."""
        return parse(_ENDS.sub("", self._decoded))

    @property
    def own_root(self) -> Element:
        """A root whose nodes may be moved. That of lxml's tree stays as it is, since others read it too: the page is
        parsed again."""
        return self.root if isinstance(self.root, NodeElement) else parse(self._decoded, self.body)

    @property
    def _decoded(self) -> str:
        return self.text or self.body.decode()


def parse_markup(html: str | bytes, encoding: str | None = None, url: str | None = None) -> ParsedMarkup:
    """The root of a page, decoded where it has to be. Arguments as of `scrapy_denoise.denoise`.

    Raises PageTooLarge for more than MAX_ATTRIBUTES in one tag.
    """
    if isinstance(html, str):
        body = encoded(html)
        # A lone surrogate, which JSON can bring, is not a character; lxml takes none.
        text = html if html.isascii() or b"?" not in body else body.decode()
    else:
        if encoding is None and (parsed := parse_plain(html)):
            return ParsedMarkup(*parsed, html)
        decoded = decode(html, encoding, url)
        text, body = decoded.text, html if decoded.encoding == "utf-8" else b""
    return ParsedMarkup(parse(text, body), len(text), b"" if REPLACEMENT in text else body, text)
