"""Boxes from a renderer: how they reach the rows, the templates and the methods."""

import json
import os
import shutil
import subprocess
import zlib

import msgpack
import numpy as np
import pytest
from helpers.stored import packed, unpacked
from lxml.html import document_fromstring

from scrapy_denoise import SiteTemplate
from scrapy_denoise.methods.feature_tree import FeatureTree
from scrapy_denoise.methods.feature_tree.candidates import areas
from scrapy_denoise.page import Page
from scrapy_denoise.page.geometry import BOXES_JS, NO_BOX
from scrapy_denoise.sites import TemplateError, dump, load
from scrapy_denoise.sites.format import codec

HTML = "<div><p>one <b>bold</b></p><p>two</p></div><ul hidden><li>x</li></ul>"
NONE = [NO_BOX] * 4


def box(html, boxes):
    """The boxes of a page's rows by name."""
    columns = Page.from_html(html, boxes=boxes).columns
    assert columns.boxes.dtype == np.int32
    assert columns.boxes.shape == (len(columns), 4)
    return [(columns.name(row), columns.boxes[row].tolist()) for row in range(len(columns))]


def test_boxes_by_xpath():
    found = box(
        HTML,
        {
            "/html": (0, 0, 800, 600.4),
            "/html/body/div": [10, 20.5, 700, 99.5],  # a first position may be left out
            "/html/body[1]/div[1]/p[2]": (10, 60, 700, 20),
            "/html/body[1]/div[1]/p[3]": (1, 1, 1, 1),  # there is none
            "/html/body[1]/ul[1]": (1, 1, 1, 1),  # hidden, no row
            "/html/body[1]/div[1]/p[1]/b[1]": (1e30, -1e30, 0, 0),
            "": (1, 1, 1, 1),
            "//p": (1, 1, 1, 1),
        },
    )
    assert found == [
        ("html", [0, 0, 800, 600]),
        ("body", NONE),
        ("div", [10, 20, 700, 100]),
        ("p", NONE),
        ("#text", NONE),
        ("b", [2**30, -(2**30), 0, 0]),
        ("#text", NONE),
        ("p", [10, 60, 700, 20]),
        ("#text", NONE),
    ]


def test_a_page_without_a_renderer_has_none():
    page = Page.from_html(HTML)
    assert page.columns.boxes is None
    assert page.signature.boxes is None


@pytest.mark.parametrize(
    "wrong", [(1, 2, 3), (1, 2, 3, 4, 5), (0, 0, float("nan"), 1), (0, 0, float("inf"), 1), "abcd"]
)
def test_a_box_that_is_none(wrong):
    with pytest.raises(ValueError, match=r"box of /html|could not convert"):
        Page.from_html(HTML, boxes={"/html": wrong})


# --- in a template ------------------------------------------------------------------------------------------


def learned(*pages):
    site = SiteTemplate()
    for number, page in enumerate(pages):
        assert site.learn(page, url=f"https://a.example/{number}")
    return site


def rendered(text, top=100, url=None):
    html = f"<div class=a><p>{text}</p></div><footer>end</footer>"
    boxes = {
        "/html": (0, 0, 1000, 900),
        "/html/body": (0, 0, 1000, 900),
        "/html/body/div": (200, top, 600, 300),
        "/html/body/div/p": (200, top, 600, 300),
        "/html/body/footer": (0, 800, 1000, 100),
    }
    return Page.from_html(html, url=url, boxes=boxes)


def stored_boxes(site):
    samples = [sample for layout in site.layouts.values() for sample in layout.samples]
    return [sample.signature.boxes for sample in sorted(samples, key=lambda sample: sample.digest)]


def test_boxes_are_stored_with_the_samples_that_have_them():
    pages = [rendered("a", url="https://a.example/1"), Page.from_html("<p>plain</p>", url="https://a.example/2")]
    pages += [rendered("b", top=-3, url="https://a.example/3")]
    site = SiteTemplate()
    for page in pages:
        site.learn(page)
    again = load(dump(site))
    assert dump(again) == dump(site)
    assert [boxes is None for boxes in stored_boxes(again)].count(True) == 1
    for boxes, read in zip(stored_boxes(site), stored_boxes(again), strict=True):
        assert read is boxes is None or (boxes == read).all()


def test_of_two_samples_of_one_address_boxes_decide_if_nothing_else_does():
    one = SiteTemplate()
    one.learn(rendered("a", 100, "https://a.example/1"))
    other = SiteTemplate()
    other.learn(rendered("a", 200, "https://a.example/1"))
    assert dump(one.merge(other)) == dump(other.merge(one))


def version_2(site):
    """The bytes that the version before wrote: elements of three numbers, no boxes."""
    fields = unpacked(dump(site))
    fields["version"] = codec.VERSION_2
    for layout in fields["layouts"].values():
        del layout["boxes"], layout["scores"]
        data = zlib.decompress(layout["rows"])
        n = int(np.frombuffer(data[:4], "<u4")[0])
        layout["rows"] = zlib.compress(data[: 8 + 12 * n] + data[8 + 16 * n :])
        layout["samples"] = [head[:4] for head in layout["samples"]]
    return msgpack.packb(fields)


def without_scores(site):
    fields = unpacked(dump(site))
    for layout in fields["layouts"].values():
        del layout["scores"]
        layout["samples"] = [head[:4] for head in layout["samples"]]
    return {**fields, "checksum": 0}


