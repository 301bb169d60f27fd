"""Paper 003, the analyser: cosines of words, the posterior, their intersection, and what a block is."""

import json
import math

import attrs
import numpy as np
import pytest
from helpers.html_pages import html_pages, pages
from hypothesis import given

from scrapy_denoise import denoise
from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.methods import get_method
from scrapy_denoise.methods.compiled import word_cosines
from scrapy_denoise.methods.quark.analyser import (
    Posterior,
    TableError,
    posterior,
    read_tables,
    text_cosines,
)
from scrapy_denoise.methods.quark.quark import Quark, _in_region
from scrapy_denoise.methods.quark.structural_features import BINS, FEATURE_NAMES, block_bins
from scrapy_denoise.methods.region.region import Region
from scrapy_denoise.page import Page

SENTENCE = "In the night the river rose by two metres, and the lower road has been shut since the morning. "
ARTICLE = (
    "<title>The river rose - The Hill Valley Gazette</title>"
    "<div class=nav><a href=/>Home</a> <a href=/sport>Sport</a> <a href=/town>Town</a> <a href=/video>Video</a> "
    "<a href=/weather>Weather</a> <a href=/letters>Letters</a></div>"
    f"<div><h1>The river rose</h1><p>{SENTENCE * 4}</p><p>{SENTENCE * 3}</p></div>"
    "<div><ul><li><a href=/1>The school hall is open for all who cannot go home</a></li>"
    "<li><a href=/2>Buses run late until the end of the week, says the town</a></li></ul></div>"
    "<form><input name=q> <button>Search in the stories of all years</button></form>"
    "<div class=ads>Fresh bread every day at the mill</div>"
    "<iframe src=/player></iframe>"
    "<div>Copyright 2026 The Hill Valley Gazette. All rights reserved.</div>"
)


def analysed(html, method=None):
    page = Page.from_html(html)
    return page, (method or Quark()).analyse(page)


# --- cosines ------------------------------------------------------------------------------------------------


def cosine(texts, title, split=str.split):
    """By definition: tf * idf of each text, idf = log((1 + N) / (1 + n)) + 1, against the title and all of them."""
    bags = [split(text) for text in texts]
    n = {term: sum(term in bag for bag in bags) for bag in (*bags, split(title)) for term in bag}
    idf = {term: math.log((1 + len(bags)) / (1 + n[term])) + 1 for term in n}

    def vector(bag):
        return {term: bag.count(term) * idf[term] for term in bag}

    def angle(a, b):
        size = math.sqrt(sum(v * v for v in a.values()) * sum(v * v for v in b.values()))
        return sum(a[t] * b[t] for t in a if t in b) / size if size else 0.0

    every = vector([term for bag in bags for term in bag])
    return [(angle(vector(bag), vector(split(title))), angle(vector(bag), every)) for bag in bags]


def measured(texts, title):
    encoded = [text.encode() for text in texts]
    stop = np.cumsum([len(text) for text in encoded]).astype(np.int32)
    start = (stop - [len(text) for text in encoded]).astype(np.int32)
    to_title, to_page = np.zeros(len(texts)), np.zeros(len(texts))
    word_cosines(
        np.frombuffer(b"".join(encoded), np.uint8), start, stop, np.arange(len(texts), dtype=np.int32),
        np.frombuffer(title.encode(), np.uint8), to_title, to_page,
    )  # fmt: skip
    return np.stack([to_title, to_page], 1)


def test_the_cosines_of_tf_idf():
    texts = ["the river rose the river", "the road", "bread and the mill 7", "", "river"]
    assert np.allclose(measured(texts, "the river rose"), cosine(texts, "the river rose"))
    assert np.allclose(measured(texts, ""), cosine(texts, ""))
    assert measured(["a"], "a").tolist() == [[1, 1]]


def test_words_are_runs_of_letters_and_pairs_of_han():
    pairs = {"下雨了": "下雨 雨了", "河水，上涨": "河水 上涨", "下雨 abc涨": "下雨 abc", "": ""}

    def split(text):
        return pairs[text].split()

    assert np.allclose(measured(list(pairs), "下雨了"), cosine(list(pairs), "下雨了", split))
    assert np.allclose(measured(["Река, Road-7!", "road"], "ROAD"), cosine(["Река road 7", "road"], "road"))


