"""The text of every page is its body with the headings; title, dateline, byline and captions are fields."""

import numpy as np
import pytest
from helpers.selected import URL

from scrapy_denoise import denoise
from scrapy_denoise.blocks import BLOCK_TYPES
from scrapy_denoise.blocks.regions.byline_labels import is_byline
from scrapy_denoise.blocks.regions.datelines import is_dateline
from scrapy_denoise.document.selection.body import body_selection
from scrapy_denoise.methods import Selection, get_method, method_names
from scrapy_denoise.page import Page
from scrapy_denoise.result import Result

STORY = "The river rose in the night, and by the morning the lower road was under water."
HEAD = "<title>The river rises - Valley Gazette</title>"
CHINESE = "河水在夜里上涨，到早上下面的路已经被水淹没了，公共汽车改走上面的路。"
UYGHUR = "دەريا كېچىسى ئۆرلىدى، ئەتىگەندە تۆۋەنكى يول سۇ ئاستىدا قالدى، ئاپتوبۇسلار يۇقىرىقى يول بىلەن ماڭدى."


def cleaned(markup, keep=()):
    """A page of which the method keeps everything, under the convention."""
    page = Page.from_html(markup, url=URL)
    everything = np.ones(len(page.columns.text_rows), np.bool_)
    return Result(page, body_selection(page, Selection(everything, "test"), keep))


@pytest.mark.parametrize(
    "head",
    [
        "<h1>The river rises</h1>",
        "<h1>The river <em>rises</em></h1>",
        "<h1>THE RIVER RISES</h1>",
        "<h2>The river rises</h2>",
        "<div>The river rises</div>",
        pytest.param(f"<div>{'— ' * 150}The river rises</div>", id="a long line with few letters"),
        "<h1>The river rises - Valley Gazette</h1>",
        "<h1>Water on the lower road</h1>",
        "<p>News</p><h1>The river rises</h1>|News",
        "<h1>The river rises</h1><h1>Second</h1>|Second",
        "<h1>First</h1><h1>Second</h1>|First|Second",
        "<p>By Ada Miller</p>",
        "<p>12 March 2026</p>",
        "<p>Ada Miller, Valley Gazette, 12 March 2026, 10:20</p>",
        "<h1>The river rises</h1><p>By Ada Miller</p><p>2026-03-12 10:20</p>",
        "<h1>The river rises</h1><h3>By Ada Miller</h3><h4>Thursday, 12 March 2026, 10:20</h4>",
        "<h1>The river rises</h1><h3>12 March 2026 at the mill</h3>|12 March 2026 at the mill",
        f"<h1>The river rises</h1><p>{STORY}</p><p>By Ada Miller</p>|{STORY}",
        "<p class=article-author><a href=/ada>Ada Miller</a></p>",
        "<p>来源：新华网 记者：王明</p>",
        "<p>2026年3月12日 10:20 来源：山谷报</p>",
        "<p>ئاپتور: ئالىم</p>",
        "<figure><img src=/a.png><figcaption>The bridge</figcaption></figure>",
        "<figure><img src=/a.png>The bridge</figure>",
        "<figure><iframe src=/v></iframe><figcaption>The bridge</figcaption></figure>",
        "<div class=wp-caption><img src=/a.png><p class=wp-caption-text>The bridge</p></div>",
        "<div><img src=/a.png></div><div class=image_credit>Photo: Bo</div>|Photo: Bo",
        "<div><div><img src=/a.png></div><div class=image_credit>Photo: Bo</div></div>",
    ],
)
def test_what_is_no_part_of_the_text(head):
    markup, *kept = head.split("|")
    found = cleaned(f"{HEAD}{markup}<p>{STORY}</p><h2>What it cost</h2><p>{STORY}</p>")
    assert found.text.split("\n") == [*kept, STORY, "What it cost", STORY]
    assert all(block.type in ("title", "date", "author", "media") for block in found.noise)
    assert all("field of its own" in block.reasons[0] or block.type == "media" for block in found.noise)
    assert found.plain() == found.text


def test_a_title_stands_behind_the_name_of_its_site_and_a_colon():
    page = f"<title>Valley Gazette: The river rises</title><h2>The river rises</h2><h2>The mill</h2><p>{STORY}</p>"
    assert cleaned(page).text.splitlines() == ["The mill", STORY]


