"""Paper 000 on pages small enough to work out by hand. `x` stands for a character of text."""

import math
from itertools import pairwise
from statistics import fmean

import attrs
import numpy as np
import pytest
from example_site import build
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.evaluation import completeness
from scrapy_denoise.methods import get_method
from scrapy_denoise.methods.partly_semantic.partly_semantic import PartlySemantic
from scrapy_denoise.methods.partly_semantic.tf_idf import BlockVectors
from scrapy_denoise.page import Page

PAPER = PartlySemantic.paper()
# The paper's steps on text blocks: a page has fewer nodes to count.
BY_BLOCK = attrs.evolve(PAPER, blocks_only=True)


def segments(html, method=PAPER):
    """The partly semantic blocks of a page, as the texts of each."""
    columns = Page.from_html(html).columns
    numbers = method.segment(columns).of_text
    found = [[] for _ in range(numbers[-1] + 1)]
    for number, row in zip(numbers, columns.text_rows, strict=True):
        found[number].append(columns.text_of(row))
    return found


def cosines(html, method, body):
    """The cosine of each block with the block `body`."""
    columns = Page.from_html(html).columns
    vectors = BlockVectors.from_columns(columns, method.segment(columns))
    return vectors.cosines(np.arange(len(vectors.total)) == body, method.smooth)


def kept(html, method=PAPER):
    page = Page.from_html(html)
    return [page.columns.text_of(row) for row in page.columns.text_rows[method.select(page).kept]]


def link(n):
    return f"<a href=/>{'l' * n}</a>"


def x(n):
    return "x" * n


def test_the_paper_profile():
    paper = get_method("partly_semantic", "paper")
    assert paper == PAPER
    assert (paper.eps, paper.smooth, paper.region, paper.min_terms, paper.blocks_only) == (0, False, None, 0, False)
    assert paper.relevance == paper.related  # one lambda


# --- formula (1) and figures 1 and 2 ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("links", "text", "others", "similarity"),
    [
        (5, 15, (10, 10), 0.5),  # densities 1/4 and 1/2
        (10, 10, (5, 15), 0.5),  # the other branch
        (3, 7, (3, 7), 1.0),
        (0, 9, (0, 4), 1.0),  # A6: 0 / 0 is 1: two nodes without links are alike
        (0, 9, (1, 9), 0.0),  # and 0 is like no density above it
        (4, 0, (3, 1), 0.75),
    ],
)
def test_similarity_of_neighbours(links, text, others, similarity):
    def one(links, text):
        return f"<td>{link(links) if links else ''}{x(text)}</td>"

    html = f"<table><tr>{one(links, text)}{one(*others)}</tr></table><div>{link(9)}</div>"
    for threshold in (0.2, 0.4, 0.5, 0.6, 0.75, 0.8, 1.0):
        together = len(segments(html, attrs.evolve(BY_BLOCK, similarity=threshold))[0]) > (links > 0) + (text > 0)
        assert together == (similarity >= threshold), threshold


ROW = "<tr><td>{}</td></tr>"
LINKS, MIXED, TEXT = link(20), link(16) + x(4), x(40)


def figure_1(first, second, third, fourth, fifth):
    """The page of figure 1: tables in the body, two of them inside a third, of two or three rows each."""

    def table(cell, rows, last=""):
        return f"<table>{ROW.format(cell) * rows}{ROW.format(f'<p>{last}</p>') if last else ''}</table>"

    nested = f"<table><tr><td>{table(second, 2, second)}{table(third, 2, third)}</td></tr></table>"
    return f"<body>{table(first, 3)}{nested}{table(fourth, 2)}{table(fifth, 2)}</body>"


def test_figure_2():
    # Densities: menu 1, article 0, box of links 16/20 = .8, footer and its neighbour 1: Sim(0, .8) = 0, so the two
    # tables inside the second one are no range together, nor is that table one with what stands beside it;
    # the fourth and the fifth are 1/1 = 1. Four ranges.
    found = segments(figure_1(LINKS, TEXT, MIXED, LINKS, LINKS), BY_BLOCK)
    assert [len(block) for block in found] == [3, 3, 6, 4]
    assert found[1] == [TEXT] * 3


