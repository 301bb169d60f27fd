"""Boards of forums are lists of threads by what stands on them; and what their entries say."""

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.blocks.features.url_features import is_thread_address, place_in_forum

TITLES = (
    "Why does the old pump not start|Which oil for the mill wheel|How long does green oak move|Planks for a footbridge"
    "|Rope or chain for the ferry|The roof of the barn leaks|Who sells slate in the valley|A lamp for the eastern end"
    "|Stones in the upper field|Where do you buy nails|The kiln cracks again|Nets for the salmon weir"
).split("|")
NAMES = "Ann Lee|Bo Yun|Cy Roe|Dan Fox|Eva Kern|Finn Moss|Gil Oak|Hal Reed|Ida Grebe|Jo Lark|Kit Swan|Lev Crake".split(
    "|"
)
THREAD, BOARD = "https://pumps.example/forum/6/help-repair/", "https://pumps.example/c/6-help"

IN_DIVS = (
    "<div class=item><div class=subject><h3><span>{n}</span> <a href=/topic/{n}00/x/>{title}</a></h3><p>by {name}</p>"
    "</div><ul><li>{n} replies</li><li>Last post <a href=/post/{n}99/>{date}</a> by {other}</li></ul></div>",
    "<div class=topics>{}</div>",
)
IN_TABLE = (
    "<tr><td><a href=/topic/{n}00/x/>{title}</a><br><span>Started by <a href=/member/{n}>{name}</a></span></td>"
    "<td>{n}</td><td class=last>{date}<br>by <a href=/member/9{n}>{other}</a></td></tr>",
    "<table><tr><th>Topic</th><th>Replies</th><th>Last post</th></tr>{}</table>",
)
IN_DL = (
    "<li class=row><dl><dt><a class=topictitle href=./viewtopic.php?t={n}00>{title}</a><br>by <a class=username "
    "href=./memberlist.php?u={n}>{name}</a> » {date}</dt><dd>{n}</dd><dd><span>Last post by <a class=username "
    "href=./memberlist.php?u=9{n}>{other}</a><br>{date}</span></dd></dl></li>",
    "<ul class=topiclist>{}</ul>",
)
WITH_PORTRAITS = (
    "<li class=discussion><a class=avatar href=/u/{n}><img src=/avatars/{n}.png alt='{name}' width=96 height=96></a>"
    "<div><a class=t href=/d/{n}-x>{title}</a><ul><li><b>{other}</b> replied {date}</li></ul></div></li>",
    "<ul class=DiscussionList>{}</ul>",
)
WITH_POSTERS = (
    "<tr><td><a class=title href=/t/x/{n}>{title}</a></td><td class=posters><a href=/u/{n}><img class=avatar "
    "src=/user_avatar/{n}.png title='{name} - Original Poster'></a><a href=/u/9{n}><img class='avatar latest' "
    "src=/user_avatar/9{n}.png title='{other} - Most Recent Poster'></a></td><td>{n}</td><td>{date}</td></tr>",
    "<table class=topic-list>{}</table>",
)


IN_ITEMS = (
    "<li><b>{n}.</b> <a href=/topic/{n}><h3>{title}</h3></a><p>started by <a href=/u/{n}>{name}</a>, last reply by "
    "<a href=/u/9{n}>{other}</a> {date}</p></li>",
    "<ol>{}</ol>",
)


def board(form, url=THREAD):
    row, around = form
    rows = "".join(
        row.format(n=n, title=title, name=NAMES[n], other=NAMES[n - 3], date=f"2019-08-{n + 10} 14:5{n % 10}:30")
        for n, title in enumerate(TITLES)
    )
    menu = "<div id=nav><ul><li><a href=/>Index</a></li><li><a href=/users/>Users</a></li></ul></div>"
    main = f"<h1>Help and repair</h1><h2>Topics: 1 to 12 of 200</h2>{around.format(rows)}"
    return denoise(f"<title>Help and repair — Pump Forum</title>{menu}<div class=main>{main}</div>", url=url)


@pytest.mark.parametrize("url", [THREAD, BOARD, "https://pumps.example/forum/index.php?forums/help.3/"])
@pytest.mark.parametrize("form", [IN_DIVS, IN_TABLE, IN_DL, IN_ITEMS, WITH_PORTRAITS, WITH_POSTERS])
def test_a_board_is_a_list_whatever_its_address(form, url):
    found = board(form, url)
    assert (found.page_type, found.posts) == ("list", [])
    assert [entry.title for entry in found.entries] == TITLES
    assert [entry.author for entry in found.entries] == NAMES
    assert not any(entry.image for entry in found.entries)
    assert all(title in found.text for title in TITLES)


def test_who_has_replied_last_is_no_author():
    row, around = WITH_PORTRAITS
    found = board((row.replace("alt='{name}'", "alt='{other}'"), around))
    assert [entry.author for entry in found.entries] == [""] * len(TITLES)


def test_a_thread_of_short_posts_stays_one():
    posts = "".join(
        f"<div class=post id=p{n}><a href=/member/{n}>{name}</a> <a href=#p{n}>2019-08-{n + 10} 14:50</a>"
        f"<p>{title}, and nobody knows it.</p></div>"
        for n, (name, title) in enumerate(zip(NAMES, TITLES, strict=True))
    )
    found = denoise(f"<title>Pumps</title><h1>Pumps</h1>{posts}", url="https://pumps.example/forum/6/thread-7.html")
    assert found.page_type == "forum"
    assert len(found.posts) == len(TITLES)


@pytest.mark.parametrize(
    "query", ["utm_source=a", "srsltid=AfmB", "gclid=7&fbclid=x", "_hsenc=forum&utm_campaign=thread"]
)
def test_how_somebody_came_to_a_page_is_no_part_of_its_address(query):
    assert place_in_forum(f"https://pumps.example/forums/?{query}") == "board"
    assert is_thread_address(f"https://pumps.example/viewtopic.php?t=7&{query}")
    assert not is_thread_address(f"https://pumps.example/news/flood?{query}")


def test_links_that_are_phrases_of_sentences_are_no_entries():
    sentences = [
        "The <a href=/topic/1>council of Lower Marsh</a> agreed on Tuesday to rebuild the bridge that the flood took.",
        "<a href=/topic/2>Carpenters</a> from the village will do the work, said the clerk, and the oak is dry enough.",
        "Until the new one is open, buses go by <a href=/topic/3>the ford at the weir</a>, which is dry in August.",
        "A vote on <a href=/topic/4>the toll for carts</a> is expected in March; the farmers want none at all.",
        "<a href=/topic/5>The ferry</a> will go on until the first cart has crossed the water on dry planks, they say.",
    ]
    for tag in ("p", "li", "div class=para"):
        page = "".join(f"<{tag}>{sentence}</{tag.split()[0]}>" for sentence in sentences)
        assert denoise(f"<h1>The bridge</h1><div>{page}</div>", url="https://gazette.example/bridge").entries == []


def test_links_with_what_belongs_to_them_in_small_letters_are_entries():
    items = "".join(
        f"<li><a href=/topic/{n}>{title}</a> by {name} who has asked this in the village for years without luck.</li>"
        for n, (title, name) in enumerate(zip(TITLES, NAMES, strict=True))
    )
    found = denoise(f"<h1>Questions</h1><ul>{items}</ul>", url="https://gazette.example/questions-of-the-year")
    assert [entry.title for entry in found.entries] == TITLES
