"""The entries of the lists of the example sites: which have the right title and address."""

from urllib.parse import urljoin

from example_site import build
from example_site.gold_links import GOLD
from example_site.page import ExamplePage
from parsel import Selector

from scrapy_denoise import denoise

TITLES = {
    "docs.example": ".rst-content > ul a, main > .card a",
    "harbour.example": ".entry-title a",
    "kitab.example": ".post h2 a:not([rel]), .post > p > a[href^='/archives']:first-child",
    "shop.example": ".card h3 a",
}
"""Selectors of the links that are titles of entries, where not all links of the content are."""

MIN_ENTRIES = 3
"""Entries that a list needs (docs/entries)."""


def right_entries(page: ExamplePage) -> tuple[int, int]:
    """How many entries of a list are found with their title and their address, and how many there are."""
    result = denoise(page.body, url=page.url)
    links = Selector(root=result.page.tree, type="html").css(TITLES.get(page.site) or dict(GOLD[page.site])["content"])
    titled = [
        (urljoin(page.url, link.attrib["href"]), " ".join(link.xpath("string()").get().split())) for link in links
    ]
    gold = {url: title for url, title in reversed(titled) if title}
    if len(gold) < MIN_ENTRIES:
        return 0, 0
    found = {(entry.url, " ".join(entry.title.split())) for entry in result.entries if not entry.advertisement}
    return len(found & gold.items()), len(gold)


def test_the_entries_of_the_example_sites_have_their_titles_and_addresses():
    counts = [right_entries(page) for page in build(seed=0) if page.kind == "index"]
    right, in_all = map(sum, zip(*counts, strict=True))
    assert in_all > 400
    assert right >= 0.98 * in_all
