"""A site corrected by hand: selectors on pages, the file of corrections, what wins over what."""

import pickle
import sys
import tracemalloc

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.corrections import Correction, CorrectionError, Corrections
from scrapy_denoise.corrections.file import MAX_BYTES, remove_correction, save_correction

URL = "https://gazette.example/news/17"
PAGE = """<html><head><title>Gazette</title></head><body><nav><a href=/>Home</a></nav>
<h1 class=head>Water</h1><h2 id=real>The river rose</h2><p class=when>on <time datetime="2024-05-03">a Friday</time></p>
<div class=story><p>It rained in the hills for three days, and the river rose by two metres.</p>
<div class="box letter">Have our letter sent to you. <b>It is free.</b></div>
<p>By Tuesday the lower road was under water, and the bridge was closed to all but the buses.</p></div>
<aside class=poem><p>Short lines,</p><p>not long.</p></aside><footer>All rights reserved</footer></body></html>"""


def corrected(html=PAGE, url=URL, **fields):
    return denoise(html, url, correction=Correction("gazette.example", **fields))


def test_content_is_what_the_correction_says():
    result = corrected(content="aside.poem")
    assert result.text == "Short lines,\nnot long."
    assert (result.method, result.confidence, result.reason) == ("correction", 1.0, "")
    assert result.html.count("<p>") == 2
    assert [block.type for block in result.blocks] == ["content", "content"]
    assert {block.reasons for block in result.blocks} == {
        ("the correction of gazette.example says content: aside.poem",)
    }
    assert result.noise[0].reasons == ("the correction of gazette.example says what is content, and this is not in it",)


def test_selectors_may_ask_for_ids():
    html = PAGE.replace("<aside class=poem>", "<aside id=poem>")
    assert corrected(html, content="id('poem')").text == corrected(html.encode(), content="id('poem')/p").text
    assert corrected(html, content="id('poem')").text == "Short lines,\nnot long."


def test_several_selectors_and_what_they_drop():
    result = corrected(content=[".story", "//aside"], drop=[".letter", "//aside/p[2]"])
    assert [line[:12] for line in result.text.splitlines()] == ["It rained in", "By Tuesday t", "Short lines,"]
    (box,) = [block for block in result.noise if "letter" in block.text]
    assert box.reasons == ("the correction of gazette.example says drop: .letter",)


def test_dropping_alone_leaves_the_rest_to_the_method():
    before = denoise(PAGE, URL)
    assert "Tuesday" in before.text
    result = corrected(drop="//p[contains(., 'Tuesday')]")
    assert result.method == "auto"
    assert result.text == before.text.replace(before.text[before.text.index("\nBy Tuesday") :], "")
    (dropped,) = [block for block in result.noise if "Tuesday" in block.text]
    assert dropped.reasons == ("the correction of gazette.example says drop: //p[contains(., 'Tuesday')]",)
    # what the method says of other blocks it still says
    assert result.blocks[0].reasons == before.blocks[0].reasons


def test_a_correction_that_does_not_match_falls_back():
    result = corrected(content="#redesigned", drop=".letter")
    assert (result.method, result.reason) == ("auto", "uncorrected")
    assert result.text == denoise(PAGE, URL, correction=Correction("gazette.example", drop=".letter")).text
    assert "letter" not in result.text
    # all that is content is dropped: that is no match either
    assert corrected(content=".poem", drop="aside").reason == "uncorrected"


ARTICLE = """<html><head><title>The bridge is closed - Gazette</title></head><body><article>
<h1>The bridge is closed</h1><p class=by>By Anna Brook</p>
<p>It rained in the hills for three days, and the river rose by two metres.</p>
<figure><img src=a.jpg><figcaption>The bridge on Monday</figcaption></figure>
<p>By Tuesday the lower road was under water.</p></article></body></html>"""


