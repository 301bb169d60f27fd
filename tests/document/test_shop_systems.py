"""Products in the markup of common shop systems that state nothing in data."""

import pytest

from scrapy_denoise.document.product.product import find_product
from scrapy_denoise.page import Page

STORY = "<div><h2>Description</h2><p>A kettle of steel that holds two litres and sings when the water boils.</p></div>"
CARDS = "<section class='related products'><h2>Related products</h2><ul class=products>" + "".join(
    f"<li class=product><a href=/k{n}><h3>Kettle {n}</h3><span class=price>{{0}}{n}1.00</span></a></li>"
    for n in range(1, 6)
)

WOO = """<div class="summary entry-summary"><h1 class="product_title entry-title">Steel kettle</h1>
<p class="price"><del aria-hidden="true"><span class="woocommerce-Price-amount amount"><bdi><span
class="woocommerce-Price-currencySymbol">$</span>45.00</bdi></span></del> <ins><span class="woocommerce-Price-amount
amount"><bdi><span class="woocommerce-Price-currencySymbol">$</span>36.00</bdi></span></ins></p>
<p class="stock in-stock">12 in stock</p><form class="cart"><button type="submit" name="add-to-cart" value="37"
class="single_add_to_cart_button button alt">Add to cart</button></form><div class="product_meta"><span
class="sku_wrapper">SKU: <span class="sku">KET-36</span></span></div></div>"""
SHOPIFY = """<div class="product__title"><h1>Steel kettle</h1></div><div class="price price--on-sale"><div
class="price__container"><div class="price__sale"><span class="visually-hidden">Regular price</span><span><s
class="price-item price-item--regular">$45.00</s></span><span class="visually-hidden">Sale price</span><span
class="price-item price-item--sale price-item--last">$36.00</span></div></div><span class="badge
price__badge-sale">Sale</span><span class="badge price__badge-sold-out">Sold out</span></div><div
class="product__tax caption">Taxes included. Shipping calculated at checkout.</div><form><button type="submit"
name="add" class="product-form__submit"><span>Add to cart</span></button></form>
<p class="product__sku">SKU: KET-36</p>"""
MAGENTO = """<h1 class="page-title"><span>Steel kettle</span></h1><div class="product-info-price"><div class="price-box
price-final_price"><span class="special-price"><span class="price-container price-final_price"><span
class="price-label">Special Price</span> <span class="price-wrapper"><span class="price">$36.00</span></span></span>
</span><span class="old-price"><span class="price-container"><span class="price-label">Regular Price</span> <span
class="price-wrapper"><span class="price">$45.00</span></span></span></span></div><div class="stock available"><span>In
stock</span></div><div class="product attribute sku"><strong class="type">SKU</strong><div class="value">KET-36</div>
</div></div><button type="submit" title="Add to Cart" class="action primary tocart"><span>Add to Cart</span></button>"""
PRESTA = """<h1 class="h1">Steel kettle</h1><div class="product-prices"><div class="product-discount"><span
class="regular-price">$45.00</span></div><div class="product-price h5 has-discount"><div class="current-price"><span
class="current-price-value">$36.00</span> <span class="discount discount-percentage">Save 20%</span></div></div><div
class="tax-shipping-delivery-label">Tax included</div></div><button class="btn btn-primary add-to-cart">Add to
cart</button><div class="product-reference"><label class="label">Reference </label><span>KET-36</span></div>"""
SHOPWARE = """<h1 class="product-detail-name">Steel kettle</h1><p class="product-detail-price with-list-price">36,00 €*
<span class="list-price-wrapper"><span class="list-price-price">45,00 €*</span> <span
class="list-price-percentage">(20 % gespart)</span></span></p><p class="product-detail-tax"><a href="/versand">Preise
inkl. MwSt. zzgl. Versandkosten</a></p><p class="delivery-information">Sofort verfügbar, Lieferzeit: 1-3 Tage</p><button
class="btn btn-primary btn-buy">In den Warenkorb</button><div class="product-detail-ordernumber-container"><span
class="product-detail-ordernumber-label">Produktnummer:</span> <span class="product-detail-ordernumber">KET-36</span>
</div>"""
OPENCART = """<h1>Steel kettle</h1><ul class="list-unstyled"><li>Brand: Hearth</li><li>Product Code: KET-36</li>
<li>Availability: In Stock</li></ul><ul class="list-unstyled"><li><span style="text-decoration:
line-through;">$45.00</span></li><li><h2>$36.00</h2></li><li>Ex Tax: $30.00</li><li>Price in reward points: 400</li>
<li>10 or more $33.00</li></ul><button type="button" id="button-cart">Add to Cart</button>"""
BIGCOMMERCE = """<h1 class="productView-title">Steel kettle</h1><div class="productView-price"><div class="price-section
non-sale-price--withoutTax"><span>Was: </span><span class="price price--non-sale">$45.00</span></div><div
class="price-section price-section--withoutTax"><span class="price-label">Now: </span><span class="price
price--withoutTax">$36.00</span></div><div class="price-section price-section--saving"><span>(You save </span><span
class="price price--saving">$9.00</span><span>)</span></div></div><dl class="productView-info"><dt
class="productView-info-name">SKU:</dt><dd class="productView-info-value">KET-36</dd></dl><form><input type="submit"
class="button" value="Add to Cart"></form>"""
OMNIBUS = """<h1>Steel kettle</h1><div class="prices"><span class="p">36,00 zł</span></div><div>Najniższa cena z 30 dni
przed obniżką: 40,00 zł</div><div>Cena regularna: 45,00 zł</div><button>Do koszyka</button>
<p>Kod produktu: KET-36</p>"""
INDIA = """<h1>Steel kettle</h1><table><tr><td>M.R.P.:</td><td>₹45.00</td></tr><tr><td>Deal Price:</td><td>₹36.00</td>
</tr><tr><td>You Save:</td><td>₹9.00 (20%)</td></tr></table><button>Add to Cart</button><p>Item code: KET-36</p>"""
JAPAN = """<h1>Steel kettle</h1><p class="kakaku">販売価格 36円（税込）</p><p>通常価格 45円</p>
<p>送料 5円</p><p>在庫あり</p>
<button>カートに入れる</button><p>商品番号：KET-36</p>"""


