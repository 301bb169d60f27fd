"""Views of a crawl: which pages are kept, and the gallery of them."""

import json
import sys
from html import escape
from itertools import pairwise

import pytest
from helpers.crawling import HTML, crawl, serve, story
from hypothesis import given
from hypothesis import settings as checked
from hypothesis import strategies as st
from lxml import html as lxml_html

from scrapy_denoise import denoise
from scrapy_denoise.cli import main as cli
from scrapy_denoise.crawl.view_samples import folder_name
from scrapy_denoise.viewer.gallery import HEIGHT, gallery, read_views, thumbnail
from scrapy_denoise.viewer.view_card import LINE_CHARS, MAX_RUNS, Card, _runs, read_card

STORY = "The river rose in the night, and by the morning the lower road was under water. "
HOSTILE = "\"'><script>parent.ran=1</script><img src=x onerror=parent.ran=1> $sites &amp;"


def page(n, body=None):
    body = body if body is not None else f"<p>{STORY * 4}</p>" * 3
    return f"<title>Story {n}</title><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul><h1>Story {n}</h1>{body}"


@pytest.fixture
def folder(tmp_path):
    """Views of three sites; the last has a page without content."""
    for site, n in (("a.example", 1), ("a.example", 2), ("b.example%3A8080", 3), ("c.example", 4)):
        path = tmp_path / "views" / site / f"{n:016x}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        result = denoise(page(n, "" if n == 4 else None), url=f"https://x.example/{n}?q={HOSTILE}")
        path.write_text(result.view(), encoding="utf-8")
    return tmp_path / "views"


# What a view says of itself


def test_card(tmp_path):
    result = denoise(page(1), url="https://x.example/1", method="content_correlativity")
    path = tmp_path / "view.html"
    path.write_text(result.view(), encoding="utf-8")
    found = read_card(path)
    assert (found.url, found.title, found.method) == ("https://x.example/1", "Story 1", "content_correlativity")
    assert found.kept == sum(block.chars for block in result.blocks)
    assert found.chars == found.kept + sum(block.chars for block in result.noise)
    assert found.blocks == len(result.blocks) + len(result.noise)
    assert STORY.strip() in found.text
    assert next(kept for _, kept, _ in found.runs) is False
    assert any(kept for _, kept, _ in found.runs)


