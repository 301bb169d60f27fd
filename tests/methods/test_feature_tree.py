"""Paper 002: feature trees, their matching, the clusters of candidates and their points."""

import random
import tracemalloc

import numpy as np
import pytest
from helpers.random_pages import changed, random_page
from scrapy.http import HtmlResponse

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.document.compiled import XPaths
from scrapy_denoise.methods import NotEnoughSiblings, get_method
from scrapy_denoise.methods.compiled import match
from scrapy_denoise.methods.feature_tree.candidates import candidate_clusters, points, topmost
from scrapy_denoise.methods.feature_tree.feature_tree import FeatureTree
from scrapy_denoise.page import Page
from scrapy_denoise.sites import dump, load

PAPER = FeatureTree.paper()
PLAIN = FeatureTree(quorum=1.0, text_share=2.0)


def candidates(page, *others, method=PAPER):
    """The XPaths of the candidates, below the body."""
    page = Page.from_html(page)
    rows = method.candidates(page.signature, [Page.from_html(other).signature for other in others])
    return [page.cached(XPaths).xpath(row).removeprefix("/html/body[1]") for row in rows]


def matched(page, other, similar=5, clamp=False, anchors=False, strict=False, method=PAPER):
    """The names of the page's nodes with a similar partner, in document order, and the summed similarity."""
    one, two = Page.from_html(page), Page.from_html(other)
    found = np.zeros(len(one.columns), np.uint8)
    score, _ = match(
        method.tree(one.signature), method.tree(two.signature), similar, clamp, anchors, strict, 2, 10**9, found
    )
    return [one.columns.name(row) for row in np.flatnonzero(found)], score / 7


def content_nodes(html, method=PAPER):
    page = Page.from_html(html)
    tree = method.tree(page.signature)
    return [page.columns.name(row) for row in tree.rows()[tree.content_nodes()]]


def level_order(html, method=PAPER):
    page = Page.from_html(html)
    return [page.columns.name(row) for row in method.tree(page.signature).rows()]


# --- section 2.3.1: the feature tree ------------------------------------------------------------------------


def test_the_root_is_the_body_and_the_order_is_level_by_level():
    html = "<head><title>t</title></head><body><div><ul><li>a</ul><p>b</p></div><table><tr><td>c</table><div>d</div>"
    assert level_order(html) == ["body", "div", "table", "div", "ul", "p", "tr", "li", "td"]


def test_text_rate_and_content_nodes():
    # own text of the div: 3 of 4 characters is 75 %, not above it; 4 of 5 is
    assert content_nodes("<div>abc<i>d</i></div>") == ["i"]
    assert content_nodes("<div>abcd<i>e</i></div>") == ["div", "i"]
    # content tags whatever their text rate
    assert content_nodes("<p><i>a</i></p><span></span><h2><a>b</a></h2>") == ["p", "span", "h2", "i", "a"]
    # no text is a text rate of 0 (B7)
    assert content_nodes("<div></div><ul><li></li></ul>") == []


# --- the paper's figures ------------------------------------------------------------------------------------

# Figure 2: B has three children and B' two; else they are the same. A is the body, C and C' are equal.
CT1 = "<div id=B><ul>d</ul><ol>e</ol><dl>f</dl></div><table id=C><tr><td>g</table>"
CT2 = "<div id=B><ul>d</ul><ol>e</ol></div><table id=C><tr><td>g</table>"


def test_b_and_b_with_a_child_more_are_similar_but_not_the_same():
    names, score = matched(CT1, CT2)
    # Of B's seven features the child tags differ: 6/7. Of its child d nothing is compared but the inside (content
    # nodes); so all but the dl are matched: body 1, B 6/7, table 1, ul 1, ol 1, tr 1, td 1.
    assert names == ["body", "div", "ul", "ol", "table", "tr", "td"]
    assert score == pytest.approx(6 + 6 / 7)
    assert candidates(CT1, CT2) == ["/div[1]/dl[1]"]
    assert candidates(CT2, CT1) == []


