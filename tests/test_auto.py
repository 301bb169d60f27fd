"""The default method: trees, features, agreement with siblings, the cut."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrapy_denoise
from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.methods.auto import Auto, best_cut
from scrapy_denoise.page import Page
from scrapy_denoise.page.evidence import address_features, block_model
from scrapy_denoise.page.features import ADDRESS_WORDS, NAMES
from scrapy_denoise.page.forest import NODE, Forest

STORY = (
    "The mill has turned again since Tuesday, for the first time in eleven years. The wheel is new, the axle is the "
    "old one, and nobody knows how old that is."
)


def page_of(*paragraphs, url=None):
    return Page.from_html("".join(f"<p>{text}</p>" for text in paragraphs), url=url)


# Trees


def forest(*trees):
    """Each tree as nested tuples (feature, threshold, value, left, right), a leaf as its value."""
    nodes, values = [], []
    for tree in trees:
        level, placed = [tree], 1
        for place, node in enumerate(level):
            if isinstance(node, tuple):
                feature, threshold, value, left, right = node
                nodes.append((threshold, feature, placed))
                values.append(value)
                level += [left, right]
                placed += 2
            else:
                nodes.append((np.inf, 0, place))
                values.append(node)
    return Forest(["a", "b"], np.array(nodes, NODE), np.array(values, np.float32))


TREES = (
    (0, 0.5, 0.1, -1.0, (1, 2.0, 0.4, (0, 0.75, 0.2, 0.25, 0.5), 2.0)),
    (1, 1.0, 0.0, 0.5, -0.5),
)


def walk(tree, row):
    return tree if not isinstance(tree, tuple) else walk(tree[3 if row[tree[0]] <= tree[1] else 4], row)


def test_trees_are_walked():
    model = forest(*TREES)
    assert (model.roots.tolist(), model.depths.tolist()) == ([0, 7], [3, 1])
    rows = np.random.default_rng(1).uniform(0, 3, (21, 2)).astype(np.float32)
    rows[0] = (0.5, 2.0)  # at a threshold: to the left
    odds = [sum(walk(tree, row) for tree in TREES) for row in rows]
    assert model(rows) == pytest.approx(1 / (1 + np.exp(-np.array(odds))), rel=1e-6)
    assert len(model(rows[:0])) == 0


def test_contributions_add_up():
    row = np.array([0.7, 0.5], np.float32)
    # 0.1 -> 0.4 by a, -> 0.2 by b, -> 0.25 by a; 0.0 -> 0.5 by b
    assert forest(*TREES).contributions(row) == pytest.approx([0.3 + 0.05, -0.2 + 0.5])


def test_trees_that_do_not_fit():
    nodes = forest(*TREES).nodes
    with pytest.raises(ValueError, match="do not fit"):
        Forest(["a"], nodes, np.zeros(len(nodes), np.float32))
    out_of_order = nodes.copy()
    out_of_order["child"][2] = 9
    with pytest.raises(ValueError, match="out of order"):
        Forest(["a", "b"], out_of_order, np.zeros(len(nodes), np.float32))
    with pytest.raises(ValueError, match="3 features where the model has 2"):
        forest(*TREES)(np.zeros((1, 3), np.float32))


def test_the_model_is_small():
    model = Path(scrapy_denoise.__file__).parent / "models" / "blocks.npz"
    assert model.stat().st_size < 1_000_000
    assert block_model().names == NAMES


# Features


def feature(page, name):
    return page.blocks.features[:, NAMES.index(name)]


def test_blocks_are_measured():
    page = Page.from_html(
        "<title>The mill - Valley Paper</title><nav class=menu><a href=/>Home</a></nav>"
        f"<article><h1>The mill</h1><p>{STORY}</p><p class=byline>By A. Writer, 2024</p></article>"
        "<div id=comments><p>Well done!</p></div>"
    )
    assert len(page.blocks) == 5
    assert np.isfinite(page.blocks.features).all()
    assert feature(page, "link_density").tolist() == [1, 0, 0, 0, 0]
    assert feature(page, "in_nav").tolist()[:2] == [1, 15]  # the text is in a link
    assert feature(page, "in_article").tolist()[1:4] == [1, 1, 1]
    assert feature(page, "heading").tolist() == [0, 6, 0, 0, 0]
    assert feature(page, "near_byline")[3] == 0
    assert feature(page, "near_comment").tolist() == [15, 15, 15, 15, 1]
    assert feature(page, "title_words")[1] == 1
    assert feature(page, "title_distance")[1] == 0
    assert feature(page, "year").tolist() == [0, 0, 0, 1, 0]
    assert feature(page, "terminal").tolist() == [0, 0, 1, 0, 1]
    assert np.expm1(feature(page, "words")[2]) == pytest.approx(len(STORY.split()), rel=1e-5)


def test_a_han_character_is_a_word():
    page = page_of("河水在夜里上涨了，到早晨路已经淹没。")
    assert np.expm1(feature(page, "words")[0]) == pytest.approx(16, rel=1e-5)
    assert feature(page, "terminal")[0] == 1


def test_words_of_the_address():
    kinds = list(ADDRESS_WORDS)
    assert address_features("https://a.example/Forum/topic-12.html")[kinds.index("forum")] == 1
    for url in (None, "", "https://forum.example/", "https://[", "https://a.example/informative"):
        assert not address_features(url).any()


# Agreement


def odds(score):
    return np.log((score + 0.02) / (1.02 - score))


def scored(page, scores):
    page.__dict__["evidence"] = np.array(scores, np.float32)
    return page


def test_agreement_by_hand():
    """Two siblings; one text is repeated on one of them."""
    site = SiteTemplate()
    site.learn(scored(page_of("aaaa bbbb", "same text", url="https://a.example/1"), [0.8, 0.6]))
    site.learn(scored(page_of("cccc dddd", "eeee ffff", url="https://a.example/2"), [0.4, 0.2]))
    page = scored(page_of("gggg hhhh", "same text", url="https://a.example/3"), [0.5, 0.9])
    found = site.agreement(page)
    assert found.siblings == 2
    assert found.repeated == pytest.approx([0, 1 / 3])
    own = np.array([0.5, 0.9 * 2 / 3])
    first = (0.8 + 0.6 * 2 / 3) / 2
    second = (0.4 + 0.2) / 2
    expected = (2 * odds(own) + 1.3 * odds(own.mean()) + odds(first) + odds(second)) / 5.3
    assert found.scores == pytest.approx(1 / (1 + np.exp(-expected)), abs=0.003)  # a byte for each score


def test_a_page_alone_agrees_with_itself():
    page = scored(page_of("aaaa bbbb", "cccc dddd"), [0.9, 0.1])
    found = SiteTemplate().agreement(page)
    expected = (2 * odds(np.array([0.9, 0.1])) + 1.3 * odds(0.5)) / 3.3
    assert found.siblings == 0
    assert found.scores == pytest.approx(1 / (1 + np.exp(-expected)), abs=1e-5)


# The cut


@given(st.lists(st.tuples(st.floats(0, 1, width=32), st.integers(1, 5000)), min_size=1, max_size=40))
def test_no_cut_has_a_higher_expected_f1(blocks):
    scores = np.array([score for score, _ in blocks], np.float32)
    chars = np.array([n for _, n in blocks], np.int32)
    threshold, expected = best_cut(scores, chars)

    def f1(kept):
        content = float((scores.astype(float) * chars).sum())
        inside = float((scores.astype(float) * chars)[kept].sum())
        return 2 * inside / (chars[kept].sum() + content)

    assert f1(scores >= threshold) == pytest.approx(expected, abs=1e-6)
    assert max(f1(scores >= cut) for cut in scores) <= expected + 1e-6


def test_a_page_without_blocks():
    assert Auto().select(Page.from_html("<img>")).kept.size == 0


@pytest.mark.parametrize(
    "html",
    [
        "<ul>" + "".join(f"<li><a href='/{i}'>Story number {i}</a></li>" for i in range(200)) + "</ul>",
        "<h1>Log in</h1><form><label>Name</label><input><label>Password</label><input><button>Log in</button></form>",
        "<p>404 Not Found</p>",
    ],
)
def test_pages_without_content(html):
    result = denoise(html)
    assert (result.text, result.reason) == ("", "no_content")
    assert result.confidence < 0.22


def test_a_site_is_evidence():
    """What stands on every page at the same place goes, though it reads as an article does."""
    stories = [STORY.replace("mill", word).replace("wheel", word) for word in "barn ferry tower bridge school".split()]
    notice = "All prices of this shop were set in March, and they will not change before the end of the coming winter."

    def html(number):
        return f"<div><div><h1>News {number}</h1><p>{stories[number]}</p></div><aside><p>{notice}</p></aside></div>"

    site = SiteTemplate()
    for number in range(4):
        site.learn(html(number), url=f"https://a.example/{number}")
    alone = denoise(html(4), url="https://a.example/4")
    known = denoise(html(4), url="https://a.example/4", site=site)
    assert known.siblings == 4
    assert notice in alone.text
    assert notice not in known.text
    assert stories[4] in known.text
