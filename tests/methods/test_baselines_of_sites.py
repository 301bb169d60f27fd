"""The baselines that compare pages of a site, each on pages small enough to work out by hand."""

import math
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.methods import PROFILES, NotEnoughSiblings, get_method
from scrapy_denoise.methods.baselines.template.dse import DataRichSections
from scrapy_denoise.methods.baselines.template.gibson import Shingles, TemplateHash
from scrapy_denoise.methods.baselines.template.rtdm import RestrictedTopDownMapping
from scrapy_denoise.methods.baselines.template.site_style_tree import SiteStyleTree, element_nodes, importance
from scrapy_denoise.methods.compiled import common_parts, restricted_mapping
from scrapy_denoise.page import Page

MULTI_PAGE = ("dse", "template_hash", "shingles", "site_style_tree", "rtdm")


def learned(*pages):
    site = SiteTemplate()
    for i, html in enumerate(pages):
        site.learn(html, url=f"https://a.example/{i}")
    return site


def kept(method, html, *others):
    page = Page.from_html(html, url="https://a.example/page")
    site = learned(*others)
    assert len(site.siblings(page).signatures) == len(others)
    rows = page.columns.text_rows[method.select(page, site).kept]
    return [page.columns.text_of(row) for row in rows]


def marked(function, html, other):
    """The texts that a comparison of two pages marks, and what it returns."""
    page, second = Page.from_html(html), Page.from_html(other)
    found = np.zeros(len(page.columns), np.uint8)
    returned = function(page.signature, second.signature, found)
    rows = page.columns.text_rows
    return [page.columns.text_of(row) for row in rows[found[rows] == 1]], returned


# --- all of them --------------------------------------------------------------------------------------------

WORDS = "river road bridge water night morning field boat".split()


def site_page(i):
    return (
        "<ul><li><a href=/>Home of the valley</a></li><li><a href=/n>News of the valley</a></li></ul>"
        f"<div><h1>About the {WORDS[i]}</h1><p>The {WORDS[i]} was seen at the {WORDS[(i + 3) % 8]}.</p></div>"
        "<p>All that is written here was written by people of the valley.</p>"
    )


@pytest.mark.parametrize("name", MULTI_PAGE)
def test_what_the_pages_share_is_template(name):
    site = learned(*map(site_page, range(4)))
    result = denoise(site_page(5), url="https://a.example/5", method=name, site=site)
    assert (result.text, result.method) == ("The morning was seen at the river.", name)
    assert result.siblings == (1 if name in ("dse", "rtdm") else 4)


@pytest.mark.parametrize("name", MULTI_PAGE)
def test_without_another_page(name):
    for site in (None, SiteTemplate(), learned("<table><tr><td>A page of another layout.</table>")):
        with pytest.raises(NotEnoughSiblings, match=f"{name} compares a page with 1 others"):
            get_method(name).select(Page.from_html(site_page(5)), site)
    result = denoise(site_page(5), method=name)
    assert (result.method, result.reason) == ("content_correlativity", "few_siblings")


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", MULTI_PAGE)
def test_what_decides_instead_has_its_published_parameters(name, profile):
    assert get_method(name, profile).fallback == get_method("content_correlativity", "paper")


# --- DSE ----------------------------------------------------------------------------------------------------

MENU, FOOT = "<ul><li>Home</li><li>News</li></ul>", "<p>Imprint</p>"


def test_dse():
    page, other = f"{MENU}<div><h1>A</h1><b>By me</b></div>{FOOT}", f"{MENU}<div><h1>B</h1><b>By me</b></div>{FOOT}"
    assert marked(common_parts, page, other)[0] == ["Home", "News", "By me", "Imprint"]
    # a child more in the other page is skipped, one more in this page is kept
    more = page.replace("<div>", "<form>Search</form><div>")
    assert marked(common_parts, page, more.replace(">A<", ">B<"))[0] == ["Home", "News", "By me", "Imprint"]
    assert marked(common_parts, more, other)[0] == ["Home", "News", "By me", "Imprint"]
    # elements with the same tag correspond, whatever their ids
    assert marked(common_parts, f"<div id=x>{MENU}</div>", f"<div id=y>{MENU}</div>")[0] == ["Home", "News"]
    # it does not look back: the first div of each page correspond
    assert marked(common_parts, "<div>Menu</div>", "<div>Offer</div><div>Menu</div>")[0] == []
    # numbers are no difference
    assert marked(common_parts, "<p>Page 1</p>", "<p>Page 2</p>")[0] == ["Page 1"]


def test_dse_compares_with_the_page_that_is_most_alike():
    page, alike, other = (f"{MENU}<div><p>{text}</p></div>{FOOT}" for text in ("One", "Two", "Three"))
    other = other.replace("<p>Imprint</p>", "<p><b>Imprint</b></p>")
    assert kept(DataRichSections(), page, other, alike) == ["One"]