def test_abcdefg_with_f_under_another_parent():
    # The sequences of both trees are A B C D E F G, node by node alike; but F is below B in one, below C in the other.
    one = "<div id=B><i>d</i><i>e</i><i>f</i></div><section id=C><i>g</i></section>"
    two = "<div id=B><i>d</i><i>e</i></div><section id=C><i>f</i><i>g</i></section>"
    assert level_order(one) == level_order(two) == ["body", "div", "section", "i", "i", "i", "i"]
    names, score = matched(one, two)
    # B and B' differ in their child tags only (6/7), and so do C and C'; F's parents B and C' have different tags
    assert names == ["body", "div", "i", "i", "section", "i"]
    assert score == pytest.approx(1 + 2 * 6 / 7 + 3)
    assert candidates(one, two) == ["/div[1]/i[3]"]


# --- CompareTwoCNode ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "similarity"),
    [
        ("<div></div>", "<ul></ul>", None),  # (1) the tag
        ("<div></div>", "<div></div>", 7),  # (7) all equal
        ("<div id=a></div>", "<div></div>", 6),
        ("<div id=a class=b></div>", "<div title=t></div>", 4),
        ("<div id=a></div>", "<div id=a12></div>", 6),
        ("<div id=a1></div>", "<div id=a12></div>", 7),  # numbers in ids count as equal
        ("<div class='a b'></div>", "<div class='a c'></div>", 7),  # the first class says what it is
        ("<div title=a></div>", "<div title=b></div>", 7),  # the names of the other attributes
        ("<div><ul></ul></div>", "<div></div>", 6),  # the children's tags
        ("<div></div>", "<div></div><hr>", 6),  # siblings after it
        ("<hr><div></div>", "<div></div>", 6),  # and before it
        ("<p>a</p>", "<p>a</p>", 7),  # (5) both content: inside equal
        ("<p>a</p>", "<p>b</p>", None),
        ("<p></p>", "<p></p>", 7),  # (B7) empty content nodes are equal
        ("<p id=a class=b>a</p>", "<p>a</p>", 7),  # nothing but the inside counts
        ("<p>a <i>b</i></p>", "<p>a b</p>", None),
        ("<div>text</div>", "<div><ul></ul></div>", None),  # (6) content and structure
    ],
)
def test_similarity_of_two_nodes(one, other, similarity):
    _, score = matched(one, other, similar=1)
    assert round(score * 7) == 7 + (similarity or 0)  # and 7 of the bodies
    if similarity:
        for threshold in (similarity, similarity + 1):
            names = matched(one, other, similar=threshold)[0]
            assert (len(names) > 1) == (threshold == similarity)


def test_a_container_that_differs_in_one_or_two_features_is_similar():
    # B2, with the features of structure: around a longer article the children differ, 6/7; with one more box below it
    # the place from the end as well, 5/7 = .714; Ts = .7 takes both for similar, .85 the first, .9 none.
    story = "<div><h1>{0}</h1><p>{0}</p>{1}</div><ul><li><a href=/>menu</a></li></ul>{2}"
    page = story.format("a", "<p>more</p>", "")
    for other, similar in ((story.format("b", "", ""), (0.7, 0.85)), (story.format("b", "", "<hr>"), (0.7,))):
        for threshold in (0.7, 0.85, 0.9):
            method = FeatureTree(threshold=threshold, quorum=1.0, anchors=False)
            assert ("/div[1]" not in candidates(page, other, method=method)) == (threshold in similar)


def test_two_bodies_are_similar_whatever_they_are():
    assert matched("<body id=a class=b><p>a</p>", "<body title=c><div></div><ul></ul>") == (["body"], 1)
    # (3) a body and no body
    assert matched("<body><p>a</p>", "<frameset><frame></frameset>") == ([], 0)


def test_nodes_whose_parents_are_not_similar_are_not():
    one, other = "<div id=a class=b title=c><i>x</i></div>", "<div><ul></ul><i>x</i></div><hr>"
    # the divs: depth and place from the start are equal, id, class, attributes, child tags, place from the end not
    assert matched(one, other, similar=2) == (["body", "div", "i"], 1 + 2 / 7 + 1)
    assert matched(one, other, similar=3) == (["body"], pytest.approx(1 + 2 / 7))


