"""Paper 001: the comparison with sibling pages, the similarity of paths, the choice of the body."""

import numpy as np
import pytest

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.methods import NotEnoughSiblings, get_method
from scrapy_denoise.methods.compiled import cluster_leaves, compare_three
from scrapy_denoise.methods.path_similarity.path_similarity import PathSimilarity
from scrapy_denoise.methods.path_similarity.title_path import title_similarity
from scrapy_denoise.methods.region.region import Region
from scrapy_denoise.page import Page

LITERAL = PathSimilarity.paper()
ALIGNED = PathSimilarity(aligned=True, quorum=1.0)


def article(letter, paragraphs, aside=""):
    inside = "".join(f"<p>{letter}{i}</p>" for i in range(1, paragraphs + 1))
    return f"<nav>menu</nav>{aside}<div>{inside}</div><footer>end</footer>"


def template(method, html, *siblings):
    """The texts of a page that the comparison with its siblings puts in the template set."""
    page = Page.from_html(html)
    rows = method.template_rows(page.signature, [Page.from_html(sibling).signature for sibling in siblings])
    return [page.columns.text_of(row) for row in page.columns.text_rows[rows]]


# --- section 1.2: the comparison ----------------------------------------------------------------------------


@pytest.mark.parametrize("method", [LITERAL, ALIGNED])
def test_three_one_and_two_paragraphs(method):
    pages = article("a", 3), article("b", 1), article("c", 2)
    assert template(method, *pages) == ["menu", "end"]
    # whichever of them is the page
    assert template(method, pages[1], pages[0], pages[2]) == ["menu", "end"]
    assert template(method, pages[2], pages[1], pages[0]) == ["menu", "end"]


def test_the_literal_walk_has_no_look_ahead():
    # Defect D8: one aside more in one page, and all that follows on its level is content, the footer too.
    pages = article("a", 3), article("b", 1, aside="<aside>x</aside>"), article("c", 2)
    assert template(LITERAL, *pages) == ["menu"]
    assert template(ALIGNED, *pages) == ["menu", "end"]


def three_way(*trees):
    """Trees as lists of (depth, node); the nodes of the first that are template."""
    columns = []
    for tree in trees:
        columns += [np.array([depth for depth, _ in tree], np.int32), np.array([node for _, node in tree], np.uint64)]
    marks = np.full(len(trees[0]), 9, np.uint8)
    compare_three(*columns, marks)
    assert set(marks.tolist()) <= {0, 1}
    return [node for (_, node), mark in zip(trees[0], marks, strict=True) if mark]


def test_the_walk_by_hand():
    # Defects D1 to D5 of the printed code: three depths in one comparison, cursors that stand still, depths read once,
    # a page that is read past its end, pages that end at different times.
    tree = [(0, 1), (1, 2), (2, 3), (1, 4)]
    assert three_way(tree, tree, tree) == [1, 2, 3, 4]
    assert three_way(tree, tree, [(0, 1), (1, 2), (2, 9), (1, 4)]) == [1, 2, 4]  # all three must agree
    assert three_way(tree, tree, [(0, 1), (1, 2), (1, 4)]) == [1, 2, 4]  # page 1 is inside what page 3 has not
    assert three_way(tree, tree, [(0, 1), (1, 2), (2, 3), (3, 5), (3, 6), (1, 4)]) == [1, 2, 3, 4]  # the other way
    assert three_way(tree, tree, [(0, 1)]) == [1]  # a page that ends
    assert three_way(tree, [], []) == []
    assert three_way([], tree, tree) == []


def test_equal_text_elsewhere_is_no_match():  # D7: elements have no text that could be equal, so leaves decide
    other = "<section><p>a</p></section>"
    assert template(ALIGNED, "<div><p>a</p></div>", other, other) == []
    # D6: the paper's walk looks at depths and texts alone
    assert template(LITERAL, "<div><p>a</p></div>", other, other) == ["a"]


def test_all_or_a_quorum_of_the_siblings():  # D9: all three pages at once, or two by two
    page = "<p>a</p><div>b</div><section>c</section>"
    others = [page, page.replace("a", "x"), page.replace("a", "x").replace("b", "y"), "<p>x</p><div>y</div>"]
    # a in one of the four, b in two, c in three
    for quorum, expected in {1.0: [], 0.75: ["c"], 0.5: ["b", "c"], 0.25: ["a", "b", "c"]}.items():
        assert template(PathSimilarity(aligned=True, quorum=quorum), page, *others) == expected


def test_aligned_siblings_may_be_more_and_fewer():
    page = "<ul><li>one<li>two<li>three</ul><p>text a</p><ul><li>x<li>y</ul>"
    other = "<ul><li>zero<li>one<li>three<li>four</ul><div>an ad</div><p>text b</p><ul><li>y</ul>"
    assert template(ALIGNED, page, other) == ["one", "three", "y"]


