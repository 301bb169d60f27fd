"""What is compared besides text: titles, dates, authors and the structure of the content."""

import doctest
import json

import pytest
from evaluation.test_corpora import record, write_corpus

from scrapy_denoise.cli.main import main
from scrapy_denoise.evaluation.extractors.extractors import Extractor
from scrapy_denoise.evaluation.extractors.peers import PEERS, Peer, load_fields
from scrapy_denoise.evaluation.gold.corpus import Corpus
from scrapy_denoise.evaluation.gold.split import Protocol, tasks
from scrapy_denoise.evaluation.metrics import fields as details
from scrapy_denoise.evaluation.metrics.fields import authors_score, date_score, title_score
from scrapy_denoise.evaluation.metrics.neutral_lines import NeutralLines
from scrapy_denoise.evaluation.metrics.structure import KINDS, Structures
from scrapy_denoise.evaluation.run.rows import FIELD_METRICS
from scrapy_denoise.evaluation.run.score_task import score_task
from scrapy_denoise.page import Page

RAIN = "It rained in the hills for three days, and the river rose until it stood at the doors of the houses. "
STORY = [f"{RAIN} The {day} was worse, and the miller of {day} lane carried his flour up to the loft." for day in
         ("amber", "birch", "cedar", "dahlia", "elder")]  # fmt: skip
CONTENT = f"""<h1>The river rose</h1><p>{STORY[0]}</p><h2>The bridge of the valley</h2><p>{STORY[1]}</p>
<ul><li>One boat was lost in the night<ul><li>A small one with a red sail</li></ul></li><li>Two bridges closed</li></ul>
<p>{STORY[2]}</p><img src="/pictures/river.jpg?w=9" width=600><p>{STORY[3]}</p>
<table><tr><th>Day of the week</th><th>Level of the water</th></tr><tr><td>Monday</td><td>Two metres and more</td></tr>
<tr><td>Tuesday</td><td>Three metres and less</td></tr></table><p>{STORY[4]}</p>"""
PAGE = f"""<html><head><title>The river rose | The Valley</title><meta name=author content="Ann Lee">
<meta property=article:published_time content=2024-05-03T10:00:00Z></head><body>
<nav><h2>Sections of the paper</h2><ul><li><a href=/s>Sport of the valley</a></li></ul><img src=/logo.png></nav>
<article>{CONTENT}</article><footer><table><tr><td>Call us any day</td><td>Write to us</td></tr>
<tr><td>By telephone</td><td>By post</td></tr></table></footer></body></html>"""
LINES = """The bridge of the valley
One boat was lost in the night
A small one with a red sail
Two bridges closed
Day of the week
Level of the water
Monday
Two metres and more
Tuesday
Three metres and less"""
GOLD = "\n".join([*STORY, LINES])


def structures():
    page = Page.from_html(PAGE)
    lines = NeutralLines.of_page(page)
    return Structures.of_gold(page, GOLD, lines), lines


def test_docstrings():
    assert doctest.testmod(details).failed == 0


def test_the_structure_of_gold_is_that_of_the_page_within_it():
    found, _ = structures()
    assert dict(found.headings) == {"thebridgeofthevalley": 1}  # neither the title nor a heading of the navigation
    assert set(found.lists) == {"oneboatwaslostinthenight", "asmallonewitharedsail", "twobridgesclosed"}
    assert set(found.tables) == {
        "dayoftheweek|levelofthewater", "monday|twometresandmore", "tuesday|threemetresandless",
    }  # fmt: skip
    assert found.images == (frozenset({"river.jpg"}),)


def test_all_of_the_structure_is_right():
    found, lines = structures()
    assert found.scores(CONTENT, lines) == dict.fromkeys(KINDS, 1.0)


@pytest.mark.parametrize(
    ("change", "scores"),
    [
        (("<h2>", "<p>"), {"headings": 0.0}),
        (("<li>Two", "<p>Two"), {"lists": 0.8}),
        (("<td>Monday</td>", ""), {"tables": 0.8}),  # two rows of three are right, and there are two
        (("<td>Monday</td>", "<td></td>"), {"tables": 0.8}),
        (("/pictures/river.jpg?w=9", "https://cdn.example/x/river.jpg"), {}),
        (("/pictures/river.jpg?w=9", "other.jpg"), {"images": 0.0}),
        (("<img", "<img src=logo.png><img"), {"images": 2 / 3}),
        (("<img", "<img src=dot.gif width=1 height=1><img"), {}),
        ((CONTENT, ""), dict.fromkeys(KINDS, 0.0)),
        ((CONTENT, "<!-- nothing -->"), dict.fromkeys(KINDS, 0.0)),
    ],
)
def test_what_is_missing_or_too_much(change, scores):
    found, lines = structures()
    assert found.scores(CONTENT.replace(*change), lines) == pytest.approx({**dict.fromkeys(KINDS, 1.0), **scores})


