"""Which classes and ids name a caption, beside a pattern that says the same."""

import re
from itertools import product

import pytest

from scrapy_denoise.blocks.regions.captions import find_captions
from scrapy_denoise.page import Page

NAME = re.compile(r"c(?:aption|redit)s?(?:[\s_\0]|-(?!card))", re.IGNORECASE)
PARTS = ("caption", "CREDIT", "Credits", "cap", "accreditation", "captioned")
BEHIND = ("", "s", "S", "-", "_", " ", "\t", "-card", "-Card", "-car", "--card", "s-card", "s-x", "9", "é", "-caption")


@pytest.mark.parametrize("attribute", ["class", "id"])
def test_names_of_captions(attribute):
    for before, name, behind in product(("", "photo-", "x "), PARTS, BEHIND):
        given = f"{before}{name}{behind}"
        page = Page.from_html(f'<div><img src=/a.png><p {attribute}="{given}">The river</p></div><p>It rained.</p>')
        assert bool(find_captions(page).spans) == bool(NAME.search(f"{given}\0")), given
