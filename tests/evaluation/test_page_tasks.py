"""The tasks of theme pages and of content blocks: what is gold, what an extractor says, and the command."""

import json

import pytest

from scrapy_denoise.cli import main as cli
from scrapy_denoise.evaluation.gold.corpus import Corpus
from scrapy_denoise.evaluation.run.sewm_tasks import (
    TaskScoreRow,
    blocks_of,
    content_score,
    covered_blocks,
    running_words,
    theme_score,
)

STORY = "The river rose in the night, and by the morning the lower road of {} was under water for the {} time."


def page(number, hub):
    """An article between menus, or a page of links to others."""
    menu = "".join(f"<li><a href=/{n}>Place {n} of the valley</a></li>" for n in range(30 if hub else 3))
    lines = [] if hub else [STORY.format(f"village {number}", f"{n}th") for n in range(12)]
    return f"<ul>{menu}</ul><div>{''.join(f'<p>{line}</p>' for line in lines)}</div>", "\n".join(lines)


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "made"
    (folder / "html").mkdir(parents=True)
    with (folder / "gold.jsonl").open("w") as file:
        for number in range(12):
            hub = number % 3 == 0
            html, gold = page(number, hub)
            (folder / "html" / f"{number}.html").write_text(html)
            site, kind = f"site{number}.example", "listing" if hub else "article"
            row = {"id": str(number), "site": site, "url": f"http://{site}/", "page_type": kind}
            row["gold_text"] = gold or "Place 1 of the valley"
            file.write(json.dumps(row) + "\n")
    return folder


def test_running_words_are_those_of_sentences():
    assert running_words("Home\nPlaces of the valley that one may see\nShort one.\n" + STORY.format("a", "b")) == 22
    assert running_words("昨夜大雪封山，村里的人们一早起来扫雪。") == 17
    assert running_words("") == 0


def test_blocks_are_content_where_half_of_their_shingles_are(corpus):
    read = next(page for page in Corpus.read(corpus).pages if page.id == "1")
    blocks = list(blocks_of(read))
    assert [len(block) for block in blocks] == [5] * 3 + [23] * 12
    assert covered_blocks(blocks, read.gold_text).tolist() == [False] * 3 + [True] * 12
    assert not covered_blocks(blocks, "").any()


def row(site, theme, running_words, common=0, kept=0, gold=0):
    return TaskScoreRow("x", site, theme, running_words, common, kept, gold)


def test_the_number_of_words_is_learned_on_other_sites():
    rows = [row(f"s{n}", n % 2 == 0, 500 if n % 2 == 0 else n) for n in range(40)]
    score = theme_score("x", rows)
    assert (score.pages, score.f1, score.accuracy) == (40, 1.0, 1.0)
    turned = theme_score("x", [row(f"s{n}", n % 2 == 1, 500 if n % 2 == 0 else n) for n in range(40)])
    assert turned.f1 < 0.6


def test_content_is_scored_by_words_page_by_page():
    score = content_score("x", [row("a", None, 0, 30, 60, 40), row("b", None, 0, 0, 0, 10)])
    assert (score.precision, score.recall, score.f1) == pytest.approx((0.25, 0.375, 0.3))


@pytest.mark.parametrize("task", ["theme", "content"])
def test_the_command(corpus, capsys, task):
    call = ["eval", str(corpus), "--task", task, "--methods", "auto", "--peers", "--jobs", "1", "--format", "json"]
    assert cli.main(call) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["task"], [score["extractor"] for score in found["scores"]]) == (task, ["auto"])
    assert found["scores"][0]["f1"] > 0.6
    assert found["scores"][0]["pages"] == 12


def test_options_and_corpora_that_do_not_fit(corpus, capsys):
    assert cli.main(["eval", str(corpus), "--task", "theme", "--methods", "auto", "--peers", "--worst", "3"]) == 2
    assert "--worst is not for --task" in capsys.readouterr().err
    lines = [json.loads(line) for line in (corpus / "gold.jsonl").open()]
    (corpus / "gold.jsonl").write_text("".join(json.dumps({**line, "page_type": None}) + "\n" for line in lines))
    assert cli.main(["eval", str(corpus), "--task", "theme", "--methods", "auto", "--peers"]) == 2
    assert "no page type" in capsys.readouterr().err
