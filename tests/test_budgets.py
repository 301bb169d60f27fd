"""What a page costs stays within the budgets of `benchmarks/budgets.json`, and the counts are right and repeatable."""

import copy
import importlib
import json
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from helpers.corpora import corpus_path

ROOT = Path(__file__).parents[1]
BENCHMARKS = ROOT / "benchmarks"
UNITS = {"python_calls", "c_calls", "regex_calls", "arrays"}


@pytest.fixture(scope="module")
def load():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHMARKS))
        yield importlib.import_module


@pytest.fixture(scope="module")
def budgets(load):
    return load("budgets")


@pytest.fixture(scope="module")
def known(budgets):
    return budgets.read_budgets()


def check(budgets, known, name):
    if why := budgets.why_not_comparable(known):
        pytest.skip(why)
    counts, _ = budgets.count_set(name)
    wrong = list(budgets.compared(name, counts, known))
    assert not wrong, "\n".join(("", *wrong, "", budgets.advice(known)))


def test_the_example_sites_are_within_their_budget(budgets, known):
    check(budgets, known, "example")


@pytest.mark.corpus
@pytest.mark.parametrize("name", ["aeb", "daniel", "wcxb"])
def test_a_corpus_is_within_its_budget(budgets, known, name):
    corpus_path(name)
    check(budgets, known, name)


def test_the_file_has_all_numbers_in_order(budgets, known):
    text = budgets.FILE.read_text(encoding="utf-8")
    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True) + "\n"
    assert set(known["sets"]) == {"example", "aeb", "daniel", "wcxb"}
    for counts in known["sets"].values():
        for output in ("text", "metadata", "all"):
            assert counts[output].keys() >= UNITS


COUNTS = {"pages": 30, "sha256": "0", "text": {"python_calls": 200.0, "arrays": 10.0}}


def with_counts(**units):
    counts = copy.deepcopy(COUNTS)
    counts["text"].update(units)
    return counts


@pytest.mark.parametrize(
    ("counts", "sentences"),
    [
        (with_counts(), []),
        (with_counts(python_calls=206.0, arrays=9.0), []),
        (with_counts(python_calls=206.1), ["x, text: Python calls rose from 200.0 to 206.1 a page (+3.0%)"]),
        (with_counts(arrays=8.9), ["x, text: arrays fell from 10.0 to 8.9 a page (-11.0%)"]),
        (with_counts(python_calls=300.0, arrays=20.0), ["rose from 200.0 to 300.0", "rose from 10.0 to 20.0"]),
        (with_counts(c_calls=5.0), ["x, text: C calls have no budget"]),
        (with_counts() | {"sha256": "1"}, ["x has other pages"]),
    ],
)
def test_a_number_that_rises_or_falls_is_named(budgets, counts, sentences):
    wrong = list(budgets.compared("x", counts, {"sets": {"x": COUNTS}}))
    assert len(wrong) == len(sentences)
    assert all(sentence in found for sentence, found in zip(sentences, wrong, strict=True))


def test_instructions_of_other_builds_are_not_compared(budgets):
    then, now = (with_counts(thousand_instructions=number) for number in (100, 200))
    known = {"sets": {"x": then}}
    assert list(budgets.compared("x", now, known, with_instructions=False)) == []
    (found,) = budgets.compared("x", now, known)
    assert "thousand instructions rose from 100 to 200" in found


def test_a_set_without_a_budget_is_told(budgets):
    assert list(budgets.compared("x", COUNTS, {"sets": {}})) == ["x has no budget"]


def test_advice_says_what_to_do_and_which_versions_differ(budgets):
    advice = budgets.advice({"counted_with": budgets.versions() | {"numpy": "1.0"}})
    assert "python benchmarks/budgets.py --write" in advice
    assert f"numpy 1.0 then, {np.__version__} now" in advice
    assert "lxml" not in advice


def test_another_python_is_not_compared(budgets):
    assert budgets.why_not_comparable({"counted_with": {"python": "2.7"}})
    assert not budgets.why_not_comparable({"counted_with": {"python": budgets.PYTHON}})


def add_one(x):
    return x + 1


def test_calls_are_counted_by_function(load):
    pattern = re.compile("a")
    search = pattern.search

    def work():
        for i in range(3):
            add_one(i)
        search("b")
        pattern.match("a")
        len("abc")
        list(map(add_one, range(2)))

    calls = load("call_counts").count_calls(work)
    assert calls.python.total() == 6
    assert calls.c.total() == 3
    assert calls.regex == 2
    most = dict(calls.most(10))
    assert most[f"add_one (tests/test_budgets.py:{add_one.__code__.co_firstlineno})"] == 5
    assert sum(number for name, number in most.items() if name.startswith("builtins.len, called by work (")) == 1
    assert len(calls.most(1)) == 1


def test_arrays_with_data_of_their_own_are_counted(load):
    ones = np.ones(1000)

    def work():
        twice = ones + ones
        twice[1:].reshape(-1, 3)  # views
        np.zeros(5)
        twice[ones > twice]  # a mask, and what it selects

    count_arrays = load("call_counts").count_arrays
    assert count_arrays(lambda: None) == 0
    # Which arrays numpy makes for itself, such as the places that a mask selects, depends on its version.
    assert 4 <= count_arrays(work) <= 6
    assert count_arrays(work) == count_arrays(work)
    assert count_arrays(lambda: [np.empty(3) for _ in range(7)]) == 7


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_instructions_are_of_a_process_for_each_output(load, tmp_path):
    instructions = load("instructions")
    file = tmp_path / "pages"
    file.write_bytes(pickle.dumps([(b"<title>Tides</title><p>The tide turns at six.</p>", None)]))
    # Without valgrind, under which it takes half a minute to start.
    command = [sys.executable, instructions.__file__, str(file), "parse,text"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    processes = json.loads(done.stdout)
    assert list(processes) == ["", "parse", "text"]
    assert len(set(processes.values())) == 3


def test_instructions_are_read_of_a_report(load, tmp_path):
    report = tmp_path / "1"
    report.write_text("events: Ir\nfl=a.c\nfn=b\n7 40\nsummary: 1234567\n")
    assert load("instructions")._total(report) == 1234567


def test_counts_are_the_same_in_each_run(budgets):
    first, functions = budgets.count_set("example", ["text"], functions=3)
    again, _ = budgets.count_set("example", ["text"])
    assert first == again
    assert len(functions["text"]) == 3


def test_the_command_tells_what_rose(budgets, tmp_path):
    counts, _ = budgets.count_set("example", ["text"])
    counts["text"]["arrays"] /= 2
    file = tmp_path / "budgets.json"
    budgets.write_budgets(file, {"example": counts})
    command = [sys.executable, budgets.__file__, "--sets", "example", "--outputs", "text", "--against", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("example, text: arrays rose from ")
    assert "--write" in done.stderr
