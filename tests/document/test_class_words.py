"""Every class that a pattern matches has one of the words by which the classes of a page are swept for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise.blocks.regions.bylines import POSTER_CLASS, POSTER_WORDS
from scrapy_denoise.document.posts.row_reader import _NAME, AUTHOR_WORDS
from scrapy_denoise.document.source.ratings import _NAMED, RATING_WORDS


@pytest.mark.parametrize(
    ("pattern", "may_be"),
    [
        (POSTER_CLASS, AUTHOR_WORDS.may_be_in),
        (_NAME, AUTHOR_WORDS.may_be_in),
        (_NAMED, RATING_WORDS.may_be_in),
        (POSTER_CLASS, lambda name: POSTER_WORDS.are_in(name.lower().encode())),
    ],
)
@given(data=st.data())
def test_the_words_of_a_sweep_are_in_all_that_its_pattern_matches(pattern, may_be, data):
    name = data.draw(st.from_regex(pattern, fullmatch=True, alphabet=st.characters(codec="ascii")))
    assert may_be(name)
