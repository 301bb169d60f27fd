"""The benchmarks of speed run: on invented pages here, which are too few and too small for figures."""

import importlib
from pathlib import Path

import pytest
from rich.console import Console

ROOT = Path(__file__).parents[1]
GAZETTE = sorted((ROOT / "docs" / "examples" / "gazette").glob("*.html"))


@pytest.fixture(scope="module")
def load():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "benchmarks"))
        yield importlib.import_module


@pytest.fixture(scope="module")
def speed(load):
    return load("speed")


@pytest.fixture(scope="module")
def growth(load):
    return load("growth")


def test_every_step_of_a_page_is_timed(speed, capsys, monkeypatch):
    monkeypatch.setattr(speed, "console", Console(width=200))
    pages = [("gazette.example", f"https://gazette.example/{page.name}", page.read_bytes()) for page in GAZETTE]
    by_size = speed.defaultdict(list)
    speed.time_pages("gazette", pages, by_size)
    speed.print_sizes(by_size)
    lines = capsys.readouterr().out.splitlines()
    for step in (
        "parse (lxml)",
        "auto and its text, alone",
        "auto and its text, with template",
        "denoise(bytes), text",
    ):
        (line,) = (line for line in lines if step in line)
        assert line.split("│")[2].strip() == str(len(GAZETTE))


def test_growth_is_told_where_a_method_compares_pages_of_that_size(growth, capsys, monkeypatch):
    monkeypatch.setattr(growth, "console", Console(width=200))
    growth.print_growth((1_000, 3_000))
    rows = [line.split("│")[1:-1] for line in capsys.readouterr().out.splitlines() if line.startswith("│")]
    assert {"auto and its text, alone", "path_similarity, paper"} <= {row[0].strip() for row in rows}
    assert all(row[4].strip() for row in rows)  # a power was fitted; how high it is depends on the machine
    assert {row[5].strip() for row in rows} == {""}


def test_the_exponent_is_of_the_times_that_there_are(growth):
    assert growth.exponent([10, 100, 1000], [1, 10, float("nan")], 0) == "1.00"
    assert growth.exponent([10, 100, 1000], [1, 10, float("nan")], 100) == ""