@pytest.mark.parametrize(
    ("offer", "sign", "currency", "regular"),
    [
        (WOO, "$", "USD", "45.00"), (SHOPIFY, "$", "USD", "45.00"), (MAGENTO, "$", "USD", "45.00"),
        (PRESTA, "$", "USD", "45.00"), (SHOPWARE, "€", "EUR", "45.00"), (OPENCART, "$", "USD", None),
        (BIGCOMMERCE, "$", "USD", "45.00"), (OMNIBUS, "zł", "PLN", "45.00"), (INDIA, "₹", "INR", "45.00"),
        (JAPAN, "円", "JPY", "45"),
    ],
    ids="woocommerce shopify magento prestashop shopware opencart bigcommerce omnibus india japan".split(),
)  # fmt: skip
def test_a_shop_system(offer, sign, currency, regular):
    html = (
        f"<html lang=en><title>Steel kettle - Hearth</title><body><nav><a href=/>Home</a><a href=/cart>Cart {sign}0.00"
        f"</a></nav>{offer}{STORY}{CARDS.format(sign)}</ul></section>"
    )
    found = find_product(Page.from_html(html, "https://hearth.example/steel-kettle"), "Steel kettle")
    assert float(found.price) == 36
    assert found.currency == currency
    assert found.availability == "InStock"
    assert found.sku == "KET-36"
    if regular is not None:  # a style sheet alone strikes the others through
        assert found.regular_price == regular


