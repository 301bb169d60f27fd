"""Pages without gold whose content templates tell."""

import numpy as np
import pytest

from scrapy_denoise.blocks.block_model import BlockModel
from scrapy_denoise.blocks.features.compiled import NAMES
from scrapy_denoise.blocks.forest.forest import NODE, Forest
from scrapy_denoise.evaluation import GoldPage
from training.labels import label
from training.without_gold import main, told_by_templates, with_gold

STORIES = [
    f"The {who} has {what} again since {when}, for the first time in {years} years, and nobody knows why it {end}."
    for who, what, when, years, end in (
        ("mill", "turned", "Tuesday", "eleven", "stopped"),
        ("ferry at the lower bridge", "carried sheep", "the frost", "two", "was given up"),
        ("baker in the old school", "sold rye bread", "harvest", "thirty", "fell out of favour"),
        ("clock above the town hall", "struck", "Whitsun", "four", "ran backwards"),
        ("orchard behind the church", "borne plums", "the great storm", "nine", "withered"),
        ("choir of the upper valley", "sung", "last winter", "six", "had scattered"),
        ("kiln by the clay pit", "smoked", "the potters returned", "fifty", "went cold"),
        ("cart of the night watch", "been mended", "the fair", "three", "broke in the ford"),
    )
]
NOISE = "All rights reserved by the Valley Paper, its printers and all of their many friends, in every year there is."


def page_of(number, site):
    story = STORIES[number]
    html = f"<div><p>{story}</p></div><div class='end'><p>{NOISE}</p></div>"
    url = f"https://{site}.example/{number}"
    gold = GoldPage(id=url, url=url, site=site, gold_text=story, html=html.encode())
    labelled = label(gold, "a")
    labelled.group = "a"
    return labelled


@pytest.fixture
def pages():
    return [page_of(number, "large") for number in range(8)] + [page_of(number, "small") for number in range(2)]


def test_a_large_site_keeps_the_gold_of_a_quarter_of_its_pages(pages):
    kept = with_gold(pages)
    assert kept[:8].sum() == 2
    assert kept[8:].all()
    assert with_gold(pages[::-1]).tolist() == kept[::-1].tolist()


def test_what_templates_repeat_is_noise_and_the_gold_stays_as_it_is(pages):
    """A model that takes every block for content: the site's template tells which are not."""
    nodes = np.array([(0.5, 0, 1), (np.inf, 0, 1), (np.inf, 0, 2)], NODE)
    everything = BlockModel(Forest(NAMES, nodes, np.array([0, 2, 2], np.float32)))
    kept = np.array([False] * 4 + [True] * 6)
    gold = [page.content for page in pages]
    told = told_by_templates(pages, kept, everything)
    assert [page.content.tolist() for page in told[:4]] == [[True, False]] * 4
    assert all(page.content is not mine for page, mine in zip(told[:4], gold[:4], strict=True))
    assert told[4:] == pages[4:]
    assert all(page.content is mine for page, mine in zip(pages, gold, strict=True))


def test_no_corpus_is_an_error_of_the_command(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main([str(tmp_path / "nothing")])
    assert "nothing" in capsys.readouterr().err
