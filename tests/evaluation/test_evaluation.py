"""An evaluation on made-up pages: what is scored, what is never learned, and what must not stop it."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from attrs import asdict, evolve
from helpers.browser import SANITIZED
from lxml.html import document_fromstring

from scrapy_denoise.cli import evaluate as command
from scrapy_denoise.cli.main import main
from scrapy_denoise.evaluation.extractors.extractors import Extractor, method_extractors, source_hash, sources
from scrapy_denoise.evaluation.extractors.held_out_quark import FOLDS, fold_of
from scrapy_denoise.evaluation.extractors.peers import PEERS, Peer, load_peer
from scrapy_denoise.evaluation.gold.corpus import Corpus
from scrapy_denoise.evaluation.gold.split import TASK_PAGES, Protocol, TaskTemplates, readable, sample, tasks
from scrapy_denoise.evaluation.report.html_report import to_html
from scrapy_denoise.evaluation.report.page_views import write_views
from scrapy_denoise.evaluation.report.plots import f1_against_time
from scrapy_denoise.evaluation.report.summaries import METRICS, bootstrap, summarise
from scrapy_denoise.evaluation.report.table import to_table
from scrapy_denoise.evaluation.run import score_task as scoring
from scrapy_denoise.evaluation.run.evaluation import Evaluation, Plan
from scrapy_denoise.evaluation.run.rows import ROWS_FILE, Row, read_rows
from scrapy_denoise.evaluation.run.score_task import score_task
from scrapy_denoise.methods import PROFILES
from scrapy_denoise.methods.method import selection
from scrapy_denoise.methods.path_similarity.path_similarity import PathSimilarity
from scrapy_denoise.methods.quark.analyser import Posterior, read_tables
from scrapy_denoise.page import Page

METHODS = (Extractor("auto", "default"), Extractor("content_correlativity", "default"))
RAIN = "The river rose in the night of {n}, and the people of {n} village carried what they had up the hill."
# Words, not numbers: to the template, texts that differ in digits only are one text.
DAYS = "amber birch cedar dahlia elder fern ginkgo hazel iris juniper kale larch maple nettle oak poppy quince".split()
FOOT = "All rights reserved by the Courier of the Valley, which appears every Friday and holds no liability."


def html(n, extra=""):
    menu = "".join(f"<li><a href='/{part}'>{part} of the valley</a></li>" for part in ("News", "Sport", "Markets"))
    return (
        f"<html><head><title>{DAYS[n]}</title></head><body><ul>{menu}</ul>"
        f"<div id=story><h1>The river rose on the {DAYS[n]} day</h1>"
        f"<p>{RAIN.format(n=DAYS[n])}</p><p>Again. {RAIN.format(n=DAYS[n])}</p>{extra}</div>"
        f"<p class=foot>{FOOT}</p></body></html>"
    )


def gold(n):
    rain = RAIN.format(n=DAYS[n])
    return "\n".join((f"The river rose on the {DAYS[n]} day", rain, f"Again. {rain}"))


@pytest.fixture
def corpus(tmp_path):
    """Two sites of 12 and 3 pages."""
    root = tmp_path / "valley"
    for n in range(15):
        for part, text in (("html", html(n)), ("gold", gold(n))):
            site = "a.example" if n < 12 else "b.example"
            file = root / part / site / f"{n:02}.{'html' if part == 'html' else 'txt'}"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return root


def untimed(rows):
    return [evolve(row, seconds=0.0, memory=None) for row in rows]


# What a template may be learned from.


@pytest.mark.parametrize("protocol", [Protocol(counts=(1, 3, 10)), Protocol("crawl")])
def test_no_page_is_in_its_own_template(corpus, protocol):
    pages = Corpus.read(corpus)
    by_site = {}
    for task in tasks(pages, pages.pages, protocol, ""):
        templates = TaskTemplates(task, protocol)
        for page in task.scored:
            before = by_site.setdefault(page.site, [])
            digest = Page.from_html(page.html, url=page.url).digest
            for count in protocol.counts:
                template, known, _ = templates.for_page(page, count)
                expected = len(before) if protocol.name == "crawl" else min(count, 11 if page.site[0] == "a" else 2)
                assert known == expected
                samples = [one for layout in (template.layouts if template else {}).values() for one in layout.samples]
                assert digest not in [one.digest for one in samples]
                assert template is None or template.pages == known
                if protocol.name == "crawl":
                    assert {one.digest for one in samples} <= set(before)
            before.append(digest)
    assert [len(digests) for digests in by_site.values()] == [12, 3]


def test_a_method_that_keeps_what_the_template_knows_never_sees_the_page_itself(corpus, monkeypatch):
    """Each page's story is its own: a template that holds a word of it has learned the page."""
    seen = []

    def select(self, page, site=None):
        nodes = page.signature.text_nodes
        kept = site.texts.counts(nodes) > 0 if site is not None else np.zeros(len(nodes), bool)
        seen.append(site is not None)
        return selection(page, kept, self.name)

    monkeypatch.setattr(PathSimilarity, "select", select)
    pages = Corpus.read(corpus)
    extractor = Extractor("path_similarity", "default")
    rows = [
        row
        for task in tasks(pages, pages.pages, Protocol(), "")
        for row in score_task(task, (extractor,), Protocol(), {extractor.label: "1"})
    ]
    assert len(rows) == 15
    assert all(seen)
    assert not any(row.empty for row in rows)  # menu and foot are known
    assert [row.f1 for row in rows] == [0.0] * 15  # and nothing of the story


