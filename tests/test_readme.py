"""The README: its example comes out as it says, and its figures are those of the evaluation."""

import csv
import re
from pathlib import Path

import pytest

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.page import Page

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
GAZETTE = ROOT / "docs" / "examples" / "gazette"


def test_the_example():
    before, after = (
        [line.removesuffix(" ...") for line in block.splitlines()]
        for block in re.findall(r"```text\n(.*?)```", README, re.S)
    )
    site = SiteTemplate()
    for path in sorted(GAZETTE.glob("*.html")):
        if path.name != "bridge.html":
            site.learn(path.read_bytes())
    html = (GAZETTE / "bridge.html").read_bytes()
    lines = Page.from_html(html).text.splitlines()
    *first, rest = before
    assert [line[: len(start)] for line, start in zip(lines, first, strict=False)] == first
    assert rest.startswith(f"... and {len(lines) - len(first)} more lines")
    result = denoise(html, site=site).text.splitlines()
    assert [line[: len(start)] for line, start in zip(result, after, strict=True)] == after
    found = [denoise(html).blocks, denoise(html, site=site).noise]
    alone, known = (next(b.score for b in blocks if b.text.startswith("Fresh bread")) for blocks in found)
    assert (f"{alone:.2f}", f"{known:.2f}") == ("0.52", "0.07")


def test_the_figures():
    page = (ROOT / "docs" / "evaluation.rst").read_text("utf-8")
    table = re.search(r"csv-table:: Version (\S+): .*\n    :header: (.*)\n.*\n\n((?:    .*\n)+)", page)
    version, header, rows = table.groups()
    assert f"; scrapy-denoise {version};" in (ROOT / "docs" / "evaluation-tables.inc").read_text("utf-8")
    names = next(csv.reader([header], skipinitialspace=True))
    measured = {
        row[0].strip(): dict(zip(names, row, strict=True))
        for row in csv.reader(rows.splitlines(), skipinitialspace=True)
    }
    for name, told in (("README.md", readme_figures()), ("docs/index.rst", index_figures())):
        assert len(told) == len(measured)
        assert f"version {version} " in (ROOT / name).read_text("utf-8")  # which is not that of this code
        for extractor, *figures in told:
            row = measured[(re.findall("`+([a-z_]+)`+", extractor) or [extractor])[0]]
            found = [row[column] for column in ("F1", "neutral F1", "title", "date", "images")]
            expected = [*(figure.removeprefix("0") for figure in found), row["time"]]
            assert figures == expected, f"docs/evaluation.rst has other figures of {extractor} than {name}"


@pytest.mark.parametrize("page", ["README.md", "docs/index.rst"])
def test_the_figures_by_kind_of_page(page):
    table = (ROOT / "docs" / "methods" / "page-kinds.inc").read_text("utf-8").replace("*", "")
    told = re.findall(r"(forums|lists|articles|products)\s+\((\.\d+) to (\.\d+)\)", (ROOT / page).read_text("utf-8"))
    assert len(told) == 4
    for kind, ours, theirs in told:
        assert re.search(rf"^    {kind[:-1]}, \d+, 0{ours}, 0{theirs},", table, re.M), kind


@pytest.mark.parametrize(
    "page", ["README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md", "example_project/README.md"]
)
def test_what_is_linked_is_there(page):
    path = ROOT / page
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", path.read_text("utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def readme_figures():
    rows = re.findall(r"^  \| ([^|]+? \| .*\.\d+.*) \|$", README, re.M)
    return [[cell.strip() for cell in row.split("|")] for row in rows]


def index_figures():
    page = (ROOT / "docs" / "index.rst").read_text("utf-8")
    (rows,) = re.findall(r"\.\. csv-table::\n(?:    :.*\n)+\n((?:    .*\n)+)", page)
    return [[cell.strip() for cell in row] for row in csv.reader(rows.splitlines(), skipinitialspace=True)]