def test_a_template_of_version_2_is_read():
    plain = "<div class=a id=b><p>{}</p></div><footer>end</footer>"
    site = learned(*(plain.format(text) for text in ("x", "y", "z")))
    assert load(version_2(site)).pages == 3
    # without other attributes the two versions say the same, but for what the texts' scores are
    assert without_scores(load(version_2(site))) == without_scores(site)
    more = learned(plain.format("w"))
    assert without_scores(load(codec.update(version_2(site), more))) == without_scores(site.merge(more))
    # with them, they are lost
    site = learned("<div title=a><p>x</p></div>", "<div title=a><p>y</p></div>")
    assert load(version_2(site)).pages == 2
    assert dump(load(version_2(site))) != dump(site)


@pytest.mark.parametrize("boxes", [None, 7, b"x", "x", b"\x78\x9c\x03\x00\x00\x00\x00\x01"])
def test_damaged_boxes_are_refused(boxes):
    fields = unpacked(dump(learned(rendered("a"))))
    for layout in fields["layouts"].values():
        layout["boxes"] = boxes
    with pytest.raises(TemplateError, match="site template"):
        load(packed(fields))


# --- in feature_tree ----------------------------------------------------------------------------------------


def similar(page, other, tolerance=2):
    """Whether the div of both pages is similar at Ts = 1, so that every feature is equal."""
    method = FeatureTree(threshold=1.0, quorum=1.0, tolerance=tolerance, anchors=False)
    rows = method.candidates(page.signature, [other.signature])
    return "div" not in [page.columns.name(row) for row in rows]


def test_boxes_are_features_with_a_tolerance():
    page = rendered("a", 100)
    assert similar(page, rendered("b", 100))
    assert similar(page, rendered("b", 102))
    assert not similar(page, rendered("b", 103))
    assert similar(page, rendered("b", 130), tolerance=30)
    # against a page without boxes the structural features are compared
    assert similar(page, Page.from_html("<div class=a><p>b</p></div><footer>end</footer>"))
    assert not similar(page, Page.from_html("<div class=a title=x><p>b</p></div><footer>end</footer>"))


def test_two_missing_boxes_are_equal_one_is_not():
    def page(with_div):
        boxes = {"/html/body": (0, 0, 9, 9)} | ({"/html/body/div": (0, 0, 9, 9)} if with_div else {})
        return Page.from_html("<div><ul><li>a</li></ul></div>", boxes=boxes)

    assert similar(page(False), page(False))
    assert similar(page(True), page(True))
    assert not similar(page(True), page(False))


def test_areas():
    # The page: 1000 x 2000. The main visual area: left 150 to 850, top 100 to 1700.
    boxes = np.array(
        [[0, 0, 1000, 2000], [150, 100, 700, 1600], [0, 0, 300, 200], [900, 0, 100, 2000], NONE, [200, 200, -5, 10]],
        np.int32,
    )
    area, seen = areas(boxes, np.arange(6), screen=900)
    assert area.tolist() == [2_000_000, 1_120_000, 60_000, 200_000, 0, 0]
    assert seen.tolist() == [1_120_000, 1_120_000, 150 * 100, 0, 0, 0]
    # at most three screens: top 100 to 1200
    assert areas(boxes, np.array([1]), screen=400)[1].tolist() == [700 * 1100]


def test_area_and_effective_area_have_points():
    html = "<div id=a><p>aaaaaaaaaa</p><p>bbbbbbbbbb</p></div><div id=b><p>cc</p></div>"
    boxes = {
        "/html": (0, 0, 1000, 1000),
        "/html/body/div[1]": (0, 0, 100, 100),
        "/html/body/div[2]": (200, 200, 600, 600),
    }
    paper = FeatureTree.paper()
    scores = []
    for given in (None, boxes):
        page = Page.from_html(html, boxes=given)
        rows = np.flatnonzero(page.columns.tag == page.columns.tag[2])[:2]
        assert [page.columns.name(row) for row in rows] == ["div", "div"]
        scores.append(paper.cluster_points(page, rows, np.arange(2)))
    assert (scores[1] - scores[0]).tolist() == [3 + 3, 5 + 5]


# --- from a real browser ------------------------------------------------------------------------------------

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def render(html, folder):
    path = os.environ.get("DENOISE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        reason = f"no browser: none of {', '.join(NAMES)} is installed, and DENOISE_CHROMIUM names none"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    file = folder / "page.html"
    script = f"addEventListener('load', () => {{ document.body.textContent = JSON.stringify(({BOXES_JS})()); }});"
    file.write_text(f"<!doctype html><html><body>{html}<script>{script}</script></body></html>", encoding="utf-8")
    arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1000,800", "--dump-dom", file.as_uri()]
    profile = f"--user-data-dir={folder / 'profile'}"
    done = subprocess.run([path, profile, *arguments], capture_output=True, text=True, timeout=60, check=True)
    return json.loads(document_fromstring(done.stdout).find("body").text)


def test_boxes_from_chromium(tmp_path):
    html = (
        "<style>body { margin: 0 } div { position: absolute } table { border-spacing: 0 }</style>"
        "<div style='left: 200px; top: 50px; width: 600px; height: 1200px'>"
        "<p style='margin: 10px; height: 40px'>Text</p></div>"
        "<div style='left: 10px; top: 50px; width: 100px; height: 300px'><table><tr><td>cell</table></div>"
    )
    found = render(html, tmp_path)
    page = Page.from_html(found["html"], boxes=found["boxes"])
    columns = page.columns
    names = [columns.name(row) for row in range(len(columns))]
    assert names.count("div") == 2
    assert columns.boxes[names.index("div")].tolist() == [200, 50, 600, 1200]
    assert columns.boxes[names.index("p")].tolist() == [210, 60, 580, 40]
    assert columns.boxes[names.index("table")].tolist()[:2] == [10, 50]
    # every element has a box, the row that the parser of HTML puts into a table too
    assert (columns.boxes[columns.tag != 0] != NO_BOX).all()
    assert (columns.boxes[columns.tag == 0] == NO_BOX).all()