def test_children_of_similar_parents_may_match_across():
    # B4: the first ul is matched with the first, the second with the second; b moved from one to the other
    one = "<ul><li>a</li><li>b</li></ul><ul><li>c</li></ul>"
    other = "<ul><li>a</li></ul><ul><li>b</li><li>c</li></ul>"
    assert candidates(one, other) == []
    # with `strict` only children of partners are compared
    strict = FeatureTree(quorum=1.0, anchors=False)
    assert candidates(one, other, method=strict) == ["/ul[1]/li[2]"]


# --- the table and the way back -----------------------------------------------------------------------------


def test_directions():
    # what the page alone has is a candidate (left), what the other alone has is not (up): B1
    assert candidates("<p>a</p><p>b</p><p>c</p>", "<p>a</p><p>c</p>") == ["/p[2]"]
    assert candidates("<p>a</p><p>c</p>", "<p>a</p><p>b</p><p>c</p>") == []
    # a substitution: on the diagonal, but not similar
    assert candidates("<p>a</p><p>x</p><p>c</p>", "<p>a</p><p>b</p><p>c</p>") == ["/p[2]"]


def test_of_equal_sums_the_diagonal_comes_first_then_up():
    # Both p of the other page fit; from the end the last is met first.
    assert matched("<p>a</p>", "<p>a</p><p>a</p>") == (["body", "p"], 2)
    # a or b can be matched, not both. From the end: b and a are no pair, and up and left have the same sum, so up;
    # there the page's b meets the other's b.
    assert candidates("<p>a</p><p>b</p>", "<p>b</p><p>a</p>") == ["/p[1]"]


def test_weak_pairs_are_not_preferred_to_a_good_one():
    # B5. The divs differ in their places only: 5/7. Two pairs of lists, 4/7 each, weigh more.
    one = "<ul id=a class=b></ul>" * 3 + "<div id=x class=y></div>"
    other = "<div id=x class=y></div>" + "<ul title=e></ul>" * 3
    assert matched(one, other, similar=5) == (["body"], pytest.approx(1 + 8 / 7))
    assert matched(one, other, similar=5, clamp=True) == (["body", "div"], pytest.approx(1 + 5 / 7))


# --- section 2.4: aggregation -------------------------------------------------------------------------------


def grouped(html, *names):
    """The clusters of the elements with these ids, as sets of ids."""
    page = Page.from_html(html)
    elements = page.elements()
    rows = np.array([row for row, element in enumerate(elements) if element is not None and element.get("id")], np.intp)
    rows = topmost(page.columns, rows)
    found = {}
    for row, number in zip(rows, candidate_clusters(page.columns, rows), strict=True):
        found.setdefault(number, []).append(elements[row].get("id"))
    return sorted(found.values())


def test_candidates_below_a_candidate_are_dropped():
    # B6: a content node that holds elements and these themselves are candidates
    assert grouped("<div id=a><p id=b>x<b id=c>y</b></p></div><p id=d>z</p>") == [["a", "d"]]
    page = Page.from_html("<p>x<b>y</b></p>")
    rows = PAPER.candidates(page.signature, [Page.from_html("<p>z</p>").signature])
    assert [page.columns.name(row) for row in rows] == ["p", "b"]
    assert [page.columns.name(row) for row in topmost(page.columns, rows)] == ["p"]


def test_same_parent_or_grandparent():
    html = (
        "<div><p id=a></p><ul><li id=b></li></ul></div><div><p id=c></p></div>"
        "<div><ul><li id=d></ul><ul><li id=e></ul></div>"
    )
    # b's grandparent is a's parent; c stands apart; d and e share a grandparent, but no candidate has it as parent
    assert grouped(html) == [["a", "b"], ["c"], ["d"], ["e"]]
    # B10: the closure does not depend on where one starts: a - b - c
    assert grouped("<div><p id=a></p><ul><li id=b></li><li><i id=c></i></li></ul></div>") == [["a", "b", "c"]]
    assert grouped("<p>none</p>") == []


# --- section 2.5: scoring -----------------------------------------------------------------------------------


def test_points():
    assert points(np.array([7.0, 9.0, 1.0, 2.0])).tolist() == [3, 5, 0, 1]
    # B12: equal values share the better place, and take those after them
    assert points(np.array([5.0, 9.0, 5.0, 2.0])).tolist() == [3, 5, 3, 0]
    assert points(np.array([4.0])).tolist() == [5]
    assert points(np.array([])).tolist() == []


