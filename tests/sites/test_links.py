"""Which links of a page lead to pages like it."""

import pytest

from scrapy_denoise.page import Page
from scrapy_denoise.sites.sibling_links import MAX_CONSIDERED_LINKS, candidate_links

OWN = "https://gazette.example/news/2024-05/river_17.html"


def links(*hrefs, url=OWN, head=""):
    page = Page.from_html(head + "".join(f'<p><a href="{href}">a</a>' for href in hrefs), url=url)
    return [link.removeprefix("https://gazette.example") for link in candidate_links(page, url)]


def test_the_address_most_like_the_pages_own_comes_first():
    found = links("/", "/about", "/sport/2024-05/ball_3.html", "/news/", "/news/2023-11/road_2.html", "river_4.html")
    assert found == [
        "/news/2024-05/river_4.html",  # the same but for digits
        "/news/2023-11/road_2.html",  # the same but for the last part
        "/sport/2024-05/ball_3.html",  # the same depth
        "/news/",
        "/",
        "/about",
    ]


def test_words_of_the_last_part_decide_between_addresses_alike_otherwise():
    own = "https://gazette.example/river-rises-in-the-night"
    assert links("/imprint", "/market-moves-into-the-hall", "/contact", url=own)[0] == "/market-moves-into-the-hall"


def test_query_names_count_and_their_values_do_not():
    own = "https://gazette.example/show?id=17&page=1"
    found = links("/show?view=1", "/show?page=2&id=4", "/list", url=own)
    assert found == ["/show?page=2&id=4", "/show?view=1", "/list"]


def test_what_is_no_page_of_the_host():
    assert (
        links(
            "https://other.example/news/2024-05/river_1.html",
            "//sub.gazette.example/news/1",
            "mailto:a@gazette.example",
            "javascript:void(0)",
            "ftp://gazette.example/a",
            "#top",
            OWN + "#comments",
            "",
            "river_3.jpg",
            "river_3.pdf",
            "http://[broken",
            "/" + "x" * 3000,
        )
        == []
    )


def test_each_once_absolute_and_by_the_base_of_the_page():
    assert links("/a/1", "/a/1#x", "https://GAZETTE.example/a/2")[0] == "/a/1"
    assert links("7.html", head='<base href="/news/2024-06/">') == ["/news/2024-06/7.html"]
    assert links("7.html", head='<base href="http://[broken">') == ["/news/2024-05/7.html"]


@pytest.mark.parametrize("url", ["", "not an address", "http://[broken", "file:///a.html"])
def test_a_page_without_an_address_has_no_candidates(url):
    assert candidate_links(Page.from_html("<a href=/a>a</a>"), url) == []


def test_links_without_end_are_bounded():
    assert len(links(*(f"/n/{i}" for i in range(MAX_CONSIDERED_LINKS + 10)))) == MAX_CONSIDERED_LINKS
    assert links(*["/n/1"] * MAX_CONSIDERED_LINKS, "/n/2") == ["/n/1"]


ACTING = """
/account/logout /account/log-out.php /user/signOut /wp-login.php?action=logout /cart/add-to-cart/31
/?add-to-cart=31 /addToBasket?id=3 /checkout/ /newsletter/unsubscribe?u=7 /post/3/delete
/posts/delete_comment/9 /item?remove_item=a7f /konto/abmelden /warenkorb?aktion=l%C3%B6schen
/compte/d%C3%A9connexion /panier/supprimer /cuenta/cerrar-sesion /carrito/eliminar/4
/%D0%B2%D1%8B%D0%B9%D1%82%D0%B8 /%E9%80%80%E5%87%BA
/%E8%B4%AD%E7%89%A9/%E5%8A%A0%E5%85%A5%E8%B4%AD%E7%89%A9%E8%BD%A6
""".split()


@pytest.mark.parametrize("path", ACTING)
def test_addresses_that_act_are_no_candidates(path):
    assert links(path, "/news/1") == ["/news/1"]


@pytest.mark.parametrize(
    "path", ["/how-to-remove-paint-from-wood", "/catalogue", "/blogging/outlook", "/kassel", "/cart"]
)
def test_addresses_that_only_sound_so_are_candidates(path):
    assert links(path) == [path]


def test_links_that_are_not_to_be_followed_are_no_candidates():
    page = Page.from_html("<a rel='external NoFollow' href=/news/1>a</a><a rel=next href=/news/2>b</a>")
    assert candidate_links(page, OWN) == ["https://gazette.example/news/2"]
