"""Whether a text has characters that no output may hold."""

from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise.document.source.compiled import has_not_xml

FORBIDDEN = {*map(chr, range(0x20)), "\ufffe", "\uffff"} - set("\t\n\r")


@given(st.text(max_size=20) | st.text("a\n\t\r \x1f\x01\u00ef\ufffd\ufffe\uffff", max_size=20))
def test_each_forbidden_character_is_found(text):
    assert has_not_xml(text.encode()) == (not FORBIDDEN.isdisjoint(text))
