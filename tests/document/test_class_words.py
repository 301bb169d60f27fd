"""Every name that a pattern matches has one of the words for which the names are searched before it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise.blocks.regions.byline_labels import _OF_REPORTER, _reporter
from scrapy_denoise.blocks.regions.bylines import (
    _OTHER_DATE,
    _PROFILE,
    POSTER_CLASS,
    is_profile_address,
    names_other_date,
    names_poster,
)
from scrapy_denoise.blocks.regions.from_now import _from_now, _may_be_told
from scrapy_denoise.document.entries.record_pictures import _AVATAR, _is_of_avatar
from scrapy_denoise.document.pictures import pictures
from scrapy_denoise.document.posts.row_reader import _NAME, AUTHOR_WORDS
from scrapy_denoise.document.source.ratings import _NAMED, RATING_WORDS


@pytest.mark.parametrize(
    ("pattern", "may_be"),
    [
        (POSTER_CLASS, AUTHOR_WORDS.may_be_in),
        (_NAME, AUTHOR_WORDS.may_be_in),
        (_NAMED, RATING_WORDS.may_be_in),
        (POSTER_CLASS, names_poster),
        (re.compile(_PROFILE, re.IGNORECASE), is_profile_address),
        (_AVATAR, _is_of_avatar),
        (pictures._DECORATION, pictures._DECORATION_WORDS.may_be_in),
        (pictures._DECORATIVE_CLASS, pictures._CLASS_WORDS.may_be_in),
        (pictures._PART_OF_PAGE, pictures._PART_WORDS.may_be_in),
    ],
)
@given(data=st.data())
def test_the_words_of_a_sweep_are_in_all_that_its_pattern_matches(pattern, may_be, data):
    name = data.draw(st.from_regex(pattern, fullmatch=True, alphabet=st.characters(codec="ascii")))
    assert may_be(name)


@pytest.mark.parametrize(
    ("pattern", "may_be"),
    [
        (_OTHER_DATE, names_other_date),
        (_reporter(), _OF_REPORTER.search),
        (re.compile(_from_now().pattern), _may_be_told),
    ],
)
@given(data=st.data())
def test_so_it_is_with_lines_of_text(pattern, may_be, data):
    assert may_be(data.draw(st.from_regex(pattern, fullmatch=True)))
