"""Sums over elements, and siblings alike, as they are found by going through the rows."""

import random
from collections import defaultdict

import numpy as np

from scrapy_denoise.blocks._page_columns import ElementSums
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


def test_siblings_alike_and_the_text_in_elements():
    groups = 0
    for number in range(20):
        columns = random_page(number).columns
        rows, end = range(len(columns)), columns.end.tolist()
        prices, dates = columns.text_rows[::3].copy(), columns.text_rows[1::4].copy()
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
        expected = [
            (
                len(group),
                columns.subtree_chars[group].sum(),
                columns.subtree_link_chars[group].sum(),
                sum(group),
                *(sum(any(row <= one < end[row] for one in kind) for row in group) for kind in kinds),
            )
            for group in alike.values()
            if len(group) >= 3
        ]
        sums = ElementSums(columns, PICTURES, HEADINGS)
        assert sorted(sums.siblings(15, 3, prices, dates)) == sorted(expected)
        groups += len(expected)
        for name in ("div", "li", "table"):
            code = tags.CODES[name]
            inside = columns.in_subtrees(np.flatnonzero(columns.tag == code))
            chars = columns.chars * inside
            assert sums.inside(code) == (chars.sum(), (chars * columns.linked).sum())
    assert groups > 20
