"""The benchmark of steps: what is counted of a page, what it says of a step, and that it goes on where it stopped."""

import json

import pytest

from benchmarks import steps
from benchmarks.step_lines import code_of, lines_of
from benchmarks.step_pages import STEPS, add, judge_page
from benchmarks.step_table import document, row_of
from scrapy_denoise.evaluation import GoldPage

STORY = [f"The {word} lorry crossed the bridge in the evening, and the mayor stood in the rain." for word in
         "first second third fourth fifth sixth seventh eighth".split()]  # fmt: skip
PAGE = (
    "<title>The new bridge is open</title><h1>The new bridge is open</h1>"
    + "".join(f"<p>{line}</p>" for line in STORY[:4])
    + "<h2>The road<a href=#road>¶</a></h2>"
    + "".join(f"<p>{line}</p>" for line in STORY[4:])
)
GOLD = "\n".join(["The new bridge is open", *STORY[:4], "The road", *STORY[4:]])


def gold_page(name="a", text=GOLD, **more):
    return GoldPage(id=name, site=name, url=f"https://{name}.example/1", gold_text=text, html=PAGE.encode(), **more)


def corpus(folder, pages=3):
    (folder / "html").mkdir(parents=True)
    with (folder / "gold.jsonl").open("w", encoding="utf-8") as out:
        for n in range(pages):
            record = {"id": f"p{n}", "url": f"https://p{n}.example/1", "site": f"p{n}", "gold_text": GOLD}
            out.write(json.dumps(record) + "\n")
            (folder / "html" / f"p{n}.html").write_text(PAGE, encoding="utf-8")
    return folder


def test_a_step_gains_what_a_page_is_worse_without_it():
    sums = judge_page(gold_page(), "", 0, ["permalink_marks", "unread", "tables", "head_lines.title"])
    assert sums[""] == {"pages": 1, "neutral": 1, "words": 1, "lines": 1}
    assert "tables" not in sums
    marks = sums["permalink_marks"]
    assert marks["changed"] == 1
    assert marks["neutral"] == marks["words"] == 0  # a mark is no word,
    assert marks["lines"] > 0.05  # and its line is another with it
    assert (marks["helped"], marks["hurt"]) == (True, False)
    title = sums["head_lines.title"]
    assert title["words"] < 0 == title["neutral"]  # this gold has the title
    assert (title["helped"], title["hurt"]) == (False, True)


def test_gold_as_markdown_judges_code_to_the_character():
    code = "<pre><code>x = 1\n  y = 2</code></pre>"
    page = GoldPage(
        id="a", site="a", gold_text=f"{STORY[0]}\n{STORY[1]}", html=f"<p>{STORY[0]}</p>{code}<p>{STORY[1]}</p>".encode()
    )
    sums = judge_page(page, f"{STORY[0]}\n\n```\nx = 1\n  y = 2\n```\n\n{STORY[1]}", 0, ["codes", "completed"])
    assert sums[""]["code"] == 1
    assert "code" not in sums.get("completed", {})  # whose measure is another


LABELS = "repeated_blocks"
"""A step that is there for F1."""


def sums_of(changed, gain, pages=1000, step="tables", figure="neutral"):
    row = {"changed": changed, figure: gain * pages, f"{figure}²": gain * pages}
    return {"": {"pages": pages, "neutral": pages, "words": pages, "cells": pages}, step: row}


@pytest.mark.parametrize(
    ("step", "development", "validation", "verdict"),
    [
        (LABELS, sums_of(0, 0), sums_of(2, 0.001, step=LABELS), "stays"),
        (LABELS, sums_of(0, 0), sums_of(2, 0.0004, step=LABELS), "goes"),
        (LABELS, sums_of(0, 0), sums_of(0, 0.001, step=LABELS), "goes"),
        (LABELS, sums_of(2, 0.001, step=LABELS), sums_of(0, 0), "stays (development)"),
        (
            LABELS,
            sums_of(2, 0.001, step=LABELS, figure="words"),
            sums_of(0, 0),
            "stays (development)",
        ),
        (
            LABELS,
            sums_of(2, 0.001, step=LABELS, figure="words"),
            sums_of(9, -0.001, step=LABELS),
            "goes",
        ),
        ("references", sums_of(0, 0), sums_of(9, -0.1, step="references"), "cases"),
        ("captions", sums_of(9, -0.1, step="captions"), sums_of(9, -0.1, step="captions"), "contract"),
        ("tables", sums_of(4, 0.002, figure="cells"), sums_of(0, 0), "stays (development)"),
        ("tables", sums_of(4, 0.002), sums_of(2, 0.001), "goes"),
    ],
)
def test_the_verdict_is_by_the_measure_of_the_step(step, development, validation, verdict):
    row = row_of(STEPS[step], {"wcxb": development}, {"news": validation}, {})
    assert row.verdict == verdict