def test_the_text_is_that_of_every_method():
    body = ["It rained in the hills for three days, and the river rose by two metres."]
    body.append("By Tuesday the lower road was under water.")
    result = corrected(ARTICLE, content="article")
    assert (result.method, result.text.splitlines()) == ("correction", body)
    assert result.title == "The bridge is closed"
    types = {block.text: block.type for block in result.noise}
    assert types == {
        "The bridge is closed": "title",
        "By Anna Brook": "author",
        "The bridge on Monday": "media",
    }
    assert "The bridge on Monday" in result.html
    correction = Correction("gazette.example", content="article")
    with_title = denoise(ARTICLE, URL, correction=correction, options={"keep": ("title",)})
    assert with_title.text.splitlines() == ["The bridge is closed", *body]
    # what alone was chosen stays
    assert corrected(ARTICLE, content="h1").text == "The bridge is closed"


def test_title_date_and_author():
    result = corrected(title="#real", date="//time/@datetime", author=".when")
    assert result.title == result.metadata.title == "The river rose"
    assert result.metadata.published == "2024-05-03"
    assert result.metadata.sources["title"] == result.metadata.sources["published"] == "correction"
    assert result.method == "auto"
    assert corrected(title=".nothing").title == denoise(PAGE, URL).title
    assert corrected(title="h2::text").title == "The river rose"


def test_every_method_and_every_output():
    correction = Correction("gazette.example", content=".story", drop=".letter", title="#real")
    for method in ("auto", "content_correlativity", "quark"):
        result = denoise(PAGE, URL, method=method, correction=correction)
        assert result.method == "correction"
        assert result.to_dict(noise=True, reasons=True)["title"] == "The river rose"
        assert result.page_type
        assert len(result.blocks) + len(result.noise) == len(denoise(PAGE, URL).blocks) + len(denoise(PAGE, URL).noise)
    again = pickle.loads(pickle.dumps(result))
    assert (again.text, again.title, again.method) == (result.text, "The river rose", "correction")


@pytest.mark.parametrize("html", ["", "<p>", "<html", "<nav></nav>", "\0<p>x", "<p>" * 3000 + "x", b"\xff\xfe\x00\x00"])
def test_pages_of_any_kind(html):
    result = corrected(html, content="p", drop="nav", title="h1", date="time")
    assert result.reason or result.text


@pytest.mark.parametrize(
    ("selector", "says"),
    [
        ("div[", "no CSS"),
        ("//div[", "no XPath"),
        ("", "1 to"),
        ("p" * 3000, "1 to"),
        ("p:nosuch", "no CSS"),
        ("(", "no XPath"),
    ],
)
def test_selectors_that_are_none(selector, says):
    with pytest.raises(CorrectionError, match=says):
        Correction("gazette.example", content=[selector])


def test_an_expression_that_gives_no_elements_finds_no_content():
    assert corrected(content="//p/text()").reason == "uncorrected"
    assert corrected(content="(1 + 1)").reason == "uncorrected"


# --- the file ---

FILE = """# by hand
version = 1

["gazette.example"]
content = ".story"   # the text alone
drop = [".letter"]

["gazette.example/poems/*"]
content = ".poem"

["*.gazette.example"]
title = "h2"
"""


def test_which_correction_an_address_has(tmp_path):
    path = tmp_path / "corrections.toml"
    path.write_text(FILE)
    corrections = Corrections.read(path)
    assert len(corrections) == 3
    for url, site in {
        URL: "gazette.example", "http://GAZETTE.example:80/": "gazette.example",
        "https://gazette.example/poems/1?x": "gazette.example/poems/*",
        "https://sport.gazette.example/poems/1": "*.gazette.example", "https://gazette.example:8080/": None,
        "https://notgazette.example/": None, "": None, "file:///tmp/gazette.example": None, "https://[::1/": None,
    }.items():  # fmt: skip
        found = corrections.for_url(url)
        assert (found.site if found else None) == site, url
    assert denoise(PAGE, "https://gazette.example/poems/1", correction=corrections).text == "Short lines,\nnot long."
    assert denoise(PAGE, "https://other.example/", correction=corrections).method == "auto"


