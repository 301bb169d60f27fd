"""The benchmarks of speed and of crawls run: on invented pages here, which are too few and too small for figures."""

import importlib
import re
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


def test_the_crawl_of_a_site_is_compared_with_others(load, capfd, monkeypatch):
    command = ["site_crawl.py", "--small", "--site", "courier", "--pages", "70"]
    monkeypatch.setattr("sys.argv", command)
    load("site_crawl").main()
    lines = [line for line in capfd.readouterr().out.splitlines() if line.startswith(("courier", "focused_crawler"))]
    assert len(lines) == 3
    rates = {
        name: float(rate) for name, rate in re.findall(r"courier +(.+?)  .* ([.0-9]+) in a hundred", "\n".join(lines))
    }
    own = rates.pop("scrapy-denoise crawl")
    # Which links an undirected crawl follows first depends on which answers come first: 40 to 45 in a hundred.
    assert own > 1.5 * max(rates.values())


def test_what_a_crawl_found_is_told_by_requests_and_order(load):
    module = load("site_crawl")
    articles = {f"/{age}": age for age in range(100)}
    asked = ["/", *(f"/{age};jsessionid=7?x=1" for age in range(99)), "/0", "/x", "/x"]
    found = module.figures(asked, articles)
    assert found == {
        "requests": 103, "articles": 99, "until": 99, "rate": 9800 / 99, "newest": 6, "newer": 1,
    }  # fmt: skip
    short = module.figures(asked[:50], articles)
    assert (short["until"], short["rate"], short["newest"]) == (None, 98, 6)
    assert module.newer_first([1, 0, 2, 2]) == 4 / 5
    assert module.newer_first([]) is None
    assert module.newer_first([3, 3]) is None
