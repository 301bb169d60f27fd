"""What nobody reads is no text: headings for screen readers, the places of advertisements, lines for printing."""

import pytest
from helpers.selected import result

from scrapy_denoise.document.selection.completion import complete_structures
from scrapy_denoise.result import Result

HEARD = "<h2 class=visually-hidden>{}</h2>"


def text(html, *removed):
    found = result(html, *removed)
    return Result(found.page, complete_structures(found.page, found.selection)).text.split("\n")


def between(html):
    before, *found, after = text(f"<p>before</p>{html}<p>after</p>")
    assert (before, after) == ("before", "after")
    return found


def test_headings_for_screen_readers():
    assert between(HEARD.format("Article content")) == []
    assert between("<h3><span class=sr-only>Advertisement</span></h3>") == []
    assert between(HEARD.format("The mill") + "<p>a</p>" + HEARD.format("The bridge")) == [
        "The mill",
        "a",
        "The bridge",
    ]
    assert between("<h2>Article content</h2>") == ["Article content"]


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("Advertisement", False),
        ("This advertisement has not loaded yet, but the story goes on below.", False),
        ("La suite du match après la publicité", False),
        ("广告", False),
        ("Реклама", False),
        ("The boats are painted in Leeds.", True),
        ("河边的广告牌在夜里被水冲走了", True),
        ("Advertisement of the mill, of which everybody in the valley speaks. " * 3, True),
    ],
)
def test_the_place_of_an_advertisement(line, stays):
    assert between(f"<section class=ad><div>{line}</div></section>") == ([line.strip()] if stays else [])
    alone = line in ("Advertisement", "广告", "Реклама")
    assert between(f"<section class=river><div>{line}</div></section>") == ([] if alone else [line.strip()])


@pytest.mark.parametrize(
    ("html", "stays"),
    [
        ("<p>Loading...</p>", False),
        ("<div>Wird geladen…</div>", False),
        ("<div>正在加载...</div>", False),
        ("<p>Loading</p>", True),
        ("<p>The boats were loading...</p>", True),
        ("<h2>Advertisement</h2>", True),
        ("<ul><li>Advertisement</li></ul>", True),
        ("<table><tr><th>Advertisement<td>2 m</table>", True),
        ("<pre>Loading...</pre>", True),
        ("<p>Add to Compare</p>", False),
        ("<h3>Follow topics</h3>", False),
        ("<p><a href=/a>Read more...</a></p>", False),
        ("<li><a href=/a>Mehr <b>erfahren</b></a></li>", False),
        ("<h3>Learn more</h3>", True),
        ("<p><a href=/a>Learn more</a> about the mill</p>", True),
        ("<ul><li>Artikel merken</li></ul>", False),
        ("<div>Ajouter aux favoris</div>", False),
        ("<div>复制链接</div>", False),
        ("<div>字号:<a href=#>T</a>|<a href=#>T</a></div>", False),
        ("<p>文字サイズ：小 中 大</p>", False),
        ("<p>Was this page helpful? <a href=/y>Yes</a> <a href=/n>No</a></p>", False),
        ("<p>Была ли эта страница полезной?</p>", False),
        ("<p>Add to Compare the mills of the valley.</p>", True),
        ("<table><tr><th>Add to Compare<td>2 m</table>", True),
        ("<dl><dt>Copy link<dd>2 m</dl>", True),
    ],
)
def test_what_stands_in_the_place_of_something_else(html, stays):
    assert bool(between(html)) == stays


@pytest.mark.parametrize("name", ["d-none d-print-block", "print-only", "visible-print", "hidden print:block"])
def test_lines_for_printing(name):
    line = f"<div class='{name}'>Citation: {{}}</div>"
    assert text(f"<p>a</p><p>b</p>{line.format('the flood')}") == ["a", "b"]
    assert text(f"{line.format('the flood')}<p>a</p><p>b</p>") == ["a", "b"]
    assert between(line.format("the flood")) == ["Citation: the flood"]
    assert text(f"<p>a</p>{line.format('the flood ' * 40)}")[1:] == ["Citation: " + ("the flood " * 40).strip()]


def test_all_that_a_page_has_stays():
    assert text("<div class=print-only>The flood</div>") == ["The flood"]
    assert text("<div class=ad>Advertisement</div>") == ["Advertisement"]


@pytest.mark.parametrize(
    "label",
    [
        "Click to expand...",
        "Zum Vergrößern anklicken....",
        "Klicke in dieses Feld, um es in vollständiger Größe anzuzeigen.",
        "Alles anzeigen",
        "Нажмите, чтобы раскрыть...",
        "Κάντε κλικ για επέκταση...",
    ],
)
def test_the_label_below_a_quotation(label):
    quotation = "<blockquote><p>{}</p><div><a role=button>{}</a></div></blockquote>"
    assert between(quotation.format("The mill is closed.", label)) == ["The mill is closed."]
    assert between(quotation.format("The mill is closed.", "The bridge too.")) == [
        "The mill is closed.",
        "The bridge too.",
    ]
    assert between(quotation.format("The mill.", f"{label}</a></div><div><a>Click to shrink...")) == ["The mill."]
    assert between(f"<blockquote><img src=a.png alt=''><div>{label}</div></blockquote>") == []
    assert between(f"<blockquote><p>{label} Where?</p></blockquote><table><td>{label}</table>") == [
        f"{label} Where?",
        label,
    ]


def test_buttons_in_headings_are_left_out():
    assert between("<h2>The wheel <button>edit</button></h2>") == ["The wheel"]


def test_links_that_say_to_screen_readers_alone_what_they_lead_to():
    link = "<p><a href=/a>Continue reading<span class=screen-reader-text> {}</span></a>{}</p>"
    story = "How the mill burned down in the night of the flood, and who came to put out the fire"
    assert between(link.format(story, "")) == between(link.format("The mill", "")) == []
    assert between(link.format("The mill", " or not")) == ["Continue reading or not"]
    assert between("<p><a href=/a>Mills<span class=sr-only> of oak</span></a></p>") == ["Mills"]


@pytest.mark.parametrize(
    "line",
    [
        "Skip to the end of the images gallery",
        "Security policy (edit with Customer reassurance module)",
        "(edit with the Customer Reassurance module)",
    ],
)
def test_lines_that_software_of_shops_writes(line):
    assert between(f"<div><div>{line}</div></div><p>Of oak.</p>") == ["Of oak."]
    assert between(f"<p>{line} and read on.</p>") == [f"{line} and read on."]


STORY = "<p>The mill by the river was built by a family of weavers, and it has been turning since then.</p>" * 6


@pytest.mark.parametrize(
    "line", ["Fortsättning efter annonsen", "İçeriğin Devamı Aşağıda", "La suite après la publicité"]
)
def test_lines_that_say_that_the_text_goes_on(line):
    assert between(f"<div>{line}</div>") == []
    assert between(f"<p>{line} i morgon</p>") == [f"{line} i morgon"]