def test_saving_keeps_what_a_user_has_written(tmp_path):
    path = tmp_path / "new" / "corrections.toml"
    save_correction(path, Correction("gazette.example", content="main"))
    assert path.read_text() == 'version = 1\n\n["gazette.example"]\ncontent = ["main"]\n'
    path.write_text(FILE)
    hostile = Correction("a.example", content="p[title='\"\\n']", drop=['//p[.="]"]'])
    save_correction(path, hostile)
    save_correction(path, Correction("*.gazette.example", title="h3"))
    text = path.read_text()
    assert text.startswith("# by hand\nversion = 1\n")
    assert "# the text alone" in text
    assert Corrections.read(path).by_site["a.example"] == hostile
    assert Corrections.read(path).by_site["*.gazette.example"].title == "h3"
    assert remove_correction(path, "a.example")
    assert not remove_correction(path, "a.example")
    assert "a.example" not in Corrections.read(path).by_site
    assert [file.name for file in path.parent.iterdir()] == ["corrections.toml"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[", "no TOML: .*line 1"),
        ("version = 2", "version is 2; this scrapy-denoise reads version 1"),
        ('["a.example"]\ncontnt = "p"', r'table \["a.example"\]: no such field: contnt; there are content, drop'),
        ('["a.example"]\ncontent = 1', r'table \["a.example"\], .*expected a selector'),
        ('["a.example"]\ndrop = ["p", 1]', r"expected a selector or a list"),
        ('["a.example"]\ncontent = ["p", "div["]', r'table \["a.example"\], content: .div\[. is no CSS selector'),
        ('["a.example"]\ntitle = ["h1"]', r'table \["a.example"\]'),
        ('["a.example"]', "is empty; it needs one of content"),
        ('[gazette.example]\ncontent = "p"', "written in quotes"),
        ('content = "p"', "is not a table"),
        ('["https://a.example/"]\ncontent = "p"', "without its scheme"),
        ('["a b"]\ncontent = "p"', "is not a site"),
    ],
)
def test_what_is_wrong_with_a_file_and_where(tmp_path, text, says):
    path = tmp_path / "corrections.toml"
    path.write_text(text)
    with pytest.raises(CorrectionError, match=says) as caught:
        Corrections.read(path)
    assert str(caught.value).startswith(f"{path}: ")
    with pytest.raises(CorrectionError, match=says):  # and it is not overwritten
        save_correction(path, Correction("b.example", content="p"))
    assert path.read_text() == text


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "corrections.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(CorrectionError, match="not UTF-8"):
        Corrections.read(path)
    with pytest.raises(CorrectionError, match="not UTF-8"):
        save_correction(path, Correction("b.example", content="p"))


@pytest.mark.parametrize(
    "use",
    [
        Corrections.read,
        lambda path: save_correction(path, Correction("b.example", content="p")),
        lambda path: remove_correction(path, "b.example"),
    ],
    ids=["read", "save", "remove"],
)
def test_a_file_that_is_too_large_is_not_held(tmp_path, use):
    path = tmp_path / "corrections.toml"
    with path.open("wb") as file:
        file.truncate(10 * MAX_BYTES)
    tracemalloc.start()
    try:
        with pytest.raises(CorrectionError, match="has more than 10,485,760 bytes"):
            use(path)
        assert tracemalloc.get_traced_memory()[1] < 4 * MAX_BYTES
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_a_new_file_is_the_users_alone(tmp_path):
    path = tmp_path / "denoise" / "c.toml"
    save_correction(path, Correction("gazette.example", content=("article",)))
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    path.chmod(0o644)
    save_correction(path, Correction("other.example", content=("article",)))
    assert path.stat().st_mode & 0o777 == 0o644
