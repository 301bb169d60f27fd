"""The product of a page: what it states and shows, ranked, each field with where it is from."""

import json

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.product import evidence
from scrapy_denoise.document.product import product as product_module
from scrapy_denoise.document.product.amounts import decimal, price_key
from scrapy_denoise.document.product.currencies import currency_code
from scrapy_denoise.document.product.evidence import weights
from scrapy_denoise.document.product.identifiers import gtin_kind
from scrapy_denoise.document.product.product import find_product, rank_fields
from scrapy_denoise.document.product.statements import availability_in
from scrapy_denoise.page import Page
from scrapy_denoise.page.candidates.candidates import MAX_CANDIDATES, Place, candidates
from scrapy_denoise.page.candidates.ranking import rank

URL = "https://pumps.example/bilge-pump-b17.html"
STORY = (
    "<h2>Description</h2><p>The pump moves forty litres in a minute and runs on the battery of the boat, with a float "
    "that starts it by itself.</p><p>Its sieve is taken out without a tool; a clamp of brass holds the hose.</p>"
)
CARDS = "<h2>You may also like</h2>" + "".join(
    f"<div class=card><a href=/p{n}><img src=/{n}.jpg>Pump number {n}</a><b class=price>€ {n}9.00</b></div>"
    for n in range(1, 6)
)


def product_of(offer, head="", url=URL, lang="en", cards=CARDS):
    """What is found on a page with an offer below the title."""
    page = (
        f"<html lang={lang}><title>Bilge pump - Pumps</title>{head}<body><header>Free delivery from € 80.00</header>"
        f"<main><h1>Bilge pump</h1>{offer}{STORY}{cards}</main></body></html>"
    )
    return find_product(Page.from_html(page, url), "Bilge pump")


def ld(**stated):
    product = {"@type": "Product", "name": "Bilge pump", **stated}
    return f'<script type="application/ld+json">{json.dumps(product)}</script>'


@pytest.mark.parametrize(
    ("title", "heading", "name"),
    [
        ("Bilge pump: Pumps.example: Boats and gear", "Bilge pump", "Bilge pump"),
        ("Harbour Bilge pump | Pumps", "<span>Harbour</span> <span>Bilge pump</span>", "Harbour Bilge pump"),
        ("Bilge pump - Pumps", "<span>Bilge pump</span> <span>Item 4711</span>", "Bilge pump"),
        ("Buy a Bilge pump | Pumps for boats", "Bilge pump", "Bilge pump"),
    ],
)
def test_a_name_that_is_not_stated_is_the_line_with_the_words_of_the_title(title, heading, name):
    page = (
        f"<title>{title}</title><h2>Gear for boats</h2><h1>{heading}</h1><p>€ 31.50</p><button>Buy now</button>{STORY}"
    )
    found = find_product(Page.from_html(page, URL))
    assert (found.name, found.sources["name"]) == (name, "page")
    assert find_product(Page.from_html(page, URL), "Pump, corrected").name == "Pump, corrected"