def test_site_users_are_known():
    assert [Extractor(name, "default").uses_site for name in ("auto", "path_similarity")] == [True, True]
    assert not Extractor("content_correlativity", "default").uses_site
    assert not Extractor("trafilatura").uses_site


def test_profiles():
    names = ["quark", "path_similarity"]
    assert [extractor.label for extractor in method_extractors(names, "both")] == [
        "quark", "quark (paper)", "path_similarity", "path_similarity (paper)",
    ]  # fmt: skip
    assert [extractor.label for extractor in method_extractors(names, "paper")] == [
        "quark (paper)",
        "path_similarity (paper)",
    ]


def test_samples_have_a_seed(corpus):
    pages = Corpus.read(corpus)
    first = sample(pages, 6, 1)
    assert first == sample(pages, 6, 1)
    assert first != sample(pages, 6, 2)
    assert len(first) == 6
    assert len(sample(pages, 100, 1)) == 15
    assert {page.site for page in sample(pages, None, 1, min_site=5)} == {"a.example"}
    assert sample(pages, None, 1, lang="zh") == []


# What is scored.


def test_rows(corpus):
    plan = Plan(METHODS, Protocol(counts=(0, 2, 10)))
    rows = Evaluation([Corpus.read(corpus)], plan).run(jobs=1)
    assert [(row.id, row.extractor) for row in rows[:2]] == [
        ("a.example/00", "auto"),
        ("a.example/00", "content_correlativity"),
    ]
    assert len(rows) == 30
    auto, single = rows[0], rows[1]
    assert (auto.f1, auto.word_f1, auto.lcs_f1, auto.rouge, auto.levenshtein, auto.completeness) == (1.0,) * 6
    assert (auto.siblings, auto.method, auto.error, auto.empty) == (10, "auto", "", False)
    assert auto.compression == len(gold(0).encode()) / len(html(0).encode())
    assert auto.nodes == len(Page.from_html(html(0)).columns)
    assert list(auto.curve) == ["0", "2", "10"]
    assert auto.curve["10"] == auto.f1
    assert (single.siblings, single.curve, single.template_loss) == (0, {}, None)
    assert rows[-2].siblings == 2  # and so no curve up to ten
    assert rows[-2].curve == {}
    assert all(row.seconds > 0 for row in rows)


MULTI_PAGE = ("path_similarity", "feature_tree", "dse", "template_hash", "shingles", "site_style_tree", "rtdm")


