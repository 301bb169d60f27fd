"""Ingredients and steps of a recipe that a page states in JSON-LD and shows."""

import json

import pytest

from scrapy_denoise import denoise

PARAGRAPH = (
    "<p>The harbour of the old town lies behind a long wall of grey stone, and boats wait there for the tide.</p>"
)
INGREDIENTS = ["2 cups of barley", "1 leek", "salt", "3 spoons of butter"]


def text_of(body, *stated):
    scripts = "".join(f"<script type=application/ld+json>{json.dumps(one)}</script>" for one in stated)
    page = f"<title>Barley soup</title>{scripts}<body><main><h1>Barley soup</h1>{PARAGRAPH * 6}{body}</main>"
    return denoise(page, url="https://example.com/soup").text


def recipe(ingredients=INGREDIENTS, **more):
    return {"@type": "Recipe", "name": "Barley soup", "recipeIngredient": ingredients, **more}


def linked(lines, around="div"):
    items = "".join(f"<li><a href=/of/{i}>{line}</a></li>" for i, line in enumerate(lines))
    return f"<{around}><ul>{items}</ul></{around}>"


def test_linked_ingredients_are_content_where_the_page_states_them():
    assert "1 leek" not in text_of(linked(INGREDIENTS))
    assert [line for line in text_of(linked(INGREDIENTS), recipe()).splitlines() if line in INGREDIENTS] == INGREDIENTS


def test_an_ingredient_may_stand_in_several_blocks():
    cells = "".join(f"<div><div>{line[:2]}</div><div>{line[2:]}</div></div>" for line in INGREDIENTS)
    assert "cups of barley" in text_of(f"<section>{cells}</section>", recipe())


def test_all_of_a_list_that_is_mostly_ingredients_is_content_but_other_links():
    items = f"{linked(INGREDIENTS)[:-11]}<li><b>a pinch of mace</b><li><a href=/shop>Shop our pans</a></ul></div>"
    assert "a pinch of mace" in text_of(items, recipe())
    assert "Shop our pans" not in text_of(items, recipe())


@pytest.mark.parametrize("around", ["nav", "footer"])
def test_menus_and_footers_are_no_recipe(around):
    assert "1 leek" not in text_of(linked(INGREDIENTS, around), recipe())


def test_the_recipe_of_a_page_about_something_else_states_nothing():
    news = {"@type": "NewsArticle", "headline": "Barley soup", "url": "https://example.com/soup"}
    assert "1 leek" not in text_of(linked(INGREDIENTS), news, {**recipe(), "name": "Carrot cake of the north"})


@pytest.mark.parametrize(
    "lines", [["salt"], ["salt", *(f"Page {i}" for i in range(20))]], ids=["alone", "few of those that are stated"]
)
def test_links_elsewhere_with_the_name_of_an_ingredient_are_none(lines):
    assert "salt" not in text_of(linked(lines), recipe())


def test_what_the_page_does_not_show_is_no_text():
    assert "leek" not in text_of("", recipe())


def test_several_recipes_of_which_none_is_that_of_the_page_state_nothing():
    others = [{**recipe(), "name": name} for name in ("Carrot cake of the north", "Plum pie of the south")]
    assert "1 leek" not in text_of(linked(INGREDIENTS), *others)


def test_ingredients_in_comments_are_none():
    assert "1 leek" not in text_of(f"<div id=comments class=comments>{linked(INGREDIENTS)}</div>", recipe())


@pytest.mark.parametrize("value", [None, 7, {}, [[]], ["", 3, None], {"text": [1]}, [{"itemListElement": 5}]])
def test_values_of_other_kinds(value):
    plain = text_of(linked(INGREDIENTS))
    assert text_of(linked(INGREDIENTS), recipe(value, recipeInstructions=value)) == plain
