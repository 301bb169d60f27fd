"""What limits the default method: models that are told the corpus, and models from fewer sites."""

import numpy as np
import pytest

from scrapy_denoise.evaluation import GoldPage
from training.comparing import means
from training.labels import label
from training.learning import Learner
from training.limits import main, numbers_of, score

STORY = "The mill has turned again since Tuesday, for the first time in eleven years, and nobody knows why it stopped."
NOISE = "All rights reserved by the Valley Paper, its printers and all of their many friends, in every year there is."


def page_of(site, group):
    html = f"<div><p>{STORY}</p></div><div class='end'><p>{NOISE}</p></div>"
    gold = GoldPage(id=site, url=f"https://{site}.example/", site=site, gold_text=STORY, html=html.encode())
    labelled = label(gold, group)
    labelled.group = group
    return labelled


class Recorder(Learner):
    """Learns nothing: its model keeps what it is told to, and what it was given is noted."""

    def boosted(self, table, **more):
        tables.append((table, more))
        return self

    def predict(self, rows, num_threads):
        asked.append(rows)
        return np.array([0.9, 0.1])


tables, asked = [], []


@pytest.fixture
def pages():
    tables.clear()
    asked.clear()
    return [page_of(f"site{number}", "many") for number in range(8)] + [page_of("alone", "one")] * 2


def test_a_group_of_one_site_is_not_told(pages):
    assert numbers_of(pages).tolist()[:8] == [0.0] * 8
    assert np.isnan(numbers_of(pages)[8:]).all()


def test_models_are_told_the_corpus_of_each_block_but_not_of_what_the_trainer_makes(pages):
    fold = np.array([0, 1] * 4 + [0, 0])
    score(pages, fold, Recorder(), told=True)
    assert [len(np.unique(table.page[table.page >= 0])) for table, _ in tables] == [4, 6]
    for table, more in tables:
        column = table.features.shape[1] - 1
        assert more == {"categorical_feature": [column]}
        assert np.isnan(table.features[table.page < 0, column]).all()
        assert (table.features[table.page == 0, column] == 0).all()
    assert {rows[0, -1] for rows in asked[:4]} == {0.0}
    assert means(pages) == {"many": 1.0, "one": 1.0}


def test_fewer_sites_are_learned_from_and_all_are_measured(pages):
    score(pages, np.array([0, 1] * 4 + [0, 0]), Recorder(), told=False, share=0.5)
    assert sum(len(np.unique(table.page[table.page >= 0])) for table, _ in tables) < 10
    assert len(asked) == 10
    assert all(np.isnan(rows[:, -1]).all() for rows in asked)


def test_where_some_scores_are_known_the_others_are_those_of_the_given_model(pages):
    """As with a template: the samples know what some blocks score, and the package's model says nothing of the rest."""
    score(pages, np.array([0, 1] * 4 + [0, 0]), Recorder(), told=False)
    found = pages[0].scores.fill_missing(np.array([np.nan, 0.5], np.float32).tobytes())
    assert np.frombuffer(found, np.float32) == pytest.approx([0.9, 0.5])


def test_a_corpus_that_is_not_there_and_too_few_pages_are_told(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main([str(tmp_path / "nowhere")])
    assert "nowhere: no such file or folder" in capsys.readouterr().err
    with pytest.raises(ValueError, match="too few to learn from"):
        Learner().table([])