@pytest.mark.parametrize(
    ("offer", "price", "regular"),
    [
        ("<p>€ 31.50</p><button>Add to cart</button>", "31.50", ""),
        ("<p><del>€ 40.00</del> <b>€ 31.50</b></p><button>Add to cart</button>", "31.50", "40.00"),
        ("<p>Was € 40.00</p><p>Now € 31.50</p><button>Add to cart</button>", "31.50", "40.00"),
        ("<p class=old-price>€ 40.00</p><p class=price>€ 31.50</p>", "31.50", "40.00"),
        ("<p>€ 31.50</p><p>You save € 8.50</p><p>Delivery € 4.90</p><p>3 payments of € 10.50</p>", "31.50", ""),
        ("<p>€ 31.50</p><p>€ 2.10 / 100 g</p><button>Buy now</button>", "31.50", ""),
        ("<p>€31<sup>50</sup></p><button>Buy now</button>", "31.50", ""),
        ("<p>1.299,00 EUR</p><button>In den Warenkorb</button>", "1299.00", ""),
        ("<p class=price>31.50</p><button>Add to cart</button>", "31.50", ""),
        ("<p>€ 31.50 or 3 payments of € 10.50</p><button>Buy now</button>", "31.50", ""),
        ("<p>Price reduced from<s>€40.00</s>to<b>€31.50</b></p><button>Buy now</button>", "31.50", "40.00"),
        (
            "<p><span class=old>40,00 €</span><span class=final>31,50 €</span></p><button>Buy now</button>",
            "31.50",
            "40.00",
        ),
        (
            "<p><span class='text-sm line-through'>€40.00</span> <span>€31.50</span></p><button>Buy now</button>",
            "31.50",
            "40.00",
        ),
        ("<p class=price>€ 31.50</p><p class=price>€ 0.60 back on your card</p><button>Buy now</button>", "31.50", ""),
        ("<p class=price>€ 31.50</p><p>Add to cart</p>" + "<p class=price>€ 9.00</p>" * 5, "31.50", ""),
    ],
)
def test_the_price_that_is_shown(offer, price, regular):
    found = product_of(offer)
    assert (found.price, found.regular_price) == (price, regular)
    assert found.sources["price"] == "page"
    assert 0.3 < found.confidences["price"] <= 1
    assert found.currency in ("EUR", "")


@pytest.mark.parametrize(
    ("offer", "price", "regular"),
    [
        ("<p data-price-amount=40 data-price-type=oldPrice></p>"
         "<p data-price-amount=31.5 data-price-type=finalPrice>31.50</p>", "31.5", "40"),
        ("<button data-price=31.50 data-product-id=4711>Buy now</button>", "31.50", ""),
        ("<p class=price>٣١٫٥٠ ر.س SAR ٣١٫٥٠</p>", "31.50", ""),
        ("<p class=price>１，２９８円</p>", "1298", ""),
    ],
)  # fmt: skip
def test_prices_in_attributes_and_in_other_digits(offer, price, regular):
    found = product_of(offer, cards="")
    assert (found.price, found.regular_price) == (price, regular)


