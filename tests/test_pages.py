"""Pages that went wrong once, or that are typical: a folder each under tests/pages.

page.html: the page, as bytes. expected.txt: its content, a paragraph a line. sibling-*.html: other pages of its site,
which are learned first. meta.json, where there is something to say: `url`, `method` and `profile` to call with,
`title` and `reason` to get, and `either`: lines that are content to some and noise to others (headings, by-lines,
comments), which may come or not.
"""

import json
from pathlib import Path

import pytest

from scrapy_denoise import SiteTemplate, denoise

PAGES = Path(__file__).parent / "pages"
CASES = sorted(path.parent.name for path in PAGES.glob("*/page.html"))


@pytest.mark.parametrize("case", CASES)
def test_page(case):
    folder = PAGES / case
    meta_file = folder / "meta.json"
    meta = json.loads(meta_file.read_text("utf-8")) if meta_file.exists() else {}
    site = SiteTemplate()
    for sibling in sorted(folder.glob("sibling-*.html")):
        site.learn(sibling.read_bytes(), url=f"https://a.example/{sibling.stem}")

    call = {name: meta[name] for name in ("url", "method", "profile") if name in meta}
    result = denoise((folder / "page.html").read_bytes(), site=site, **call)

    expected = (folder / "expected.txt").read_text("utf-8").splitlines()
    either = meta.get("either", [])
    assert [line for line in result.text.splitlines() if line not in either] == expected
    assert result.reason == meta.get("reason", "")
    if "title" in meta:
        assert result.title == meta["title"]
    if "method" in meta:
        assert result.method == meta["method"]


def test_there_are_cases():
    assert len(CASES) >= 12