def test_a_text_outside_the_page_is_refused():
    rows = np.array([0], np.int32)
    with pytest.raises(ValueError, match="not in the text"):
        word_cosines(np.zeros(1, np.uint8), rows, rows + 2, rows, np.zeros(0, np.uint8), np.zeros(1), np.zeros(1))
    with pytest.raises(ValueError, match="in no block"):
        word_cosines(np.zeros(1, np.uint8), rows, rows, rows + 1, np.zeros(0, np.uint8), np.zeros(1), np.zeros(1))


def test_many_terms():
    words = " ".join(f"w{i}" for i in range(30_000))
    assert np.allclose(measured([words, "w1"], words)[0, 0], 1)


# --- the posterior ------------------------------------------------------------------------------------------


def test_there_are_seven_features():
    assert len(FEATURE_NAMES) == len(BINS) == 7


def test_the_posterior_is_that_of_naive_bayes():
    bins = np.zeros((5, 7), np.intp)
    bins[3:, 0] = 1
    main = np.array([True, True, False, False, False])
    tables = Posterior.learn(bins, main, np.ones(5))
    assert tables["prior"] == 0.4
    # Laplace: one more for each bin
    assert tables["main"][0][:2] == [round(3 / (2 + BINS[0]), 6), round(1 / (2 + BINS[0]), 6)]
    assert tables["noise"][0][:2] == [round(2 / (3 + BINS[0]), 6), round(3 / (3 + BINS[0]), 6)]
    learned = Posterior.of_tables(tables)
    shares = learned.main_probability(learned.evidence(bins))
    for block in range(5):
        by = {
            name: prior * math.prod(tables[name][k][bins[block, k]] for k in range(7))
            for name, prior in (("main", 0.4), ("noise", 0.6))
        }
        assert shares[block] == pytest.approx(by["main"] / (by["main"] + by["noise"]))


def test_the_tables_of_both_profiles_are_there():
    tables = read_tables()
    assert tables["made_by"].startswith("python training/train_quark.py ")
    for profile in ("default", "paper"):
        learned = posterior(profile)
        assert len(learned.ratios) == sum(BINS)
        for of in ("main", "noise"):
            for shares in tables["profiles"][profile][of]:
                assert sum(shares) == pytest.approx(1, abs=1e-4)
                assert min(shares) > 0


def test_tables_with_other_bins_are_refused():
    tables = json.loads(json.dumps(read_tables()["profiles"]["default"]))
    tables["main"][0].append(0.1)
    with pytest.raises(TableError, match="train them again"):
        Posterior.of_tables(tables)


def test_long_text_is_main_and_links_are_not():
    for profile in ("default", "paper"):
        _, found = analysed(ARTICLE, get_method("quark", profile))
        best = found.blocks.chars.argmax()
        assert found.posterior[best] > 0.5 > found.posterior[1]
        assert found.main[best]


# --- the intersection, and the fallback ---------------------------------------------------------------------

TWO = (
    "<title>The river rose in the night</title>"
    "<p><a href=/>Home</a> <a href=/sport>Sport</a> <a href=/town>Town</a> <a href=/weather>Weather</a></p>"
    f"<div>{SENTENCE * 4}</div>"
    "<div>Our shop has fresh bread, cakes, and coffee: come and see us at the old mill, every day but Monday, "
    "from seven to five; we bake for weddings too, and for birthdays, with or without nuts.</div>"
)
BAYES = attrs.evolve(Quark.paper(), cosine=0.0, min_posterior=0.3)


def test_main_blocks_are_main_by_both():
    page, found = analysed(TWO, BAYES)
    assert found.main.tolist() == [False, False, True, True]
    to_title, to_page = text_cosines(page, found.blocks)
    words = to_title + to_page
    share = words[3] / words[2]
    assert 0 < share < 0.5
    assert analysed(TWO, attrs.evolve(BAYES, cosine=0.5))[1].main.tolist() == [False, False, True, False]
    assert analysed(TWO, attrs.evolve(BAYES, cosine=share * 0.99))[1].main.tolist() == [False, False, True, True]


def test_where_no_block_is_main_the_best_is():
    _, found = analysed("<p>Short.</p>", attrs.evolve(BAYES, min_posterior=0.999))
    assert found.main.tolist() == [True]
    _, found = analysed(TWO, attrs.evolve(BAYES, min_posterior=1.0))
    assert found.main.sum() == 1
    assert found.main.argmax() == found.posterior.argmax()


def test_the_region_holds_the_content():
    page, found = analysed(ARTICLE)
    place = _in_region(Region(early=0.35), page, found.blocks, found.main)
    assert found.kept.any()
    assert place[found.kept].all()
    assert not place.all()
    text = denoise(ARTICLE, method="quark").text
    assert text.count("the lower road") == 7
    assert "bread" not in text
    assert "Buses" not in text


