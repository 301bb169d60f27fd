"""Page objects of standard items: the content in each field, and one method that overrides one."""

import asyncio

import pytest

pytest.importorskip("scrapy_poet", reason="page objects need scrapy-poet (the extra poet)")
pytest.importorskip("zyte_common_items", reason="needs zyte-common-items (the extra items)")

from web_poet import HttpResponse, field
from web_poet.page_inputs.url import RequestUrl

from scrapy_denoise.crawl.poet import item_pages
from scrapy_denoise.crawl.poet.page_objects import DenoisedPage, Denoiser
from scrapy_denoise.items import ITEMS

URL = "https://gazette.example/lamps?page=2"
CARDS = "".join(
    f'<div class="card"><h3><a href="/lamp/{n}">Lamp no. {n} of the mill</a></h3><p>It burns for {n} hours.</p></div>'
    for n in range(1, 6)
)
HTML = f'<title>Lamps</title><h1>Lamps</h1><main>{CARDS}</main><a rel="next" href="?page=3">Next</a>'


def made(cls):
    response = HttpResponse(URL, HTML.encode(), headers={"Content-Type": "text/html"})
    page = cls(request_url=RequestUrl(URL), page=DenoisedPage(response, Denoiser()))
    return page, asyncio.run(page.to_item())


@pytest.mark.parametrize("name", ITEMS)
def test_each_item_has_a_page(name):
    page, found = made(getattr(item_pages, f"Denoised{name[0].upper()}{name[1:]}Page"))
    assert found == page.page.result.to_item(name)


def test_one_method_overrides_one_field():
    class Lamps(item_pages.DenoisedProductNavigationPage):
        @field
        def categoryName(self):  # noqa: N802 - the name of the field
            return f"{self.page.result.title} by page"

    _, found = made(Lamps)
    assert found.categoryName == "Lamps by page"
    assert [item.name for item in found.items] == [f"Lamp no. {n} of the mill" for n in range(1, 6)]
    assert found.nextPage.url == "https://gazette.example/lamps?page=3"
