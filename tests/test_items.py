"""Results as standard items, with the real zyte-common-items."""

import json
from pathlib import Path

import pytest
from helpers.crawling import HTML, serve, story
from helpers.forked import run_forked

from scrapy_denoise import Link, denoise
from scrapy_denoise.document.product.product import find_product
from scrapy_denoise.page import Page

zyte_common_items = pytest.importorskip("zyte_common_items", reason="needs zyte-common-items (the extra items)")

from itemadapter import ItemAdapter  # noqa: E402
from zyte_common_items import Article, ArticleList, ForumThread, Product, ProductList, ZyteItemAdapter  # noqa: E402

from scrapy_denoise.items import listed  # noqa: E402

EXAMPLE = Path(__file__).parents[1] / "docs" / "examples" / "standard_items.py"
URL = "https://gazette.example/news/1"
STORY = (
    "<p>It rained in the hills for three days, and the <a href=/river>river</a> rose by two metres. "
    "<img src=/flood.jpg></p>"
    "<p>By Tuesday the lower road was under water, and the bridge was closed to all but the buses.</p>"
)


def page(head="", body=f"<h1>The river rose</h1>{STORY}", lang="en"):
    return f"<html lang={lang}><head><title>The river rose</title>{head}</head><body>{body}</body></html>"


def ld(**stated):
    return f'<script type="application/ld+json">{json.dumps(stated)}</script>'


def item(html, name="", url=URL):
    return denoise(html, url=url).to_item(name)


def test_an_article():
    head = (
        '<meta property="article:published_time" content="2024-05-03T10:00:00+00:00">'
        '<meta property="article:modified_time" content="2024-05-04"><meta name=author content="Ann Lee">'
        '<meta name=description content="Water on the road"><meta property=og:image content=/main.jpg>'
        '<link rel=canonical href="/news/one">'
    )
    result = denoise(page(head, lang="pt-BR"), url=URL)
    found = result.to_item()
    assert isinstance(found, Article)
    assert found.url == URL
    assert found.canonicalUrl == "https://gazette.example/news/one"
    assert found.headline == "The river rose"
    assert (found.datePublished, found.dateModified) == ("2024-05-03T10:00:00Z", "2024-05-04T00:00:00")
    assert [author.name for author in found.authors] == ["Ann Lee"]
    assert found.inLanguage == "pt"
    assert found.mainImage.url == "https://gazette.example/main.jpg"
    assert [image.url for image in found.images] == [
        "https://gazette.example/main.jpg",
        "https://gazette.example/flood.jpg",
    ]
    assert found.description == "Water on the road"
    assert found.articleBody == result.text
    assert found.articleBodyHtml == result.html
    assert found.metadata.probability == result.confidence > 0.5


def test_what_a_page_does_not_say_is_none():
    found = item(page())
    assert (found.datePublished, found.authors, found.breadcrumbs, found.canonicalUrl) == (None, None, None, None)
    assert set(ZyteItemAdapter(found)) >= {"url", "headline", "articleBody"}
    assert "authors" not in set(ZyteItemAdapter(found))  # the library's own adapter leaves None out


def test_the_date_of_publication_is_else_that_of_the_change():
    found = item(page('<meta property="article:modified_time" content="2024-05-04">'))
    assert found.datePublished == found.dateModified == "2024-05-04T00:00:00"


@pytest.mark.parametrize(("written", "expected"), [("ug", "ug"), ("zh-Hans-CN", "zh"), ("EN_us", "en"), ("gsw", None)])
def test_languages(written, expected):
    assert item(page(lang=written)).inLanguage == expected


def test_a_page_without_content_has_its_address_and_no_probability():
    found = item("<ul><li><a href=/a>One</a></li></ul>", "article")
    assert (found.url, found.articleBody, found.articleBodyHtml) == (URL, None, None)
    assert found.metadata.probability < 0.5
    assert item("").url == URL


