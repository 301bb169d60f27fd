"""What makes the models: labels, measures, pages without content."""

import pickle

import numpy as np
import pytest

from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.blocks.forest.forest import NODE, Forest
from scrapy_denoise.evaluation import GoldPage, NeutralLines, neutral_scores, shingle_scores
from scrapy_denoise.page import Page
from training import labels
from training.emptied import CASES, confidences, forms_and_notices, link_lists
from training.labels import block_texts, label, weigh
from training.learning import deciding_early, folds_of
from training.measuring import f1, phrase_shares, template

STORY = "The mill has turned again since Tuesday, for the first time in eleven years, and nobody knows why it stopped."
MORE = "Its wheel is new, its axle is the old one, and the miller says that he will keep it for another eleven years."
HTML = f"""<title>The mill turns again - Valley Paper</title><ul><li><a href="/">Home</a></li></ul>
<ul><li><a href="/s">Sport</a></li></ul>
<h1>The mill turns again</h1><p class="date">12 March 2024</p><p>{STORY}</p><p>{MORE}</p>
<figure><figcaption>The wheel on Tuesday</figcaption></figure><ul><li>two cups of flour</li><li>salt</li></ul>
<p>All rights reserved by the Valley Paper and its friends</p>"""


def gold(text="", **more):
    return GoldPage(id="a", url="https://a.example/1", site="a", lang="en", gold_text=text, html=HTML.encode(), **more)


def blocks_where(labelled, html, marks):
    texts = block_texts(Page.from_html(html))
    return [text for text, marked in zip(texts, marks, strict=True) if marked]


def test_labels():
    page = label(gold(f"The mill turns again\n{STORY}\n{MORE}"), "aeb")
    assert blocks_where(page, HTML, page.content) == ["The mill turns again", STORY, MORE]
    assert blocks_where(page, HTML, page.neutral) == ["The mill turns again", "12 March 2024", "The wheel on Tuesday"]
    assert not page.optional.any()
    assert page.has_gold


def test_a_page_whose_gold_tells_nothing_of_its_text_is_not_learned_from():
    assert label(gold(gold_date="2024-03-12"), "dates") is None


def test_a_labelled_page_travels_between_processes():
    page = pickle.loads(pickle.dumps(label(gold(STORY), "aeb")))
    assert block_texts(page.page) == block_texts(Page.from_html(HTML))


def test_a_page_that_is_too_long_to_be_aligned_has_its_content_all_the_same(monkeypatch):
    monkeypatch.setattr(labels, "LONGEST", 0)
    page = label(gold(f"The mill turns again\n{STORY}\n{MORE}"), "aeb")
    assert blocks_where(page, HTML, page.content) == ["The mill turns again", STORY, MORE]


def test_of_gold_that_was_made_from_paragraphs_other_blocks_between_them_are_left_open():
    html = HTML.replace("</p><p>Its", "</p><ul><li>a list of five words</li></ul><p>Its").encode()
    read = GoldPage(id="a", site="a", gold_text=f"{STORY}\n{MORE}", html=html)
    assert blocks_where(None, html, label(read, "fundus").optional) == ["a list of five words"]
    assert not label(read, "aeb").optional.any()


def test_labels_by_phrases():
    """What no phrase tells of is left open."""
    page = label(gold(with_phrases=("Two cups of flour!",), without_phrases=("All rights reserved",)), "recipes")
    assert blocks_where(page, HTML, page.content) == ["two cups of flour"]
    assert not page.has_gold
    told = page.content | ~page.optional
    assert blocks_where(page, HTML, told) == [
        "two cups of flour",
        "All rights reserved by the Valley Paper and its friends",
    ]
    rows = np.ones(len(page.page.columns.text_rows), bool)
    assert phrase_shares(page, rows) == (1.0, 1.0)
    assert phrase_shares(page, ~rows) == (0.0, 0.0)


@pytest.mark.parametrize("text", [f"The mill turns again\n{STORY}", f"{STORY}\n{MORE}\nThe wheel on Tuesday", "else"])
def test_f1_is_that_of_the_metrics(text):
    page, read = label(gold(text), "aeb"), Page.from_html(HTML)
    kept = page.content | page.neutral
    result = "\n".join(blocks_where(page, HTML, kept))
    rows = kept[page.blocks.block_of]
    assert f1(page, rows) == pytest.approx(shingle_scores(text, result).f1)
    assert f1(page, rows, neutral=True) == pytest.approx(neutral_scores(text, result, NeutralLines.of_page(read)).f1)


def test_weights_and_folds():
    pages = [label(gold(STORY), "aeb") for _ in range(9)]
    for number, page in enumerate(pages):
        page.group, page.site = ("large", "one") if number < 8 else ("small", "two")
    weigh(pages)
    assert pages[0].weight < pages[8].weight
    assert len(set(folds_of(pages[:8], 3).tolist())) == 1


def test_templates_hold_the_scores_of_the_model():
    pages = [label(GoldPage(id=str(i), site="a", gold_text=STORY, html=HTML.encode()), "aeb") for i in range(3)]
    for number, page in enumerate(pages):
        page.page.url = f"https://a.example/{number}"
        page.scores = BlockScores(page.page)
    site = template(pages, pages[0])
    assert site.pages == 2
    (layout,) = site.layouts.values()
    assert all(sample.page is None for sample in layout.samples)  # none waits for its scores


def test_link_lists_are_links_and_the_same_each_time():
    pages = list(link_lists(20))
    assert [page.columns.text for page in pages] == [page.columns.text for page in link_lists(20)]
    for page in pages:
        chars = page.columns.chars[page.columns.text_rows]
        assert chars[page.columns.linked[page.columns.text_rows] > 0].sum() >= 0.5 * chars.sum()
    sizes = [len(page.columns.text_rows) for page in pages]
    assert min(sizes) < 30
    assert max(sizes) > 300


def test_forms_and_notices_are_short_and_none_of_the_cases():
    pages = list(forms_and_notices(20))
    assert [page.text for page in pages] == [page.text for page in forms_and_notices(20)]
    assert all(0 < len(page.text) < 1000 for page in pages)
    assert not {page.text for page in pages} & {Page.from_html(html).text for html in CASES.values()}


def test_confidences_name_each_model():
    page = Page.from_html(HTML)
    model = BlockScores(page).classifier
    head, *rows = confidences([model, model])
    assert head == ("page", "seed 1", "seed 2")
    assert [row[0] for row in rows] == list(CASES)
    assert all(float(value) < 0.15 for row in rows for value in row[1:])


def stumps(count):
    """A model of trees that each say -1 or 1, by whether the one feature is above a half."""
    nodes = [(0.5, 0, 1), (np.inf, 0, 1), (np.inf, 0, 2)] * count
    return Forest(["a"], np.array(nodes, NODE), np.array([0, -1, 1] * count, np.float32))


def test_a_model_decides_clear_blocks_by_its_first_trees():
    """Which count for as many as there are: four trees that agree say twice what two of them say."""
    rows = np.array([[0.0], [1.0]], np.float32)
    model = deciding_early(stumps(4), rows, first=2, exit_margin=1.5)
    assert model.early_exit == (2, 1.5, pytest.approx(2))
    assert model(rows) == pytest.approx(stumps(4)(rows))
    assert deciding_early(stumps(4), rows, first=2, exit_margin=2.5).early_exit is None  # they are sure of none
    assert deciding_early(stumps(4), rows, first=4, exit_margin=1.5).early_exit is None
