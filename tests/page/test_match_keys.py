"""The letters and digits of parts of a text, beside those of each part alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise.page.compiled import match_key, match_keys

PARTS = st.lists(st.text() | st.text("aB1 -é水İß"))


@given(PARTS, st.integers(0, 40))
def test_the_keys_of_parts_are_those_of_each(texts, most):
    parts = [text.encode("utf-8", "replace") for text in texts]
    stops = [sum(map(len, parts[: number + 1])) for number in range(len(parts))]
    starts = [stop - len(part) for stop, part in zip(stops, parts, strict=True)]
    alone = [match_key(part.decode()) if len(part) <= most else "" for part in parts]
    assert match_keys(b"".join(parts), starts, stops, most) == alone


def test_a_character_that_is_cut_is_no_letter():
    assert match_keys("a水".encode(), [0], [2], 10) == ["a"]


@pytest.mark.parametrize(("starts", "stops", "most"), [([0], [4], 9), ([2], [1], 9), ([-1], [1], 9), ([0], [1], 2_000)])
def test_parts_that_are_none(starts, stops, most):
    with pytest.raises(ValueError, match="part"):
        match_keys(b"abc", starts, stops, most)