def test_a_thread():
    posts = "".join(
        f"<div class=post><b>ann{i}</b><p>I have the same boat, number {i}, and its pump broke in the first winter. "
        "It helps to dry it before the frost comes, and to oil it twice a year.</p></div>"
        for i in range(4)
    )
    result = denoise(page(body=f"<h1>The river rose</h1>{posts}"), url="https://boats.example/thread-12-1.html")
    found = result.to_item("forumThread")
    assert isinstance(found, ForumThread)
    assert found.topic.name == result.title
    assert [post.text for post in found.posts] == [post.text for post in result.posts if post.text != "The river rose"]
    assert result.page_type == "forum"
    assert len(found.posts) == 4
    assert {post.metadata.probability for post in found.posts} == {result.confidence}
    assert {post.url for post in found.posts} == {"https://boats.example/thread-12-1.html"}


def test_a_list():
    def link(i, text):
        return Link(f"https://gazette.example/news/{i}", text)

    links = [
        link(2, "Boat 2 came in"),
        link(2, "More"),
        link(3, ""),
        link(4, "More"),
        link(4, "Boat 4 left"),
        Link(URL, "x"),
    ]
    assert list(listed(links, URL)) == [(link(2, "").url, "Boat 2 came in"), (link(4, "").url, "Boat 4 left")]
    result = denoise(page(body=STORY.replace("all but", "<a href=/news/2>all but</a>")), url=URL)
    found = result.to_item("articleList")
    assert isinstance(found, ArticleList)
    assert [(entry.url, entry.headline) for entry in found.articles] == [
        ("https://gazette.example/river", "river"),
        ("https://gazette.example/news/2", "all but"),
    ]
    assert {entry.metadata.probability for entry in found.articles} == {result.confidence}


def shop(n=5, url=URL + "/lamps"):
    cards = "".join(
        f'<div class="card"><img src="/i/{i}.jpg" width=200><h3><a href="/lamp/{i}">Lamp no. {i} of the mill'
        f"</a></h3><p>It burns for {i} hours and needs little oil.</p><b>{i}9,50 €</b></div>"
        for i in range(1, n + 1)
    )
    menu = "".join(f'<li><a href="{url}/{name}">{name}</a></li>' for name in ("brass", "tin"))
    pages = '<a href="?page=1">1</a> <b>2</b> <a href="?page=3">3</a> <a rel=next href="?page=3">Next</a>'
    main = f"<main><h1>Lamps</h1><div>{cards}</div><div class=pager>{pages}</div></main>"
    return denoise(f"<title>Lamps</title><nav><ul>{menu}</ul></nav>{main}", url=f"{url}?page=2")


def test_a_list_of_products():
    found = shop().to_item()
    assert isinstance(found, ProductList)
    assert [(entry.name, entry.price, entry.currencyRaw) for entry in found.products][:2] == [
        ("Lamp no. 1 of the mill", "19.50", "€"),
        ("Lamp no. 2 of the mill", "29.50", "€"),
    ]
    assert (found.categoryName, found.pageNumber, len(found.products)) == ("Lamps", 2, 5)
    assert found.paginationNext.url == f"{URL}/lamps?page=3"


@pytest.mark.parametrize("name", ["articleNavigation", "productNavigation", "jobPostingNavigation"])
def test_navigation(name):
    found = shop().to_item(name)
    assert type(found).__name__.lower() == name.lower()
    assert [entry.url for entry in found.items] == [f"https://gazette.example/lamp/{i}" for i in range(1, 6)]
    assert {entry.metadata.probability for entry in found.items} == {1.0}
    assert (found.nextPage.url, found.pageNumber) == (f"{URL}/lamps?page=3", 2)
    if name != "jobPostingNavigation":
        assert [entry.name for entry in found.subCategories] == ["brass", "tin"]


OFFER = {
    "@type": "AggregateOffer",
    "lowPrice": 12.5,
    "priceCurrency": "EUR",
    "availability": "https://schema.org/InStock",
}


