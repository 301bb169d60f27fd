"""Paper 004 on pages small enough to work out by hand. `x` stands for a character of text.

What the paper leaves open, and where it is shown: E1 the parent's text for the node's links (`test_text_density`); E2
at the threshold (`test_a_node_at_the_threshold_is_content`); E3 siblings (`test_content_share`); E4 what a node is
(`test_elements_or_blocks_are_nodes`); E5 parents and children (`test_no_text_is_taken_twice` and those after it); E6
outliers (section 3.5); E7 thresholds by script (`test_a_han_character_says_more`); E8 the metric (test_metrics.py).
"""

import attrs
import pytest

from scrapy_denoise import denoise
from scrapy_denoise.methods import get_method
from scrapy_denoise.methods.content_correlativity import ContentCorrelativity
from scrapy_denoise.page import Page

# Formula (1) alone: nothing is smoothed (a share above 1 there is not), nothing is an outlier.
PLAIN = attrs.evolve(ContentCorrelativity.paper(), blocks_only=True, share=1.0, off_layer=0)


def kept(html, **parameters):
    page = Page.from_html(html)
    selection = attrs.evolve(PLAIN, **parameters).select(page)
    rows = page.columns.text_rows[selection.kept]
    return [page.columns.text_of(row) for row in rows]


def correlativity(html, text, **parameters):
    """The largest whole threshold at which a text is content: its CC, rounded down."""
    thresholds = [c for c in range(1, 500) if text in kept(html, threshold=c, **parameters)]
    assert thresholds == list(range(1, len(thresholds) + 1))
    return len(thresholds)


def x(n):
    return "x" * n


def y(n):
    return "y" * n


LINK = "<a href=/>link</a>"


def test_the_paper_profile():
    paper = get_method("content_correlativity", "paper")
    assert (paper.threshold, paper.share, paper.density) == (29, 0.57, 63)
    assert (paper.blocks_only, paper.han_threshold) == (False, None)
    assert paper == ContentCorrelativity.paper()


# --- formula (1): CC = TA / LA ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "cc"),
    [
        (f"<p>{x(40)}</p>", 40),  # no links count as one
        (f"<p>{x(40)}{LINK}</p>", 40),
        (f"<p>{x(40)}{LINK * 2}</p>", 20),
        (f"<p>{x(40)}{LINK * 3}</p>", 13),
        (f"<p>{x(40)}<a>an anchor, not a link: 30 chars</a></p>", 40 + 31),
        (f"<p>{x(40)}<a href=/>{y(500)}</a></p>", 40),  # the text of links is not TA
        (f"<div>{x(40)}<p>{y(20)}{LINK}</p><p>{y(30)}{LINK}</p></div>", 45),  # a node has all below it
        (f"<div>{x(40)}<div>{LINK * 9}</div></div>", 4),
        (f"<p>{x(20)} {x(19)}</p>", 40),  # white space counts, collapsed
    ],
)
def test_correlativity(html, cc):
    text = x(20) + " " + x(19) if " " + x(19) in html else x(40)
    assert correlativity(html, text) == cc


def test_a_node_at_the_threshold_is_content():
    assert kept(f"<p>{x(29)}</p>", threshold=29) == [x(29)]
    assert kept(f"<p>{x(28)}</p>", threshold=29) == []


def test_elements_or_blocks_are_nodes():
    html = f"<p>{x(40)}<b>{y(10)}</b></p>"
    assert kept(html, threshold=29, blocks_only=True) == [x(40), y(10)]
    assert kept(html, threshold=29, blocks_only=False) == [x(40)]
    assert correlativity(html, x(40), blocks_only=False) == 50
    assert correlativity(html, y(10), blocks_only=False) == 10


# --- formulas (2) and (3): smoothing ------------------------------------------------------------------------

# Three paragraphs: CC 60, 40 and 20. For the last: CS = 2 of 3, TD = (60 + 40 + 20) / 1.
THREE = f"<div><p>{x(60)}</p><p>{x(40)}{LINK}</p><p>{y(20)}</p></div>"


def smoothed(html, text=None, **parameters):
    return (text or y(20)) in kept(html, threshold=29, **parameters)


def test_a_node_among_content_is_content():
    assert not smoothed(THREE)
    assert smoothed(THREE, share=0.66, density=119)
    assert smoothed(THREE, share=0.57, density=63)


def test_content_share():
    # more than S, not S
    assert smoothed(THREE, share=2 / 3 - 0.001, density=1)
    assert not smoothed(THREE, share=2 / 3, density=1)
    # siblings are those with the same tag and the same parent, the node itself among them
    assert not smoothed(THREE.replace(f"<p>{y(20)}</p>", f"<h2>{y(20)}</h2>"), share=0.57, density=1)
    assert not smoothed(THREE.replace(f"<p>{y(20)}</p>", f"<div><p>{y(20)}</p></div>"), share=0.1, density=1)
    more = THREE.replace("</div>", f"<p>{LINK}</p></div>")
    assert smoothed(more, share=0.49, density=1)
    assert not smoothed(more, share=0.5, density=1)