def test_numbers_are_no_difference_to_the_aligned_comparison():
    page, other = "<p>Seen 17 times</p><p>On 3 May</p>", "<p>Seen 4 times</p><p>On 4 June</p>"
    assert template(ALIGNED, page, other) == ["Seen 17 times"]


def test_long_lists_are_aligned_too():
    items = [f"<li>item {chr(97 + i // 26)}{chr(97 + i % 26)}</li>" for i in range(400)]
    page, other = "".join(items[:380]), "".join(items[5:])
    assert len(template(ALIGNED, f"<ul>{page}</ul>", f"<ul>{other}</ul>")) == 375


# --- section 2: paths ---------------------------------------------------------------------------------------


def nested(depth, inside):
    """Markup whose outermost elements are at that depth; 2: the children of the body."""
    return "<div>" * (depth - 2) + inside + "</div>" * (depth - 2)


# Texts at depth 12, 12, 13 and 6: the first two share 10 levels, so do the second and the third; the last two 4.
MAIN = "<p>first</p><p>second</p><p><b>third</b></p>"
THREE_BLOCKS = nested(5, f"<div>{nested(7, MAIN)}</div><i>side</i>")


def runs(html, tau, near=0):
    """The numbers of the clusters of all texts, and the depths of the clusters' common ancestors."""
    columns = Page.from_html(html).columns
    leaves = columns.text_rows.astype(np.int64)
    cluster, home = np.empty(len(leaves), np.int64), np.empty(len(leaves), np.int64)
    n = cluster_leaves(columns.depth, columns.parent, leaves, tau, near, cluster, home)
    return cluster.tolist(), columns.depth[home[:n]].tolist()


@pytest.mark.parametrize(
    ("tau", "expected", "homes"),
    [
        (0.42, [0, 0, 0, 0], [4]),  # 2 * 4 / (13 + 6) = .421
        (0.43, [0, 0, 0, 1], [10, 5]),
        (0.80, [0, 0, 0, 1], [10, 5]),  # 2 * 10 / (12 + 13) = .80
        (0.81, [0, 0, 1, 2], [10, 12, 5]),
        (0.83, [0, 0, 1, 2], [10, 12, 5]),  # 2 * 10 / (12 + 12) = .833
        (0.84, [0, 1, 2, 3], [11, 11, 12, 5]),
    ],
)
def test_similarity_of_paths(tau, expected, homes):
    columns = Page.from_html(THREE_BLOCKS).columns
    assert columns.depth[columns.text_rows].tolist() == [12, 12, 13, 6]
    assert runs(THREE_BLOCKS, tau) == (expected, homes)


def test_leaves_that_are_near_are_of_one_cluster():
    # On a shallow page two paragraphs share 1 level of 3: .33; but they are 4 edges apart.
    assert runs("<p>a</p><p>b</p>", tau=0.7, near=4) == ([0, 0], [1])
    assert runs("<p>a</p><p>b</p>", tau=0.7, near=3) == ([0, 1], [2, 2])
    assert runs("<p>a</p><p><b>b</b></p>", tau=0.7, near=4) == ([0, 1], [2, 3])
    assert runs("", tau=0.7) == ([], [])


# --- the body -----------------------------------------------------------------------------------------------


def body(html, url=None, **parameters):
    """The texts of the body where nothing is template."""
    page = Page.from_html(html, url=url)
    plain = {"region": None, "tau": 0.7, "near": 4, "neighbour_share": 9, "records": False, "max_link_density": 1}
    method = PathSimilarity(**{**plain, "link_list": 1, **parameters})
    kept = method.body(page, np.ones(len(page.columns.text_rows), np.bool_))
    return [page.columns.text_of(row) for row in page.columns.text_rows[kept]]


LONG = "The river rose in the night, and by the morning the lower road was under water."
COLUMNS = f"<div><ul><li>{{}}</li></ul></div><div><div><div><p>{LONG}</p><p>Short.</p></div></div></div>"


def test_the_body_is_the_cluster_with_the_most_text_outside_links():
    assert body(COLUMNS.format("side")) == [LONG, "Short."]
    assert body(COLUMNS.format(LONG * 3)) == [LONG * 3]
    assert body(COLUMNS.format(f"<a href=/>{LONG * 3}</a>")) == [LONG, "Short."]