def test_a_product_from_json_ld():
    stated = {
        "@type": "Product", "name": "Bilge pump", "brand": {"@type": "Brand", "name": "Tide"}, "sku": 17,
        "gtin13": "4006381333931", "offers": [{"@type": "Offer"}, OFFER],
        "aggregateRating": {"ratingValue": "4,5", "bestRating": 5, "reviewCount": "8"},
        "additionalProperty": [
            {"@type": "PropertyValue", "name": "Height", "value": 31, "unitText": "cm"},
            {"name": "Hose", "value": "brass"}, {"name": "Height", "value": "1 m"},
            {"name": "Handle"}, {"value": "tin"}, "oak", None,
        ],
    }  # fmt: skip
    found = item(page(ld(**stated)), "product")
    assert [(one.name, one.value) for one in found.additionalProperties] == [("Height", "31 cm"), ("Hose", "brass")]
    assert isinstance(found, Product)
    assert (found.name, found.brand.name, found.sku) == ("Bilge pump", "Tide", "17")
    assert (found.price, found.currency, found.availability) == ("12.5", "EUR", "InStock")
    assert [(gtin.type, gtin.value) for gtin in found.gtin] == [("gtin13", "4006381333931")]
    rating = found.aggregateRating
    assert (rating.ratingValue, rating.bestRating, rating.reviewCount) == (4.5, 5.0, 8)
    assert "It rained" in found.description


def test_a_product_from_microdata():
    body = (
        "<div itemscope itemtype=https://schema.org/Product><h1 itemprop=name>Bilge pump</h1>"
        "<span itemprop=brand itemscope itemtype=https://schema.org/Brand><b itemprop=name>Tide</b></span>"
        "<div itemprop=offers itemscope itemtype=https://schema.org/Offer><b itemprop=price>1.299,00</b>"
        "<meta itemprop=priceCurrency content=EUR><link itemprop=availability href=https://schema.org/OutOfStock></div>"
        f"<div itemprop=description>{STORY}</div></div>"
    )
    found = item(page(body=body), "product")
    assert (found.name, found.brand.name) == ("Bilge pump", "Tide")
    assert (found.price, found.currency, found.availability) == ("1299.00", "EUR", "OutOfStock")
    assert found.aggregateRating is None
    assert found.additionalProperties is None


@pytest.mark.parametrize(
    "stated",
    [
        {"offers": 1}, {"offers": [[]], "brand": [[{}]]}, {"offers": {"price": {"a": 1}, "availability": []}},
        {"gtin13": [None]},
        {"aggregateRating": {"ratingValue": "1e999", "reviewCount": "nan"}}, {"aggregateRating": []}, {"sku": True},
        {"additionalProperty": [[{}]]}, {"additionalProperty": {"name": {"a": 1}, "value": []}},
        {"offers": {"price": "9" * 10**5}}, {"offers": {"@id": "#a"}, "@id": "#a"},
    ],
)  # fmt: skip
def test_what_products_state_may_be_anything(stated):
    found = find_product(Page.from_html(page(ld(**{"@type": "Product", "name": "Pump"}, **stated))), "")
    assert found.name == "Pump"
    assert found.reviews is None
    assert found.rating is None
    assert not found.price


def test_mistakes_of_the_caller():
    with pytest.raises(ValueError, match="address"):
        denoise(page()).to_item()
    with pytest.raises(ValueError, match=r"recipe.*article, articleList, articleNavigation, forumThread"):
        item(page(), "recipe")


def test_items_are_items_of_scrapy():
    adapter = ItemAdapter(item(page()))
    assert adapter["headline"] == "The river rose"
    assert json.loads(json.dumps(adapter.asdict()))["metadata"]["probability"] > 0.5


def test_the_example_of_the_documentation(tmp_path):
    with serve(lambda path: (200, HTML, story(1))) as (base, _):
        command = ["-m", "scrapy", "runspider", EXAMPLE, "-a", f"url={base}/1", "-O", "items.jsonl"]
        run_forked(command, tmp_path, check=True)
        (found,) = map(json.loads, (tmp_path / "items.jsonl").read_text().splitlines())
        assert found["url"] == f"{base}/1"
    assert found["headline"] == "Story 1"
    assert "Boat 1 came in" in found["articleBody"]
    assert 0 < found["metadata"]["probability"] <= 1