def test_pages_with_phrases_alone_have_no_f1(tmp_path, capsys):
    for part in ("html", "gold"):
        (tmp_path / part).mkdir()
    (tmp_path / "html" / "a.html").write_text(html(0))
    record = {"id": "a", "site": "a", "gold_text": "", "with": ["The AMBER-day!", "no such phrase"], "without": [FOOT]}
    (tmp_path / "gold.jsonl").write_text(json.dumps(record))
    corpus = Corpus.read(tmp_path)
    peer = Extractor("trafilatura")
    rows = Evaluation([corpus], Plan(METHODS[:1])).run(jobs=1)
    assert rows[0].f1 is rows[0].neutral_f1 is rows[0].completeness is None
    assert 0 <= rows[0].with_rate <= 0.5
    summary = summarise(rows, ["auto"])[0]
    assert (summary.means["f1"], summary.low, summary.correct) == (None, None, None)
    table = to_table([summary])
    headings = [column.header for column in table.columns]
    assert {"with", "without"} <= set(headings)
    assert "own F1" not in headings
    assert "with: " in table.caption
    assert "own: " not in table.caption
    failed = scoring._blank_row(corpus.name, corpus.pages[0], ("", ""), peer, "1")  # of a page that killed its process
    assert (failed.f1, failed.with_rate, failed.without_rate) == (None, 0, 0)
    main(["eval", str(tmp_path), "--methods", "auto", "--peers", "--out", str(tmp_path / "out"), "--worst", "1"])
    assert "auto" in capsys.readouterr().out
    assert (tmp_path / "out" / "report.html").is_file()


@pytest.mark.parametrize("other", [{"gold_date": "2024-05-03"}, {"gold_pagination": {}}])
def test_pages_with_other_gold_alone_have_no_f1(tmp_path, other):
    for part in ("html", "gold"):
        (tmp_path / part).mkdir()
    for name in "ab":
        (tmp_path / "html" / f"{name}.html").write_text(html(0))
    with_other, without_content = (
        {"id": name, "site": "a", "gold_text": "", **more} for name, more in (("a", other), ("b", {}))
    )
    (tmp_path / "gold.jsonl").write_text(json.dumps(with_other) + "\n" + json.dumps(without_content))
    corpus = Corpus.read(tmp_path)
    rows = Evaluation([corpus], Plan(METHODS[:1])).run(jobs=1)
    assert [row.f1 for row in rows] == [None, 0]
    table = to_table(summarise(rows[:1], ["auto"]))
    assert "F1" not in [column.header for column in table.columns]
    assert table.caption.startswith("No page has a gold text")
    table = to_table(summarise(rows, ["auto"]))
    assert "F1" in [column.header for column in table.columns]
    assert "No page" not in table.caption


@pytest.mark.skipif(SANITIZED, reason="what is built with sanitizers has no .pxd files beside it")
def test_the_version_of_a_method_covers_its_source_and_data():
    found = sources()
    for name in (
        "page/columns/buffers.pxd", "page/walk/walk.pxi", "blocks/models/blocks.npz", "methods/quark/tables.json",
        "document/render/text.pxi", "api.py", "result.py",
    ):  # fmt: skip
        assert name in found
    assert not any(name.startswith(("evaluation/", "cli/", "crawl/", "viewer/")) for name in found)
    assert not any(name.endswith((".so", ".c", ".pyc")) for name in found)
    assert source_hash("api.py") != source_hash("result.py")


def test_words_that_the_template_step_destroys(tmp_path):
    shared = "The same paragraph stands in every story of the valley, since the editor likes it."
    root = tmp_path / "c"
    golds = [f"{gold(n)}\n{shared}" for n in range(4)]
    for n in range(4):
        for part, text in (("html", html(n, f"<p>{shared}</p>")), ("gold", golds[n])):
            (root / part).mkdir(parents=True, exist_ok=True)
            (root / part / f"{n}.{'html' if part == 'html' else 'txt'}").write_text(text)
    methods = [Extractor(name, "default") for name in (*MULTI_PAGE, "quark")]
    rows = Evaluation([Corpus.read(root)], Plan(tuple(methods))).run(jobs=1)
    words = len(golds[0].replace(".", "").replace(",", "").split())
    template_loss = {row.extractor: row.template_loss for row in rows[: len(methods)]}
    assert template_loss == {**dict.fromkeys(MULTI_PAGE, pytest.approx(15 / words)), "quark": None}


def broken(html, lang):
    raise RuntimeError("the peer is broken")


