"""Corpora of made-up pages: both layouts, folders and archives, and what must not break them."""

import io
import json
import logging
import pickle
import tarfile

import pytest

from scrapy_denoise.evaluation.gold import corpus as corpora
from scrapy_denoise.evaluation.gold.corpus import Corpus, CorpusError, GoldPage, read_corpus, siblings

GBK_PAGE = "<title>旧页面</title><p>正文".encode("gbk")


def record(page_id, **names):
    return {
        "id": page_id,
        "url": f"https://a.example/{page_id}",
        "site": "a.example",
        "gold_text": page_id,
    } | names


def write_corpus(root, records, pages):
    (root / "html").mkdir(parents=True)
    lines = [item if isinstance(item, str) else json.dumps(item, ensure_ascii=False) for item in records]
    (root / "gold.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for page_id, html in pages.items():
        (root / "html" / f"{page_id}.html").write_bytes(html)
    return root


def write_archive(path, files, mode="w:xz"):
    with tarfile.open(path, mode) as archive:
        for name, content in files.items():
            if isinstance(content, tarfile.TarInfo):
                archive.addfile(content)
                continue
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


def link(name, target, kind=tarfile.SYMTYPE):
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, target
    return member


@pytest.fixture
def folder(tmp_path):
    full = record(
        "b",
        lang="zh",
        page_type="forum",
        gold_title="标题",
        gold_optional="日期",
        gold_posts=["一", "二"],
        gold_comments="",
        unheard_of=3,
        **{"with": ["正文"], "without": ["版权"]},
    )
    return write_corpus(tmp_path / "small", [full, record("a", url=None)], {"a": b"<p>A", "b": GBK_PAGE})


def archived(folder, path, prefix="small/", mode="w:xz"):
    files = {f"{prefix}{file.relative_to(folder)}": file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    return write_archive(path, files, mode)


def test_folder(folder):
    corpus = Corpus.read(folder)
    assert corpus.name == "small"
    assert corpus.problems == ()
    first, second = corpus.pages
    assert (first.id, first.url, first.lang, first.gold_title, first.page_type) == ("a", None, "", None, None)
    assert first.html == b"<p>A"
    assert second == GoldPage(
        id="b",
        url="https://a.example/b",
        site="a.example",
        lang="zh",
        gold_text="b",
        gold_title="标题",
        page_type="forum",
        gold_optional=("日期",),
        gold_posts=("一", "二"),
        with_phrases=("正文",),
        without_phrases=("版权",),
        html=folder / "html" / "b.html",
    )
    assert second.html == GBK_PAGE


def test_folder_pages_are_lazy(folder):
    page = read_corpus(str(folder))[0]
    (folder / "html" / "a.html").write_bytes(b"changed")
    assert page.html == b"changed"
    assert pickle.loads(pickle.dumps(page)) == page


@pytest.mark.parametrize(("prefix", "mode"), [("small/", "w:xz"), ("./small/", "w:gz"), ("", "w"), ("x/y/", "w:bz2")])
def test_archive(folder, tmp_path, prefix, mode):
    path = archived(folder, tmp_path / "small.tar.xz", prefix, mode)
    corpus = Corpus.read(path)
    assert corpus.name == "small"
    assert [(page.id, page.gold_text, page.html) for page in corpus.pages] == [
        (page.id, page.gold_text, page.html) for page in read_corpus(folder)
    ]


def test_archive_is_not_unpacked(folder, tmp_path, monkeypatch):
    path = archived(folder, tmp_path / "small.tar.xz")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    before = sorted(tmp_path.rglob("*"))
    assert len(read_corpus(path)) == 2
    assert sorted(tmp_path.rglob("*")) == before


def test_archive_ignores_links_and_ways_out(tmp_path):
    ids = ["good", "linked", "hard", "../../outside", "/etc/absolute"]
    gold = "\n".join(json.dumps(record(page_id)) for page_id in ids).encode()
    files = {
        "c/gold.jsonl": gold,
        "c/html/good.html": b"<p>good",
        "c/html/linked.html": link("c/html/linked.html", "/etc/passwd"),
        "c/html/hard.html": link("c/html/hard.html", "c/html/good.html", tarfile.LNKTYPE),
        "c/html/../../outside.html": b"<p>outside",
        "/etc/absolute.html": b"<p>absolute",
        "c/html/.hidden.html": b"<p>hidden",
    }
    corpus = Corpus.read(write_archive(tmp_path / "c.tar.xz", files))
    assert [page.id for page in corpus.pages] == ["good"]
    assert len(corpus.problems) == 4


def test_archive_with_a_huge_member(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(corpora, "MAX_MEMBER_BYTES", 1000)
    (folder / "html" / "a.html").write_bytes(b" " * 1001)
    with pytest.raises(CorpusError, match=r"a\.html has 1001 bytes"):
        read_corpus(archived(folder, tmp_path / "small.tar.xz"))


def test_id_outside_the_folder(tmp_path):
    (tmp_path / "secret.html").write_bytes(b"secret")
    root = write_corpus(tmp_path / "c", [record("../../secret"), record("a")], {"a": b"<p>A"})
    corpus = Corpus.read(root)
    assert [page.id for page in corpus.pages] == ["a"]
    assert len(corpus.problems) == 1


def test_problems_are_reported_and_skipped(tmp_path, caplog):
    records = [
        record("a"),
        "",
        record("missing"),
        "{broken",
        "[1]",
        {"id": "a", "url": None},
        record("a", gold_text="twice"),
        record("empty", gold_text="", site=None, url="http://B.example:8000/x"),
        record("nowhere", site="", url="http://[broken"),
    ]
    root = write_corpus(tmp_path / "c", records, {"a": b"<p>A", "empty": b"", "nowhere": b""})
    corpus = Corpus.read(root)
    assert [(page.id, page.site, page.gold_text) for page in corpus.pages] == [
        ("a", "a.example", "a"),
        ("empty", "b.example", ""),
        ("nowhere", "unknown:nowhere", "nowhere"),
    ]
    assert [problem.split(": ")[:2] for problem in corpus.problems] == [
        ["gold.jsonl line 3", "no file html/missing.html"],
        ["gold.jsonl line 4", "not JSON"],
        ["gold.jsonl line 5", "not a JSON object"],
        ["gold.jsonl line 6", "no gold_text"],
        ["gold.jsonl line 7", "id 'a' occurs twice"],
    ]
    with caplog.at_level(logging.WARNING):
        assert read_corpus(root) == list(corpus.pages)
    assert len(caplog.messages) == 5


@pytest.fixture
def plain(tmp_path):
    root = tmp_path / "mine"
    files = {
        "html/one.html": b"<p>1",
        "gold/one.txt": "\ufeffeins".encode(),
        "html/two.HTM": b"<p>2",
        "gold/two.HTM": b"zwei",
        "html/shop.example/deep/three.html": b"<p>3",
        "gold/shop.example/deep/three.txt": b"drei",
        "html/without.html": b"<p>4",
        "html/latin.html": b"<p>5",
        "gold/latin.txt": "fünf".encode("latin-1"),
        "html/one.xhtml": b"<p>6",
    }
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return root


def test_plain_folder(plain, tmp_path):
    for path in (plain, archived(plain, tmp_path / "mine.tar.gz", "mine/", "w:gz")):
        corpus = Corpus.read(path)
        assert [(page.id, page.site, page.gold_text, page.html) for page in corpus.pages] == [
            ("one", "mine", "eins", b"<p>1"),
            ("shop.example/deep/three", "shop.example", "drei", b"<p>3"),
            ("two", "mine", "zwei", b"<p>2"),
        ]
        assert [problem.split(": ")[0] for problem in corpus.problems] == [
            "html/latin.html",
            "html/one.xhtml",
            "html/without.html",
        ]


def test_wrong_paths(tmp_path, folder):
    with pytest.raises(CorpusError, match="no such file or folder"):
        read_corpus(tmp_path / "nothing")
    with pytest.raises(CorpusError, match=r"gold\.jsonl or gold/NAME\.txt"):
        read_corpus(tmp_path)
    (tmp_path / "page.html").write_bytes(b"<p>not an archive")
    with pytest.raises(CorpusError, match=r"not a readable tar archive: [^\n]*$"):
        read_corpus(tmp_path / "page.html")
    whole = archived(folder, tmp_path / "whole.tar.xz").read_bytes()
    (tmp_path / "cut.tar.xz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CorpusError, match="not a readable tar archive"):
        read_corpus(tmp_path / "cut.tar.xz")
    with pytest.raises(CorpusError, match="no gold here"):
        read_corpus(write_archive(tmp_path / "empty.tar.xz", {}))


def test_no_page_left(tmp_path):
    root = write_corpus(tmp_path / "c", [record("a")], {})
    with pytest.raises(CorpusError, match=r"1 left out, the first: gold.jsonl line 1: no file html/a.html"):
        read_corpus(root)
    assert issubclass(CorpusError, ValueError)


def test_siblings():
    def page(page_id, site="s"):
        return GoldPage(id=page_id, site=site, gold_text="", html=b"")

    pages = [page("d"), page("b"), page("other", "t"), page("a"), page("c")]
    assert [other.id for other in siblings(page("b"), pages, limit=2)] == ["a", "c"]
    assert [other.id for other in siblings(page("a"), pages)] == ["b", "c", "d"]
    assert siblings(page("other", "t"), pages) == []
    assert siblings(page("a"), pages, limit=0) == []
    for candidate in pages:
        assert candidate.id not in [other.id for other in siblings(candidate, pages)]