def test_a_stated_price_and_a_shown_one_agree():
    offers = {"@type": "Offer", "price": 31.5, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
    shown = product_of("<p>€ 31.50</p>")
    found = product_of("<p>€ 31.50</p>", ld(offers=offers))
    assert found.price == "31.5"
    assert found.sources["price"] == found.sources["currency"] == found.sources["availability"] == "json_ld"
    assert found.confidences["price"] > shown.confidences["price"]


def test_the_sale_price_is_shown_and_the_regular_one_stated_too():
    offers = {
        "@type": "Offer",
        "priceSpecification": [
            {"price": "31.50", "priceCurrency": "EUR"},
            {"price": "40", "priceType": "https://schema.org/StrikethroughPrice"},
        ],
    }
    found = product_of("<p><s>€ 40.00</s> € 31.50</p>", ld(offers=offers))
    assert (found.price, found.regular_price, found.currency) == ("31.50", "40", "EUR")


def test_of_several_stated_products_the_one_that_is_called_as_the_page():
    others = ld(name="Another pump", sku="A1", offers={"price": "99"})
    found = product_of("", others + ld(sku="B17", offers={"price": "31.50"}) + others, cards="")
    assert (found.price, found.sku) == ("31.50", "B17")


def test_an_aggregate_and_a_group_with_variants():
    several = {"@type": "AggregateOffer", "lowPrice": "31.50", "highPrice": "60", "offers": [{"price": "60"}]}
    assert product_of("", ld(offers=several), cards="").price == "31.50"
    variants = [
        {"@type": "Product", "sku": f"B17-{size}", "size": size, "offers": {"price": price, "availability": "InStock"}}
        for size, price in (("S", "31.50"), ("L", "60.00"))
    ]
    found = product_of("<p>€ 31.50</p>", ld(**{"@type": "ProductGroup", "hasVariant": variants}))
    assert [(one.sku, one.size, one.price, one.availability) for one in found.variants] == [
        ("B17-S", "S", "31.50", "InStock"),
        ("B17-L", "L", "60.00", "InStock"),
    ]
    assert found.price == "31.50"


def variants_of(found):
    return [(one.sku, one.name, one.price, one.availability, one.size) for one in found.variants]


def test_offers_of_their_own_are_variants():
    offers = [
        {"@type": "Offer", "name": name, "sku": f"B17-{name}", "price": price, "availability": "InStock"}
        for name, price in (("S", "31.50"), ("L", "60.00"))
    ]
    found = product_of("<p>€ 31.50</p>", ld(offers=offers))
    assert variants_of(found) == [("B17-S", "S", "31.50", "InStock", ""), ("B17-L", "L", "60.00", "InStock", "")]
    assert product_of("<p>€ 31.50</p>", ld(offers=offers[:1])).variants == ()


def test_variants_in_the_state_of_a_program():
    state = [
        {"id": 1, "price": 3150, "title": "S", "sku": "B17-S", "available": True},
        {"id": 2, "price": 6000, "title": "L", "sku": "B17-L", "available": False},
    ]
    listed = json.dumps(state, separators=(",", ":"))
    found = product_of("<p>€ 31.50</p>", f'<script>var meta = {{"product":{{"variants":{listed}}}}};</script>')
    assert variants_of(found) == [
        ("B17-S", "S", "31.50", "InStock", ""),
        ("B17-L", "L", "60.00", "OutOfStock", ""),
    ]
    assert found.sources["variants"] == "script"


def test_variants_in_a_form():
    state = [
        {"attributes": {"attribute_pa_size": size}, "display_price": price, "sku": f"B17-{size}", "is_in_stock": True}
        for size, price in (("s", 31.5), ("l", 60))
    ]
    found = product_of(f"<p>€ 31.50</p><form data-product_variations='{json.dumps(state)}'></form>")
    assert variants_of(found) == [("B17-s", "s", "31.5", "InStock", "s"), ("B17-l", "l", "60", "InStock", "l")]
    assert found.sources["variants"] == "attribute"


def test_the_candidates_of_a_field():
    shown = "<h1>Bilge pump</h1><p>€ 31.50</p><p>€ 40.00</p>"
    result = denoise(f"<title>Bilge pump</title>{ld(offers={'price': '31.50'})}{shown}{STORY}", URL)
    found = result.candidates("price")
    assert [one.candidate.value for one in found] == ["31.50", "40.00"]
    assert result.product.confidences["price"] == round(found[0].confidence, 3)
    assert found[0].confidence > found[1].confidence
    told = result.to_dict(candidates=True)["candidates"]
    assert told["price"][1]["value"] == "40.00"
    assert told["price"][1]["sources"] == ["page"]
    assert "candidates" not in result.to_dict()
    with pytest.raises(ValueError, match="'colour' has no candidates"):
        result.candidates("colour")
    assert denoise(f"<title>A pump</title><h1>A pump</h1>{STORY}", URL).candidates("price") == []


@pytest.mark.parametrize("price", ["1e9999999", "1e-300", "1_000", "١٢", "NaN", "-4"])
def test_what_is_no_price_loses_no_product(price):
    variants = [{"id": 1, "price": price, "title": "a"}, {"id": 2, "price": "31.50", "title": "b"}]
    state = f"<script>var a={json.dumps({'variants': variants}, ensure_ascii=False)}</script>"
    shown = f"<h1>Bilge pump</h1><p>€ 31.50</p>{STORY}"
    found = denoise(f"<title>Bilge pump</title>{ld(offers={'price': '31.50'})}{state}{shown}", URL).product
    assert found.price == "31.50"
    assert price not in [one.price for one in found.variants]


def test_the_price_of_the_variant_that_the_address_names():
    offers = [
        {"@type": "Offer", "price": price, "sku": sku, "url": f"/bilge-pump?variant={sku}"}
        for sku, price in (("B17-S", "31.50"), ("B17-L", "60.00"), ("B17-XL", "75.00"))
    ]
    found = product_of("", ld(offers=offers), "https://pumps.example/bilge-pump?variant=B17-L", cards="")
    assert (found.price, found.sku) == ("60.00", "B17-L")
    assert product_of("", ld(offers=offers), "https://pumps.example/bilge-pump", cards="").price == "31.50"


@pytest.mark.parametrize(
    ("offer", "sku"),
    [
        ("<button data-product-sku=4711-3>Add to cart</button>", "4711-3"),
        ("<div data-item='{\"sku\": \"4711-3\"}'></div>", "4711-3"),
        ("<p>Item no. 4711-3</p>", "4711-3"),
        ("<p>Part # 4711-3</p>", "4711-3"),
        ("<p>SKU: <b>4711-3</b></p>", "4711-3"),
        ("<table><tr><th>Artikelnummer<td>4711-3</table>", "4711-3"),
        ("<p>商品編號：AB4711</p>", "AB4711"),
        ("<form><input type=hidden name=sku value=4711-3></form>", "4711-3"),
        ("<script>var state = {\"product\": {\"sku\": \"b17\", \"x\": 1}}</script>", "b17"),
    ],
)  # fmt: skip
def test_identifiers(offer, sku):
    assert product_of(f"<p>€ 31.50</p>{offer}").sku == sku


@pytest.mark.parametrize(
    ("shown", "brand", "mpn"),
    [
        ("<p>Brand: Tide</p><p>Model number: BP-40</p>", "Tide", "BP-40"),
        ("<a class=product-vendor>Tide</a>", "Tide", ""),
        ("<a class=branded-content>Tide news</a>", "", ""),
        ("<meta itemprop=x><p>Herstellernummer: A</p>", "", ""),
        (ld(brand="See all of the brand: Tide", mpn="BP-40"), "Tide", "BP-40"),
        (ld(sku="B17", mpn="B17"), "", ""),
    ],
)
def test_brands_and_numbers_of_makers(shown, brand, mpn):
    found = product_of(f"<p>€ 31.50</p>{shown}")
    assert (found.brand, found.mpn) == (brand, mpn)


def test_a_gtin_has_its_check_digit():
    found = product_of("<p>€ 31.50</p><ul><li>EAN: 4006381333931</li></ul>")
    assert (found.gtin, found.gtin_kind, found.sources["gtin"]) == ("4006381333931", "gtin13", "page")
    assert product_of("<p>€ 31.50</p><ul><li>EAN: 4006381333932</li></ul>").gtin == ""
    assert gtin_kind("0036000291452") == "gtin13"
    assert gtin_kind("036000291452") == "upc"
    assert gtin_kind("٤٠٠٦٣٨١٣٣٣٩٣١") == ""


@pytest.mark.parametrize(
    ("offer", "availability"),
    [
        ("<button>Add to cart</button>", "InStock"),
        ("<button disabled>Add to cart</button>", "OutOfStock"),
        ("<button>S</button><button>M</button><button>L</button><button disabled>Add to cart</button>", "InStock"),
        ("<button>Notify me</button>", "OutOfStock"),
        ("<p>Sold out</p>", "OutOfStock"),
        ("<p>Sorry, this item is sold out</p>", "OutOfStock"),
        ("<p>Out of stock. More on the way.</p><button disabled>Add to cart</button>", "OutOfStock"),
        ("<form><input type=submit value='Add to cart'></form>", "InStock"),
        ("<form><input type=submit value='Add to cart' disabled></form>", "OutOfStock"),
        ("<form><input type=submit value='Sold out' disabled></form>", "OutOfStock"),
        ("<button class='btn disabled'>Add to cart</button>", "OutOfStock"),
        ("<p>Verfügbarkeit: Ausverkauft</p>", "OutOfStock"),
        ("<p>有貨</p>", "InStock"),
        ("<p>Nothing is said of it</p>", "InStock"),  # a price that is asked
    ],
)
def test_availability(offer, availability):
    assert product_of(f"<p>€ 31.50</p>{offer}").availability == availability


def test_a_button_that_is_an_input_in_the_tree_of_a_crawl():
    form = "<p>Out of stock in Riverton</p><form><input type=submit value='Add to cart'></form>"
    page = Page.from_html(f"<title>Bilge pump</title><h1>Bilge pump</h1><p>€ 31.50</p>{form}{STORY}", URL)
    found = [rank_fields(own)["availability"] for own in (page, Page.from_tree(page.tree, URL))]
    assert found[0] == found[1]
    assert any(sign.startswith("buy") for one in found[0] for sign in one.candidate.signs)


def test_availability_as_it_is_stated():
    stated = ["https://schema.org/PreOrder", "out of stock", "SoldOut", "http://schema.org/Discontinued", "maybe", ""]
    assert [availability_in(text) for text in stated] == ["InStock", "OutOfStock", "OutOfStock", "OutOfStock", "", ""]


def test_features_brand_and_rating():
    rating = {"ratingValue": "4,5", "bestRating": 5, "reviewCount": "12"}
    table = "<table><tr><th>Brand<td>Tide<tr><th>Flow<td>40 l<tr><th>Power<td>60 W</table>"
    found = product_of(f"<p>€ 31.50</p>{table}", ld(aggregateRating=rating))
    assert found.properties == (("Brand", "Tide"), ("Flow", "40 l"), ("Power", "60 W"))
    assert (found.brand, found.sources["brand"], found.sources["properties"]) == ("Tide", "page", "page")
    assert (found.rating, found.best, found.reviews) == (4.5, 5.0, 12)


@pytest.mark.parametrize(
    ("sign", "url", "lang", "code"),
    [
        ("$", "https://pumps.example.ca/b17", "en", "CAD"),
        ("$", "https://pumps.example/b17", "en-AU", "AUD"),
        ("$", "https://pumps.example/b17", "en", "USD"),
        ("kr", "https://pumps.example.dk/b17", "da", "DKK"),
        ("£", "https://pumps.example/b17", "en", "GBP"),
        ("R", "https://pumps.example.co.za/b17", "en", "ZAR"),
        ("R", "https://pumps.example/b17", "en-ZA", "ZAR"),
        ("C$", "https://pumps.example/b17", "en", "CAD"),
        ("CHF", "https://pumps.example/b17", "de", "CHF"),
    ],
)
def test_currencies(sign, url, lang, code):
    found = product_of(f"<p>{sign} 31.50</p>", url=url, lang=lang)
    assert (found.currency, found.currency_raw) == (code, sign)
    assert currency_code("?", "") == ""


@pytest.mark.parametrize(
    ("text", "stated", "price"),
    [
        ("1 299,00 Kč", False, "1299.00"), ("1.299", False, "1299"), ("0.990", False, "0.990"), ("0,5", False, "0.5"),
        ("1.299", True, "1.299"), ("12", True, "12"), ("on request", False, ""), ("", False, ""), ("50%", False, ""),
    ],
)  # fmt: skip
def test_amounts(text, stated, price):
    assert decimal(text, stated) == price


def test_thousands_behind_an_apostrophe():
    assert product_of("<p>CHF 1'299.–</p><button>In den Warenkorb</button>").price == "1299"
    assert product_of("<p>CHF 1’299.50</p><button>In den Warenkorb</button>").price == "1299.50"


def test_a_letter_is_the_sign_of_a_currency_on_the_pages_of_its_country_alone():
    text = "<p>Fits rims R 17</p>"
    assert product_of(text).price == ""
    assert product_of("<p>R 649</p><p>Save R 250</p>", url="https://pumps.example.co.za/b17").price == "649"


def test_what_is_no_price():
    assert [price_key(text) for text in ("0", "NaN", "Infinity", "-1", "1e13", "x", "")] == [None] * 7
    assert price_key("12.0") == price_key("12")


def test_other_pages_have_none():
    story = "<p>The pump was sold for $31.50 at the fair, and nobody knows who bought it in the end.</p>" * 6
    article = denoise(f"<title>A pump</title><article><h1>A pump</h1>{story}</article>", URL)
    assert article.product is None
    assert article.to_dict()["product"] is None
    assert denoise("", URL).product is None


def test_a_list_with_the_numbers_of_its_products_has_none():
    cards = "".join(
        f"<article><a href=/p{n}>Boot {n}</a><p>Item no. {n}11</p><p>{n}99 kr</p><button>Læg i kurv</button></article>"
        for n in range(3, 13)
    )
    page = f'<html lang="da"><title>Boots</title><h1>Boots</h1>{cards}'
    assert denoise(page, "https://boots.example.dk/boots").product is None


def test_a_page_of_a_product_that_says_nothing_of_it_has_none():
    stated = '<meta property="og:type" content="product">'
    result = denoise(f"<title>Bilge pump</title>{stated}<h1>Bilge pump</h1>{STORY}", "https://pumps.example/pump")
    assert result.page_type == "product"
    assert result.product is None


def test_a_product_that_cannot_be_read_loses_nothing_else(monkeypatch, caplog):
    def broken(*_):
        raise RuntimeError("broken")

    monkeypatch.setattr("scrapy_denoise.result.find_product", broken)
    result = denoise(f"<title>Bilge pump</title>{ld(offers={'price': '3'})}<h1>Bilge pump</h1>{STORY}", URL)
    assert result.page_type == "product"
    assert result.product is None
    assert "forty litres" in result.text
    assert "cannot be read" in caplog.text


def test_hostile_pages():
    pages = [
        "<p>€ 1.00</p>" * 20_000,
        f"<script>{'{{price: 1, ' * 50_000}</script>",
        f"<script>{json.dumps([{'price': n, 'sku': f's{n}'} for n in range(20_000)])}</script>",
        "<input type=hidden name=sku value=1>" * 5_000,
        "<div class='price old-price'>" * 200 + "€ 3.00",
        "<table>" + "<tr><td>a<td>b" * 5_000,
        ld(offers=[{"price": n} for n in range(5_000)], hasVariant=[{"sku": str(n)} for n in range(5_000)]),
        ld(offers={"price": 1e308, "priceCurrency": ["EUR"] * 99}, sku=["a"] * 99, aggregateRating="x"),
        "<p>SKU: " + "9" * 100_000,
    ]
    for page in pages:
        found = product_of(page)
        assert len(found.variants) <= 100
        assert len(found.properties) <= 200
        json.dumps(found.to_dict(), allow_nan=False)


def test_candidates_are_bounded_and_pooled():
    places = [Place(str(n), "script") for n in range(1_000)]
    assert len(candidates(places, str)) == MAX_CANDIDATES
    found = candidates(
        [Place("1.0", "json_ld"), Place("1", "page", frozenset({"not_struck"})), Place("1", "page")], float
    )
    assert len(found) == 1
    assert {"from_json_ld", "from_page", "stated_and_shown", "sources_2"} <= found[0].signs
    assert "not_struck" not in found[0].signs


def test_confidences_leave_room_for_nothing():
    found = candidates([Place("1", "page", frozenset({"signed"})), Place("2", "page")], str)
    ranked = rank(found, {"bias": -1.0, "signed": 2.0})
    assert [one.candidate.value for one in ranked] == ["1", "2"]
    assert 0 < sum(one.confidence for one in ranked) < 1
    assert rank([], {}) == []


def test_every_weight_is_of_a_known_field():
    assert weights().keys() == {*product_module.FIELDS, "page"}


@pytest.mark.parametrize("order", [1, -1])
def test_of_equal_places_of_a_price_the_first_counts_in_every_process(monkeypatch, order):
    monkeypatch.setattr(evidence, "weights", lambda: {"price": {"a": 0.1, "b": 0.2, "c": 0.3}})
    places = ["abc"[::order], "cba"[::order]]  # as the signs of a set come in one process and in another
    assert evidence._surest(places) == places[0]
