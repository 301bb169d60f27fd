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
    assert between(HEARD.format("The mill") + "<p>a</p>" + HEARD.format("The mill")) == ["a"]
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
        ("<div><button>了解更多</button></div>", False),
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
    assert between(line.format("https://a.example/flood")) == []
    assert between(line.format("the flood")) == ["Citation: the flood"]
    assert text(f"<p>a</p>{line.format('the flood ' * 40)}")[1:] == ["Citation: " + ("the flood " * 40).strip()]


@pytest.mark.parametrize(
    ("below", "stays"),
    [
        ("<form><select><option>River</select></form>", False),
        ("<div id=comments class=comments><p>We saw it too.</p></div>", False),
        ("<div class=cookie-consent><p>We use cookies.</p></div>", False),
        ("<p>Of the mill nothing is left.</p>", True),
        ("", True),
    ],
)
def test_a_heading_at_the_end_of_the_text(below, stays):
    found = result(
        f"<p>The river rose in the night.</p><h2>Tell us more</h2>{below}",
        "River",
        "We saw it too.",
        "We use cookies.",
        "Of the mill nothing is left.",
    )
    whole = Result(found.page, complete_structures(found.page, found.selection)).text
    assert whole.endswith("Tell us more") == stays


@pytest.mark.parametrize(
    ("heading", "stays"),
    [
        ("Tell us more!", False),
        ("The mill is lost.", True),
        ("磨坊已經不見了。", True),
        ("If anybody has a wheel of oak to give away then we would be glad to have it", True),
    ],
)
def test_a_sentence_in_a_heading_at_the_end_of_the_text(heading, stays):
    found = result(
        f"<p>The river rose in the night.</p><h2>{heading}</h2><div class=comments><p>We saw it too.</p></div>",
        "River",
        "We saw it too.",
    )
    whole = Result(found.page, complete_structures(found.page, found.selection)).text
    assert whole.endswith(heading) == stays


@pytest.mark.parametrize("line", ["\u200d", "\u200d\u200d", "<b>\u200d</b> \u200d", "\u200d\u200c"])
def test_lines_of_joiners_alone(line):
    assert between(f"<p>{line}</p>") == []
    assert len(between(f"<p>{line}a</p>")) == 1


def test_all_that_a_page_has_stays():
    assert text("<div class=print-only>The flood</div>") == ["The flood"]
    assert text("<div class=ad>Advertisement</div>") == ["Advertisement"]


@pytest.mark.parametrize("label", ["Click to expand...", "Zum Vergrößern anklicken....", "Нажмите, чтобы раскрыть..."])
def test_the_label_below_a_quotation(label):
    quotation = "<blockquote><p>{}</p><div><a role=button>{}</a></div></blockquote>"
    assert between(quotation.format("The mill is closed.", label)) == ["The mill is closed."]
    assert between(quotation.format("The mill is closed.", "The bridge too.")) == [
        "The mill is closed.",
        "The bridge too.",
    ]
    assert between(quotation.format("The mill.", f"{label}</a><a>Click to shrink...")) == ["The mill."]
    assert between(f"<blockquote><img src=a.png alt=''><div>{label}</div></blockquote>") == []
    assert between(f"<blockquote>{label}<p>Where?</p><p>There.</p></blockquote><p>{label}</p>")[0::3] == [label, label]


@pytest.mark.parametrize(
    ("heading", "line"),
    [
        ("<h2>The wheel [<button>edit</button>]</h2>", "The wheel [edit]"),
        ("<h2>The wheel <i>[</i><button>edit</button><i>]</i></h2>", "The wheel"),
        ("<h2>The wheel <button>edit</button></h2>", "The wheel"),
    ],
)
def test_no_empty_brackets_are_left_of_a_label(heading, line):
    assert between(heading) == [line]


def test_the_buttons_that_copy_code_are_left_out_of_lists_and_terms():
    code = "<div><button>Copy</button><pre>turn</pre><button><span>Copy code</span></button></div>"
    assert between(f"<dl><dt>The wheel<dd>Turn it by hand, and not by the rope: {code}</dl>") == [
        "The wheel",
        "Turn it by hand, and not by the rope:",
        "turn",
    ]
    assert between("<ul><li><button>Copy the drawing of the wheel</button></ul>") == ["Copy the drawing of the wheel"]
    assert between("<dl><dt>copy<dd>Says that the wheel has another drawing.</dl>")[0] == "copy"
    assert between("<div>Code: <a href=#>Select all</a></div><pre>turn</pre>") == ["turn"]


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("เรื่องที่เกี่ยวข้อง", False),
        ("・関連記事", False),
        ("Ссылки по теме:", False),
        ("מאמרים קשורים", False),
        ("More", True),
        ("Related", True),
        ("Related articles of the treaty", True),
    ],
)
def test_the_text_does_not_end_with_the_title_of_links_to_other_pages(line, stays):
    found = text(f"<p>before</p><p>{line}</p><p><a href=/mill>The mill</a></p>", "The mill")
    assert found == (["before", line] if stays else ["before"])
    assert text(f"<p>before</p><p>{line}</p><p>after</p>") == ["before", line, "after"]


