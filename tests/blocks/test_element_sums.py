"""Sums over elements, and siblings alike, as they are found by going through the rows."""

import random
import re
from collections import defaultdict
from math import log1p

import numpy as np
import pytest

from scrapy_denoise.blocks import TextBlocks
from scrapy_denoise.blocks.compiled import ElementSums, Labels, WordKinds, block_sums, blocks_with, priced_rows
from scrapy_denoise.blocks.features.compiled import NAMES
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags

PICTURES, HEADINGS = tags.flags("img picture svg"), tags.flags("h1 h2 h3 h4")


def random_page(number):
    rng = random.Random(number)

    def element(depth):
        name = rng.choice("div li p h2 a".split())
        href = " href=/a" if name == "a" else ""
        inner = "".join(element(depth - 1) for _ in range(rng.randrange(6))) if depth else ""
        text = rng.choice(["", "The river rose in the night. ", "<img src=a.png>", "9 EUR "])
        return f'<{name}{href} class="{rng.choice("ab")}">{text}{inner}</{name}>'

    return Page.from_html("".join(element(4) for _ in range(8)) + "<p>It rained.")


def described(groups, columns):
    """The numbers of some groups of siblings: as `ElementSums.siblings` gives them of each kind."""
    if not groups:
        return [0.0] * 8
    count, chars, links, rows, _, pictures, headings, *_ = max(groups, key=lambda group: group[1])
    place = rows / count / len(columns)
    total = int(columns.chars.sum())
    all_of_them = log1p(sum(group[0] for group in groups))
    shares = pictures / count, headings / count, place, all_of_them
    return [log1p(count), chars / total, links / chars, log1p(chars / count), *shares]


def test_siblings_alike_and_the_text_in_elements():
    groups = equal = 0
    for number in range(40):
        columns = random_page(number).columns
        rows, end = range(len(columns)), columns.end.tolist()
        prices, dates = columns.text_rows[::3].tolist(), columns.text_rows[1::4].tolist()
        kinds = [
            np.flatnonzero(columns.link),
            np.flatnonzero(PICTURES[columns.tag]),
            np.flatnonzero(HEADINGS[columns.tag]),
            prices,
            dates,
        ]
        alike = defaultdict(list)
        for row in rows:
            if columns.tag[row] and columns.subtree_chars[row] >= 15:
                alike[columns.parent[row], columns.tag_hash[row], columns.class_hash[row]].append(row)
        found = [
            (
                len(group),
                int(columns.subtree_chars[group].sum()),
                int(columns.subtree_link_chars[group].sum()),
                sum(group),
                *(sum(any(row <= one < end[row] for one in kind) for row in group) for kind in kinds),
            )
            for group in alike.values()
            if len(group) >= 3
        ]
        shares = [[having / group[0] for having in group[4:]] for group in found]
        wanted = [
            [share[0] > 0.5 for share in shares],
            [share[0] > 0.5 and share[1] > 0.5 for share in shares],
            *([share[kind] > 0.5 for share in shares] for kind in (2, 3, 4)),
            [share[0] < 0.3 for share in shares],
        ]
        chosen = [[group for group, is_one in zip(found, of_kind, strict=True) if is_one] for of_kind in wanted]
        sums = ElementSums(columns, PICTURES, HEADINGS)
        result = np.array(sums.siblings(15, 3, 0.5, 0.3, prices, dates)).reshape(6, 8)
        for groups_of_kind, numbers in zip(chosen, result.tolist(), strict=True):
            largest = [group[1] for group in groups_of_kind]
            if largest.count(max(largest, default=0)) < 2:  # else each of them may be the one
                assert numbers == pytest.approx(described(groups_of_kind, columns))
                equal += bool(groups_of_kind)
        groups += len(found)
        codes = tuple(tags.CODES[name] for name in ("div", "li", "table"))
        counts = [log1p((columns.tag == code).sum()) for code in codes]
        total = columns.chars.sum()
        shares = []
        for place, code in enumerate(codes):
            inside = columns.in_subtrees(np.flatnonzero(columns.tag == code))
            shares.append(columns.chars[inside].sum() / total)
            if place < 2:
                shares.append(columns.chars[inside & ~columns.linked].sum() / total)
        headings = np.flatnonzero(HEADINGS[columns.tag])
        leading = sum(bool(columns.linked[row] or columns.link[row : end[row]].any()) for row in headings)
        links = (columns.chars * columns.linked).sum()
        of_page = [log1p(leading), leading / max(len(headings), 1), log1p(total), log1p(total - links), links / total]
        assert sums.elements(codes, codes, 2) == pytest.approx([*counts, *shares, *of_page])
    assert groups > 40
    assert equal > 40


