"""Microdata: the items around a property, and bounds on what is read of elements in each other."""

import random

from scrapy_denoise.page.compiled import PageStatements
from scrapy_denoise.page.markup.parse import parse
from scrapy_denoise.page.structured_data.microdata import MAX_INNER, MAX_ITEMS, MAX_NESTED, read_microdata, text_of


def test_the_items_around_a_property():
    tree = parse(
        "<div itemscope itemtype=https://schema.org/Recipe><h1 itemprop=name>Bread</h1>"
        "<p itemprop=author itemscope itemtype=https://schema.org/Person>By <b itemprop=name>Ann Lee</b></p></div>"
    )
    assert [
        (found.name, found.value, found.items, found.is_item)
        for found in read_microdata(PageStatements(tree, most=1000))
    ] == [
        ("name", "Bread", (("Recipe", ""),), False),
        ("author", "", (("Recipe", ""),), True),
        ("name", "Ann Lee", (("Person", "author"), ("Recipe", "")), False),
    ]


def test_the_types_of_items_are_those_around_the_values():
    rng = random.Random(3)
    parts = (
        *("<p>", "</p>", "<b itemprop=name>", "<br itemprop='a b c d e f'>", "</b>", "<i itemscope itemprop=of>", "x"),
        *("<i itemscope itemtype=https://schema.org/Offer>", "<div itemscope itemtype=Product/>", "</div>", "</i>"),
    )
    found = 0
    for _ in range(200):
        tree = parse("<div itemscope itemtype=Whole>" + "".join(rng.choices(parts, k=30)))
        inner = next((element for element in tree.iter("i")), tree)
        for root in (tree, inner):
            stated = PageStatements(root, most=1000)
            types = [(prop.name, prop.items[0][0] if prop.items else "") for prop in read_microdata(stated)]
            assert stated.item_types(1000) == types
            found += len(types)
    assert found > 1000


def test_properties_in_each_other():
    tree = parse("<i itemprop=name itemscope><b itemprop=name>" * 100 + "x")
    found = read_microdata(PageStatements(tree, most=1000))
    assert [bool(one.value) for one in found if not one.is_item] == [True] * MAX_NESTED + [False] * (100 - MAX_NESTED)
    assert max(len(one.items) for one in found) == MAX_ITEMS


def test_the_text_of_an_element():
    (element,) = parse("<p>By <!--no--> Ann <b>Lee</b>,\n today</p>").iter("p")
    assert text_of(element) == "By Ann Lee, today"
    (element,) = parse(f"<div>first{'<b></b>' * MAX_INNER}last</div>").iter("div")
    assert text_of(element) == "first"


def test_the_name_that_a_link_says_and_the_address_that_it_leads_to():
    tree = parse(
        "<div itemscope><a itemprop=name href=/author/ann>Ann Lee</a><a itemprop=author href=/author/bo></a>"
        "<a itemprop=url href=/river>The river</a><a itemprop='url headline' href=/river>The river rose</a></div>"
    )
    said = [(found.name, found.value) for found in read_microdata(PageStatements(tree, most=1000))]
    assert said == [
        ("name", "Ann Lee"),
        ("author", "/author/bo"),
        ("url", "/river"),
        ("url", "/river"),
        ("headline", "The river rose"),
    ]