def test_links_that_say_to_screen_readers_alone_what_they_lead_to():
    link = "<p><a href=/a>Continue reading<span class=screen-reader-text> {}</span></a>{}</p>"
    story = "How the mill burned down in the night of the flood, and who came to put out the fire"
    assert between(link.format(story, "")) == between(link.format("The mill", "")) == []
    assert between(link.format("The mill", " or not")) == ["Continue reading or not"]
    assert between("<p><a href=/a>Mills<span class=sr-only> of oak</span></a></p>") == ["Mills"]


def test_the_footnotes_of_a_wiki():
    back = "<span class=mw-cite-backlink><a href=#cite_ref-1>^</a></span>"
    notes = f"<ol class=references><li id=cite_note-1>{back} Field, Ann. Mills. 1998.<li>{back} Vale News.</ol>"
    heading = "<h2><span class=mw-headline>References</span></h2>"
    assert between(f"<p>Of oak.</p>{heading}<div class=reflist>{notes}</div><h2>Links</h2>") == ["Of oak.", "Links"]
    assert between(f"<p>Of oak.</p><p>Of the mill:</p>{notes}") == ["Of oak.", "Of the mill:"]
    assert between("<p class=footnote>Of oak.</p><ol><li>Field, Ann. Mills. 1998.</ol>")[1:] == [
        "Field, Ann. Mills. 1998."
    ]
    assert text(notes) == ["^ Field, Ann. Mills. 1998.", "^ Vale News."]  # nothing else would be left


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


@pytest.mark.parametrize(
    ("html", "line"),
    [
        ("<p>See <a href=/a>the plan<span>, opens new tab</span></a>, and build.</p>", "See the plan, and build."),
        ("<p>See <a href=/a>the plan</a><span> (link is external)</span>.</p>", "See the plan."),
        ("<p>Lire <a href=/a>le plan<i> (Nouvelle fenêtre)</i></a>avant.</p>", "Lire le plan avant."),
        ("<p><a href=/a>Plan <b>öffnet in einem neuen Fenster</b></a></p>", "Plan"),
        ("<p><a href=/a>設計図<b>（新しいウィンドウで開く）</b></a>を見る。</p>", "設計図 を見る。"),
        ("<p><a href=/a>The plan</a> <b>opens in a new window of the mill</b></p>", None),
        ("<p><b>Opens in a new window</b> <a href=/a>The plan</a></p>", None),
        ("<p>The plan <b>opens in a new window</b></p>", None),
    ],
)
def test_what_links_say_of_the_way_in_which_they_open(html, line):
    [found] = between(html)
    assert found == line if line else "in a new window" in found.lower()


STORY = "<p>The mill by the river was built by a family of weavers, and it has been turning since then.</p>" * 6


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("A version of this article appeared in print on May 3, on page 4 of the Vale edition.", False),
        ("By signing up, you agree to our <a href=/t>terms</a>.", False),
        ("Mit der Anmeldung zum Newsletter akzeptieren Sie die Bedingungen.", False),
        ("Нажимая кнопку «Подписаться», вы соглашаетесь с условиями.", False),
        ("感谢您的订阅！", False),
        ("By signing the treaty, you agree to the rent.", True),
        ("A version of this article also appeared in the Vale News.", True),
        ("Thanks for signing up! " + "So begins each letter of the miller to the weavers. " * 13, True),
    ],
)
def test_lines_of_an_article_in_which_the_site_speaks_of_itself(line, stays):
    found = text(f"<article><h1>The mill</h1>{STORY}<p>{line}</p>{STORY}</article>")
    assert len(found) == (14 if stays else 13)


@pytest.mark.parametrize(
    "line", ["Fortsättning efter annonsen", "İçeriğin Devamı Aşağıda", "La suite après la publicité"]
)
def test_lines_that_say_that_the_text_goes_on(line):
    assert between(f"<div>{line}</div>") == []
    assert between(f"<p>{line} i morgon</p>") == [f"{line} i morgon"]
