"""A page beside its siblings: what their scores say of its blocks."""

import numpy as np
import pytest

from scrapy_denoise import SiteTemplate
from scrapy_denoise.blocks import BlockScores, TextBlocks
from scrapy_denoise.blocks.block_model import BlockModel, block_model
from scrapy_denoise.blocks.compiled import vote_alone
from scrapy_denoise.blocks.forest.forest import Forest
from scrapy_denoise.page import Page
from scrapy_denoise.sites.layout import NO_SCORES


def page_of(*paragraphs, url=None):
    return Page.from_html("".join(f"<p>{text}</p>" for text in paragraphs), url=url)


def odds(score):
    return np.log((score + 0.02) / (1.02 - score))


class Given:
    """Scores of a page's blocks, as some model gave them."""

    def __init__(self, page, scores, model=7):
        self.page, self.values, self.model = page, np.array(scores, np.float32), model

    @property
    def row_scores(self):
        return np.rint(self.values * 255).astype(np.uint8)[self.page.cached(TextBlocks).block_of]


def learn(site, page, scores, model=7):
    site.learn(page, scores=Given(page, scores, model))


def voted(site, page, scores, model=7):
    comparison = site.compare(page, model)
    own = np.array(scores, np.float32)
    known = np.frombuffer(comparison.sibling_scores, np.float32)
    scores = (np.where(np.isnan(known), own, known) if comparison.similar else own).tobytes()
    return comparison.vote(scores)[0] or vote_alone(page.signature, page.cached(TextBlocks), scores)


def test_votes_by_hand():
    """Two siblings; one text is repeated on one of them, and scores what it scored there."""
    site = SiteTemplate()
    learn(site, page_of("aaaa bbbb", "same text", url="https://a.example/1"), [0.8, 0.6])
    learn(site, page_of("cccc dddd", "eeee ffff", url="https://a.example/2"), [0.4, 0.2])
    found = voted(site, page_of("gggg hhhh", "same text", url="https://a.example/3"), [0.5, 0.9])
    assert found.siblings == 2
    assert found.repeated == pytest.approx([0, 1 / 3])
    own = np.array([0.5, 0.6 * 2 / 3])
    first = (0.8 + 0.6 * 2 / 3) / 2
    second = (0.4 + 0.2) / 2
    expected = (odds(own) + 1.3 * odds(own.mean()) + 1.5 * (odds(first) + odds(second))) / (2.3 + 2 * 1.5)
    lowered = np.array([1, 1 - 1 / 9]) / (1 + np.exp(-expected))
    assert found.scores == pytest.approx(lowered, abs=0.003)  # a byte for each score


def test_a_sibling_without_the_path_is_asked_for_what_is_around():
    """A list where the siblings have paragraphs: what they have in the same element says something of it."""

    frame = "".join(f"<span class={name}></span>" for name in "nav logo search tools share foot".split())

    def page(words, tags, scores):
        menu, first, second = words.split()
        html = f"{frame}<div class=menu>{menu}</div><div class=story><p>{first}</p>{tags.format(second)}</div>"
        return Page.from_html(html, url=f"https://a.example/{first}"), scores

    site = SiteTemplate()
    learn(site, *page("ab cd ef", "<p>{}</p>", [0.1, 0.8, 0.6]))
    learn(site, *page("gh ij kl", "<ul><li>{}</li></ul>", [0.2, 0.4, 0.3]))
    found = voted(site, *page("mn op qr", "<ul><li>{}</li></ul>", [0.1, 0.9, 0.5]))
    assert found.siblings == 2
    story = (0.8 + 0.6) / 2  # two elements around the item: the first sibling has no list
    expected = (2.3 * odds(0.5) + 1.5 * (0.3 * odds(story) + odds(0.3))) / (2.3 + 1.5 * 1.3)
    assert found.scores[2] == pytest.approx(1 / (1 + np.exp(-expected)), abs=0.003)
    own = (2.3 * odds(0.1) + 1.5 * (odds(0.1) + odds(0.2))) / (2.3 + 1.5 * 2)
    assert found.scores[0] == pytest.approx(1 / (1 + np.exp(-own)), abs=0.003)