def test_a_node_whose_children_are_all_similar_is_one_range():
    # Sim(.8, 1) = .8: all children of each table, then of the body, are similar; one range is the whole page.
    assert len(segments(figure_1(LINKS, MIXED, MIXED, LINKS, LINKS), BY_BLOCK)) == 1
    assert len(segments(figure_1(LINKS, MIXED, MIXED, LINKS, LINKS), attrs.evolve(BY_BLOCK, similarity=0.9))) == 3


def test_runs_of_siblings_under_a_parent_that_is_kept():
    # A8: of five siblings the first two and the last three are similar; each run is one block, the list none.
    items = [f"<li>{cell}</li>" for cell in (LINKS, LINKS, TEXT, TEXT, TEXT)]
    assert [len(block) for block in segments(f"<ul>{''.join(items)}</ul>")] == [2, 3]


def test_every_two_in_a_run_are_similar():
    # A8: densities .2, .4, .8: each is similar to the one before it (.5), the first and the last are not (.25).
    html = "".join(f"<p>{link(n)}{x(20 - n)}</p>" for n in (4, 8, 16))
    assert [len(block) for block in segments(html, BY_BLOCK)] == [4, 2]


def test_densities_are_counted_not_averaged():
    # A9: a node has the characters of its children. First division: 10 of 20, and 0 of 60: 1/8. Second: 1/8.
    # The mean of the ratios would be 1/4.
    first = f"<div><p>{link(10)}{x(10)}</p><p>{link(2)}{x(58)}</p></div>"
    second = f"<div><p>{link(6)}{x(34)}</p></div>"
    method = attrs.evolve(BY_BLOCK, similarity=0.05)
    assert len(segments(first + second, method)) == 1
    first = f"<div><p>{link(10)}{x(10)}</p><p>{link(5)}{x(55)}</p></div>"  # 15 of 80 = .19, in it .5 and .08
    second = f"<div><p>{link(15)}{x(65)}</p></div>"
    assert len(segments(first + second, attrs.evolve(BY_BLOCK, similarity=0.16))) == 1
    assert len(segments(first + second, attrs.evolve(BY_BLOCK, similarity=0.17))) == 3  # the inner two are not similar


def test_one_link_in_a_paragraph():
    # A6: as printed, a paragraph with one link is like no paragraph without; with eps it is.
    html = f"<p>{x(100)}</p><p>{x(95)}{link(4)}</p><p>{x(100)}</p>"
    assert [len(block) for block in segments(html, BY_BLOCK)] == [1, 2, 1]
    assert [len(block) for block in segments(html, attrs.evolve(BY_BLOCK, eps=0.05))] == [4]


def test_elements_without_text_have_no_vote():
    # A6, A12: no text, no density; scripts, styles and comments are no nodes.
    between = "<div><img src=/a.png></div><script>run()</script><!-- note --><style>p {}</style>"
    assert [len(block) for block in segments(f"<p>{x(9)}</p>{between}<p>{x(9)}</p>")] == [2]


def test_leaves_are_texts_or_text_blocks():
    html = f"<p>{x(30)}{link(5)}{x(30)}</p>"
    assert len(segments(html)) == 3
    assert len(segments(html, BY_BLOCK)) == 1


# --- formula (3) --------------------------------------------------------------------------------------------

# Three blocks, separated by their densities: 0, 1, 0 again.
RIVER = "<p>river river bridge water</p>"
LINKED = "<p><a href=/r>river bridge</a> <a href=/s>cinema</a></p>"
SHOP = "<p>cinema ticket water</p>"
THREE = RIVER + LINKED + SHOP


