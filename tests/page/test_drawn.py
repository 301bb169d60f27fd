"""What a browser has drawn: how it is read, and how it reaches the rows of a page."""

import base64
import pickle

import numpy as np
import pytest
from parsel import Selector

from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.compiled import read_numbers
from scrapy_denoise.page.rendering.boxes import NO_BOX
from scrapy_denoise.page.rendering.rendered import FIELDS, RenderedPage, capture_script, limits
from scrapy_denoise.page.walk.compiled import elements, walk

NONE = [NO_BOX] * 4
BLACK = 0x000000FF


def draw(tab, tmp_path, html, **changed):
    """The page as the browser has it, and what it has drawn."""
    file = tmp_path / "page.html"
    file.write_text(html, encoding="utf-8")
    tab.goto(file.as_uri())
    found = tab.evaluate(capture_script(), limits(**changed))
    return tab.content(), RenderedPage.read(found)


def made(names, rows):
    """What a browser would say of elements: of each the name, the number of attributes, hidden or not, and a box."""
    tags = sorted(set(names))
    numbers = np.zeros((len(names), FIELDS), "<i4")
    for i, (name, (attributes, hidden, box)) in enumerate(zip(names, rows, strict=True)):
        numbers[i, :7] = [tags.index(name), attributes, hidden, *box]
    return {"tags": " ".join(tags), "data": base64.b64encode(numbers.tobytes()).decode(), "total": len(names)}


def drawn_page(markup, names, box=(1, 2, 3, 4)):
    tree = Selector(text=markup, type="html").root
    return Page.from_tree(tree, boxes=RenderedPage.read(made(names.split(), [(0, 0, box)] * len(names.split()))))


def boxes_by_name(page):
    columns = page.columns
    return [(columns.name(row), columns.boxes[row].tolist()) for row in range(len(columns))]


# --- without a browser ------------------------------------------------------------------------------------------


def test_elements_that_the_parser_inserts_have_no_box():
    # the browser's document has no body: lxml makes one around the paragraph
    page = drawn_page("<html><p>a</p><p>b</p><div><ul><li>c</li></ul></div></html>", "html p p div ul li")
    assert ("body", NONE) in boxes_by_name(page)
    assert ("p", [1, 2, 3, 4]) in boxes_by_name(page)
    assert [name for name, box in boxes_by_name(page) if box == NONE] == ["body", "#text", "#text", "#text"]


def test_noscript_and_template_are_not_drawn():
    markup = "<html><body><noscript><p>no</p></noscript><template><p>x</p></template><p>a</p><div>b</div></body></html>"
    page = drawn_page(markup, "html body noscript template p div")
    assert [box for name, box in boxes_by_name(page) if name in ("p", "div")] == [[1, 2, 3, 4]] * 2


def test_what_a_script_changed_in_between_is_passed_over():
    old = ["html", "body", *["p", "em", "b", "i"] * 5]
    body = "<p>a<em>b</em><b>c</b><i>d</i></p>"
    page = drawn_page(f"<html><body>{body * 2}<ul><li>new</li></ul>{body * 3}</body></html>", " ".join(old))
    without = [name for name, box in boxes_by_name(page) if box == NONE and name != "#text"]
    assert without == ["ul", "li"]


def test_the_page_of_something_else_has_no_boxes():
    page = drawn_page("<html><body><p>a</p><p>b</p><p>c</p></body></html>", "html body table tr td td tr td td td")
    assert page.columns.boxes is None
    assert page.columns.styles is None
    assert page.text == "a\nb\nc"