def test_items_of_a_table_of_contents_are_no_items():
    found, lines = structures()
    more = CONTENT.replace("<ul>", "<ul><li>The bridge of the valley</li>", 1)
    assert found.scores(more, lines)["lists"] == 1.0


def test_kinds_that_the_gold_has_none_of_have_no_score():
    page = Page.from_html(f"<p>{STORY[0]}</p><ul><li>elsewhere</ul>")
    found = Structures.of_gold(page, STORY[0], NeutralLines.of_page(page))
    assert found.scores(CONTENT, NeutralLines()) == {}
    assert Structures.none().scores(CONTENT, NeutralLines()) == {}


def test_titles_dates_and_names():
    assert title_score("The river rose", "The river rose and the mill fell down in the night") == 0.0  # too short
    assert title_score("", "The river") == title_score("", "") == 0.0
    assert date_score("", "2024-05-03") == date_score("2024-05-04", "2024-05-03") == 0.0
    assert authors_score([], ["Ann Lee"]) == 0.0
    assert authors_score(["ANN LEE", "Ann Lee"], ["Ann Lee"]) == 1.0


def test_gold_of_posts_is_not_of_the_page(tmp_path):
    records = [
        record("a", gold_authors=["Ann Lee"], gold_date="2024-05-03"),
        record("b", gold_author="By Ann Lee and Bo Yun"),
        record("c", gold_authors=["Ann Lee"], gold_posts=["a post"]),
    ]
    pages = Corpus.read(write_corpus(tmp_path / "c", records, dict.fromkeys("abc", b"<p>a"))).pages
    assert [page.gold_authors for page in pages] == [("Ann Lee",), ("Ann Lee", "Bo Yun"), ()]
    assert [page.gold_date for page in pages] == ["2024-05-03", None, None]


@pytest.mark.parametrize("name", [name for name in PEERS if PEERS[name].load_fields])
def test_what_each_peer_gives(name):
    if not PEERS[name].installed:
        pytest.skip(f"{PEERS[name].distribution} is not installed (the extra peers)")
    describe = load_fields(name)
    assert describe is not None
    found = describe(PAGE, "https://valley.example/1", "en")
    assert title_score(found.title, "The river rose") == 1.0
    assert found.authors in (None, ("Ann Lee",))
    assert found.date is None or date_score(found.date, "2024-05-03") == 1.0
    assert found.html is None or RAIN[:40] in found.html


def test_the_table_has_the_details_that_the_gold_has(tmp_path, capsys):
    gold = record("a", gold_text=GOLD, gold_title="The river rose", gold_authors=["Ann Lee"], gold_date="2024-05-03")
    root = write_corpus(tmp_path / "valley", [gold], {"a": PAGE.encode()})
    arguments = ["eval", str(root), "--methods", "auto", "--jobs", "1", "--out", str(tmp_path / "out"), "--peers"]
    names = [name for name in ("trafilatura", "justext") if PEERS[name].installed]
    assert main([*arguments, *names]) == 0
    out = capsys.readouterr().out
    table = out[out.index("Metadata and structure") :]
    for column in FIELD_METRICS:
        assert f" {column} " in table
    assert "auto" in table
    assert "justext" not in table  # it gives text alone
    report = json.loads((tmp_path / "out" / "table.json").read_text())
    means = {one["extractor"]: one["means"] for one in report["summaries"] if one["grouping"] == "all"}
    assert [means["auto"][name] for name in ("title", "date", "authors")] == [1.0, 1.0, 1.0]
    if "justext" in means:
        assert means["justext"]["title"] is means["justext"]["lists"] is None
    page = (tmp_path / "out" / "report.html").read_text()
    assert "<th>tables</th>" in page


def test_without_such_gold_there_is_no_column(tmp_path, capsys):
    root = write_corpus(tmp_path / "valley", [record("a", gold_text=STORY[0])], {"a": f"<p>{STORY[0]}".encode()})
    assert main(["eval", str(root), "--methods", "auto", "--jobs", "1", "--peers"]) == 0
    assert "Metadata and structure" not in capsys.readouterr().out


def test_an_extractor_that_fails_has_no_details(tmp_path, monkeypatch):
    def fail(html, url, lang):
        raise RuntimeError("no details")

    peer = Peer("broken", "json", "pytest", "", lambda: lambda html, lang: "text", lambda: fail)
    monkeypatch.setitem(PEERS, "broken", peer)
    gold = record("a", gold_text=GOLD, gold_title="The river rose")
    corpus = Corpus.read(write_corpus(tmp_path / "valley", [gold], {"a": PAGE.encode()}))
    (task,) = tasks(corpus, corpus.pages, Protocol(), "")
    (row,) = score_task(task, (Extractor("broken"),), Protocol(), {"broken": "1"})
    assert (row.error, row.title, row.headings) == ("", None, None)
    assert row.f1 == 0.0
