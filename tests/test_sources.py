"""One page, from wherever it comes: bytes, text, a response, pages of its site stored and read again."""

import pytest
from scrapy.http import HtmlResponse

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.api import denoise_page
from scrapy_denoise.methods import PROFILES, get_method, method_names
from scrapy_denoise.page import Page
from scrapy_denoise.sites import dump, load

URL = "https://gazette.example/news/9"


def page(i):
    story = f"夜里河水上涨，{i}号公路已经被淹没，村庄的学校开放给居民。The river rose in the night, for {i} hours."
    return (
        "<title>河水</title><ul><li><a href=/>首页</a></li><li><a href=/sport>体育</a></li></ul>"
        f"<div><h1>河水</h1><p>{story}</p><p>{story * 2} <a href=/map>地图</a></p></div>"
        "<div id=comments><p>我也看到了，河水很高。</p></div><p>版权所有</p>"
    )


def site():
    known = SiteTemplate()
    for i in range(1, 5):
        known.learn(page(f"{i}{i}" + "河桥路水"[i - 1] * i), url=f"https://gazette.example/news/{i}")
    return known


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("method", method_names())
def test_the_result_is_the_same(method, profile):
    html, known = page("9九"), site()
    expected = denoise(html, URL, method=method, site=known, profile=profile).to_dict()
    assert expected["text"]
    for encoding in ("utf-8", "gb18030"):
        body = html.encode(encoding)
        assert denoise(body, URL, method=method, site=known, profile=profile, encoding=encoding).to_dict() == expected
        response = HtmlResponse(URL, body=body, encoding=encoding)
        read = Page.from_tree(response.selector.root, URL)
        assert denoise_page(read, get_method(method, profile), known).to_dict() == expected
    assert denoise(html, URL, method=method, site=load(dump(known)), profile=profile).to_dict() == expected