PRICES = [
    (
        "<p>R$ 1.759,99</p><p>em até 10x de R$ 175,99 sem juros</p><p>à vista no Pix R$ 1.671,99</p>"
        "<button>Comprar</button>",
        "1759.99",
        "BRL",
        "br",
    ),
    ("<p>ou 12x de R$ 57,50</p><p><b>R$ 689,99</b></p><button>Adicionar ao carrinho</button>", "689.99", "BRL", "br"),
    ("<div>44 890 тг.</div><div>3 741 тг. x 12 мес</div><button>В корзину</button>", "44890", "KZT", "kz"),
    ("<div>Цена: 1 290 руб.</div><div>Доставка 300 руб.</div><button>Купить</button>", "1290", "RUB", "ru"),
    ("<p>1 299 Kč</p><p>bez DPH 1 074 Kč</p><p>Doprava 99 Kč</p><button>Do košíku</button>", "1299", "CZK", "cz"),
    ("<p>4.990.000 ₫</p><button>Mua ngay</button>", "4990000", "VND", "vn"),
    (
        "<p>49,99 € TTC</p><p>41,66 € HT</p><p>Livraison 4,90 €</p><button>Ajouter au panier</button>",
        "49.99",
        "EUR",
        "fr",
    ),
    (
        "<p>Statt 59,95 € nur 49,95 €</p><p>Grundpreis: 9,99 €/kg</p><button>In den Warenkorb</button>",
        "49.95",
        "EUR",
        "de",
    ),
    (
        "<p>Antes: $ 45.990</p><p>$ 36.990</p><p>12 cuotas de $ 3.083</p><button>Agregar al carro</button>",
        "36990",
        "CLP",
        "cl",
    ),
    ("<p>30,000원</p><p>배송비 2,500원</p><p>월 3,000원 (10개월)</p><button>구매하기</button>", "30000", "KRW", "kr"),
    ("<p>市场价：¥299.00</p><p>¥199.00</p><p>运费 ¥10.00</p><button>立即购买</button>", "199.00", "CNY", "cn"),
    ("<p>建議售價 $420元</p><p>特價 294 元</p><p>3期0利率 每期$98</p><button>放入購物車</button>", "294", "TWD", "tw"),
    ("<p>₺1.299,90</p><p>Kargo ₺29,90</p><p>3 taksit ₺433,30</p><button>Sepete Ekle</button>", "1299.90", "TRY", "tr"),
    ("<p>1.499 kr</p><p>Frakt 49 kr</p><button>Köp</button>", "1499", "SEK", "se"),
    ("<p>€ 12,-</p><button>In winkelwagen</button>", "12", "EUR", "nl"),
    ("<p>Cena: 13,40 €</p><p>Ušetríte 2,00 €</p><button>Do košíka</button>", "13.40", "EUR", "sk"),
    (
        "<p>199,00 lei</p><p>Livrare 15,00 lei</p><p>Rate lunare de la 16,58 lei</p><button>Adaugă în coș</button>",
        "199.00",
        "RON",
        "ro",
    ),
    ("<p>₪1,679</p><p>משלוח ₪30</p><button>הוסף לסל</button>", "1679", "ILS", "il"),
    ("<p>AED 249.00</p><p>Was AED 299.00</p><button>Add to cart</button>", "249.00", "AED", "ae"),
    ("<p>$1,149.00 USD</p><p>or $95.75/mo for 12 months</p><button>Add to bag</button>", "1149.00", "USD", "com"),
    ("<p>2 for £30.00</p><p>£18.00</p><button>Add to basket</button>", "18.00", "GBP", "uk"),
    ("<span>CHF 99.–</span><button>In den Warenkorb</button>", "99", "CHF", "ch"),
    ("<p>Price: Rs. 23,450</p><button>Buy now</button>", "23450", "PKR", "pk"),
    ("<p>99 900 Ft</p><p>Szállítás 1 490 Ft</p><button>Kosárba</button>", "99900", "HUF", "hu"),
    ("<p>Rp 125.000</p><button>Beli sekarang</button>", "125000", "IDR", "id"),
    ("<p>฿1,290</p><button>ซื้อเลย</button>", "1290", "THB", "th"),
]
"""What a page shows below its title, the price and the currency that it asks, and the end of its host."""


@pytest.mark.parametrize(
    ("offer", "price", "currency", "country"), PRICES, ids=[f"{row[3]} {row[1]}" for row in PRICES]
)
def test_prices_in_many_countries(offer, price, currency, country):
    html = f"<html><title>Steel kettle</title><body><h1>Steel kettle</h1>{offer}{STORY}"
    found = find_product(Page.from_html(html, f"https://hearth.example.{country}/kettle"), "Steel kettle")
    assert (float(found.price), found.currency) == (float(price), currency)
    assert found.availability == "InStock"
