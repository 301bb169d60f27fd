"""``scrapy-denoise correct``: what it writes, what it shows, what it exports."""

import json

import pytest

from scrapy_denoise.cli.main import main
from scrapy_denoise.corrections import Corrections
from scrapy_denoise.evaluation.gold.corpus import Corpus

STORY = "It rained in the hills for three days, and the river rose by two metres. "


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with three pages, of which the last has another layout."""
    for i in range(3):
        name = "story" if i < 2 else "redesigned"
        page = f"<nav>Home</nav><div class={name}><p>{STORY * 2}</p><p>Short {i}.</p></div><p>Letter. {STORY}</p>"
        (tmp_path / "pages" / "sub").mkdir(parents=True, exist_ok=True)
        (tmp_path / "pages" / ("sub" if i == 1 else "") / f"{i}.html").write_text(page)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys, *arguments):
    status = main(["correct", *map(str, arguments)])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_correction_is_written_and_its_effect_shown(folder, capsys):
    status, out, _ = run(capsys, "gazette.example", "--content", ".story", "--title", "h1", "--pages", "pages")
    assert status == 0
    assert out.splitlines()[:3] == ['corrections.toml: ["gazette.example"]', "  content = .story", "  title = h1"]
    assert out.splitlines()[-1] == "2 of 3 pages match"
    assert "2.html" in next(line for line in out.splitlines() if "no match, the method decides" in line)
    saved = Corrections.read(folder / "corrections.toml").by_site["gazette.example"]
    assert (saved.content, saved.drop, saved.title) == ((".story",), (), "h1")
    # shown again, and replaced as a whole
    assert run(capsys, "gazette.example") == (0, "\n".join(out.splitlines()[:3]) + "\n", "")
    run(capsys, "gazette.example", "--drop", ".letter", "--drop", "//p[2]")
    saved = Corrections.read(folder / "corrections.toml").by_site["gazette.example"]
    assert (saved.content, saved.drop) == ((), (".letter", "//p[2]"))
    assert run(capsys, "gazette.example", "--remove")[0] == 0
    assert len(Corrections.read(folder / "corrections.toml")) == 0


def test_corrected_pages_are_a_corpus(folder, capsys):
    run(capsys, "gazette.example/news/*", "--content", ".story", "--pages", "pages", "--export", "corpus")
    corpus = Corpus.read(folder / "corpus")
    assert corpus.problems == ()
    assert {page.site for page in corpus.pages} == {"gazette.example-news"}
    assert [page.gold_text.splitlines()[-1] for page in corpus.pages] == ["Short 0.", "Short 1."]
    assert corpus.pages[0].html == (folder / "pages" / "0.html").read_bytes()
    assert main(["eval", str(folder / "corpus"), "--methods", "auto", "--out", str(folder / "report")]) == 0


def test_the_viewers_file_is_merged(folder, capsys):
    (folder / "saved.toml").write_text('version = 1\n["a.example"]\ncontent = "main"\n')
    run(capsys, "b.example", "--content", "article")
    assert run(capsys, "--merge", "saved.toml")[0] == 0
    assert set(Corrections.read(folder / "corrections.toml").by_site) == {"a.example", "b.example"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "name the SITE"),
        (("gazette.example",), "has no correction of gazette.example"),
        (("gazette.example", "--remove"), "has no correction of gazette.example"),
        (("gazette.example", "--content", "div["), "content: 'div[' is no CSS selector"),
        (("gazette.example", "--author", "string(//a)"), "; an XPath begins with / or ("),
        (("https://gazette.example/", "--content", "p"), "is not a site"),
        (("gazette.example", "--content", "p", "--export", "corpus"), "--pages"),
        (("gazette.example", "--content", "p", "--pages", "nosuch/*.html"), "nosuch"),
        (("gazette.example", "--content", "p", "--pages", "nosuch.html"), "cannot read nosuch.html"),
        (("--merge", "nosuch.toml"), "nosuch.toml"),
    ],
)
def test_mistakes(folder, capsys, arguments, says):
    status, _, err = run(capsys, *arguments)
    assert status == 2
    assert says in err
    assert err.startswith("scrapy-denoise: error: ")
    assert not (folder / "corrections.toml").exists()  # what is wrong is said before anything is written


def test_pages_that_cannot_be_read(folder, capsys):
    status, out, err = run(capsys, "g.example", "--content", ".story", "--pages", "pages/0.html", "absent.html")
    assert status == 0
    assert "1 of 1 page matches" in out
    assert "absent.html" in err
    assert run(capsys, "g.example", "--content", "#nothing", "--pages", "pages")[0] == 1


def test_saved_pages_are_cleaned_with_corrections(folder, capsys):
    run(capsys, "gazette.example", "--content", ".story p:last-child")
    page = str(folder / "pages" / "0.html")
    own = ["--corrections", "corrections.toml"]
    assert main(["clean", page, "--url", "https://gazette.example/1", *own]) == 0
    assert capsys.readouterr().out == "Short 0.\n"
    assert main(["clean", page, "--url", "https://other.example/1", *own]) == 0
    assert "It rained" in capsys.readouterr().out
    line = {"html": (folder / "pages" / "0.html").read_text(), "url": "https://gazette.example/1"}
    (folder / "pages.jsonl").write_text(f"{json.dumps(line)}\n{json.dumps(line)}\n")
    assert main(["clean", "pages.jsonl", "--jobs", "1", *own]) == 0
    found = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert [(item["method"], item["text"]) for item in found] == [("correction", "Short 0.")] * 2
    assert main(["clean", page, "--corrections", "absent.toml"]) == 2
    assert "absent.toml" in capsys.readouterr().err