def test_what_is_hidden_is_no_row_but_panels_are():
    markup = (
        "<html><body><p>one</p><div><p>two</p></div><div role=tabpanel><p>three</p></div>"
        "<div hidden><p>four</p></div></body></html>"
    )
    names = "html body p div p div p div p".split()
    attributes = [0, 0, 0, 0, 0, 1, 0, 1, 0]
    hidden = [0, 0, 0, 1, 1, 1, 1, 0, 0]
    rows = [(a, h, (0, 0, 9, 9)) for a, h in zip(attributes, hidden, strict=True)]
    page = Page.from_tree(Selector(text=markup, type="html").root, boxes=RenderedPage.read(made(names, rows)))
    # the browser shows what the markup calls hidden; a panel is what readers open
    assert page.text == "one\nthree\nfour"
    rows[6] = (0, 0, (0, 0, 9, 9))
    page = Page.from_tree(Selector(text=markup, type="html").root, boxes=RenderedPage.read(made(names, rows)))
    assert page.text == "one\nthree\nfour"
    assert len(page.elements()) == len(page.code_lengths) == len(page.columns)
    assert [
        page.columns.name(row)
        for row, e in enumerate(page.elements())
        if e is not None and e.tag != page.columns.name(row)
    ] == []


@pytest.mark.parametrize(
    "found",
    [
        None,
        7,
        "x",
        [],
        {},
        {"tags": "html", "data": "", "total": "1"},
        {"tags": "html", "data": "AAAA", "total": 1},
        {"tags": "html", "data": "\u00e9", "total": 1},
        {"tags": "html", "data": base64.b64encode(bytes(FIELDS * 4 - 1) + b"\xff").decode()[:-4], "total": 1},
        {"tags": "html", "data": base64.b64encode(b"\x01" + bytes(FIELDS * 4 - 1)).decode(), "total": 1},
        {"tags": "html", "data": base64.b64encode(b"\xff" * FIELDS * 4).decode(), "total": 1},
    ],
)
def test_what_is_not_from_the_script_is_refused(found):
    with pytest.raises(ValueError, match="element"):
        RenderedPage.read(found)


