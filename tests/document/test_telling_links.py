"""Links of which more has to be asked are found in one compiled pass: it leaves out none that says where it leads."""

import random
import re

from scrapy_denoise.document.links._series import DIRECTIONS, MORE, telling_links
from scrapy_denoise.document.links.series_marks import AROUND

SIGNS = re.compile(r"[\d:：]")
PARTS = (*list(DIRECTIONS)[:20], *MORE[:5], "boat", "lamp", "7", "٣", "：", ":", "»", " ", "Page", "²", "第", "NEXT")


def of_rel(rel):
    return "next_page" if "next" in rel else ""


def asked(text, rel):
    """Whether more has to be asked of a link, and what of it."""
    direction, label = of_rel(rel) if rel else "", text.lower().strip(AROUND)
    if not direction and len(text) > 40 and ":" not in text and "：" not in text:
        return None
    signs = SIGNS.search(text) is not None
    heads = {phrase[0] for phrase in MORE}
    if direction or not label or signs or label in DIRECTIONS or label[0] in heads:
        return direction, label, signs
    return None


def test_same_as_one_by_one():
    choose = random.Random(7)
    texts = ["", "»", "Next", "7", "a" * 41, "a" * 41 + ":", "a" * 41 + "7"]
    texts += [choose.choice(("", " ")).join(choose.choices(PARTS, k=choose.randrange(1, 12))) for _ in range(2_000)]
    rels = [choose.choice(("", "", "nofollow", "next")) for _ in texts]
    expected = [
        (place, *found)
        for place, (text, rel) in enumerate(zip(texts, rels, strict=True))
        if (found := asked(text, rel)) is not None
    ]
    assert 100 < len(expected) < len(texts)
    assert telling_links(texts, rels, AROUND, of_rel) == expected


def test_no_links():
    assert telling_links([], [], AROUND, of_rel) == []