@pytest.mark.parametrize(
    "part",
    [
        "<h2>The river rises</h2>",
        "<p>By the morning it was gone.</p>",
        "<p>by the river and the old mill on the lower road</p>",
        "<h2>12 March 2026</h2>",
        "<dl><dt>Built</dt><dd>12 March 2016</dd></dl>",
        "<pre>date = 2026-03-12</pre>",
        "<blockquote><p>By Ada Miller</p></blockquote>",
        "<ul><li>12 March 2022: the mill<li>14 March 2023: ford<li>1 May 2024: bridge<li>2 June 2025: road</ul>",
        "<figure><table><tr><td>a<td>b</table><figcaption>Levels</figcaption></figure>",
        "<figure><pre>a = 1</pre><figcaption>Listing 1</figcaption></figure>",
        "<table><caption>Levels</caption><tr><th>a<td>b</table>",
        f"<figure><img src=/a.png><figcaption>{STORY * 9}</figcaption></figure>",
        "<table><tr><th>Opened</th><td>12 March 2026</td></tr><tr><th>Length</th><td>9 m</td></tr></table>",
        "<div class=caption>The bridge</div>",
        "<div class=credit-card><img src=/card.png><b>A card</b></div>",
    ],
)
def test_what_stays(part):
    without = cleaned(f"{HEAD}<p>{STORY}</p>{part}<p>{STORY}</p><p>{STORY}</p><p>{STORY}</p><p>{STORY}</p>")
    assert without.noise == []


@pytest.mark.parametrize(
    "line",
    [
        "<p>Jump to recipe</p>",  # no link
        "<p>You can <a href=#r>jump to recipe</a> at once.</p>",
        "<p><a href=/r>The recipe</a></p>",
        "<h2>Table of contents</h2>",  # of which something is kept
    ],
)
def test_lines_that_do_not(line):
    assert cleaned(f"{HEAD}<p>{STORY}</p>{line}<p>{STORY}</p>").noise == []


def test_a_date_in_a_table_of_data_is_a_value():
    rows = "<tr><th>Opened<td>12 March 2026<tr><th>Length<td>9 m"
    assert "12 March 2026" in cleaned(f"{HEAD}<table>{rows}</table><p>{STORY}</p><p>{STORY}</p>").text
    layout = "<table><tr><td><p>12 March 2026</p></td></tr></table>"
    assert "12 March" not in cleaned(f"{HEAD}{layout}<p>{STORY}</p><p>{STORY}</p>").text


@pytest.mark.parametrize("story", [CHINESE, UYGHUR])
def test_other_scripts(story):
    title, line = ("河水上涨", "2026年3月12日") if story == CHINESE else ("دەريا ئۆرلىدى", "2026-يىل 12-مارت")
    found = cleaned(f"<title>{title}_A</title><h1>{title}</h1><p>{line}</p><p>{story}</p><p>{story}</p>")
    assert found.text == f"{story}\n{story}"
    assert [block.type for block in found.noise] == ["title", "date"]


def test_where_nothing_else_would_be_left_all_stays():
    found = cleaned(f"{HEAD}<h1>The river rises</h1><p>12 March 2026</p>")
    assert found.text == "The river rises\n12 March 2026"
    assert found.selection.fields is None


def test_what_is_asked_for_stays():
    figure = "<figure><img src=/a.png><figcaption>c</figcaption></figure>"
    markup = f"{HEAD}<h1>The river rises</h1><p>By Ada Miller</p>{figure}<p>{STORY}"
    assert cleaned(markup, ("title",)).text == f"The river rises\n{STORY}"
    assert [block.type for block in cleaned(markup, ("title",)).blocks] == ["title", "content"]
    assert cleaned(markup, ("author", "media")).text == f"By Ada Miller\nc\n{STORY}"
    assert cleaned(markup, ("author", "media")).plain() == f"By Ada Miller\nc\n{STORY}"


def test_what_the_method_decided_is_known():
    markup = f"{HEAD}<h1>The river rises</h1><p>Menu</p><p>{STORY}</p>"
    page = Page.from_html(markup, url=URL)
    found = body_selection(page, Selection(np.array([True, False, True]), "test"))
    assert found.kept.tolist() == [False, False, True]
    assert found.decided.tolist() == [True, False, True]
    assert [BLOCK_TYPES[number] for number in found.fields] == ["title", "", ""]


@pytest.mark.parametrize("method", method_names())
@pytest.mark.parametrize("profile", ["default", "paper"])
def test_of_every_method(method, profile):
    nav = "<ul>" + "".join(f"<li><a href=/{i}>Part {i}</a>" for i in range(9)) + "</ul>"
    markup = f"{HEAD}{nav}<div><h1>The river rises</h1><p>{STORY * 3}</p><h2>What it cost</h2><p>{STORY * 4}</p></div>"
    found = denoise(markup, URL, method=get_method(method, profile))
    assert STORY in found.text
    for rendering in (found.text, found.markdown, found.html, found.plain(), *(block.text for block in found.blocks)):
        assert "The river rises" not in rendering
    assert found.title == "The river rises"