def test_weights_by_hand():
    # idf = ln(N / n): river, bridge, water, cinema stand in two of three blocks, ticket in one.
    two, one = math.log(3 / 2), math.log(3)
    river, bridge, water = 2 * two, two, two
    dot = river * two + bridge * two
    of_linked = dot / math.hypot(river, bridge, water) / math.hypot(two, two, two)
    of_shop = water * two / math.hypot(river, bridge, water) / math.hypot(two, one, two)
    assert cosines(THREE, BY_BLOCK, 0) == pytest.approx([1, of_linked, of_shop])
    assert of_linked == pytest.approx(3 / math.sqrt(6) / math.sqrt(3))
    # smoothed: ln(4 / 3) + 1 and ln(4 / 2) + 1
    two, one = math.log(4 / 3) + 1, math.log(2) + 1
    of_shop = two * two / (two * math.sqrt(6)) / math.hypot(two, one, two)
    assert cosines(THREE, attrs.evolve(BY_BLOCK, smooth=True), 0) == pytest.approx([1, of_linked, of_shop])


def test_rare_words_weigh_more_than_common_ones():
    # A1: divided by the idf, as formula (2) is printed, it would be the other way round.
    columns = Page.from_html(THREE).columns
    vectors = BlockVectors.from_columns(columns, BY_BLOCK.segment(columns))
    weights = vectors.weights(smooth=False)
    of = {(int(b), vectors.words[w]): weight for b, w, weight in zip(vectors.block, vectors.word, weights, strict=True)}
    assert of[2, "ticket"] > of[2, "water"] > 0
    # A2: summed over all blocks, a word would weigh the same in each of them.
    assert of[0, "river"] == 2 * of[1, "river"]


def test_a_word_of_all_blocks():
    # A3: it counts nothing without smoothing: what connects a related link with the body vanishes.
    html = "<p>river bridge</p><p><a href=/>river</a></p>"
    assert cosines(html, BY_BLOCK, 0) == pytest.approx([1, 0])
    assert cosines(html, attrs.evolve(BY_BLOCK, smooth=True), 0)[1] > 0.5


def test_a_page_of_one_block():
    # A3: log(1 / 1) makes the vector null; the body is kept all the same.
    assert kept("<p>river bridge</p>", BY_BLOCK) == ["river bridge"]
    assert cosines("<p>river bridge</p>", BY_BLOCK, 0).tolist() == [0.0]
    assert cosines("<p>river bridge</p>", attrs.evolve(BY_BLOCK, smooth=True), 0) == pytest.approx([1])


# --- section 3.2.2: pruning ---------------------------------------------------------------------------------

BODY = "river bridge water flood council meadow road night"
NEWS = (
    "<ul><li><a href=/1>cinema ticket</a></li><li><a href=/2>football result</a></li></ul>"
    f"<div>{BODY}</div>"
    "<p><a href=/flood>flood river bridge</a></p>"
    "<div>cookie privacy settings</div>"
)


def test_what_is_unlike_the_body_goes():
    # A4: the printed sign would remove the body first of all, whose cosine with itself is 1.
    assert kept(NEWS, BY_BLOCK) == [BODY, "flood river bridge"]


def test_the_larger_lambda_the_less_is_kept():
    # A5: the paper names none.
    found = [set(kept(NEWS, attrs.evolve(BY_BLOCK, relevance=r, related=r))) for r in (0, 0.1, 0.3, 0.9, 1.01)]
    assert all(more >= less for more, less in pairwise(found))
    assert len(found[0]) == 5
    assert found[-1] == {BODY}


def test_the_body_by_all_words_or_by_the_region():
    # A10: a large menu has more feature words than a short text.
    menu = "".join(f"<li><a href=/{i}>topic{chr(97 + i)} section{chr(97 + i)}</a></li>" for i in range(20))
    html = f"<ul>{menu}</ul><div><p>{BODY}</p><p>The {BODY} again.</p></div>"
    assert kept(html, BY_BLOCK)[0] == "topica sectiona"
    assert kept(html, PartlySemantic()) == [BODY, f"The {BODY} again."]