def test_text_density():
    assert smoothed(THREE, share=0.57, density=119)
    assert not smoothed(THREE, share=0.57, density=120)
    # TD divides by the links of the node: 120 / 2
    linked = THREE.replace(y(20), y(20) + LINK * 2)
    assert smoothed(linked, share=0.57, density=59)
    assert not smoothed(linked, share=0.57, density=60)
    # the parent is the nearest judged element: with blocks only, `i` is none
    wrapped = f"<section><i>{THREE[5:-6]}</i></section>"
    assert smoothed(wrapped, share=0.57, density=119, blocks_only=True)


def test_smoothing_is_from_what_the_threshold_says():
    # A smoothed node does not make its neighbours content in turn: 2 of 4 are.
    html = f"<div><p>{x(60)}</p><p>{x(40)}</p><p>{y(20)}</p><p>{y(19)}</p></div>"
    assert kept(html, threshold=29, share=0.5, density=1) == [x(60), x(40)]


# --- section 3.5: outliers ----------------------------------------------------------------------------------


def site_page(footer, extra=""):
    return (
        f"<body><div>{LINK * 3}</div><div>{LINK * 2}</div>"
        f"<div><div><p>{x(200)}</p><p>{x(150)}</p><p>{x(120)}</p></div></div>{extra}{footer}"
    )


def test_a_line_off_the_layer_of_the_content_is_an_outlier():
    # The layer: the three paragraphs, at depth 5. The line has only the body in common with them.
    page = site_page(f"<div>{y(40)}</div>")
    assert y(40) in kept(page, threshold=29, off_layer=0)
    assert kept(page, threshold=29, off_layer=2) == [x(200), x(150), x(120)]
    # whatever share of its like are content, and however much of the text it is
    assert kept(page, threshold=29, off_layer=2, share=0.1) == [x(200), x(150), x(120)]
    assert kept(site_page(f"<div>{y(199)}</div>"), threshold=29, off_layer=2) == [x(200), x(150), x(120)]


def test_a_line_that_is_levels_deeper_is_an_outlier():
    deeper = f"<section><div>{y(40)}</div></section>"
    page = site_page("").replace(f"<p>{x(120)}</p>", f"<p>{x(120)}</p><section>{deeper}</section>")
    assert y(40) not in kept(page, threshold=29, off_layer=2)
    assert y(40) in kept(page, threshold=29, off_layer=3)


def test_a_paragraph_in_the_layer_is_no_outlier():
    page = site_page("").replace(f"<p>{x(120)}</p>", f"<p>{y(40)}</p><h2>{y(35)}</h2>")
    assert kept(page, threshold=29, off_layer=2) == [x(200), x(150), y(40), y(35)]


# --- section 3.4, last step: parents and children -----------------------------------------------------------


def test_no_text_is_taken_twice():
    html = f"<div>{x(40)}<div>{x(41)}<p>{x(42)}</p></div>{x(43)}</div>"
    assert kept(html, threshold=29) == [x(40), x(41), x(42), x(43)]


def test_a_parent_that_is_content_does_not_bring_its_noise():
    html = f"<div>{x(80)}<ul><li>{LINK}</li><li>short</li></ul></div>"
    assert kept(html, threshold=29) == [x(80)]


def test_a_child_that_is_content_does_not_need_its_parent():
    html = f"<div>home{LINK * 20}<div><p>{x(40)}</p></div></div>"
    assert kept(html, threshold=29) == [x(40)]


# --- profiles, clear-cut ------------------------------------------------------------------------------------

STORY = "The river rose in the night, and by the morning the lower road was under water. "


@pytest.mark.parametrize("profile", ["default", "paper"])
def test_an_article_between_menus(profile):
    menu = f"<ul>{f'<li>{LINK}</li>' * 12}</ul>"
    page = f"<body>{menu}<div><p>{STORY}</p><p>{STORY * 2}</p><p>{STORY}</p></div>{menu}"
    result = denoise(page, method="content_correlativity", profile=profile)
    assert result.text.split("\n") == [STORY.strip(), (STORY * 2).strip(), STORY.strip()]
    assert (result.method, result.reason) == ("content_correlativity", "")
    assert {block.text for block in result.noise} == {"link"}


@pytest.mark.parametrize("profile", ["default", "paper"])
def test_links_only(profile):
    result = denoise(f"<ul>{f'<li>{LINK}</li>' * 50}</ul>", method="content_correlativity", profile=profile)
    assert (result.text, result.reason, result.confidence) == ("", "no_content", 0.0)


def test_a_han_character_says_more():
    page = "<p>夜里河水上涨，早晨的路已经在水下。</p>"
    assert kept(page, threshold=29, han_threshold=12) == ["夜里河水上涨，早晨的路已经在水下。"]
    assert kept(page, threshold=29, han_threshold=None) == []
    assert kept("<p>words in English</p>", threshold=29, han_threshold=12) == []
