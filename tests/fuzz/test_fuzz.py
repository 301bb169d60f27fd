"""The attack itself: its pages are repeatable, and what it looks for it finds."""

import json
import os
import signal
import time
from random import Random

import pytest

from fuzz import attack as attacking
from fuzz import copies as copying
from fuzz import runs as disturbing
from fuzz.__main__ import main
from fuzz.archives import check_archive
from fuzz.attack import Finding, Pages, attack
from fuzz.copies import check_copies
from fuzz.crawls import FAULTS, check_crawl
from fuzz.findings import write_finding
from fuzz.properties import Broken, Clock, check_page
from fuzz.runs import check_runs
from fuzz.sources import ROOT, read_sources
from scrapy_denoise.crawl.guarded_store import WrongAnswer
from scrapy_denoise.result import Result

SOURCES = [path.read_bytes() for path in sorted((ROOT / "tests" / "pages").glob("*/*.html"))]


def findings(first, last):
    return [
        news for news in attack(Pages(24, SOURCES), first, last, timed=False, seconds=300) if isinstance(news, Finding)
    ]


def test_sources_without_corpora(tmp_path):
    found = read_sources(tmp_path / "none")
    assert len(found) > 50
    assert set(SOURCES) <= set(found)


def test_the_same_seed_gives_the_same_pages_and_templates():
    one, other = Pages(7, SOURCES), Pages(7, SOURCES)
    assert [one.page(n) for n in range(40)] == [other.page(n) for n in reversed(range(40))][::-1]
    assert len({one.page(n) for n in range(40)}) > 30
    one.learn(33)
    other.learn(3)
    other.learn(38)
    assert one.siblings == other.siblings
    assert Pages(8, SOURCES).page(0) != one.page(0)


def test_nothing_is_found_in_the_first_pages():
    assert findings(0, 30) == []


def test_preformatted_tabs_and_formulas_in_tex_are_no_findings():
    words = "The river rose by two metres in the night, and the lower road was under water. " * 5
    tabs = f"<pre>\t<b>One</b>\n\t\t\n\t<i>two</i>\t \t<u>three</u></pre><p>{words}</p>"
    tex = (
        "<script>MathJax = {tex: {inlineMath: [['$', '$']]}}</script><script src=/mathjax/tex.js></script>"
        f"<p>{words} It takes $O(max(m, n))$ hours, or \\(m + n\\).</p>"
    )
    for html in (tabs, tex):
        check_page(html.encode(), None, Random(1), timed=False)


def test_what_does_not_hold_is_found_and_the_attack_goes_on(monkeypatch):
    def check(html, site, rng, timed):
        if len(html) % 3 == 0:
            raise Broken("three", "a length that three divides")

    monkeypatch.setattr(attacking, "check_page", check)
    pages = Pages(24, SOURCES)
    expected = [number for number in range(30) if len(pages.page(number)) % 3 == 0]
    assert [(f.number, f.what) for f in findings(0, 30)] == [(number, "three") for number in expected]
    assert expected


@pytest.mark.parametrize(
    ("end", "code"), [(lambda: os.kill(os.getpid(), signal.SIGKILL), -9), (lambda: os._exit(7), 7)]
)
def test_a_crash_is_found_and_the_attack_goes_on(monkeypatch, end, code):
    victim = Pages(24, SOURCES).page(3)
    monkeypatch.setattr(attacking, "check_page", lambda html, *_: end() if html == victim else None)
    assert [(f.number, f.what, f.details) for f in findings(0, 8)] == [(3, "crash", f"the process ended with {code}")]


def test_a_page_without_end_is_found(monkeypatch):
    victim = Pages(24, SOURCES).page(2)
    monkeypatch.setattr(attacking, "HANGS", 3)

    def check(html, *_):
        while html == victim:
            pass

    monkeypatch.setattr(attacking, "check_page", check)
    assert [(f.number, f.what) for f in findings(0, 5)] == [(2, "hangs")]