def test_small_blocks_are_judged_by_their_place():
    # A13: the cosine of one or two words is arbitrary. Beside a kept block and no links: kept.
    html = (
        f"<ul><li><a href=/a>cinema</a></li></ul><div>{BODY}</div><ul><li><a href=/b>cinema ticket</a></li></ul>"
        "<p>By Anna</p>"
    )
    near = f"<ul><li><a href=/a>cinema</a></li></ul><div>{BODY}<span><a href=/m>ma</a></span></div>By Anna"
    method = attrs.evolve(BY_BLOCK, min_terms=3, similarity=0.9)
    assert kept(html, method) == [BODY]
    assert kept(near, method) == [BODY, "ma", "By Anna"]
    assert kept(near, attrs.evolve(method, min_terms=0)) == [BODY, "ma"]


def test_other_pages_are_no_evidence():
    # A14: what the site repeats is out of the paper's scope.
    site = SiteTemplate()
    for number in range(5):
        site.learn(NEWS, url=f"https://a.example/{number}")
    first, second = (
        denoise(NEWS, "https://a.example/9", method="partly_semantic", site=known) for known in (None, site)
    )
    assert first.to_dict() == second.to_dict()


# --- the default profile ------------------------------------------------------------------------------------

FLOOD = (
    "<title>Flood</title><ul><li><a href=/>Home</a></li><li><a href=/sport>Football</a></li></ul>"
    "<div><h1>River floods the road</h1><p>Anna Hill, 3 May</p>"
    "<p>The river rose in the night and flooded the lower road. The <a href=/bridge>old bridge</a> is closed.</p>"
    "<p>The council opened the school hall for families from the meadow.</p></div>"
    "<div><ul><li><a href=/flood/2>The council, the river and the bridge</a></li>"
    "<li><a href=/road>The lower road by the river</a></li></ul></div>"
    "<h3>Elsewhere</h3><div><ul><li><a href=/cinema>Cinema reopens with comedy</a></li></ul></div>"
    "<div>Newspaper of the valley</div>"
)


def test_links_that_belong_to_the_topic_are_kept():
    result = denoise(FLOOD, "https://a.example/flood/1", method="partly_semantic")
    assert result.text.startswith("Anna Hill, 3 May\nThe river rose")
    assert [(link.text, link.url, link.kind) for link in result.links] == [
        ("Home", "https://a.example/", "navigation"),
        ("Football", "https://a.example/sport", "navigation"),
        ("old bridge", "https://a.example/bridge", "content"),
        ("The council, the river and the bridge", "https://a.example/flood/2", "related"),
        ("The lower road by the river", "https://a.example/road", "related"),
        ("Cinema reopens with comedy", "https://a.example/cinema", "navigation"),
    ]
    # they are no text of the article, but blocks of their own
    related = ["The council, the river and the bridge", "The lower road by the river"]
    assert not any(text in result.text for text in related)
    assert [block.text for block in result.noise if block.type == "related"] == related
    others = [block.text for block in result.noise if block.type not in ("related", "title")]
    assert others == ["Home", "Football", "Elsewhere", "Cinema reopens with comedy", "Newspaper of the valley"]


def test_the_paper_keeps_related_links_with_the_text():
    result = denoise(FLOOD, "https://a.example/flood/1", method="partly_semantic", profile="paper")
    assert "The lower road by the river" in result.text
    assert [block.text for block in result.blocks if block.type == "related"][-1:] == ["The lower road by the river"]


def test_verdicts_are_explained():
    result = denoise(FLOOD, "https://a.example/flood/1", method="partly_semantic")
    of = {block.text: block for block in (*result.blocks, *result.noise)}
    assert {block.type for block in result.blocks} <= set(BLOCK_TYPES)
    body, related = of["Anna Hill, 3 May"], of["The council, the river and the bridge"]
    assert (body.type, related.type) == ("content", "related")
    assert 0.4 <= related.score < body.score <= 1
    assert related.reasons[1] == "link density 1.00"
    assert related.reasons[2].startswith("words of the body: river")
    assert of["Home"].reasons == ("cosine with the body 0.00", "link density 1.00")
    assert {block.type for block in result.noise} == {"", "related", "title"}