def test_a_neighbour_of_some_length_joins_the_body():
    page = COLUMNS.format(LONG[:39])
    assert body(page, neighbour_share=0.4) == [LONG[:39], LONG, "Short."]
    assert body(page, neighbour_share=0.5) == [LONG, "Short."]
    linked = COLUMNS.format(f"<a href=/>{LONG[:39]}</a>")
    assert body(linked, neighbour_share=0.0, neighbour_links=0.3) == [LONG, "Short."]


def test_blocks_of_links_inside_the_body():
    page = nested(6, f"<p>{LONG}</p><p>See <a href=/>the other page</a></p><p>{LONG}</p>")
    assert len(body(page, max_link_density=1)) == 4
    assert body(page, max_link_density=0.5) == [LONG, LONG]


def test_links_to_other_sites_are_what_the_text_refers_to():
    def page(address):
        items = "".join(f"<li><a href='{address}{i}'>A page about the river, number {i}</a></li>" for i in range(4))
        return nested(6, f"<p>{LONG}</p>" * 3 + f"<ul>{items}<li>1. <a href='{address}'>The valley</a></li></ul>")

    lists = {"max_link_density": 0.5, "link_list": 3, "link_page": 0.1}
    url = "https://news.example.co.uk/9"
    for address in ("https://river.example.org/", "//example.org/river"):
        assert len(body(page(address), url, **lists)) == 9
    for address in ("/", "?about=http://river.example.org/", "https://sport.example.co.uk/", "#", "mailto:x@y.example"):
        assert body(page(address), url, **lists) == [LONG] * 3
    assert body(page("https://river.example.org/"), **lists) == [LONG] * 3  # it is not known which site it leaves
    # two links away do not save a list of the site's own
    mixed = nested(6, f"<p>{LONG}</p>" * 3 + "<p><a href=//a.example>A</a></p>" * 2 + "<p><a href=/>Home</a></p>" * 3)
    assert body(mixed, url, **lists) == [LONG] * 3 + ["A"] * 2


def test_a_page_of_links_keeps_them():
    def page(n):
        items = "".join(f"<li><a href=/{i}>A page about the river, number {i}</a></li>" for i in range(n))
        return nested(6, f"<p>{LONG}</p>" * 3 + f"<ul>{items}</ul>" + f"<p>{LONG}</p>" * 3)

    lists = {"region": Region(early=0.5), "max_link_density": 0.5, "link_list": 3, "link_page": 0.3}
    assert body(page(4), **lists) == [LONG] * 6  # 474 characters of some 600
    assert len(body(page(2), **lists)) == 8  # two are no list
    assert len(body(page(60), **lists)) == 66  # 474 of some 2,500


# --- the distance to the title ------------------------------------------------------------------------------

# The heading that is the title at depth 3; the first text at 4, in the same div: n = 2; the longer one at 5: n = 1.
OTHER = LONG + LONG[:39]
TITLED = (
    f"<title>River rises</title><div><h1>River rises</h1><p>{LONG}</p></div><p><i>-</i></p>"
    f"<section><div><p>{OTHER}</p></div></section>"
)


def test_similarity_with_the_path_of_the_title():
    page = Page.from_html(TITLED)
    rows = page.columns.text_rows
    of = dict(zip([page.columns.text_of(row) for row in rows], title_similarity(page, rows).tolist(), strict=True))
    assert of["River rises"] == pytest.approx(2 * 3 / (4 + 3))  # its own text, right below it
    assert of[LONG] == pytest.approx(2 * 2 / (4 + 3))
    assert of[OTHER] == pytest.approx(2 * 1 / (5 + 3))


def test_no_heading_no_matter():
    page = Page.from_html(f"<title>River rises</title><p>{LONG}</p>")
    assert title_similarity(page, page.columns.text_rows).tolist() == [1.0]


@pytest.mark.parametrize("region", [None, Region(share=0.01, early=0.0)])
def test_the_body_is_near_the_title(region):
    method = {"region": region, "near": 2, "tau": 0.99}
    assert OTHER in body(TITLED, **method)
    assert OTHER not in body(TITLED, **method, title=2.0)
    assert LONG in body(TITLED, **method, title=2.0)


# --- the method on a site -----------------------------------------------------------------------------------

WORDS = ["river", "road", "bridge", "water", "night", "morning", "field", "boat"]


def story(i):
    words = WORDS[i:] + WORDS[:i]
    return f"The {words[0]} of the {words[1]} was by the {words[2]}, and the {words[3]} was in the {words[4]}. " * 2


def site_page(i, extra=""):
    return (
        f"<header><p>The daily paper of the valley, since a long time ago.</p><a href=/>Home</a></header>{extra}"
        f"<main><div><h1>About the {WORDS[i]}</h1><p>{story(i)}</p><p>{story((i + 3) % 8)}</p></div></main>"
        "<footer><p>All that is written here was written by people of the valley.</p></footer>"
    )