def test_captions_are_in_html_and_markdown_and_in_plain_text_when_asked_for():
    picture = '<a href=/big><img src=/a.png alt="alt"></a>'
    captioned = f"<div class=wp-caption>{picture}<p class=wp-caption-text>The <b>mill</b></p></div>"
    found = cleaned(f"{HEAD}<p>{STORY}</p>{captioned}<p>{STORY}</p>")
    figure = (
        '<figure><a href="https://a.example/big"><img src="https://a.example/a.png" alt="alt"/></a>'
        "<figcaption>The <strong>mill</strong></figcaption></figure>"
    )
    assert figure in found.html
    assert "a.png)](https://a.example/big)\n\n*The mill*\n" in found.markdown
    assert found.plain() == f"{STORY}\n{STORY}"
    assert found.plain(captions=True) == f"{STORY}\nThe mill\n{STORY}"
    assert found.plain(alts=True) == f"{STORY}\nalt\n{STORY}"


@pytest.mark.parametrize(
    "figure",
    [
        "<figure><img src=/a.png><figcaption>The mill</figcaption></figure>",
        "<figure><div><img src=/a.png></div><div><figcaption>The mill</figcaption></div></figure>",
        "<div><img src=/a.png><span class=caption>The mill</span></div>",
        "<figure><img src=/a.png> The mill</figure>",
        "<figure><a href=/b><img src=/a.png></a> The mill</figure>",
    ],
)
def test_a_picture_brings_its_caption(figure):
    page = Page.from_html(f"<p>{STORY}</p>{figure}<p>{STORY}</p>", URL)
    kept = np.array([page.columns.text_of(row).strip() != "The mill" for row in page.columns.text_rows])
    found = Result(page, body_selection(page, Selection(kept, "test")))
    assert found.html.count("<figcaption>The mill</figcaption>") == found.html.count("<img") == 1
    assert found.plain() == found.text == f"{STORY}\n{STORY}"


@pytest.mark.parametrize(
    "caption",
    [
        "<dl><dt>Photo</dt><dd>Ada Miller</dd></dl>",
        "<ul><li>Photo<li>Ada Miller</ul>",
        "<h4>Photo</h4><blockquote><p>Ada Miller</blockquote>",
        "<table><tr><td>Photo<td>Ada Miller</table>",
        "<pre>Photo\nAda Miller</pre>",
        "<span class=credit>Photo <b>Ada Miller</b></span>",
    ],
)
def test_all_of_a_caption_is_beside_the_text(caption):
    figure = f"<figure><img src=/a.png><figcaption>The mill {caption}</figcaption></figure>"
    page = f"<p>{STORY}</p>{figure}<p>{STORY}</p>"
    found = cleaned(page)
    assert found.plain() == found.text == f"{STORY}\n{STORY}"
    assert found.plain(captions=True).split("\n")[1] == "The mill Photo Ada Miller"
    assert "<figcaption>The mill Photo Ada Miller</figcaption>" in found.html.replace("<strong>", "").replace(
        "</strong>", ""
    )


def test_named_parts_of_an_element_for_captions_are_one_caption():
    parts = "<figcaption><span class=caption>The mill</span> <span class=credit>(Photo: Ada Miller)</span></figcaption>"
    found = cleaned(f"<p>{STORY}</p><div><img src=/a.png>{parts}</div><p>{STORY}</p>")
    assert found.plain() == found.text == f"{STORY}\n{STORY}"
    assert found.plain(captions=True).split("\n")[1] == "The mill (Photo: Ada Miller)"
    assert "<figcaption>The mill (Photo: Ada Miller)</figcaption>" in found.html


def test_a_caption_without_its_picture_is_in_no_rendering():
    found = cleaned(
        f"<p>{STORY}</p><figure><video src=/v></video><figcaption>The mill</figcaption></figure><p>{STORY}</p>"
    )
    assert "mill" not in found.html + found.markdown + found.plain(captions=True)
    assert [block.text for block in found.noise] == ["The mill"]


def test_lines():
    assert is_dateline("12 March 2026")
    assert is_dateline("Ürümqi, 2026-03-12 10:20")
    assert not is_dateline("12 March 2026 was a day on which it rained and rained and the river rose")
    assert not is_dateline("It was on 12 March 2026.")
    assert is_byline("Posted by Ada Miller")
    assert not is_byline("By the river")
    assert not is_byline("By Ada Miller, who saw it all.")


