"""Siblings made from a page's own text: its copies under other addresses do not empty it with any method."""

from html import escape
from random import Random

from fuzz.properties import Broken
from scrapy_denoise.api import denoise_page
from scrapy_denoise.methods import get_method, method_names
from scrapy_denoise.page import Page, PageTooLarge
from scrapy_denoise.sites import SiteTemplate

MOST = 4
"""Copies of a page."""


def check_copies(html: bytes, rng: Random) -> None:
    """Decide a page by the template of copies of its own. Raises Broken."""
    try:
        page = Page.from_html(html, "https://a.example/page")
    except PageTooLarge:
        return
    names = ["auto", rng.choice(method_names())]
    alone = denoise_page(page, get_method("auto"))
    site = SiteTemplate()
    for number in range(rng.randint(1, MOST)):
        site.learn(Page.from_html(_copy(html, alone.text, rng), f"https://a.example/copy/{number}"))
    for name in names:
        method = get_method(name)
        found = denoise_page(page, method, site)
        if found.reason == "error":
            raise Broken("copies of a page make it fail", f"{name}: {found.detail}")
        if not found.text and (text := denoise_page(page, method).text):
            raise Broken("copies of a page empty it", f"{name}: {text[:200]!r}")


def _copy(html: bytes, text: str, rng: Random) -> bytes:
    """The page as it is, with a line more, or its own text under the template of another site."""
    kind = rng.random()
    if kind < 0.4:
        return html
    if kind < 0.7:
        return html + f"<p>Copied on day {rng.randrange(400)}.".encode()
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in text.split("\n"))
    return f"<ul><li><a href=/>Mirror</a></ul><div>{paragraphs}</div><p>Copyright".encode("utf-8", "replace")