def test_the_choices_of_a_form_are_not_content():
    towns = "".join(f"<option>The town of {name} on the river, with all its hills.</option>" for name in "abcdefgh")
    result = denoise(ARTICLE.replace("<p>", f"<select>{towns}</select><p>", 1), method="quark")
    assert "The town of" not in result.text
    assert "the lower road" in result.text


def test_comments_are_not_the_place_of_the_content():
    comments = "".join(f"<div><p>{SENTENCE.replace('river', f'river {i}') * 3}</p></div>" for i in range(9))
    html = ARTICLE + f'<div id="comments">{comments}</div>'
    assert "river 7" not in denoise(html, method="quark").text
    assert "river 7" in denoise(html, method="quark", options={"region": {"comments": 1}}).text
    assert types_of(html, Quark(custom_tags=("h1", "p")))["In the night t"] == "comment"


def test_all_posts_of_a_thread_are_content():
    posts = "".join(
        f"<div class=post><div><p>{SENTENCE.replace('river', f'river {i}') * 4}</p></div></div>" for i in range(3)
    )
    html = f"<div><a href=/>Home</a> <a href=/forum>Forum</a></div><div>{posts}</div>"
    text = denoise(html, url="https://example.org/forum/viewtopic.php?t=7", method="quark").text
    assert all(f"river {i}" in text for i in range(3))


# --- types --------------------------------------------------------------------------------------------------


def types_of(html, method=None):
    page, found = analysed(html, method)
    columns = page.columns
    return {
        (columns.text_of(int(root)) or columns.name(int(root)))[:14]: BLOCK_TYPES[kind]
        for root, kind in zip(found.blocks.root, found.types, strict=True)
    }


def test_the_types_of_the_blocks_of_a_page():
    found = types_of(ARTICLE)
    assert found["Home Sport Tow"] == "navigation"
    assert found["The river rose"] in ("title", "content")
    assert found["The school hal"] == "related"
    assert found["Search in the "] == "interaction"
    assert found["Fresh bread ev"] == "advertisement"
    assert found["iframe"] == "media"
    assert found["Copyright 2026"] == "copyright"


def test_the_title_and_a_date_line():
    html = ARTICLE.replace("</h1>", "</h1><p>Posted 2026-03-01 by E. Hill</p>")
    result = denoise(html, method="quark")
    assert "title" in {block.type for block in (*result.blocks, *result.noise) if block.text == "The river rose"}
    found = types_of(html, Quark(custom_tags=("h1", "^Posted ")))
    assert found["Posted 2026-03"] == "date"


def test_the_viewer_shows_the_blocks():
    story = "In the night the river rose by two metres, and the lower road is shut. " * 4
    html = f"<div class='story  wide'><p>{story}</p><p>{story}</p><hr></div><div>{'<br>' * 3}Imprint</div>"
    result = denoise(html, method="quark", profile="paper")
    chars = 2 * len(story.strip())
    assert result.blocks[0].reasons[-1] == f"block div.story.wide, {chars} characters, layout elements 0.75"
    assert f"block div.story.wide, {chars} characters" in result.view()


def test_every_block_has_a_type_a_score_and_reasons():
    result = denoise(ARTICLE, method="quark")
    for block in (*result.blocks, *result.noise):
        assert block.type in BLOCK_TYPES[1:]
        assert 0 <= block.score <= 1
        assert any(reason.startswith(("posterior", "outside")) for reason in block.reasons)
    assert {block.type for block in result.blocks} <= {"content", "date"}
    assert "content" not in {block.type for block in result.noise}


@pytest.mark.parametrize("method", [Quark(), Quark.paper()])
@pages
@given(html=html_pages)
def test_what_holds_of_every_page(method, html):
    page = Page.from_html(html)
    if not len(page.columns.text_rows):
        return
    found = method.analyse(page)
    assert block_bins(found.blocks).shape == (len(found.blocks), 7)
    assert (found.posterior >= 0).all()
    assert (found.posterior <= 1).all()
    assert found.kept.any() or method.region  # where all there is are the choices of forms
    assert (found.types > 0)[found.blocks.chars > 0].all()
    assert (found.row_types() > 0).all()
    for values in (found.to_title, found.to_page):
        assert (values > -1e-9).all()
        assert (values < 1 + 1e-9).all()
    content = [BLOCK_TYPES.index(name) for name in ("content", "title", "date")]
    assert np.isin(found.row_types()[found.kept], content).all()