def test_gains_are_means_over_groups():
    both = {
        "small": sums_of(1, 0.1, pages=10, step=LABELS),
        "large": sums_of(0, 0, pages=1000, step=LABELS),
    }
    row = row_of(STEPS[LABELS], both, {}, {LABELS: 7.0})
    assert row.neutral[0][0] == pytest.approx(0.05)
    assert row.changed[0] == pytest.approx(1000 / 1010)
    assert row.cost == 7.0


def test_sums_are_added():
    found = {"": {"pages": 1}}
    add(found, {"": {"pages": 2}, "tables": {"changed": 1}})
    assert found == {"": {"pages": 3}, "tables": {"changed": 1}}


def test_a_run_goes_on_where_it_stopped(tmp_path, monkeypatch):
    path, results = corpus(tmp_path / "news"), tmp_path / "results.jsonl"
    monkeypatch.setattr(steps, "CHUNK", 1)
    work = list(steps.chunks(path, ("permalink_marks",), 0, 0))
    assert [chunk.ids for chunk in work] == [("p0",), ("p1",), ("p2",)]
    first = steps.run(work[:2], results, None, 1)
    asked = []
    judge = steps.judge
    monkeypatch.setattr(steps, "get_context", lambda _: FakeContext())
    monkeypatch.setattr(steps, "judge", lambda chunk: asked.append(chunk.ids) or judge(chunk))
    known = steps.run(work, results, None, 1)
    assert asked == [("p2",)]
    assert known.keys() == {chunk.key for chunk in work}
    assert all(known[key] == sums for key, sums in first.items())
    monkeypatch.setattr(steps, "fingerprint", lambda models: "other code")
    steps.run(work, results, None, 1)
    assert len(asked) == 4


class FakeContext:
    """Stands for `multiprocessing`: the work is done in this process."""

    def Pool(self, jobs, initializer, arguments):  # noqa: N802 - the name of multiprocessing
        initializer(*arguments)
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def imap_unordered(self, function, work):
        return map(function, list(work))


def test_the_command_writes_the_table(tmp_path):
    path, table = corpus(tmp_path / "wcxb"), tmp_path / "table.inc"
    options = ["--steps", "permalink_marks", "spared", "--timed", "1", "--jobs", "1"]
    steps.main([str(path), *options, "--results", str(tmp_path / "results.jsonl"), "--write", str(table)])
    lines = table.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith(".. csv-table:: 3 development and 0 validation pages, with the models of the package")
    _, marks, spared = (line.split(", ") for line in lines[1:] if line.startswith("    ") if line.strip())
    assert marks[0].strip() == "permalink_marks"
    assert marks[3] == "1000.0"
    assert marks[-1] == "stays (development)"
    assert spared[-1] == "not judged"
    assert len(marks) == len(spared)


def test_pages_of_folds_are_told():
    text = document([LABELS], {"wcxb": sums_of(1, 0.1)}, {}, {}, not_seen=True)
    assert "by models that have not seen the sites" in text.splitlines()[0]


def test_lines_are_those_that_nothing_else_mentions():
    names = {definition.name for definition in code_of(STEPS["article_modules"])}
    assert names >= {"article_modules", "Candidates", "module_candidates", "small_elements"}
    assert "class_id_pairs" not in names  # other steps have it too
    code, lexicon = lines_of(STEPS["article_modules"])
    assert code > 20
    assert lexicon > 20
    assert all(lines_of(STEPS[name])[0] for name in ("tables", "entries", "reviews", "spared", "formulas"))
