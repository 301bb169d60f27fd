"""Words of bytes, found as they are written."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_denoise.blocks.features.compiled import class_id_pairs
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import ExactWords


@given(st.binary(max_size=40), st.lists(st.binary(min_size=1, max_size=3), max_size=5))
@example(b"ab", [b"abc"])
@example("12 €".encode(), ["€".encode()])
@example(b"", [b"a"])
@example(b"a", [b"a"])
def test_what_bytes_hold_is_found_in_one_pass(text, wanted):
    parts = [text[i : i + 2] for i in range(0, len(text) - 1, 9)]
    for some in (wanted, parts, [*wanted, *parts]):
        words = ExactWords({"some": some})
        assert words.are_in(text) == any(one in text for one in some)
        assert words.places_in(text) == [i for i in range(len(text)) if any(text.startswith(one, i) for one in some)]


@pytest.mark.parametrize("kinds", [{"empty": [b""]}, {str(number): [b"a"] for number in range(33)}])
def test_what_is_no_word_is_refused(kinds):
    with pytest.raises(ValueError, match="too many kinds or words, or an empty word"):
        ExactWords(kinds)


def test_elements_are_found_by_the_words_of_their_class_and_id():
    html = "<div class=Review><p id=preview>a<p class=review-box id=other>b<p class=a id=view>c"
    names = Page.from_html(html).cached(class_id_pairs)
    words = ExactWords({"reviews": (b"review",), "views": (b"view", b"View"), "none": (b"sale",)})
    rows = {name: names.rows_with(ExactWords({"one": (name.encode(),)}))[0] for name in ("Review", "prev", "box", "id")}
    div, first, second = rows["Review"] + rows["prev"] + rows["box"]
    assert rows["id"] == []
    last = second + 2
    assert names.rows_with(words) == [[first, second], [div, first, second, last], []]
    assert names.rows_with(words, ids=False) == [[second], [div, second], []]
