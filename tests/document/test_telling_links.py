"""Links of which more has to be asked are found in one compiled pass: it leaves out none that says where it leads."""

import random
import re

from scrapy_denoise.document.compiled import ARTICLE, DIRECTIONS, MORE, direction_of, telling_links
from scrapy_denoise.document.links.series_marks import AROUND

DIGITS = re.compile(r"\d+")
PARTS = (*list(DIRECTIONS)[:20], *MORE[:5], "boat", "lamp", "7", "٣", "：", ":", "»", " ", "Page", "²", "第", "NEXT")


def of_rel(rel):
    return "next_page" if "next" in rel else ""


def said(label):
    """Where a label leads, without the numbers in it."""
    if found := DIRECTIONS.get(label, ""):
        return found
    if DIGITS.search(label):
        return DIRECTIONS.get(" ".join(DIGITS.sub(" ", label).split()).strip(AROUND), "")
    head, colon, _ = label.replace("：", ":").partition(":")
    return ARTICLE if colon and head.strip(AROUND) in DIRECTIONS else ""


def asked(text, rel):
    """Whether more has to be asked of a link, and what of it."""
    direction, label = of_rel(rel) if rel else "", text.lower().strip(AROUND)
    if not direction and len(text) > 40 and ":" not in text and "：" not in text:
        return None
    number = DIGITS.search(text) is not None and len(label) <= 20
    if direction or not label or number or said(label) or label.startswith(MORE):
        return direction, label, said(label), number
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
    labels = [text.lower().strip(AROUND) for text in texts]
    assert [direction_of(label, AROUND) for label in labels] == list(map(said, labels))
    assert {"", "end_page", "next_article", "next_page"} <= {*map(said, labels)}


def test_no_links():
    assert telling_links([], [], AROUND, of_rel) == []