def test_what_a_sibling_has_is_not_scored_again():
    site = SiteTemplate()
    for i, (words, text) in enumerate((("aa bb", "one"), ("cc dd", "one"), ("ee ff", "two"))):
        learn(site, page_of(words, text, "three", url=f"https://a.example/{i}"), [0.5, 0.2 * i, 0.8])
    page = page_of("gg hh", "one", "four", "three", url="https://a.example/9")
    known = np.frombuffer(site.compare(page, 7).sibling_scores, np.float32)
    assert np.isnan(known).tolist() == [True, False, True, False]
    assert known[[1, 3]] == pytest.approx([0.1, 0.8], abs=0.003)
    own = BlockScores(page, BlockModel(block_model().first))
    completed = np.frombuffer(own.fill_missing(known.tobytes()), np.float32)
    assert completed[[1, 3]].tolist() == known[[1, 3]].tolist()
    assert own._score_bytes is None  # the two known blocks were not scored
    assert completed[[0, 2]].tolist() == own.values[[0, 2]].tolist()


def test_scores_are_the_same_whether_those_of_the_page_alone_were_asked_for_before_or_not():
    lines = "One river rose.", "It reached the bridge.", "Read more of it", "Nobody was hurt there.", "Home of news"
    known = np.array([np.nan, 0.9, np.nan, np.nan, 0.1], np.float32).tobytes()
    own = BlockScores(page_of(*lines, url="https://a.example/1"))
    before = own.fill_missing(known)
    asked_before = own._score_bytes
    assert own.score_bytes != before
    assert asked_before is None
    assert own.fill_missing(known) == before


def test_scores_of_another_model_are_ignored_and_the_structure_is_kept():
    site, alone = SiteTemplate(), SiteTemplate()
    for i, words in enumerate(("aa bb", "cc dd", "ee ff")):
        page = page_of(words, "same text", url=f"https://a.example/{i}")
        learn(site, page, [0.1, 0.1], model=7)
        alone.learn(page, scores=NO_SCORES)
    page, own = page_of("gg hh", "same text", url="https://a.example/9"), [0.9, 0.7]
    same, other = voted(site, page, own), voted(site, page, own, model=8)
    assert other.siblings == same.siblings == 3
    assert other.repeated.tolist() == same.repeated.tolist() == [0, 0.75]
    assert other.scores.tolist() == voted(alone, page, own).scores.tolist()
    assert other.scores[0] > same.scores[0] + 0.2
    assert np.isnan(np.frombuffer(site.compare(page, 8).sibling_scores, np.float32)).all()


def test_a_template_learned_without_scores_runs_no_model_until_it_is_asked(monkeypatch):
    site = SiteTemplate()
    with monkeypatch.context() as patch:
        patch.setattr(Forest, "__call__", lambda *_: pytest.fail("a model ran while the site was learned"))
        for i, words in enumerate(("aa bb", "cc dd", "ee ff")):
            site.learn(page_of(words, "same text", url=f"https://a.example/{i}"))
    scored = []
    site.score_waiting(lambda page: scored.append(page.url) or Given(page, [0.5, 0.5]))
    site.score_waiting(lambda page: scored.append(page.url) or Given(page, [0.5, 0.5]))
    assert sorted(scored) == [f"https://a.example/{i}" for i in range(3)]


@pytest.mark.parametrize("tag", ["p", "pre"])
def test_source_code_may_be_repeated(tag):
    """What stands on every page of the site counts against a paragraph, not against source code."""

    def release(number):
        html = f"<p>Release {'one two three four'.split()[number]} is out.</p><{tag}>pip install mill</{tag}>"
        return Page.from_html(html, url=f"https://mill.example/{number}"), [0.9, 0.7]

    site = SiteTemplate()
    for number in range(3):
        learn(site, *release(number))
    alone, known = voted(SiteTemplate(), *release(3)), voted(site, *release(3))
    assert known.repeated[1] == 0.75
    assert (alone.scores[1] - known.scores[1] > 0.3) == (tag == "p")


def test_a_page_alone_agrees_with_itself():
    found = voted(SiteTemplate(), page_of("aaaa bbbb", "cccc dddd"), [0.9, 0.1])
    expected = (odds(np.array([0.9, 0.1])) + 1.3 * odds(0.5)) / 2.3
    assert found.siblings == 0
    assert found.scores == pytest.approx(1 / (1 + np.exp(-expected)), abs=1e-5)
