"""Elements that are parts of a table, or controls, by their roles alone."""

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.page import Page
from scrapy_denoise.page.columns import tags


def read(html):
    """The elements of the body by the tags that they are read as."""
    columns = Page.from_html(f"<body>{html}").columns
    names = [tags.NAMES[code] for code in columns.tag.tolist()]
    return " ".join(name for name in names[2:] if name != "#text")


TABLE = """<div role="table"><div role="rowgroup"><div role="row"><span role="columnheader">Pile</span>
<span role="ColumnHeader">Wood</span></div></div><div role="rowgroup"><div>
<div role="row"><div><div role="rowheader">First</div></div>
<div role="cell">Oak</div></div></div></div></div>"""


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (TABLE, "table tbody tr th th tbody div tr div th td"),
        ("<div role=grid><p role=row>a</p><div role=row><div role=gridcell>b</div></div></div>", "table p tr td"),
        ("<div role=row><div role=cell>a</div></div><div role=rowgroup>b</div>", "div div div"),
        ("<div role=table><div role=cell>a</div></div>", "table div"),
        ("<div role=table><ul><li><div role=row>a</div></li></ul></div>", "table ul li div"),
        ("<table role=grid><tr role=row><td role=gridcell>a</td></tr></table>", "table tr td"),
        ("<div role>a</div><section role=table>b</section><div role=tables>c</div>", "div section div"),
    ],
)
def test_roles_of_tables_are_read_like_tags_within_a_table(html, expected):
    assert read(html) == expected


def test_elements_read_by_their_role_have_their_own_names():
    page = Page.from_html(f"<body>{TABLE}")
    columns = page.columns
    names = [columns.name(row) for row in range(2, len(columns)) if columns.tag[row]]
    assert names == ["div", "div", "div", "span", "span", *["div"] * 6]
    assert Page.from_html("<p>a</p>").columns.own_tags is not None


def test_a_table_by_roles_is_a_table_of_the_document():
    words = "The keeper walks the pier twice a day with a lamp and a book, and writes the height of the water into it. "
    html = f"<main><h1>The pier</h1><p>{words * 3}</p>{TABLE}<p>{words * 3}</p></main>"
    result = denoise(html)
    assert "| Pile | Wood |\n| --- | --- |\n| First | Oak |" in result.markdown
    block = next(block for block in result.blocks if block.text == "Oak")
    assert block.xpath == "/html/body[1]/main[1]/div[1]/div[2]/div[1]/div[1]/div[2]"


def test_the_labels_of_tabs_are_controls_also_in_a_list():
    words = "The keeper walks the pier twice a day with a lamp and a book, and writes the height of the water into it. "
    code = "<div role=tabpanel><pre>npm add pier</pre></div>"
    labels = "<ul role=tablist><li role=tab>npm</li><li role=tab>Yarn</li><li role=tab>Bun</li></ul>"
    html = f"<main><h1>The pier</h1><p>{words * 3}</p><h2>Setup</h2>{labels}{code}<p>{words * 3}</p></main>"
    lines = denoise(html).text.split("\n")
    assert "npm add pier" in lines
    assert not {"npm", "Yarn", "Bun"} & set(lines)
    # One that opens its own panel, as in an accordion, titles this.
    texts = [
        "Oak was chosen for the beams since it swells in the water and closes its own joints, and larch for the rail. ",
        "When the water stands above the mark, no gate opens by itself, and a keeper lets go of the brake by hand.",
    ]
    opened = "".join(f"<div role=tab>What he does</div><div role=tabpanel><p>{text}</p></div>" for text in texts)
    assert "What he does" in denoise(html.replace(labels + code, opened)).text
    # One of several lines is more than a label.
    people = "".join(f"<div role=tab><p>{text}</p><p>Keeper of the gate</p></div>" for text in texts)
    assert texts[0].strip() in denoise(html.replace(labels + code, people)).text
