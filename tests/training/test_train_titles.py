"""The weights of titles: the learned ones are in the package, and rank the right titles of unseen pages better."""

import json

from scrapy_denoise.page.candidates.ranking import BIAS
from scrapy_denoise.page.title.headline import title_weights
from training.made_titles import made_pages
from training.train_titles import WEIGHTS, gold_title, gold_titles, learned, read


def test_the_weights_of_the_package_are_learned():
    known = title_weights()
    assert known != WEIGHTS
    assert set(known) - set(WEIGHTS), "signs whose weights are learned alone"


def test_learned_weights_rank_invented_pages_better_than_those_set_by_hand():
    pages = [gold_title("made", "", page, [title]) for page, title in made_pages()]
    weights = learned([])
    assert sum(page.measured(weights) for page in pages) > sum(page.measured({BIAS: 0.0}) for page in pages)
    assert sum(page.measured(weights) for page in pages) > 0.9 * len(pages)


def test_gold_titles():
    assert gold_titles({"gold_title": "The river rose"}) == ["The river rose"]
    assert gold_titles({"gold_headline": "The river rose\nIt fell"}) == ["The river rose\nIt fell", "The river rose"]
    assert gold_titles({"gold_meta": {"title": "The river rose"}}) == ["The river rose"]
    assert gold_titles({"gold_text": "It rained."}) == []


def test_the_pages_of_corpora_are_read(tmp_path):
    (tmp_path / "valley" / "html").mkdir(parents=True)
    (tmp_path / "valley" / "html" / "1.html").write_text("<title>The river rose</title><p>It rained.</p>")
    gold = {"id": "1", "site": "valley.example", "url": "https://valley.example/1", "gold_title": "The river rose"}
    (tmp_path / "valley" / "gold.jsonl").write_text(json.dumps(gold) + "\n")
    (page,) = read(tmp_path)
    assert (page.corpus, page.site, page.score, page.right) == ("valley", "valley.example", [1.0], [1.0])
