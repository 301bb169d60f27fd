"""A result of which the test says what is kept."""

import numpy as np

from scrapy_denoise.methods import Selection
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result

URL = "https://a.example/news/1"


def result(html, *removed, url=URL):
    """The result of a selection that keeps every text but these."""
    page = Page.from_html(html, url=url)
    texts = [page.columns.text_of(row) for row in page.columns.text_rows]
    return Result(page, Selection(np.array([text not in removed for text in texts], np.bool_), "test", 0.25))
