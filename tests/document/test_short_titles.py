"""The short titles of a page, with their letters."""

from scrapy_denoise.document.source.short_titles import short_titles
from scrapy_denoise.page import Page


def test_headings_summaries_and_buttons_of_few_characters_are_titles():
    html = (
        "<h1>The River: <i>a tale</i></h1><p>It rained.</p><h3></h3><details><summary>More (3)</summary>Text</details>"
        f"<h2>{'word ' * 12}</h2><h2>{'word ' * 13}</h2><button>Ändern</button>"
    )
    page = Page.from_html(html)
    titles = page.cached(short_titles)
    assert [key for *_, key in titles] == ["theriveratale", "more3", "word" * 12, "ändern"]
    for row, chars, first, _ in titles:
        assert chars == page.columns.subtree_chars[row]
        assert row < page.columns.text_rows[first] < page.columns.end[row]
