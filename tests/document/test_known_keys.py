"""A text that cannot have a key is told by its first letters; one that has it is never passed over."""

from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_denoise.document.source.compiled import KnownKeys
from scrapy_denoise.page.compiled import match_key

KEYS = {"related", "ad", "a", "7days", "24h", "é", "straße", "9"}


@given(st.text("aAdrRelatés ß.7249h“-\u212a", max_size=10))
@example("Related")
@example("“Related”")
@example("7 days")
def test_no_text_with_a_key_is_passed_over(text):
    key, known = match_key(text), KnownKeys(KEYS)
    assert known.may_have(text) or key not in KEYS


def test_other_texts_are_passed_over():
    known = KnownKeys(KEYS)
    for text in ("Contact", "reviews of rain"[2:], "b", "8 days", "-- ab"):
        assert not known.may_have(text), text
    assert not KnownKeys(set()).may_have("a")
    assert not KnownKeys({"a"}).may_have("")


def test_the_capital_i_with_a_dot_is_an_i():
    assert match_key("İLGİLİ haberler") == match_key("ilgili haberler") == "ilgilihaberler"