def test_lengths_of_blocks():
    long, short = "The river rose in the night, and the road was closed. " * 4, "It rained."
    html = f"<div><p>{long}</p><p>{short}</p><p>{long}{long}</p></div><ul><li><a href=/>{short}</a></ul><p>{long}</p>"
    page = Page.from_html(html)
    blocks = page.cached(TextBlocks)
    features = NAMES.index("digits"), NAMES.index("container")
    lengths, beside, paths = block_sums(
        page.columns, blocks, NAMES.index("container"), 15, 120, 300, 0.3, 3, 3, features
    )
    assert beside == [blocks.features[0, place] for place in features]
    n = len(long) - 1
    total = 4 * n + 1 + 2 * len(short)
    held = blocks.chars[blocks.features[:, NAMES.index("container")] > 0].sum()
    assert lengths == pytest.approx(
        [
            *(log1p(5), log1p(3), (total - 2 * len(short)) / total, log1p((total - 2 * len(short)) / 3)),
            *(log1p(1), (2 * n + 1) / total, log1p(2 * n + 1), 2 * len(short) / total, 0, held / total),
            *(log1p(2), 1, log1p(total - 2 * len(short)), (total - 2 * len(short)) / total),
        ]
    )
    in_div = 3 * n + 1 + len(short)
    assert paths[:4] == pytest.approx([in_div / total, log1p(3), 0, log1p(in_div / 3)])
    assert paths[8:] == pytest.approx([len(short) / total, log1p(1), 1, log1p(len(short))])
    assert blocks_with(page.columns, blocks, NAMES.index("year"), 80) == []


def test_of_kinds_of_blocks_with_as_much_text_the_later_one_is_told_first():
    page = Page.from_html("<h1>It rained.</h1><p>It rained.</p><div><a href=/>It snowed in the valley.</a>")
    *_, paths = block_sums(page.columns, page.cached(TextBlocks), 0, 15, 120, 300, 0.3, 3, 3, ())
    share = 10 / 44
    assert paths == pytest.approx([24 / 44, log1p(1), 1, log1p(24), *[share, log1p(1), 0, log1p(10)] * 2])
    page = Page.from_html("<h1>It rained.</h1><p>It</p><p>rained..</p>")
    *_, paths = block_sums(page.columns, page.cached(TextBlocks), 0, 15, 120, 300, 0.3, 3, 3, ())
    assert paths[:8] == pytest.approx([0.5, log1p(2), 0, log1p(5), 0.5, log1p(1), 0, log1p(10)])
    assert paths[8:] == [0.0] * 4


def test_blocks_with_a_year():
    page = Page.from_html("<p>May 2, 2021</p><p>It rained in the hills.</p><p>June 3, 2022</p>")
    first = [page.columns.text_rows[position] for position in (0, 2)]
    assert blocks_with(page.columns, page.cached(TextBlocks), NAMES.index("year"), 80) == first
    assert blocks_with(page.columns, page.cached(TextBlocks), NAMES.index("year"), 12) == first[:1]


PRICE = re.compile(
    rb"(?:\$|\xc2[\xa3\xa5]|\xe2\x82[\xa0-\xbf]|\xd0\xbb\xd0\xb2)\s?\d"
    rb"|\d\s?(?:\xe2\x82[\xa0-\xbf]|z\xc5\x82|K\xc4\x8d|\xd0\xbb\xd0\xb2|\xd1\x80\xd1\x83\xd0\xb1|\xe5\x85\x83|\xe5\x86\x86)"
)


def test_rows_of_prices():
    rng = random.Random(2)
    parts = [
        "12",
        "€",
        "$",
        "£",
        "zł",
        "Kč",
        "лв",
        "руб",
        "元",
        "円",
        "₽",
        " ",
        "a",
        "я",
        "¢",
        "</p><p>",
        "</b><b>",
        "年",
    ]
    found = 0
    for _ in range(300):
        columns = Page.from_html("<p>" + "".join(rng.choices(parts, k=40))).columns
        starts = columns.text_start[columns.text_rows]
        at = np.array([match.start() for match in PRICE.finditer(columns.text)], np.intp)
        rows = np.unique(columns.text_rows[np.searchsorted(starts, at, "right") - 1])
        expected = rows[columns.chars[rows] < 12].tolist()
        assert priced_rows(columns, 12) == expected
        found += len(expected)
    assert found > 100


def test_lines_are_compared_without_case_and_marks():
    marks = b"0123456789 .,:"
    known = {b"comments": (0,), "σχόλια".encode(): (1,), b"kelvin": (0, 2)}
    labels = Labels(known, 3, marks)
    text = (
        "12 Comments:\nNo comments\n3 ΣΧΌΛΙΑ\n\n... \nCOMMENTS"
        + " ." * 500
        + "\n"
        + "comments" * 40
        + "\n\u212aelvin 2"
    )
    assert labels.counts_in(text.encode()) == [3, 1, 1]
    assert labels.counts_in(b"") == [0, 0, 0]
    with pytest.raises(ValueError, match="too long"):
        Labels({b"a" * 100: (0,)}, 1, marks)


@pytest.mark.parametrize(("plain", "word"), [(False, r"[^\W_]+"), (True, "[a-z0-9]+")])
def test_words_of_kinds(plain, word):
    kinds = [("river", "été", "٣"), ("a1", "river"), ("x",)]
    rng = random.Random(3)
    parts = ["river", "été", "٣", "a1", "x", "A1", "rivers", "_", "-", " ", "/", "½", "水"]
    words = WordKinds(kinds, plain)
    for _ in range(200):
        text = "".join(rng.choices(parts, k=6))
        found = re.findall(word, text)
        expected = [sum(one in kind for one in found) for kind in kinds]
        assert words.counts_in(text) == (expected, len(found))
    assert words.counts_in("") == ([0, 0, 0], 0)