# --- RTDM ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "other", "intact", "cost"),
    [
        ("<p>a</p><p>b</p>", "<p>a</p><p>b</p>", ["a", "b"], 0),
        ("<p>a</p><p>b</p>", "<p>a</p><p>c</p><p>b</p>", ["a", "b"], 2),  # a p and its text more
        ("<p>a</p><p>c</p><p>b</p>", "<p>a</p><p>b</p>", ["a", "b"], 2),
        ("<p>a</p><p>b</p>", "<p>a</p><p>c</p>", ["a"], 1),  # a text replaced
        ("<div id=x>a<b>b</b></div>", "<div id=y>a<b>b</b></div>", ["a", "b"], 1),  # the div
        ("<div>a<b>b</b></div>", "<ul>a<b>b</b></ul>", [], 8),  # 4 rows are deleted, 4 inserted
        ("<div>Menu</div>", "<div>Offer</div><div>Menu</div>", ["Menu"], 2),
        # the third is one text away from the first of the other page, but then the first two would go
        ("<p>x</p><p>y</p><p>z</p>", "<p>z</p><p>y</p><p>x</p>", ["y"], 2),
    ],
)
def test_restricted_mapping(page, other, intact, cost):
    assert marked(restricted_mapping, page, other) == (intact, cost)


def plain_cost(page, other):
    """The cost of the mapping by its definition: no table is kept, nothing equal is left out before."""

    def children(signature, row):
        found, child = [], row + 1
        while child < signature.end[row]:
            found.append(child)
            child = int(signature.end[child])
        return found

    @lru_cache(None)
    def pair(a, b):
        if page.subtree[a] == other.subtree[b]:
            return 0
        if page.tag_hash[a] != other.tag_hash[b]:
            return None
        if page.tag_hash[a] == 0:
            return 1
        rows_a, rows_b = children(page, a), children(other, b)
        costs = [[0] * (len(rows_b) + 1) for _ in range(len(rows_a) + 1)]
        for i in range(len(rows_a) + 1):
            for j in range(len(rows_b) + 1):
                ways = [0] if i == j == 0 else []
                if i:
                    row = rows_a[i - 1]
                    ways.append(costs[i - 1][j] + int(page.end[row]) - row)
                if j:
                    row = rows_b[j - 1]
                    ways.append(costs[i][j - 1] + int(other.end[row]) - row)
                if i and j and (both := pair(rows_a[i - 1], rows_b[j - 1])) is not None:
                    ways.append(costs[i - 1][j - 1] + both)
                costs[i][j] = min(ways)
        return costs[-1][-1] + int(page.key[a] != other.key[b])

    return pair(0, 0)