def scored(html, *ids):
    page = Page.from_html(html)
    elements = page.elements()
    rows = np.array([row for row, e in enumerate(elements) if e is not None and e.get("id") in ids], np.intp)
    return PAPER.cluster_points(page, rows, np.arange(len(rows))).tolist()


def test_scores_without_layout():
    html = (
        "<div id=a><p>aaaaaaaaaa</p><p>bbbbbbbbbb</p></div>"  # 20 characters, 2 content tags, no links
        "<div id=b><a href=/>cccccccccc</a> <span>dd</span></div>"  # 12 or 13, 1, most in a link
        "<div id=c><ul><li>ee</li></ul></div>"  # 2, 0, no links
    )
    # Text 5, 3, 1; content tags 5, 3, 1; links: b first (-5), a and c share the second place (-3 each).
    # Markup: a <div id=a></div> and twice <p></p> are 18 + 2 * 7 = 32, text 20 of 52 = .38;
    # b 18 + <a href="/"></a> 16 + <span></span> 13 = 47, text 12 of 59 = .20; c 18 + 9 + 9 = 36, text 2 of 38 = .05.
    assert scored(html, "a", "b", "c") == [5 + 5 - 3 + 5, 3 + 3 - 5 + 3, 1 + 1 - 3 + 1]
    # a cluster alone has the first place in all of them: 5 + 5 - 5 + 5
    assert scored(html, "a") == [10]


def test_clusters_with_close_scores():
    # B9
    assert PAPER.best(np.array([10, 8, 7, 12, 12, 12])).tolist() == [False, False, False, True, True, True]
    assert PAPER.best(np.array([10, 8, 7])).tolist() == [True, True, False]
    assert PAPER.best(np.array([10, 10, 9, 9])).tolist() == [True, True, True, False]
    assert PAPER.best(np.array([0, -3])).tolist() == [False, False]
    assert PAPER.best(np.array([], np.int64)).tolist() == []


# --- the method on a site -----------------------------------------------------------------------------------

WORDS = ["river", "road", "bridge", "water", "night", "morning", "field", "boat"]


def story(i):
    words = WORDS[i:] + WORDS[:i]
    return f"The {words[0]} of the {words[1]} was by the {words[2]}, and the {words[3]} was in the {words[4]}. " * 2


def site_page(i):
    return (
        "<header><p>The daily paper of the valley, since a long time ago.</p><a href=/>Home</a></header>"
        f"<main><div><h1>About the {WORDS[i]}</h1><p>{story(i)}</p><p>{story((i + 3) % 8)}</p></div></main>"
        f"<aside><ul><li><a href=/{i}>More of the {WORDS[(i + 5) % 8]}</a></li></ul></aside>"
        "<footer><p>All that is written here was written by people of the valley.</p></footer>"
    )


def learned(*numbers):
    site = SiteTemplate()
    for i in numbers:
        site.learn(site_page(i), url=f"https://a.example/{i}")
    return site


@pytest.mark.parametrize("profile", ["default", "paper"])
@pytest.mark.parametrize("known", [(0,), (0, 1, 2, 3)])
def test_what_a_similar_page_has_too_is_noise(profile, known):
    result = denoise(
        site_page(7), url="https://a.example/7", method="feature_tree", profile=profile, site=learned(*known)
    )
    assert (result.method, result.reason) == ("feature_tree", "")
    assert result.text.split("\n") == [story(7).strip(), story(2).strip()]


def test_too_few_siblings():
    for site in (None, SiteTemplate()):
        with pytest.raises(NotEnoughSiblings, match="compares a page with 1 others"):
            get_method("feature_tree").select(Page.from_html(site_page(7), url="https://a.example/7"), site)
        for profile, fallback in (("default", "auto"), ("paper", "content_correlativity")):
            asked = denoise(site_page(7), url="https://a.example/7", method="feature_tree", profile=profile, site=site)
            assert (asked.method, asked.reason) == (fallback, "few_siblings")


def test_the_title_is_content_too():
    site = SiteTemplate()
    for i in (0, 1):
        site.learn(titled(i), url=f"https://a.example/{i}")
    for title in (True, False):
        page = Page.from_html(titled(7), url="https://a.example/7")
        kept = FeatureTree(title=title).select(page, site).kept
        texts = [page.columns.text_of(row) for row in page.columns.text_rows[kept]]
        assert texts == [*(["About the", "boat"] if title else []), story(7).strip(), story(2).strip()]