def test_a_peer_that_fails_scores_zero_and_is_counted(corpus, monkeypatch):
    monkeypatch.setitem(PEERS, "bad", Peer("bad", "bad", "bad", "none", lambda: broken))
    monkeypatch.setattr(scoring, "_warm", {"bad"})
    pages = Corpus.read(corpus)
    task = tasks(pages, pages.pages[:2], Protocol(), "")[0]
    try:
        rows = score_task(task, (METHODS[0], Extractor("bad")), Protocol(), {"auto": "1", "bad": "1"})
    finally:
        load_peer.cache_clear()
    assert [(row.f1, bool(row.error)) for row in rows] == [(1.0, False), (0.0, True)] * 2
    assert "the peer is broken" in rows[1].error
    summary = [one for one in summarise(rows, ["auto", "bad"]) if one.grouping == "all"][1]
    assert (summary.failed, summary.empty, summary.means["f1"], summary.means["lcs_recall"]) == (2, 2, 0.0, 0.0)


DYING = """
import os, time
from scrapy_denoise.methods.content_correlativity import ContentCorrelativity
import attrs

@attrs.frozen
class Dying:
    name = "dying"
    max_siblings = 0

    def select(self, page, site=None):
        if "dahlia village" in page.text:
            os._exit(1)
        if "birch village" in page.text:
            time.sleep(600)
        return ContentCorrelativity().select(page, site)
"""


@pytest.fixture
def dying(tmp_path, monkeypatch):
    """A method of another package, that kills its process on one page and never ends on another."""
    folder = tmp_path / "site-packages"
    info = folder / "dying_method-1.5.dist-info"
    info.mkdir(parents=True)
    (folder / "dying_method.py").write_text(DYING)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: dying-method\nVersion: 1.5\n")
    (info / "top_level.txt").write_text("dying_method\n")
    (info / "entry_points.txt").write_text("[scrapy_denoise.methods]\ndying = dying_method:Dying\n")
    monkeypatch.syspath_prepend(folder)
    return Extractor("dying", "default")


def test_a_process_that_dies_or_does_not_end_costs_one_row(corpus, dying):
    assert dying.version.startswith("1.5 on 0.")
    rows = Evaluation([Corpus.read(corpus)], Plan((METHODS[1], dying))).run(jobs=2, seconds=5)
    assert len(rows) == 30
    assert [(row.id, row.extractor, row.error) for row in rows if row.error] == [
        ("a.example/01", "dying", "no answer within 5 s (--page-seconds)"),
        ("a.example/03", "dying", "its process died"),
    ]
    assert {row.f1 for row in rows if row.extractor == "dying" and not row.error} == {
        row.f1 for row in rows if row.extractor == "content_correlativity"
    }


# What is kept, and taken up again.


def test_an_interrupted_evaluation_goes_on(corpus, tmp_path):
    pages, out = Corpus.read(corpus), tmp_path / "out"
    plan = Plan(METHODS, Protocol(counts=(0, 10)))
    whole = Evaluation([pages], plan).run(jobs=2)

    def interrupt(_rows):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Evaluation([pages], plan, out).run(jobs=1, progress=interrupt)
    stored = (out / ROWS_FILE).read_bytes()
    assert 0 < len(read_rows(out)) <= 2 * TASK_PAGES
    (out / ROWS_FILE).write_bytes(stored[:-40])  # the machine went down in the middle of a line
    second = Evaluation([pages], plan, out)
    assert second.total == 30
    assert second.done == len(stored.splitlines()) - 1
    came = []
    rows = second.run(jobs=2, progress=came.append)
    assert sum(came) == second.total - second.done
    assert untimed(rows) == untimed(whole)
    third = Evaluation([pages], plan, out)
    assert third.done == third.total == 30
    assert third.run(progress=lambda n: pytest.fail("nothing was left to do")) == rows
    labels = [extractor.label for extractor in METHODS]
    names = [name for name in METRICS if name not in ("seconds", "memory")]
    tables = [[[one.means[name] for name in names] for one in summarise(found, labels)] for found in (whole, rows)]
    assert tables[0] == tables[1]


def test_pages_without_siblings_stay_in_their_corpus(tmp_path):
    names = {("hills", "a/one"), ("hills", "b/one"), ("plain", "c/one"), ("plain", "d/one")}
    for corpus, name in names:
        for part, suffix, text in (("html", "html", html(0)), ("gold", "txt", gold(0))):
            file = tmp_path / corpus / part / f"{name}.{suffix}"
            file.parent.mkdir(parents=True)
            file.write_text(text, encoding="utf-8")
    corpora = [Corpus.read(tmp_path / corpus) for corpus in ("hills", "plain")]
    rows = Evaluation(corpora, Plan(method_extractors(["bte"], "default"), Protocol())).run(jobs=1)
    assert {(row.corpus, row.id) for row in rows} == names


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc (Linux)")
def test_workers_end_with_their_parent(corpus, tmp_path):
    script = tmp_path / "evaluates.py"
    script.write_text(EVALUATES, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, script, corpus], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as parent:
        assert parent.stdout.readline() == "the first rows have come\n"
        assert len(in_session(parent.pid)) > 1
        parent.kill()
    for _ in range(3_000):
        if not in_session(parent.pid):
            return
        time.sleep(0.1)
    pytest.fail("the workers stay")