@pytest.mark.parametrize(
    ("line", "head", "foot"),
    [
        ("Posted on 12 March 2026 by Ada Miller | Permalink", True, True),
        ("This page was last updated on 12 March 2026", True, True),
        ("© Valley Gazette, 12 March 2026", True, True),
        ("12.03.2026 10:20 Local news", True, True),
        ("Valley Gazette, 12 March 2026", True, False),
        ("令和8年3月12日", True, True),
        ("《河道条例》（2026年3月12日公布）", True, False),
        ("Last tested: 12 March 2026, Mill 3.2", True, False),
        ("See https://mill.example/2026/03/12/guide/", False, False),
        ("6. The case of the mill (12 March 2026)", False, False),
        ("School year 2025-2026", False, False),
        ("Part II, America, 1971, Chapter 19", False, False),
        (
            "2026年3月12日、13日，镇政府在会上公布了修缮石桥的费用和日程安排，居民可以到场旁听并提出自己的意见",
            False,
            False,
        ),
    ],
)
def test_at_the_end_of_a_page_a_dateline_stands_alone(line, head, foot):
    assert (is_dateline(line), is_dateline(line, alone=True)) == (head, foot)
    last = cleaned(f"{HEAD}<p>{STORY}</p><p>{STORY}</p><p>{line}</p>").text
    assert last.endswith(line) is not foot


def test_very_many_names_and_captions_are_read_in_bounded_time():
    part = "<div class='c{0} caption credit author-name'><img src=/a.png>x{0}</div>"
    found = cleaned("<p>a</p>" + "".join(part.format(number) for number in range(20_000)) + f"<p>{STORY}</p>")
    assert sum(block.type == "media" for block in found.noise) == 1_000


@pytest.mark.parametrize(
    "line",
    [
        "BY ADA MILLER",
        "(written by Ada Miller)",
        "Authors: Ada",
        "Autorin: Ada",
        "автор: Ада",
        "Photos by Ada",
        "Posted by: Ada",
        "Publicado por Ada Miller",
        "文/王明",
    ],
)
def test_a_byline_is_found_by_its_first_word(line):
    assert is_byline(line)
    assert cleaned(f"{HEAD}<p>{line}</p><p>{STORY}</p>").text == STORY


NOTE = "The ferry goes again from Friday, and the first ride is free for all who helped to dig it out!"


@pytest.mark.parametrize(
    "page",
    [
        f'<title>Ada: "{NOTE}" - Notes</title><a href=/@ada><b>Ada</b></a><div><p>{NOTE}</p><p>{STORY}</p></div>',
        f"<title>{NOTE}</title><div class=note><p>{NOTE}</p><p>{STORY}</p></div>",
        f"<title>{NOTE[:-1]}.</title><div class=note><div>{NOTE[:-1]}.<br>{STORY}</div></div>",
    ],
)
def test_the_first_sentence_of_a_note_is_text_though_it_is_the_title(page):
    assert cleaned(page).text.endswith(STORY)
    assert NOTE[:-1] in cleaned(page).text


def test_the_first_line_of_a_post_is_text_though_it_is_the_title_of_its_thread():
    post = f"<div class=post>The wheel stands still<br>{STORY}</div>"
    page = f"<title>The wheel stands still</title><h1>The wheel stands still</h1>{post}"
    assert cleaned(page).text == f"The wheel stands still\n{STORY}"


@pytest.mark.parametrize(
    "line",
    [
        "<p>The wheel stands still</p>",
        "<p><b>Why does the wheel stand still?</b></p>",
        "<p class=post-title>Why does the wheel stand still?</p>",
        "<div>Why does the wheel stand still?</div>",
        "<b>The wheel stands still</b><br>",
    ],
)
def test_a_line_that_is_set_apart_is_the_title(line):
    title = "Why does the wheel stand still?" if "?" in line else "The wheel stands still"
    assert cleaned(f"<title>{title}</title><div>{line}<p>{STORY}</p></div>").text == STORY


def test_what_a_title_quotes_is_no_subtitle():
    head = (
        f'<title>Ada: "{NOTE}" - Notes</title><meta property=og:title content="Ada (@ada@mill.example)">'
        f'<meta property=og:description content="{NOTE}">'
    )
    body = (
        f"<a href=/@ada><strong>Ada</strong><span>@ada@mill.example</span></a><div><p>{NOTE}</p><p>And soon.</p></div>"
    )
    assert NOTE in cleaned(f"{head}<div>{body}</div>").text