def titled(i):
    """A page with its title in the path above, alone in a heading, and in a block of related stories."""
    title = f"About the {WORDS[i]}"
    return (
        f"<title>{title} - The paper</title><nav><a href=/>Home</a> &gt; {title}</nav>"
        f"<header><div><h1>About the <b>{WORDS[i]}</b></h1></div></header>"
        f"<main><div><p>{story(i)}</p><p>{story((i + 3) % 8)}</p></div></main><aside><p>{title}</p></aside>"
    )


def test_the_same_from_bytes_from_a_response_and_from_a_stored_template():
    rng = random.Random(3)
    for _ in range(40):
        pages = [random_page(rng, 5, 5)]
        pages += [changed(rng, pages[0]) for _ in range(3)]
        site = SiteTemplate()
        for i, html in enumerate(pages[1:]):
            site.learn(html, url=f"https://a.example/{i}")
        url = "https://a.example/page"
        response = HtmlResponse(url, body=pages[0].encode(), encoding="utf-8")
        opened = [
            Page.from_html(pages[0], url=url),
            Page.from_html(pages[0].encode(), url=url),
            Page.from_tree(response.selector.root, url=url),
        ]
        for method in (PAPER, FeatureTree(), PLAIN):
            known = site.siblings(opened[0], method.max_siblings).signatures
            if len(known) < method.siblings:
                continue
            wanted = method.select(opened[0], site).kept.tolist()
            rows = method.candidates(opened[0].signature, known).tolist()
            for page in opened:
                for template in (site, load(dump(site))):
                    assert method.select(page, template).kept.tolist() == wanted
                    siblings = template.siblings(page, method.max_siblings).signatures
                    assert method.candidates(page.signature, siblings).tolist() == rows


def test_nothing_but_template():
    result = denoise(site_page(7), url="https://a.example/x", method="feature_tree", site=learned(0))
    assert result
    site = SiteTemplate()
    site.learn("<div><p>a</p><ul><li>b</li></ul></div><p>c</p>", url="https://a.example/1")
    result = denoise(
        "<div><p>a</p><ul><li>b</li></ul></div>", url="https://a.example/2", method="feature_tree", site=site
    )
    assert (result.text, result.reason) == ("", "few_siblings")  # one that has all of a page has no say on it


# --- large pages --------------------------------------------------------------------------------------------


def large(shape, n, word):
    """A page of about this many nodes: one list, a list in each section, or all of them below each other."""
    if shape == "list":
        inside = "<ul>" + "".join(f"<li><i class={word}></i></li>" for _ in range(n // 2)) + "</ul>"
    elif shape == "sections":
        unit = "".join(f"<li><a href=/>{word} {{}} {i}</a></li>" for i in range(10))
        inside = "".join(f"<div><h2>{word} {chr(97 + i % 26)}</h2><ul>{unit}</ul></div>" for i in range(n // 35))
    else:
        inside = ("<div>" * 200 + f"<p>{word}</p>" + "</div>" * 200) * (n // 202)
    return f"<body><p>{word}</p>{inside}<p>end</p>"


@pytest.mark.parametrize("shape", ["list", "sections", "deep"])
@pytest.mark.parametrize("method", [PAPER, PLAIN], ids=["paper", "default"])
def test_a_page_of_50_000_nodes_is_matched_within_the_cap(shape, method):
    # Per cell 3 bits; per node of both pages 80 bytes of its own, and less than 200 of lists and tables.
    page, other = Page.from_html(large(shape, 50_000, "one")), Page.from_html(large(shape, 52_000, "two"))
    assert len(page.columns) > 45_000
    one, two = page.signature, other.signature
    tracemalloc.start()
    try:
        rows = method.candidates(one, [two])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    nodes = len(page.columns) + len(other.columns)
    assert peak < 1.3 * 3 / 8 * max(method.max_cells, 33 * nodes) + 280 * nodes
    assert rows[0] == 2  # the first p; the last is the same in both
    assert rows[-1] < len(page.columns) - 2