@pytest.mark.parametrize("profile", ["default", "paper"])
def test_links_only(profile):
    result = denoise(f"<ul>{'<li><a href=/>1 2</a></li>' * 50}</ul>", method="partly_semantic", profile=profile)
    assert (result.text, result.reason) == ("", "no_content")


# --- properties ---------------------------------------------------------------------------------------------

tree = st.recursive(
    st.sampled_from(["word", f"<a href=/>{'l' * 4}</a>", "a longer text", ""]),
    lambda inside: st.lists(inside, max_size=4).map(lambda parts: f"<div>{' '.join(parts)}</div>"),
    max_leaves=25,
)


def reference(columns, similarity, eps):
    """HTMLSegment, as section 3.2.1 has it, by recursion: the blocks as lists of text rows."""
    blocks = []

    def counts(rows):
        chars = sum(int(columns.chars[row]) for row in rows)
        return sum(int(columns.chars[row]) for row in rows if columns.linked[row]) / chars

    def visit(row):
        """The text rows of a node that is one range; None where it is several, which are in `blocks` then."""
        if columns.tag[row] == 0:
            return [row]
        children = [child for child in range(row + 1, columns.end[row]) if columns.parent[child] == row]
        runs, densities, whole = [], [], True
        for child in children:
            if not columns.subtree_chars[child]:
                continue
            mark = len(blocks)
            part = visit(child)
            if part is None:
                whole, densities = False, []
                runs += [*blocks[mark:], None]
                del blocks[mark:]
                continue
            density = counts(part)
            if densities and (min(*densities, density) + eps) >= similarity * (max(*densities, density) + eps):
                runs[-1] = runs[-1] + part
                densities.append(density)
            else:
                runs.append(part)
                densities = [density]
        if whole and len(runs) == 1:
            return runs[0]
        blocks.extend(run for run in runs if run)
        return None

    rest = visit(0)
    return [rest] if rest else blocks


@settings(max_examples=80, deadline=None)
@given(st.lists(tree, max_size=4).map("".join), st.sampled_from([0.2, 0.5, 0.9]), st.sampled_from([0.0, 0.05]))
def test_segments_are_those_of_the_recursion(html, similarity, eps):
    columns = Page.from_html(f"<body>{html}</body>").columns
    if not len(columns.text_rows):
        return
    numbers = attrs.evolve(PAPER, similarity=similarity, eps=eps).segment(columns).of_text
    # the blocks tile the page, in order
    assert numbers[0] == 0
    assert set(np.diff(numbers).tolist()) <= {0, 1}
    expected = [block for block in reference(columns, similarity, eps) if block]
    assert [columns.text_rows[numbers == i].tolist() for i in range(numbers[-1] + 1)] == expected


@settings(max_examples=40, deadline=None)
@given(st.lists(tree, max_size=4).map("".join), st.booleans())
def test_cosines(html, smooth):
    columns = Page.from_html(f"<body>{html}</body>").columns
    if not len(columns.text_rows):
        return
    vectors = BlockVectors.from_columns(columns, PAPER.segment(columns))
    for body in range(len(vectors.total)):
        found = vectors.cosines(np.arange(len(vectors.total)) == body, smooth)
        assert ((found >= 0) & (found <= 1)).all()
        if smooth and vectors.total[body]:
            assert found[body] == pytest.approx(1)


def test_related_links_complete_the_example_pages():
    # Paper 000 counts related links: of the gold with them, the text and these links hold more than the text alone.
    pages = [page for page in build(0) if page.gold_related]
    assert len(pages) > 20
    shares = []
    for page in pages:
        result = denoise(page.body, page.url, method="partly_semantic")
        gold = "\n".join((page.gold_text, *page.gold_related))
        related = [block.text for block in result.noise if block.type == "related"]
        assert not set(page.gold_related) & set(result.text.split("\n"))
        shares.append((completeness(gold, result.text), completeness(gold, "\n".join((result.text, *related)))))
    text, with_links = (fmean(column) for column in zip(*shares, strict=True))
    assert 0.96 < text < with_links