trees = st.recursive(
    st.sampled_from("abc").map("{} ".format),
    lambda inside: st.builds(
        "<{0} class={2}>{1}</{0}>".format,
        st.sampled_from(["div", "b"]),
        st.lists(inside, max_size=4).map("".join),
        st.sampled_from("xy"),
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(trees, trees)
def test_the_mapping_has_the_least_cost(one, other):
    page, second = (Page.from_html(f"<div>{html}</div>").signature for html in (one, other))
    intact = np.zeros(len(page), np.uint8)
    cost = restricted_mapping(page, second, intact)
    assert cost == plain_cost(page, second)
    # each row that is not intact costs 1; what is left of the cost are rows that only the other page has
    inserted = cost - (intact == 0).sum()
    assert inserted >= max(0, len(second) - len(page))
    assert intact.all() == (len(page) + cost == len(second))


def test_a_mapping_is_bounded():
    # 1500 * 1500 pairs of children are more than it looks at, so the bodies are not mapped: 3001 rows each
    page, other = ("".join(f"<p>{word}{'x' * i}</p>" for i in range(1500)) for word in "ab")
    assert marked(restricted_mapping, page, other) == ([], 6002)
    deep, deeper = (f"<i>menu</i>{'<div>' * 600}{word}" for word in "ab")
    assert marked(restricted_mapping, deep, deeper)[0] == ["menu"]


def test_rtdm_with_several_pages():
    page, others = f"{MENU}<p>One</p>{FOOT}", (f"{MENU}<p>Two</p>{FOOT}", f"{MENU}<p>Three</p><p>At the end</p>")
    assert kept(RestrictedTopDownMapping(max_siblings=2), page, *others) == ["One", "Imprint"]
    assert kept(RestrictedTopDownMapping(max_siblings=1), page, others[0]) == ["One"]


# --- template hash, shingles --------------------------------------------------------------------------------


def test_template_hash():
    page = "<div><p>One text</p><p>At home <b>here</b></p></div><p>Imprint</p><p>Rare</p>"
    others = [
        "<div><p>Two texts</p><p>At home <b>there</b></p></div><p>Imprint</p><p>Rare</p>",
        "<div><p>Third text</p><p>At home <b>now</b></p></div><p>Imprint</p><p>Often</p>",
    ]
    # `At home` is on all pages, but in no element that is
    assert kept(TemplateHash(), page, *others) == ["One text", "At home", "here"]
    assert kept(TemplateHash(pages=3), page, *others) == ["One text", "At home", "here", "Rare"]
    assert kept(TemplateHash(share=0.67), page, *others) == ["One text", "At home", "here", "Rare"]
    assert kept(TemplateHash(share=0.66), page, *others) == ["One text", "At home", "here"]


def test_shingles():
    page = "<p>Home</p><p>News pages</p><p>A long text of this page</p><p>Imprint and more</p>"
    other = "<p>Home</p><p>News pages</p><p>Another text, of another</p><p>Imprint and more</p>"
    # characters: 4, 10, 24 and 16. Stretches of 10: the first two texts, the second, the third, the fourth.
    assert kept(Shingles(chars=10), page, other) == ["A long text of this page"]
    # Stretches of 15: the first three texts, the second and third, the third, the fourth.
    assert kept(Shingles(chars=15), page, other) == ["Home", "News pages", "A long text of this page"]
    # Of 17: the fourth alone is too short.
    assert len(kept(Shingles(chars=17), page, other)) == 4
    assert len(kept(Shingles(chars=10, pages=3), page, other)) == 4
    # A page too short for any is one stretch.
    stretches, stops = Shingles(chars=99).stretches(Page.from_html(page).signature)
    assert (len(stretches), stops.tolist()) == (1, [4])


@given(st.lists(st.sampled_from(["ab", "cde", "fghij"]), min_size=1, max_size=9), st.integers(1, 12))
def test_a_stretch_is_told_by_its_texts(texts, chars):
    page = Page.from_html("".join(f"<p>{text}</p>" for text in texts)).signature
    hashes, stops = Shingles(chars=chars).stretches(page)
    found = {}
    for start, (value, stop) in enumerate(zip(hashes.tolist(), stops.tolist(), strict=True)):
        run = tuple(texts[start:stop])
        assert len(stops) == 1 or sum(map(len, run)) >= chars > sum(map(len, run[:-1]))
        assert found.setdefault(value, run) == run
    assert len(found) == len(set(found.values()))


# --- Site Style Tree ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ("a", 1.0),
        ("aaaa", 0.0),
        ("abcd", 1.0),
        ("aabb", 0.5),  # each has the entropy log_4 2
        ("aaab", 1 - math.log(3, 4) / 2),
        ("aab", 1 - math.log(2, 3) / 2),
    ],
)
def test_importance(texts, expected):
    nodes = np.array([7] * len(texts) + [8], np.uint64)
    values = np.array([*map(ord, texts), ord("z")], np.uint32)
    found = importance(nodes, values)
    assert found[:-1] == pytest.approx([expected] * len(texts))
    assert found[-1] == 1.0  # a node of one page


def nodes_of(html):
    return element_nodes(Page.from_html(html).signature).tolist()


def test_nodes_of_the_style_tree():
    first, second, third = nodes_of("<p>a</p><div><b>b</b></div><p>c</p>")
    assert len({first, second, third}) == 3
    assert nodes_of("<p>x</p><div><b>y</b></div><p>z</p>") == [first, second, third]
    # a child more in the div is another style there, and nowhere else
    more = nodes_of("<p>a</p><div><b>b</b><i>i</i></div><p>c</p>")
    assert (more[0], more[3]) == (first, third)
    assert more[1] != second
    # a child more in the body is another style for all of it
    assert not {first, second, third} & set(nodes_of("<p>a</p><div><b>b</b></div><p>c</p><p>d</p>"))
    assert nodes_of("<p id=x>a</p><div><b>b</b></div><p>c</p>") == [first, second, third]
    assert not {first, second, third} & set(nodes_of("<p class=x>a</p><div><b>b</b></div><p>c</p>"))


def test_site_style_tree():
    page = "<p>Home</p><div><p>One text</p></div><p>By me</p><p>Imprint</p>"
    others = [
        "<p>Home</p><div><p>Two texts</p></div><p>By me</p><p>Imprint</p>",
        "<p>Home</p><div><p>Third text</p><p>and more</p></div><p>By you</p><p>Imprint</p>",
    ]
    # `By me` is on two pages of three: 1 - log_3 2 / 2 = .68. The third page has another style in the div.
    assert kept(SiteStyleTree(threshold=0.6), page, *others) == ["One text", "By me"]
    assert kept(SiteStyleTree(threshold=0.7), page, *others) == ["One text"]
