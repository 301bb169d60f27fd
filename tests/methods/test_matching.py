"""The similarity LCS of feature trees, against the table of the paper filled in cell by cell."""

import random

import numpy as np
import pytest
from helpers.random_pages import changed, random_page
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_denoise.methods.compiled import match
from scrapy_denoise.methods.feature_tree.feature_tree import FeatureTree
from scrapy_denoise.page import Page

PAPER = FeatureTree.paper()
NO_CAP = 1 << 60
CONTENT = {"p", "span", "b", "strong", "h1", "h2", "h3", "h4", "h5", "h6"}


class Node:
    """A CNode as the paper has it, from an lxml element."""

    def __init__(self, element, parent):
        self.element, self.parent, self.tag = element, parent, element.tag
        children = [child for child in element if isinstance(child.tag, str)]
        own = "".join([element.text or "", *(child.tail or "" for child in children)]).strip()
        everything = "".join(element.itertext()).strip()
        rate = len(own) / len(everything) if everything else 0
        self.content = self.tag in CONTENT or rate > 0.75
        self.inner = self.markup()
        self.depth = parent.depth + 1 if parent else 0
        siblings = [c for c in element.getparent() if isinstance(c.tag, str)] if parent else [element]
        self.features = (
            element.get("id"),
            element.get("class"),
            self.depth,
            [child.tag for child in children],
            sorted(set(element.attrib) - {"id", "class"}),
            siblings.index(element),
            len(siblings) - siblings.index(element),
        )
        self.children = [Node(child, self) for child in children]

    def markup(self):
        def of(element):
            return [element.tag, sorted(element.attrib.items()), *inside(element)]

        def inside(element):
            parts = [element.text.strip() if element.text else ""]
            for child in element:
                parts += [of(child), child.tail.strip() if child.tail else ""]
            return [part for part in parts if part]

        return inside(self.element)


def level_order(html):
    queue = [Node(Page.from_html(html).tree.find("body"), None)]
    for node in queue:
        queue += node.children
    return queue


def compare(a, b, similar):
    """CompareTwoCNode, rules (1) to (7), in sevenths."""
    if a.tag != b.tag:
        return 0
    if a.parent is None or b.parent is None:
        return 7 if a.parent is b.parent else 0
    if compare(a.parent, b.parent, similar) < similar:
        return 0
    if a.content and b.content:
        return 7 if a.inner == b.inner else 0
    if a.content or b.content:
        return 0
    return sum(one == other for one, other in zip(a.features, b.features, strict=True))


def plain(page, other, similar, clamp=False):
    """The XPaths of the nodes of a page that are matched with similar ones, and the score: section 2.3.2."""
    s1, s2 = level_order(page), level_order(other)
    score = [[0] * (len(s1) + 1) for _ in range(len(s2) + 1)]
    pointer = [["left"] * (len(s1) + 1) for _ in range(len(s2) + 1)]
    for i in range(1, len(s2) + 1):
        pointer[i][0] = "up"
        for j in range(1, len(s1) + 1):
            s = compare(s1[j - 1], s2[i - 1], similar)
            s = 0 if clamp and s < similar else s
            sums = {"diagonal": score[i - 1][j - 1] + s, "up": score[i - 1][j], "left": score[i][j - 1]}
            score[i][j] = max(sums.values())
            pointer[i][j] = max(sums, key=sums.get)  # of equal ones the first: diagonal, up, left
    found = set()
    i, j = len(s2), len(s1)
    while i and j:
        if pointer[i][j] == "diagonal":
            if compare(s1[j - 1], s2[i - 1], similar) >= similar:
                found.add(s1[j - 1].element.getroottree().getpath(s1[j - 1].element))
            i, j = i - 1, j - 1
        elif pointer[i][j] == "up":
            i -= 1
        else:
            j -= 1
    return found, score[-1][-1]


def compiled(page, other, similar, clamp=False, anchors=False, strict=False, max_cells=NO_CAP, method=PAPER):
    one, two = Page.from_html(page), Page.from_html(other)
    found = np.zeros(len(one.columns), np.uint8)
    score, cells = match(
        method.tree(one.signature), method.tree(two.signature), similar, clamp, anchors, strict, 0, max_cells, found
    )
    elements = one.elements()
    paths = {elements[row].getroottree().getpath(elements[row]) for row in np.flatnonzero(found)}
    return paths, score, cells