def learned(*numbers):
    site = SiteTemplate()
    for i in numbers:
        site.learn(site_page(i), url=f"https://a.example/{i}")
    return site


@pytest.mark.parametrize("profile", ["default", "paper"])
def test_what_the_pages_of_a_site_share_is_noise(profile):
    result = denoise(
        site_page(7),
        url="https://a.example/7",
        method="path_similarity",
        profile=profile,
        site=learned(0, 1, 2, 3),
    )
    assert (result.method, result.siblings) == ("path_similarity", 2 if profile == "paper" else 4)
    assert result.reason == ""
    assert result.text.endswith("\n".join([story(7).strip(), story(2).strip()]))
    assert {"Home", "All that is written here was written by people of the valley."} <= {b.text for b in result.noise}
    assert "valley" not in result.text


def test_too_few_siblings():
    for site in (None, SiteTemplate(), learned(0)):
        page = Page.from_html(site_page(7), url="https://a.example/7")
        with pytest.raises(NotEnoughSiblings, match="compares a page with 2 others"):
            get_method("path_similarity").select(page, site)
        for profile, fallback in (("default", "auto"), ("paper", "content_correlativity")):
            asked = denoise(
                site_page(7), url="https://a.example/7", method="path_similarity", profile=profile, site=site
            )
            alone = denoise(site_page(7), url="https://a.example/7", method=fallback, profile=profile, site=site)
            assert (asked.method, asked.reason) == (fallback, "few_siblings")
            assert asked.text == alone.text


def test_what_is_known_of_the_site_helps_in_its_place():
    asked = denoise(site_page(7), url="https://a.example/7", method="path_similarity", site=learned(0))
    assert (asked.method, asked.reason, asked.siblings) == ("auto", "few_siblings", 1)


def test_a_page_is_no_sibling_of_its_own():
    site = learned(0, 1)
    for html, url in (
        (site_page(1), "https://a.example/1"),
        (site_page(1), None),
        (site_page(5), "https://a.example/1"),
    ):
        result = denoise(html, url=url, method="path_similarity", site=site)
        assert (result.method, result.reason) == ("auto", "few_siblings")
    site.learn(site_page(2), url="https://a.example/2")
    result = denoise(site_page(1), url="https://a.example/1", method="path_similarity", site=site)
    assert story(1).strip() in result.text


def test_the_paper_compares_three_pages():
    paper = get_method("path_similarity", "paper")
    assert (paper.siblings, paper.max_siblings, paper.aligned, paper.quorum) == (2, 2, False, 1.0)
    assert paper.text_share > 1


def test_a_text_of_most_pages_is_template_though_the_siblings_lack_it():
    # Only one of the siblings repeats it, too few for a quorum of all; by the counts it is on half of the pages.
    page = site_page(7, extra="<div><p>Subscribe to the paper of the valley.</p></div>")
    site = learned(0, 1)
    for i in (2, 3):
        site.learn(
            site_page(i, extra="<div><p>Subscribe to the paper of the valley.</p></div>"), url=f"https://a.example/{i}"
        )
    noise = {}
    for text_share in (0.4, 2.0):
        method = PathSimilarity(quorum=1.0, text_share=text_share, whole_blocks=False)
        opened = Page.from_html(page, url="https://a.example/7")
        known = site.siblings(opened)
        rows = method.template_rows(opened.signature, known.signatures) | (known.text_shares >= text_share)
        noise[text_share] = [opened.columns.text_of(row) for row in opened.columns.text_rows[rows]]
    assert "Subscribe to the paper of the valley." in noise[0.4]
    assert "Subscribe to the paper of the valley." not in noise[2.0]


def test_sentences_that_differ_by_a_number_are_content():
    def release(n):
        notes = "".join(f"<p>{story((n + i) % 8)}</p>" for i in range(2))
        return (
            f"<div><p>Version 1.{n}</p><p>We are glad to announce version 1.{n}, which mends {n + 40} faults.</p>"
            f"{notes}</div>"
            "<div><p>All that is written here was written by people of the valley.</p></div>"
        )

    site = SiteTemplate()
    for i in range(4):
        site.learn(release(i), url=f"https://a.example/{i}")

    def noise(method):
        page = Page.from_html(release(7), url="https://a.example/7")
        rows = page.columns.text_rows[method.template(page, site)]
        return [page.columns.text_of(row) for row in rows]

    footer = "All that is written here was written by people of the valley."
    assert noise(PathSimilarity()) == ["Version 1.7", footer]
    announced = "We are glad to announce version 1.7, which mends 47 faults."
    assert noise(PathSimilarity(exact=0)) == ["Version 1.7", announced, footer]
