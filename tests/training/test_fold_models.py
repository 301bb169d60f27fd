"""Models of folds: each learned from the sites of the others."""

import numpy as np
import pytest

from scrapy_denoise.blocks.block_model import BlockModel, block_model
from scrapy_denoise.blocks.forest.forest import Forest
from scrapy_denoise.blocks.page_model import page_models
from scrapy_denoise.evaluation import GoldPage
from training.fold_models import main, write_folds
from training.labels import label
from training.learning import TOO_FEW, folds_of

STORY = "The mill has turned again since Tuesday, for the first time in eleven years, and nobody knows why it stopped."
FILES = {"blocks", "context", "pages"}


def page_of(number):
    html = f"<h1>Mill {number}</h1><p>{STORY}</p><p>{STORY[::-1]}</p>".encode()
    return label(GoldPage(id=str(number), site=f"s{number}", gold_text=STORY, html=html), "aeb")


class FakeLearner:
    """Gives the models of the package, and keeps the sites that each was learned from."""

    second = True

    def __init__(self):
        self.asked = []

    def blocks(self, pages):
        self.asked.append({page.site for page in pages})
        return block_model() if self.second else BlockModel(block_model().first)

    def page_types(self, pages):
        return page_models()


def test_each_fold_has_all_models_from_other_sites(tmp_path):
    pages, learner = [page_of(number) for number in range(6)], FakeLearner()
    write_folds(pages, 2, learner, tmp_path)
    fold = folds_of(pages, 2)
    assert learner.asked == [{page.site for page, own in zip(pages, fold, strict=True) if own != n} for n in (0, 1)]
    for number in "01":
        assert {path.stem for path in (tmp_path / number).iterdir()} == FILES
        with np.load(tmp_path / number / "blocks.npz") as arrays:
            assert np.array_equal(arrays["content.nodes"], block_model().first.nodes)


def test_models_are_read_from_the_folder_of_a_fold(tmp_path, monkeypatch):
    forest_module = __import__("scrapy_denoise.blocks.forest.forest", fromlist=["forest"])
    monkeypatch.setattr(forest_module, "_folder", forest_module._folder)
    write_folds([page_of(number) for number in range(6)], 2, FakeLearner(), tmp_path)
    forest_module.read_models_from(tmp_path / "0")
    names = block_model().first.names
    assert np.array_equal(Forest.load("blocks", names)["content"].values, block_model().first.values)
    forest_module.read_models_from(tmp_path)
    with pytest.raises(FileNotFoundError):
        Forest.load("blocks", names)


def test_too_few_pages_are_told(tmp_path):
    learner = FakeLearner()
    learner.second = False
    with pytest.raises(ValueError, match=TOO_FEW):
        write_folds([page_of(number) for number in range(4)], 2, learner, tmp_path)


def test_a_corpus_that_is_not_there_is_told(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main([str(tmp_path / "none"), "--write", str(tmp_path)])
    assert "no such file or folder" in capsys.readouterr().err