SEEDS = st.integers(0, 2**32)


@settings(max_examples=150, deadline=None)
@given(SEEDS, st.integers(1, 7), st.booleans())
def test_the_table_cell_by_cell(seed, similar, clamp):
    rng = random.Random(seed)
    page = random_page(rng)
    other = changed(rng, page) if rng.random() < 0.6 else random_page(rng)
    found, score = plain(page, other, similar, clamp)
    got, total, _ = compiled(page, other, similar, clamp)
    assert total == score
    assert got == found


def flat_page(rng, names="aab"):
    """A page whose elements are all children of the body: nothing depends on which of them are matched."""
    children = [f'<div id="{rng.choice(names)}" class="{rng.choice(names)}"></div>' for _ in range(rng.randint(1, 20))]
    return f"<body>{''.join(children)}</body>"


@pytest.mark.parametrize("strict", [False, True])
@settings(max_examples=150, deadline=None)
@given(seed=SEEDS)
def test_the_nodes_left_out_and_the_trimmed_ends_cost_no_similarity_on_their_level(seed, strict):
    # With equal subtrees as similarity 1 there may be more of it, never less.
    rng = random.Random(seed)
    page, other = flat_page(rng), flat_page(rng, names="abc")
    trimmed = compiled(page, other, 5, clamp=True, anchors=True, strict=strict)[1]
    assert trimmed >= compiled(page, other, 5, clamp=True, strict=strict)[1]


@pytest.mark.parametrize(("strict", "trimmed", "whole"), [(False, 81, 88), (True, 81, 81)])
def test_what_a_trimmed_end_costs_below_its_level(strict, trimmed, whole):
    # Two trimmed parents are similar to other nodes as well. Without `strict` their children may match those nodes'.
    rng = random.Random(234966)
    page = random_page(rng)
    other = changed(rng, page)
    assert compiled(page, other, 5, clamp=True, anchors=True, strict=strict)[1] == trimmed
    assert compiled(page, other, 5, clamp=True, strict=strict)[1] == whole


def test_an_equal_subtree_is_preferred_to_a_larger_similar_one():
    # In sevenths: #e and #g have changed places, so only one of them can be matched, with 5. As an equal subtree #e
    # counts 7 and is taken, although there is more below #g.
    small = '<div id="e" class="e"></div>'
    page = f'{small}<div id="g" class="g"><ul><li></li></ul><ol></ol></div>'
    other = f'<div id="g" class="g"><ul><li></li><li></li></ul><ol></ol></div>{small}'
    assert compiled(page, other, 5, clamp=True, strict=True)[1] == 7 + 5 + (6 + 7) + 6
    assert compiled(page, other, 5, clamp=True, strict=True, anchors=True)[1] == 7 + 7


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("anchors", [False, True])
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_a_page_is_like_itself(seed, anchors, strict):
    page = random_page(random.Random(seed))
    found, score, _ = compiled(page, page, 5, anchors=anchors, strict=strict)
    assert score == 7 * len(level_order(page))
    assert len(found) == len(level_order(page))


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_strict_matches_children_of_matched_parents_only(seed):
    rng = random.Random(seed)
    page = random_page(rng)
    found, _, _ = compiled(page, changed(rng, page), 5, clamp=True, strict=True)
    assert all(path.rsplit("/", 1)[0] in found for path in found if path != "/html/body")


@settings(max_examples=100, deadline=None)
@given(SEEDS, st.sampled_from([0, 10, 100, 1000]), st.booleans(), st.booleans())
def test_a_cap_makes_a_band(seed, max_cells, anchors, strict):
    rng = random.Random(seed)
    page, other = random_page(rng, 9), random_page(rng, 9)
    _, best, cells = compiled(page, other, 5, clamp=True, anchors=anchors, strict=strict)
    _, score, banded = compiled(page, other, 5, clamp=True, anchors=anchors, strict=strict, max_cells=max_cells)
    assert banded <= cells
    assert strict or anchors or score <= best
    # at least the band of 16 columns on either side of each row
    assert banded <= max(max_cells, 33 * len(level_order(other)))
