"""The enum of tags that compiled code reads, and the table that Python reads, are one."""

import re
from pathlib import Path

from scrapy_denoise.page.columns import tags

DECLARATIONS = Path(__file__).parents[2] / "scrapy_denoise/page/columns/tag_lookup_declarations.pxi"


def test_compiled_code_has_the_same_codes():
    (members,) = re.findall(r"cdef enum Tag:[^\n]*\n((?: {4}[^\n]*\n)+)", DECLARATIONS.read_text(encoding="utf-8"))
    assert re.findall(r"\w+", members) == [name.removeprefix("#").upper() for name in tags.NAMES]
