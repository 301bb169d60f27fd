"""Content that style sheets hide until a script shows it, and what they hide for good."""

import pytest
from helpers.rendered import hiding

from scrapy_denoise.page import Page

STORY = "<p>The river rose in the night, and by the morning the lower road was under water, {n}.</p>"
ASIDE = "<div class=x><p>Whoever signs up by the end of the week is told of everything first, {n}.</p></div>"


def story(first, last):
    return "".join(STORY.format(n=n) for n in range(first, last))


def page(body):
    return f"<html><head></head><body><h1>Rain</h1>{body}</body></html>"


def test_an_article_behind_a_wall_is_read():
    read_page = hiding(page(f"{story(0, 2)}<div class=wall>{story(2, 9)}</div>"), "wall")
    assert read_page.text.count("The river") == 9
    rows = [row for row, element in enumerate(read_page.elements()) if element is not None and element.tag == "p"]
    assert len(rows) == 9
    assert (read_page.columns.boxes[rows] == 9).all()


def test_a_page_that_is_hidden_as_a_whole_until_its_script_runs_is_read():
    assert hiding(page(story(0, 9)), "body").text.count("The river") == 9


def test_what_the_markup_itself_hides_within_stays_hidden():
    html = page(f"<div class=wall>{story(0, 9)}<div style='display: none'>{story(9, 11)}</div></div>")
    assert hiding(html, "wall").text.count("The river") == 9


@pytest.mark.parametrize("over", ["role=alertdialog", "aria-modal=true", "id=cookie-settings"])
def test_a_dialog_stays_hidden_however_long_it_is(over):
    assert hiding(page(f"{story(0, 7)}<div class=w {over}>{story(7, 19)}</div>"), "w").text.count("The river") == 7


def test_many_small_hidden_texts_stay_hidden_even_if_they_are_most_of_the_page():
    html = page(story(0, 7) + "".join(ASIDE.format(n=n) for n in range(19)))
    assert "signs up" not in hiding(html, "x").text


def test_a_hidden_list_of_links_is_no_content_that_waits():
    links = "".join(f"<li><a href=/{n}>All that we have written about the river in that year</a>" for n in range(50))
    assert "All that" not in hiding(page(f"{story(0, 7)}<ul class=m>{links}</ul>"), "m").text


@pytest.mark.parametrize("html", ["", "<p class=x></p>", "<p class=x>Rain.</p>"])
def test_pages_with_next_to_nothing(html):
    assert hiding(page(html), "x").text.strip() == "Rain"


PANEL = (
    "<div class=k1><div class=k2>{trigger}<style>.k3 {{max-height: 0}}</style>"
    "<div class=k3><div>" + story(0, 2) + "<div class=k4>" + story(2, 3) + "</div></div></div></div></div>"
)


@pytest.mark.parametrize("trigger", [
    "<h3><button>Where the river rises</button></h3>", "<div><div role=button><h4>The river</h4></div></div>",
    "<h2 aria-expanded=false>Where the river rises</h2>", "<div role=heading><i aria-controls=a>The river</i></div>",
    "<h3><style>" + 99 * ".k9 { color: red }" + "</style><button>Where the river rises</button></h3>",
])  # fmt: skip
def test_a_panel_below_a_heading_that_is_a_button_is_read_with_all_that_is_in_it(trigger):
    html = page(story(3, 9) + 2 * PANEL.format(trigger=trigger))
    assert hiding(html, "k3").text.count("The river rose") == 12
    assert hiding(html.replace("class=k4", "class=k4 style='display: none'"), "k3").text.count("The river rose") == 10


@pytest.mark.parametrize(("panel", "is_read"), [
    ("<ul><li>Steel body</li><li>1.7 litre</li><li>2200 W</li></ul>", True),
    ("<p>Descale once a month with vinegar.</p>", True),
    ("<p>Soon</p>", False), ("<a href=/a>All kettles of the shop</a>", False),
])  # fmt: skip
def test_a_short_panel_below_such_a_heading_is_read(panel, is_read):
    text = Page.from_html(f"<h3><button aria-expanded=false>Details</button></h3><div hidden>{panel}</div>").text
    assert (text != "Details") == is_read


def test_what_is_hidden_at_the_beginning_of_what_follows_the_heading_is_a_panel_too():
    body = f"<h3><button>More</button></h3><div role=region style='height: 0px'><div class=q>{story(0, 3)}</div></div>"
    assert hiding(page(story(3, 9) + body), "q").text.count("The river rose") == 9


@pytest.mark.parametrize("before", [
    "", "<h3>Where the river rises</h3>", "<button>Menu</button>", "<h3><button>Close</button></h3>It rained.",
    "<div><h3>The river</h3><button>Next</button></div>", f"<div><h3><button>More</button></h3>{story(9, 30)}</div>",
    "<h3 class=k3><button>More</button></h3>",
])  # fmt: skip
def test_what_no_such_heading_opens_stays_hidden(before):
    text = hiding(page(story(9, 19) + PANEL.format(trigger=before)), "k3").text
    assert "under water, 10." in text
    assert "under water, 1." not in text


@pytest.mark.parametrize("panel", [
    "<ul class=k3>" + 9 * "<li><a href=/a><b>All about the river in that year</b></a></li> and" + "</ul>",
    "<div class=k3>Rain.<script>" + 99 * "water " + "</script></div>", f"<div class='k3 popup'>{story(0, 3)}</div>",
])  # fmt: skip
def test_menus_popups_and_next_to_nothing_below_such_a_heading_stay_hidden(panel):
    html = page(f"{story(9, 19)}<h3><button>More</button></h3>{panel}")
    assert hiding(html, "k3").text == hiding(html.replace(panel, "")).text


@pytest.mark.parametrize("names", ["class=k3 role=tabpanel", "class='k3 accordion-item'", "class=k3 aria-labelledby=q"])
def test_all_of_a_closed_panel_is_read_not_only_its_own_text(names):
    html = page(f"{story(0, 7)}<div {names}><div><div>{story(7, 9)}</div></div></div>")
    assert hiding(html, "k3").text.count("The river") == 9