EVALUATES = """
import sys, time
from pathlib import Path
from scrapy_denoise.evaluation.gold.corpus import Corpus
from scrapy_denoise.evaluation.extractors.extractors import method_extractors
from scrapy_denoise.evaluation.run.evaluation import Evaluation, Plan

def wait(rows):
    print("the first rows have come", flush=True)
    time.sleep(3600)

if __name__ == "__main__":
    Evaluation([Corpus.read(Path(sys.argv[1]))], Plan(method_extractors(["auto"], "default"))).run(2, wait)
"""


def in_session(session):
    """The processes of a session that still run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(stat.parent.name)
    return found


def test_quark_is_scored_with_tables_that_do_not_know_the_site(corpus, tmp_path, capsys):
    shipped = read_tables()["profiles"]
    folds = {profile: [{**shipped[profile], "prior": 0.1 + 0.1 * n} for n in range(FOLDS)] for profile in PROFILES}
    tables = tmp_path / "folds.json"
    tables.write_text(json.dumps({"folds": folds}))
    one, other = (Extractor("quark", profile, str(tables)) for profile in PROFILES)
    for site in ("a.example", "b.example", "c.example"):
        learned = one.method_for(site).learned
        assert learned.prior == Posterior.of_tables(folds["default"][fold_of(site)]).prior
        assert other.method_for(site).min_posterior == Extractor("quark", "paper").method.min_posterior
    assert one.version != Extractor("quark", "default").version
    task, *_ = tasks(Corpus.read(corpus), Corpus.read(corpus).pages, Protocol(), "")
    (row, *_) = score_task(task, (one,), Protocol(), {one.label: one.version})
    assert (row.extractor, row.error, row.method) == ("quark", "", "quark")
    arguments = ["eval", str(corpus), "--methods", "quark", "--peers"]
    tables.write_text("{}")
    assert main([*arguments, "--quark-tables", str(tables)]) == 2
    assert "no tables of quark" in capsys.readouterr().err


def test_what_has_changed_is_scored_again(corpus, tmp_path):
    plan, out = Plan(METHODS[:1]), tmp_path / "out"
    Evaluation([Corpus.read(corpus)], plan, out).run()
    (corpus / "gold" / "b.example" / "13.txt").write_text("another gold")
    again = Evaluation([Corpus.read(corpus)], plan, out)
    assert again.total - again.done == 3  # the page, and the two whose sibling it is
    other = Evaluation([Corpus.read(corpus)], evolve(plan, protocol=Protocol(counts=(4,))), out)
    assert other.done == 0
    new = evolve(plan)
    object.__setattr__(new, "versions", {"auto": "9.9"})
    assert Evaluation([Corpus.read(corpus)], new, out).done == 0


def test_rows_that_are_none(tmp_path):
    row = Row(corpus="c", id="1", site="s", extractor="auto", version="1", input_hash="x", f1=0.5, curve={"0": 0.25})
    lines = [json.dumps({**asdict(row), "unheard_of": 1}), "{", "[1]", "", "{}"]
    (tmp_path / ROWS_FILE).write_text("\n".join(lines))
    assert list(read_rows(tmp_path).values()) == [row]
    assert read_rows(tmp_path / "nothing") == {}


# What is summed up.


def test_bootstrap_is_paired():
    random = np.random.default_rng(0)
    first = random.random(50)
    scores = np.stack([first, first + 0.1, random.random(50)], axis=1)
    low, high, difference_low, difference_high = bootstrap(scores)
    assert np.all(low < scores.mean(axis=0))
    assert np.all(scores.mean(axis=0) < high)
    assert difference_low[:2] == pytest.approx([0, 0.1])
    assert difference_high[:2] == pytest.approx([0, 0.1])
    assert difference_high[2] - difference_low[2] > 0.1
    # The standard error of a mean is s / sqrt(n); the interval is 1.96 of it to each side.
    expected = 1.96 * first.std() / 50**0.5
    assert (high[0] - low[0]) / 2 == pytest.approx(expected, rel=0.15)
    assert np.array_equal(np.array(bootstrap(scores, 1)), np.array(bootstrap(scores, 1)))


def row(n, f1, extractor="auto", **names):
    names = {"corpus": "c", "site": "s", "version": "1", "input_hash": "x", "method": extractor} | names
    return Row(id=str(n), f1=f1, extractor=extractor, **names)


def test_summaries():
    rows = [
        row(1, 1.0, lang="en", page_type="article", with_rate=0.5, memory=10),
        row(2, 0.5, lang="zh", method="other", empty=True),
        row(3, 0.9, lang="zh", site="t"),
        *(row(n, 0.5, "peer") for n in (1, 2, 3)),
        row(4, 0.0),  # the peer has not come to it
    ]
    found = {(one.grouping, one.group, one.extractor): one for one in summarise(rows, ["auto", "peer"])}
    every = found["all", "all", "auto"]
    assert (every.pages, every.means["f1"], every.medians["f1"]) == (3, pytest.approx(0.8), 0.9)
    assert (every.correct, every.empty, every.fallback_pages) == (pytest.approx(2 / 3), 1, {"other": 1})
    assert (every.own_pages, every.own_means["f1"], every.own_correct) == (2, pytest.approx(0.95), 1.0)
    assert (every.means["with_rate"], every.means["memory"], every.means["template_loss"]) == (0.5, 10.0, None)
    assert found["all", "all", "peer"].difference == pytest.approx(-0.3)
    assert found["language", "zh", "auto"].pages == 2
    assert found["page_type", "unknown", "auto"].pages == 2
    assert not [name for name in found if name[0] == "site"]  # too few pages a site


# The command.


def evaluate(*arguments):
    return main(["eval", *map(str, arguments)])


def test_command(corpus, tmp_path, capsys):
    out = tmp_path / "out"
    arguments = (
        corpus,
        "--methods",
        "auto",
        "--peers",
        "--sample",
        "4",
        "--siblings",
        "0,10",
        "--out",
        out,
        "--jobs",
        "1",
    )
    assert evaluate(*arguments, "--worst", "1") == 0
    table = capsys.readouterr().out
    assert "valley" in table
    assert "Worst pages of auto" in table
    assert evaluate(*arguments, "--format", "csv") == 0
    captured = capsys.readouterr()
    assert "4 of 4 scores are in" in captured.err
    assert captured.out == (out / "table.csv").read_text()
    assert captured.out.startswith("grouping,group,extractor,pages,correct,low,high,")
    assert captured.out.splitlines()[1].startswith("all,all,auto,4,1,1,1,0,0,0,0,0,4,1,1,1,1,")
    assert evaluate(*arguments, "--format", "json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report == json.loads((out / "table.json").read_text())
    assert report["sample"] == {"pages": 4, "seed": 1, "lang": None, "min_site_pages": 1}
    assert report["extractors"]["auto"]["version"].startswith("0.1")
    assert {one["grouping"] for one in report["summaries"]} == {"all", "corpus", "language", "page_type"}


def test_two_runs_with_one_seed_give_one_table(corpus, capsys):
    tables = []
    for _ in range(2):
        assert evaluate(corpus, "--peers", "--sample", "5", "--seed", "7", "--format", "json", "--jobs", "1") == 0
        report = json.loads(capsys.readouterr().out)
        for summary in report["summaries"]:
            for part in ("means", "medians", "own_means"):
                del summary[part]["seconds"], summary[part]["memory"]
        tables.append(report)
    assert tables[0] == tables[1]


def test_bad_pages_are_told_and_counted(corpus, tmp_path, capsys):
    (corpus / "html" / "nogold.html").write_text(html(15))
    (corpus / "html" / "image.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    (corpus / "gold" / "image.txt").write_text("no text")
    (corpus / "html" / "wrong.html").write_bytes(
        b"<meta charset=utf-8><p>" + "Der Fluss stieg über Nacht".encode("cp1252")
    )
    (corpus / "gold" / "wrong.txt").write_text("Der Fluss stieg über Nacht", encoding="utf-8")
    if os.geteuid():
        (corpus / "html" / "b.example" / "12.html").chmod(0)
    assert evaluate(corpus, "--methods", "auto", "--peers", "--format", "json", "--out", tmp_path / "out") == 0
    captured = capsys.readouterr()
    errors = " ".join(captured.err.split())
    assert "left out: html/nogold.html: no gold/nogold.txt" in errors
    assert "left out: image: not HTML" in errors
    report = json.loads(captured.out)
    assert len(report["problems"]["valley"]) == 2 + bool(os.geteuid())
    assert f"{report['summaries'][0]['pages']} pages, {len(report['problems']['valley'])} left out" in errors
    assert report["summaries"][0]["pages"] == 16 - bool(os.geteuid())


def test_a_page_that_goes_away_is_told(corpus):
    pages = Corpus.read(corpus)
    (corpus / "html" / "b.example" / "14.html").unlink()
    left = readable(pages)
    assert len(left.pages) == 14
    assert left.problems == ("b.example/14: cannot be read: No such file or directory",)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "nowhere: no such file or folder"),
        (["{corpus}", "{corpus}"], "another corpus is named valley"),
        (["{corpus}", "--methods", "magic"], "--methods: there is no 'magic'; there are auto,"),
        (["--methods", "auto", "{corpus}"], "the following arguments are required: CORPUS"),
        (["{corpus}", "--peers", "magic"], "--peers: there is no 'magic'; there are trafilatura,"),
        (["{corpus}", "--methods", "--peers"], "neither methods nor peers"),
        (["{corpus}", "--lang", "xx"], "no page is left to score"),
        (["{corpus}", "--siblings", "-1"], "argument --siblings"),
        (["{corpus}", "--jobs", "0"], "argument --jobs: '0' is not a whole number from 1 up"),
        (["{corpus}", "--out", "{corpus}/html/a.example/00.html"], "00.html"),
    ],
)
def test_mistakes_of_the_caller(corpus, capsys, arguments, message):
    filled = [argument.format(corpus=corpus) for argument in arguments]
    assert evaluate(*filled) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.startswith("scrapy-denoise: error: ") or "\nscrapy-denoise: error: " in error


def test_a_missing_peer_is_named(corpus, capsys, monkeypatch):
    monkeypatch.setitem(PEERS, "absent", Peer("absent", "no_such_module", "no-such-distribution", "", lambda: broken))
    assert evaluate(corpus, "--peers", "absent") == 2
    assert "no-such-distribution is not installed; pip install 'scrapy-denoise[peers]'" in capsys.readouterr().err


@pytest.mark.parametrize("name", PEERS)
def test_every_peer_that_is_installed_finds_the_story(name):
    if not PEERS[name].installed:
        pytest.skip(f"{PEERS[name].distribution} is not installed (the extra peers)")
    assert PEERS[name].version
    story = " ".join(RAIN.format(n=name) for name in DAYS[:8])
    page = html(1, f"<p>{story}</p>" * 2)
    assert "the people of fern village carried" in load_peer(name)(page, "en")


# The report.


def test_report(corpus, tmp_path, capsys):
    out = tmp_path / "out"
    arguments = ("--methods", "auto", "content_correlativity", "--peers", "--siblings", "0,2,10", "--out", out)
    assert evaluate(corpus, *arguments) == 0
    text = (out / "report.html").read_text()
    assert "the report is" in capsys.readouterr().err
    page = document_fromstring(text)
    assert len(page.xpath("//*[local-name()='svg']")) == 4  # scatter, curve, two histograms
    words = " ".join(page.text_content().split())
    links = set(page.xpath("//a/@href"))
    assert len(links) == 10  # the worst of both, which are the same
    assert all("sandbox" in (out / link).read_text() for link in links)
    assert "F1 by number of siblings" in words
    assert "Over the 12 pages that have 10 siblings" in words
    assert "a.example/00" in words
    cells = [cell.text_content().strip() for cell in page.xpath("//table[1]//tr[1]/td")]
    assert cells[:2] == ["auto", "1.000"]
    assert_inert(page)


def assert_inert(page):
    """Nothing runs, nothing is loaded, links lead to the web or to the views beside the report."""
    assert not page.xpath("//script|//iframe|//object|//embed|//img|//link|//base|//form")
    attributes = [
        (name, value) for element in page.iter() if isinstance(element.tag, str) for name, value in element.items()
    ]
    assert not [name for name, _ in attributes if name.lower().startswith("on")]
    assert not [value for name, value in attributes if name in ("src", "srcset", "action", "data")]
    links = [
        value for name, value in attributes if name in ("href", "{http://www.w3.org/1999/xlink}href", "xlink:href")
    ]
    assert all(link.startswith(("https://", "http://", "#", "views/")) for link in links)
    assert "url(http" not in " ".join(value for _, value in attributes)


@pytest.mark.parametrize("seconds", [(0.0004, 0.0009), (0.0011, 0.0012), (0.001, 0.5)])
def test_the_time_axis_has_plain_numbers(seconds):
    names = ["auto", "quark"]
    rows = [row(n, 0.9, name, seconds=time) for name, time in zip(names, seconds, strict=True) for n in range(3)]
    svg = document_fromstring(
        str(f1_against_time([one for one in summarise(rows, names) if one.grouping == "all"], set()))
    )
    ticks = [tick.text_content().strip() for tick in svg.xpath("//*[starts-with(@id, 'xtick')]")]
    numbers = [float(tick) for tick in ticks if tick]
    assert any(500 * seconds[0] < number < 2000 * seconds[1] for number in numbers)


def test_report_of_hostile_names():
    evil = "</td><script>alert(1)</script>"
    rows = [
        row(
            n,
            0.1,
            "auto",
            corpus=evil,
            site=evil,
            url=url,
            lang=evil,
            page_type=evil,
            method=evil,
            error=evil,
            reason=evil,
        )
        for n, url in enumerate(
            ["javascript:alert(1)", "https://a.example/<b>", 'https://a.example/" onclick="x', evil, "http://["]
        )
    ]
    source = {
        "date": evil, "python": "3", "machine": evil, "protocol": {"name": "siblings", "siblings": [10]},
        "sample": {"pages": 5, "seed": 1, "lang": evil, "min_site_pages": 1},
        "extractors": {"auto": {"version": evil, "settings": evil, "peer": False}}, "problems": {evil: [evil]},
    }  # fmt: skip
    page = document_fromstring(to_html(rows, summarise(rows, ["auto"]), source, {(evil, "0"): "views/0.html"}))
    assert_inert(page)
    assert page.text_content().count("<script>alert(1)</script>") > 10
    links = page.xpath("//a/@href")
    assert links == ["views/0.html", "https://a.example/<b>", 'https://a.example/" onclick="x']


@pytest.mark.parametrize(("module", "arguments"), [("rapidfuzz", []), ("matplotlib", ["--out", "out"])])
def test_missing_extras_are_named(corpus, capsys, monkeypatch, module, arguments):
    known = command.find_spec
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == module else known(name))
    assert evaluate(corpus, *arguments) == 2
    assert f"{module}; pip install 'scrapy-denoise[evaluation]'" in capsys.readouterr().err


def test_views_have_the_gold_to_compare_with(corpus, tmp_path):
    valley = readable(Corpus.read(corpus))
    page = valley.pages[0]
    (path,) = write_views(tmp_path, [(valley.name, page.id)], [valley], METHODS, Protocol()).values()
    shown = json.loads((tmp_path / path).read_text(encoding="utf-8").split('id="data">')[1].split("</script>")[0])
    assert [method["method"] for method in shown["methods"]][1:] == ["gold", "content_correlativity"]
    gold_blocks = [text for text, kept in zip(shown["text"], shown["methods"][1]["kept"], strict=True) if kept]
    assert "\n".join(gold_blocks) == page.gold_text
    assert shown["pages"] == 10
    extractors = (Extractor("feature_tree", "default"), Extractor("path_similarity", "paper"))
    (path,) = write_views(tmp_path, [(valley.name, page.id)], [valley], extractors, Protocol(counts=(0,))).values()
    shown = json.loads((tmp_path / path).read_text(encoding="utf-8").split('id="data">')[1].split("</script>")[0])
    ran = [(method["label"], method["method"]) for method in shown["methods"]]
    assert ran == [
        ("feature_tree", "auto"),
        ("gold", "gold"),
        ("path_similarity (paper)", "content_correlativity"),
    ]