@checked(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5000), st.booleans(), st.sampled_from(["", "comment"])), max_size=400))
def test_the_runs_are_few_and_keeps_the_lines(blocks):
    chars, kept, types = [list(column) for column in zip(*blocks, strict=True)] if blocks else ([], [], [])
    runs = _runs(chars, kept, types)
    assert len(runs) <= MAX_RUNS + 1
    assert sum(lines for lines, _, _ in runs) == sum(-(-n // LINE_CHARS) or 1 for n in chars)
    assert len(runs) == len(blocks) or all(first[1:] != second[1:] for first, second in pairwise(runs))


@pytest.mark.parametrize(
    "text",
    ["", "<p>x", '<meta name="denoise-view" content="[1]">', '<meta name="denoise-view" content="{">',
     '<meta name="denoise-view" content="{&quot;runs&quot;:[[1]]}">',
     f'<meta name="denoise-view" content="{escape("[" * 20_000)}">'],
)  # fmt: skip
def test_what_is_no_view(tmp_path, text):
    path = tmp_path / "x.html"
    path.write_text(text, encoding="utf-8")
    assert read_card(path) is None


# The gallery


def test_gallery(folder):
    views, others = read_views(folder)
    assert len(views) == 4
    assert others == []
    html = gallery(views)
    tree = lxml_html.fromstring(html)
    assert [heading.text for heading in tree.iter("h2")] == ["c.example ", "a.example ", "b.example:8080 "]
    assert "4 pages of 3 sites; 1 to look at first" in html
    links = tree.xpath("//li/a/@href")
    assert "b.example%253A8080/0000000000000003.html" in links
    assert len(tree.xpath("//li/a/svg")) == 4
    assert len(tree.xpath("//li[@class='doubtful']")) == 1
    assert html.count("<script") == 1
    assert not tree.xpath("//img")
    assert tree.xpath("//*[@onerror]") == []


@pytest.mark.parametrize("runs", [[], [(1, True, "")], [(10_000_000, False, "navigation")], [(1, True, "")] * 150])
def test_thumbnails_have_one_size(runs):
    made = Card(url="", title="", method="", reason="", chars=1, kept=0, blocks=1, text="", runs=runs)
    drawn = lxml_html.fragment_fromstring(thumbnail(made))
    bars = [(float(bar.get("y")), float(bar.get("height"))) for bar in drawn.iter("rect")]
    assert all(y + height <= HEIGHT + 0.2 for y, height in bars)
    assert len(bars) == len(runs)


def test_command(folder, capsys, monkeypatch):
    (folder / "notes.html").write_text("<p>mine")
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)
    for _ in range(2):  # the index of the first time is no view
        assert cli.main(["gallery", str(folder), "--open"]) == 0
        captured = capsys.readouterr()
        assert captured.out == f"{folder / 'index.html'}\n"
        assert "1 file is no view" in captured.err
    assert opened == [(folder / "index.html").as_uri()] * 2


def test_an_index_that_is_no_gallery_is_not_overwritten(folder, capsys):
    for mine in ("<title>My site</title>", denoise(page(1)).view(), ""):
        (folder / "index.html").write_text(mine, encoding="utf-8")
        assert cli.main(["gallery", str(folder)]) == 2
        assert "index.html exists and is not a gallery" in capsys.readouterr().err
        assert (folder / "index.html").read_text(encoding="utf-8") == mine


def test_mistakes(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "")  # put back afterwards, as Scrapy sets it itself
    monkeypatch.delenv("SCRAPY_SETTINGS_MODULE")
    for arguments, words in (([], "Scrapy project"), (["none"], "not a folder"), ([str(tmp_path)], "no views")):
        assert cli.main(["gallery", *arguments]) == 2
        assert words in capsys.readouterr().err


def test_gallery_in_a_browser(tab, folder):
    cli.main(["gallery", str(folder)])
    requests = []
    tab.on("request", lambda request: requests.append(request.url))
    tab.goto((folder / "index.html").as_uri())
    assert tab.locator("section:visible").count() == 3
    tab.locator("#search").fill("8080")
    assert tab.locator("section:visible").count() == 1
    tab.locator("#search").fill("")
    tab.locator("#doubtful").check()
    assert tab.locator("li:visible").count() == 1
    tab.locator("#doubtful").uncheck()
    assert tab.locator("svg rect.kept").first.evaluate("bar => getComputedStyle(bar).fill") == "rgb(10, 125, 90)"
    tab.locator("a", has_text="Story 3").click()
    tab.wait_for_selector("#status[data-ready]")
    assert tab.locator("#title").inner_text() == "Story 3"
    assert tab.problems == []
    assert all(url.startswith("file:") for url in requests)


# The samples of a crawl


@pytest.fixture(scope="module")
def site():
    with serve(lambda path: (200, HTML, story(int(path[1:])))) as (address, _):
        yield address


def settings(folder, **more):
    return {"DENOISE_STORE": "memory", "DENOISE_VIEW_SAMPLES": 3, "DENOISE_VIEW_PATH": str(folder), **more}


def views_of(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_samples_of_a_crawl(site, tmp_path):
    requests = [f"{site}/{i}" for i in range(12)]
    _, stats, log = crawl(requests, settings(tmp_path / "one"))
    kept = views_of(tmp_path / "one")
    assert not log
    assert len(kept) == 3
    if sys.platform != "win32":  # they show pages that may be private
        places = ((tmp_path / "one"), *(tmp_path / "one").rglob("*"))
        assert {path.stat().st_mode & 0o777 for path in places if path.is_dir()} == {0o700}
        assert {path.stat().st_mode & 0o777 for path in places if path.is_file()} == {0o600}
    assert all(name.startswith("127.0.0.1%3A") for name in kept)
    assert 3 <= stats["denoise/views"] < 12
    found = [view.card for view in read_views(tmp_path / "one")[0]]
    assert {view.url for view in found} <= set(requests)
    assert all(view.method for view in found)
    # The same pages, in whatever order they come, and however often the crawl is begun.
    crawl(requests[::-1][:7], settings(tmp_path / "two"))
    crawl(requests[:7], settings(tmp_path / "two"))
    assert views_of(tmp_path / "two") == kept


def test_repeats_are_in_the_views(site, tmp_path):
    crawl([f"{site}/{i}" for i in range(6)], settings(tmp_path, DENOISE_VIEW_SAMPLES=6))
    pages = [
        json.loads(path.read_text().split('id="data">')[1].split("</script>")[0])["pages"]
        for path in tmp_path.rglob("*.html")
    ]
    assert sorted(pages) == [0, 1, 2, 3, 4, 5]  # a page is decided before it is learned


def test_the_next_page_is_compared_while_a_view_is_written(site, tmp_path):
    several = {"DENOISE_VIEW_SAMPLES": 6, "CONCURRENT_REQUESTS": 6}
    _, stats, _ = crawl([f"{site}/{i}" for i in range(6)], settings(tmp_path, **several))
    assert stats["denoise/views"] == 6
    assert stats["denoise/template/hit"] == 5  # all but the first


def test_no_samples_unless_asked_for(site, tmp_path):
    _, stats, _ = crawl([f"{site}/1"], settings(tmp_path, DENOISE_VIEW_SAMPLES=0))
    assert views_of(tmp_path) == set()
    assert "denoise/views" not in stats


def test_a_folder_that_cannot_be_written_costs_no_page(site, tmp_path):
    (tmp_path / "file").write_text("a file")
    items, stats, log = crawl([f"{site}/{i}" for i in range(4)], settings(tmp_path / "file" / "views"))
    assert len(items) == stats["denoise/pages"] == 4
    assert stats["denoise/views/error"] >= 3
    assert log.count("DENOISE_VIEW_SAMPLES: no view of") == 1


@checked(deadline=None)
@given(st.text(max_size=300))
def test_any_key_is_a_folder(key):
    name = folder_name(key)
    assert len(name) < 200
    assert not set(name) & set('/\\:*?"<>|\0')
    assert name not in (".", "..")
    assert key == "" or name


def test_keys_have_folders_of_their_own():
    keys = ["a" * 300, "a" * 301, "é" * 100, "é" * 101, "..", ".", "%2E", "a.example", "a.example:80"]
    assert len({folder_name(key) for key in keys}) == len(keys)