@pytest.mark.parametrize("size", [0, 4, 8, 12, 16, 44, 88, 132, 4400])
def test_numbers_are_those_of_base64(size):
    data = bytes((7 * i * i + i // 3) % 256 for i in range(size))
    found = read_numbers(base64.b64encode(data).decode(), 1)
    assert found.tolist() == np.frombuffer(data, "<i4").reshape(-1, 1).tolist()
    assert found.flags.writeable


@pytest.mark.parametrize(
    "data", ["A", "AAAA", "AAAAAA", "=", "==", "====", "AAAA====", "AAA=AA==", "AA-AAA==", "AAAAA\n=="]
)
def test_what_is_no_base64_is_refused(data):
    with pytest.raises(ValueError, match=r"numbers|base64"):
        read_numbers(data, 1)


def test_wild_boxes_are_clipped():
    wild = 2**31 - 1
    drawn = RenderedPage.read(made(["html", "p"], [(0, 0, (-wild, wild, 5, wild)), (0, 0, (1, NO_BOX, 2, 3))]))
    assert drawn.elements[:, 3:7].tolist() == [[-(2**30), 2**30, 5, 2**30], NONE]


def test_columns_keep_boxes_and_styles_when_they_are_pickled():
    columns = drawn_page("<html><body><p>a</p></body></html>", "html head body p").columns
    again = pickle.loads(pickle.dumps(columns))
    assert isinstance(again, Columns)
    assert (again.boxes == columns.boxes).all()
    assert (again.styles == columns.styles).all()


# --- in a browser -----------------------------------------------------------------------------------------------


def test_boxes_and_styles_from_the_browser(tab, tmp_path):
    html, drawn = draw(
        tab,
        tmp_path,
        "<!doctype html><style>body { margin: 0 } div { position: absolute } table { border-spacing: 0 }</style>"
        "<div style='left: 200px; top: 50px; width: 600px; height: 1200px; background: rgb(1, 2, 3)'>"
        "<p style='margin: 10px; height: 40px; font: bold 20.5px serif; color: oklch(1 0 0)'>Text</p></div>"
        "<div style='left: 10px; top: 50px; width: 100px; height: 300px'><table><tr><td>cell</table></div>",
    )
    page = Page.from_html(html, boxes=drawn)
    columns = page.columns
    names = [columns.name(row) for row in range(len(columns))]
    first = names.index("div")
    assert columns.boxes[first].tolist() == [200, 50, 600, 1200]
    assert columns.styles[first].tolist() == [1600, 400, 0x010203FF, BLACK]
    assert columns.boxes[names.index("p")].tolist() == [210, 60, 580, 40]
    assert columns.styles[names.index("p")].tolist() == [2050, 700, 0, -1]
    assert columns.boxes[names.index("table")].tolist()[:2] == [10, 50]
    # every element of the body has a box, the row that the parser of HTML puts into a table too
    assert names[:3] == ["html", "head", "body"]
    assert (columns.boxes[2:][columns.tag[2:] != 0] != NO_BOX).all()
    assert (columns.boxes[columns.tag == 0] == NO_BOX).all()
    assert drawn.complete


UNSEEN = {
    "display: none": "",
    "visibility: hidden": "",
    "font-size: 0": "",
    "text-indent: -9999px": "",
    "position: absolute; left: -3000px": "",
    "position: absolute; top: -3000px": "",
    "height: 0; overflow: hidden": "",
    "position: absolute; width: 1px; height: 1px; overflow: hidden": "",
    "position: absolute; clip: rect(0, 0, 0, 0)": "",
    # seen, or seen by those who scroll
    "opacity: 0": "text",
    "position: absolute; left: 3000px": "text",
    "height: 0": "text",
    "display: contents": "text",
}


def test_what_style_sheets_hide_is_no_row(tab, tmp_path):
    styles = "".join(f"#e{i} {{ {style} }}" for i, style in enumerate(UNSEEN))
    parts = "".join(f"<div><div id=e{i}>text {i}</div></div>" for i in range(len(UNSEEN)))
    html, drawn = draw(tab, tmp_path, f"<!doctype html><style>{styles}</style><p>A story.</p>{parts}")
    shown = Page.from_html(html, boxes=drawn).text.split("\n")
    assert shown == ["A story.", *(f"text {i}" for i, text in enumerate(UNSEEN.values()) if text)]
    assert len(Page.from_html(html).text.split("\n")) == 1 + len(UNSEEN)


def test_what_is_seen_within_what_is_not(tab, tmp_path):
    html, drawn = draw(
        tab,
        tmp_path,
        "<!doctype html><style>.v { visibility: hidden } .v b { visibility: visible }"
        ".c { height: 0; overflow: hidden } .c i { position: absolute } .f { height: 0; overflow: hidden }"
        ".f i { position: fixed; top: 5px } .r { position: relative; height: 0; overflow: hidden }"
        ".r i { position: absolute }</style>"
        "<div class=v><p>no</p><p><b>seen</b></p></div><div class=c><p>no</p><i>seen</i></div>"
        "<div class=f><p>no</p><i>seen</i></div><div class=r><p>no</p><i>no</i></div>",
    )
    assert Page.from_html(html, boxes=drawn).text.split() == ["seen"] * 3


def test_a_page_from_right_to_left_is_scrolled_to_the_left(tab, tmp_path):
    html, drawn = draw(
        tab,
        tmp_path,
        "<!doctype html><html dir=rtl><style>div { position: absolute }</style>"
        "<div style='left: -900px; width: 300px'>كۆرۈنىدۇ</div><div style='left: 2500px; width: 90px'>كۆرۈنمەيدۇ</div>",
    )
    assert Page.from_html(html, boxes=drawn).text == Page.from_html("<p>كۆرۈنىدۇ").text


def test_trees_that_are_nested_otherwise(tab, tmp_path):
    """What scripts build is written out as markup that no parser reads back in the same way."""
    html, drawn = draw(
        tab,
        tmp_path,
        """<!doctype html><body><form><input name=attributes><input name=nodeName><p>In a form.</p></form><script>
        const make = (name, parent) => parent.appendChild(document.createElement(name));
        const p = make("p", document.body); const inner = make("div", p); inner.textContent = "div in p";
        const a = make("a", document.body); a.href = "/"; make("a", a).textContent = "a in a"; make("table", a);
        make("li", make("table", document.body)).textContent = "li in table";
        make("x-y", document.body).attachShadow({mode: "open"}).innerHTML = "<b>shadow</b>";
        make("h1", make("h2", document.body)).textContent = "h1 in h2";
        document.body.insertAdjacentHTML("beforeend",
          "<svg><g><title>t</title></g></svg><noscript><p>no</p></noscript><template><p>t</p></template><hr id=end>");
        let n = 0; for (const e of document.querySelectorAll("*")) e.setAttribute("data-n", n++);
        </script>""",
    )
    tree = Selector(text=html, type="html").root
    nodes = drawn.nodes(tree)
    columns = Columns(walk(tree, str, 10_000, True, nodes))
    stamps = [None if e is None else e.get("data-n") for e in elements(tree, columns)]
    found = {int(stamp): number for stamp, number in zip(stamps, nodes.rows().tolist(), strict=True) if stamp}
    assert len(found) > 15
    assert [(stamp, number) for stamp, number in found.items() if stamp != number] == []


def test_bounds_of_elements_and_time(tab, tmp_path):
    script = "for (let i = 0; i < 30000; i++) document.body.append(document.createElement('p'))"
    html, drawn = draw(tab, tmp_path, f"<!doctype html><body><script>{script}</script>", elements=1000)
    assert len(drawn.elements) == 1000
    assert drawn.total > 30_000
    assert not drawn.complete
    page = Page.from_html(html + "<p>text", boxes=drawn)
    known = (page.columns.boxes[page.columns.tag != 0] != NO_BOX).all(axis=1)
    assert 990 < known.sum() < 1000  # those of the head are no rows
    assert len(RenderedPage.read(tab.evaluate(capture_script(), limits(seconds=0))).elements) < 200


def test_names_of_elements_are_bounded(tab, tmp_path):
    script = (
        "for (let i = 0; i < 9000; i++) document.body.append(document.createElement('x-' + i));"
        "for (let i = 0; i < 99; i++) document.body.append(document.createElement('y'.repeat(1e5)));"
    )
    html, drawn = draw(tab, tmp_path, f"<!doctype html><body><script>{script}</script><p>text</p><p>more</p>")
    assert len(drawn.elements) == drawn.total > 9000
    assert 5000 <= len(drawn.tags) <= 5001
    assert max(map(len, drawn.tags)) <= 64
    assert "*" in drawn.tags
    nodes = drawn.nodes(Selector(text=html.replace("y" * 10**5, "y"), type="html").root)
    assert nodes is None or nodes.matched > 5000


def test_wild_pages(tab, tmp_path):
    html, drawn = draw(
        tab,
        tmp_path,
        "<!doctype html><div style='width: 1e9px; height: 1e12px; margin-left: -1e9px'>far</div>"
        "<div style='transform: scale(1e30)'>wide</div><div style='transform: translate(NaNpx)'>x</div>",
    )
    boxes = Page.from_html(html, boxes=drawn).columns.boxes
    assert np.abs(boxes[boxes != NO_BOX]).max() <= 2**30


def test_a_page_that_lies(tab, tmp_path):
    tab.goto("about:blank")
    for lie in (
        "Element.prototype.getBoundingClientRect = () => ({ left: NaN, top: 1, right: 2, bottom: Infinity })",
        "window.getComputedStyle = () => ({})",
    ):
        tab.evaluate(lie)
        drawn = RenderedPage.read(tab.evaluate(capture_script(), limits()))
        assert set(drawn.elements[:, 3].tolist()) == {NO_BOX}
