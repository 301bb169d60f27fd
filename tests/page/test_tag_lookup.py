"""The enum of tags that compiled code reads, and the table that Python reads, are one."""

from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.compiled import Tag


def test_compiled_code_has_the_same_codes():
    assert {name: int(Tag[name.upper()]) for name in tags.CODES if name != "#text"} == {
        name: code for name, code in tags.CODES.items() if code
    }
    assert Tag.TEXT == tags.TEXT
