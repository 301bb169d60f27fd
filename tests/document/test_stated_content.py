"""Texts that a page states in JSON-LD as its content and shows."""

import json

import pytest

from scrapy_denoise import denoise

PARAGRAPH = (
    "<p>The harbour of the old town lies behind a long wall of grey stone, and boats wait there for the tide.</p>"
)
INGREDIENTS = ["2 cups of barley", "1 leek", "salt", "3 spoons of butter"]
ANSWER = "The ferry leaves at noon from the second pier, if the wind allows it."


def text_of(body, *stated):
    scripts = "".join(f"<script type=application/ld+json>{json.dumps(one)}</script>" for one in stated)
    page = f"<title>Barley soup</title>{scripts}<body><main><h1>Barley soup</h1>{PARAGRAPH * 6}{body}</main>"
    return denoise(page, url="https://example.com/soup").text


def recipe(ingredients=INGREDIENTS, **more):
    return {"@type": "Recipe", "name": "Barley soup", "recipeIngredient": ingredients, **more}


def linked(lines):
    return "<nav><ul>" + "".join(f"<li><a href=/of/{i}>{line}</a></li>" for i, line in enumerate(lines)) + "</ul></nav>"


def faq(kind="FAQPage"):
    answer = {"@type": "Answer", "text": f"<p>{ANSWER}</p>"}
    return {
        "@type": kind,
        "mainEntity": [{"@type": "Question", "name": "When does it leave?", "acceptedAnswer": answer}],
    }


def test_linked_ingredients_are_content_where_the_page_states_them():
    assert "1 leek" not in text_of(linked(INGREDIENTS))
    assert [line for line in text_of(linked(INGREDIENTS), recipe()).splitlines() if line in INGREDIENTS] == INGREDIENTS


def test_an_ingredient_may_stand_in_several_blocks():
    cells = "".join(f"<div><div>{line[:2]}</div><div>{line[2:]}</div></div>" for line in INGREDIENTS)
    assert "cups of barley" in text_of(f"<nav>{cells}</nav>", recipe())


def test_all_of_a_list_that_is_mostly_ingredients_is_content():
    assert "a pinch of mace" in text_of(linked([*INGREDIENTS, "a pinch of mace"]), recipe())
    assert "About us" not in text_of(linked([*INGREDIENTS[:2], "About us", "Contact", "Shop"]), recipe(INGREDIENTS[:2]))


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


def test_answers_are_content_with_their_questions():
    shown = f"<footer><div><button>When does it leave?</button><div>{ANSWER}</div></div></footer>"
    assert ANSWER not in text_of(shown)
    assert text_of(shown, faq()).splitlines()[-2:] == ["When does it leave?", ANSWER]
    assert ANSWER not in text_of(shown, faq("QAPage"))


def test_answers_in_comments_are_none():
    assert ANSWER not in text_of(f"<div id=comments class=comments><p>{ANSWER}</p></div>", faq())


@pytest.mark.parametrize("value", [None, 7, {}, [[]], ["", 3, None], {"text": [1]}, [{"itemListElement": 5}]])
def test_values_of_other_kinds(value):
    plain = text_of(linked(INGREDIENTS))
    assert (
        text_of(linked(INGREDIENTS), recipe(value, recipeInstructions=value), {**faq(), "mainEntity": value}) == plain
    )
    question = {"@type": "Question", "name": value, "acceptedAnswer": value}
    assert text_of(linked(INGREDIENTS), {"@type": "FAQPage"}, question) == plain
