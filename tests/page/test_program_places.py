"""The places at which words stand in scripts, beside the same by a search at each place."""

from hypothesis import example, given
from hypothesis import strategies as st
from lxml.html import fromstring

from scrapy_denoise.page.compiled import ExactWords, PageStatements, ProgramPlaces

LETTERS = "abc"
WORDS = st.lists(st.text(LETTERS, min_size=1, max_size=4), min_size=1, max_size=6, unique=True)
LONG_WORDS = st.lists(st.text(LETTERS, min_size=3, max_size=5), min_size=1, max_size=6, unique=True)


@given(st.text(LETTERS, min_size=1, max_size=60), WORDS | LONG_WORDS)
@example("abc", ["abc"])
@example("aabcb", ["abc", "bcb"])
@example("abca", ["bcaa", "abca"])
def test_the_places_of_words_in_a_script(text, wanted):
    stated = PageStatements(fromstring(f"<div><script>{text}</script></div>"))
    found = ProgramPlaces(stated, ExactWords({"all": [word.encode() for word in wanted]}), ExactWords({}))
    places = []
    left = dict.fromkeys(wanted, 25)
    for at in range(len(text)):
        word = next((word for word in sorted(wanted) if text.startswith(word, at)), None)
        if word is not None and left[word]:
            left[word] -= 1
            stop = at + len(word)
            places.append((text[max(at - 40, 0) : stop], text[stop : stop + 200]))
    assert found.scripts == places