def test_what_a_page_keeps_does_not_hide_what_it_took_to_find():
    def slow(kept):
        start = time.thread_time()
        while not kept and time.thread_time() < start + 0.3:
            pass
        kept.append(True)
        return len(kept)

    clock = Clock(b"<p>a")
    with pytest.raises(Broken, match="time of this"):
        clock.check("this", slow, [], list)
    assert clock.check("that", slow, [True], list) == 2


def test_archives_are_read_and_one_that_hides_a_cut_is_found(monkeypatch):
    pytest.importorskip("fastwarc")

    def check():
        for seed in range(40):
            check_archive([b"<p>one", b"<p>two" * 50], Random(seed))

    check()
    monkeypatch.setattr("scrapy_denoise.corpus.input.warc.ends_within_record", lambda *_: False)
    with pytest.raises(Broken, match="a cut archive looks whole"):
        check()


def test_crawls_that_lose_a_page_or_stop_at_a_fault_are_found(monkeypatch):
    def check(seeds=10):
        for seed in range(seeds):
            check_crawl([*SOURCES[:2], b""], Random(seed))

    check()
    with monkeypatch.context() as patch:
        patch.setattr("scrapy_denoise.crawl.templates.write_batches.WriteBatches._write", _nothing)
        patch.setattr("scrapy_denoise.crawl.templates.write_batches.WriteBatches._drop_oldest", lambda *_: None)
        with pytest.raises(Broken, match="a crawl loses pages unsaid"):
            check()
    monkeypatch.setattr("scrapy_denoise.crawl.guarded_store.Guard._report", lambda _, __, error: _raise(error))
    with pytest.raises((*map(type, filter(None, FAULTS)), WrongAnswer)):
        check()


async def _nothing(batches):
    batches._writing.clear()


def _raise(error):
    raise error


@pytest.mark.slow
@pytest.mark.parametrize("kind", disturbing.KINDS)
def test_disturbed_runs_have_their_output_and_one_that_has_not_is_found(monkeypatch, kind):
    """The outputs are the same, and one file more in one of them is found."""
    monkeypatch.setattr(disturbing, "KINDS", [kind])
    contents, seen = disturbing._contents, []

    def with_name(out):
        seen.append(contents(out))
        return seen[-1] | {"name": out.name.encode()}

    monkeypatch.setattr(disturbing, "_contents", with_name)
    with pytest.raises(Broken, match="a disturbed run has another output"):
        check_runs(SOURCES[:2], Random(2))
    assert seen[0] == seen[1] != {}


def test_copies_that_empty_a_page_are_found(monkeypatch):
    def check():
        for seed in range(10):
            check_copies(SOURCES[0], Random(seed))

    check()
    decided = copying.denoise_page
    monkeypatch.setattr(copying, "denoise_page", lambda page, *known: Result() if known[1:] else decided(page, *known))
    with pytest.raises(Broken, match="copies of a page empty it"):
        check()


def test_pages_and_crawls_are_told(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(attacking, "check_page", lambda *_: None)
    monkeypatch.setattr("sys.argv", ["fuzz", "--seed", "7", "--first", "5", "--pages", "6", "--corpora", str(tmp_path)])
    assert main() == 0
    assert "\n0 runs, 1 crawls and 6 pages in " in capsys.readouterr().out


def test_a_finding_is_a_folder(tmp_path):
    found = write_finding(tmp_path, "Time of view", "2 s", b"<p>a", [b"<p>b"], "make fuzz")
    assert sorted(path.name for path in found.iterdir()) == ["meta.json", "page.html", "sibling-0.html"]
    assert (found / "page.html").read_bytes() == b"<p>a"
    assert json.loads((found / "meta.json").read_text())["what"] == "Time of view"


def test_help_has_examples(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["fuzz", "--help"])
    with pytest.raises(SystemExit, match="0"):
        main()
    assert 'make fuzz ARGS="--minutes 10"' in capsys.readouterr().out
