"""The short titles of a page's parts, with their letters."""

from scrapy_denoise.document.source.compiled import short_titles
from scrapy_denoise.page import Page


def test_headings_summaries_and_buttons_of_few_characters_are_titles():
    html = (
        "<h1>Technical <i>data</i></h1><p>Related articles</p><h3></h3><h2>The river</h2>"
        f"<details><summary>Reviews</summary>Text</details><h2>Specifications{' &middot;' * 23}</h2>"
        f"<h2>Specifications{' &middot;' * 24}</h2><button>SPECIFICATIONS</button><a>Related articles</a>"
    )
    page = Page.from_html(html)
    titles = page.cached(short_titles)
    assert [key for *_, key in titles] == ["technicaldata", "specifications", "specifications"]
    for row, chars, first, _ in titles:
        assert chars == page.columns.subtree_chars[row]
        assert row < page.columns.text_rows[first] < page.columns.end[row]
