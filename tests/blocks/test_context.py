"""What a first model says of the blocks around a block, and what a second makes of it."""

import numpy as np
import pytest

from scrapy_denoise.blocks import BlockScores, TextBlocks
from scrapy_denoise.blocks.block_model import MEASURES, BlockModel, block_model
from scrapy_denoise.blocks.features.compiled import CONTEXT, NAMES, averaged, in_context
from scrapy_denoise.blocks.forest.forest import NODE, Forest
from scrapy_denoise.page import Page

LINES = ["Home", "The river rose all night.", "By noon it had reached the bridge.", "Nobody was hurt.", "Read more"]
HTML = "<div><p>{}</p></div><main><div><p>{}</p><p>{}</p></div><p>{}</p></main><p>{}</p>".format(*LINES)
SCORES = np.array([0.2, 0.95, 0.6, 0.5, 0.1], np.float32)


def context_of(page, scores, known=None):
    blocks = page.cached(TextBlocks)
    given = None if known is None else known.tobytes()
    return in_context(page.columns, blocks.table, blocks.block_columns, scores.tobytes(), given)


@pytest.fixture
def page():
    return Page.from_html(HTML)


def test_context(page):
    table, left = context_of(page, SCORES)
    assert np.isnan(np.frombuffer(left, np.float32)).all()
    rows = np.frombuffer(table, np.float32).reshape(5, len(MEASURES))
    assert rows[:, : len(NAMES)].tolist() == page.cached(TextBlocks).features.tolist()
    context = {name: column.tolist() for name, column in zip(CONTEXT, rows[:, len(NAMES) :].T, strict=True)}
    odds = [float(np.log((p + 0.01) / (1.01 - p))) for p in SCORES.tolist()]
    chars = [len(line) for line in LINES]
    content = [size * p for size, p in zip(chars, SCORES.tolist(), strict=True)]
    assert context["score"] == pytest.approx(odds, rel=1e-5)
    assert context["score_before1"] == pytest.approx([-5, *odds[:-1]], rel=1e-5)
    assert context["score_after2"] == pytest.approx([*odds[2:], -5, -5], rel=1e-5)
    assert context["content_before"] == pytest.approx([sum(content[:i]) / sum(content) for i in range(5)], abs=1e-6)
    assert context["content_chars_after"][2] == pytest.approx(np.log1p(sum(content[3:])), rel=1e-5)
    assert context["noise_chars_before"][2] == pytest.approx(np.log1p(sum(chars[:2]) - sum(content[:2])), rel=1e-5)
    assert context["blocks_to_last_likely"] == [999, 999, 1, 1, 2]
    assert context["blocks_to_next_sure"] == [1, 999, 999, 999, 999]
    assert context["chars_to_last_sure"] == [1e6, 1e6, 0, chars[2], chars[2] + chars[3]]
    assert context["part_of_run"] == [0, 1, 1, 1, 0]
    assert context["chars_behind_run"] == [0] * 5
    assert context["content_in_run"][0] == pytest.approx(sum(content[1:4]) / sum(content))
    in_main = sum(content[1:4]) / (sum(chars[1:4]) + 1)
    assert context["mean_score_in_ancestor1"][3] == context["mean_score_in_ancestor2"][2] == pytest.approx(in_main)
    assert context["highest_score"] == pytest.approx([0.95] * 5)
    assert context["block_chars"] == chars


def test_a_model_that_is_sure_and_scores_that_are_known_are_not_asked_about(page):
    known = np.array([np.nan, np.nan, 0.6, np.nan, np.nan], np.float32)
    sure = np.array([0.01, 0.99, 0.6, 0.5, 0.02], np.float32)
    _, left = context_of(page, sure, known)
    assert np.isnan(np.frombuffer(left, np.float32)).tolist() == [False, False, False, True, False]
    assert context_of(page, np.full(5, 0.99, np.float32)) is None
    assert context_of(Page.from_html("<p></p>"), np.zeros(0, np.float32)) is None


def test_columns_of_different_lengths_are_refused(page):
    blocks = page.cached(TextBlocks)
    with pytest.raises(ValueError, match="different lengths"):
        in_context(page.columns, blocks.table, blocks.block_columns, SCORES[:3].tobytes())
    with pytest.raises(ValueError, match="different pages"):
        in_context(Page.from_html("<p>a</p>").columns, blocks.table, blocks.block_columns, SCORES.tobytes())


def test_the_scores_of_both_models_are_averaged():
    first, second = np.array([0.5, 0.5], np.float32), np.array([0.9, 0.9], np.float32)
    left = np.array([np.nan, 0.5], np.float32)
    found = np.frombuffer(averaged(first.tobytes(), second.tobytes(), left.tobytes()), np.float32)
    assert found.tolist() == pytest.approx([0.75, 0.5])  # odds of 1 and 9: of 3


def stump(names, feature, low, high, above):
    nodes = np.array([(above, names.index(feature), 1), (np.inf, 0, 1), (np.inf, 0, 2)], NODE)
    return Forest(names, nodes, np.array([0, low, high], np.float32))


def test_a_block_right_behind_a_likely_one_is_told_by_its_context():
    """The first model tells long blocks from short ones, the second those right behind a likely one from the others."""
    first = stump(NAMES, "chars", -1.0, 1.0, np.log1p(20))
    model = BlockModel(first, stump(MEASURES, "blocks_to_last_likely", 1.0, -1.0, 1.5))
    page = Page.from_html(HTML)
    alone, both = (BlockScores(page, model).values for model in (BlockModel(first), model))
    assert (alone > 0.5).tolist() == [False, True, True, False, False]
    assert both.tolist() == pytest.approx([0.27, 0.5, 0.73, 0.5, 0.27], abs=0.01)
    few = Page.from_html("<p>One line.</p><p>The river rose all night, and nobody slept.</p>")
    assert BlockScores(few, model).values.tolist() == BlockScores(few, BlockModel(first)).values.tolist()
    thread = Page.from_html(HTML, url="https://forum.example/viewtopic.php?t=1")
    assert BlockScores(thread, model).values.tolist() == BlockScores(thread, BlockModel(first)).values.tolist()
    assert model.identity not in (first.identity, BlockModel(first).identity)
    assert BlockScores(page, model).contributions(3)[[0, len(NAMES)]].tolist() != [0, 0]


def test_contributions_are_those_of_the_models_that_decide(page):
    scores = page.cached(BlockScores)
    for block in range(5):
        moved = scores.contributions(block)
        assert len(moved) == len(MEASURES)
        assert moved[: len(NAMES)].any()
    assert block_model().second.names == MEASURES


def test_what_the_second_model_is_asked_is_made_once_for_all_blocks(page, monkeypatch):
    asked, calls = BlockModel.asked, []
    monkeypatch.setattr(BlockModel, "asked", lambda *given: calls.append(1) or asked(*given))
    scores = BlockScores(page)
    for block in range(5):
        scores.contributions(block)
    assert len(calls) == 1
