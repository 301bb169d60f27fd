"""Pages without content for the trainer: pages whose content was taken away, lists of links, forms and notices."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks import BlockScores, TextBlocks
from scrapy_denoise.blocks.block_model import BlockModel
from scrapy_denoise.methods.auto.auto import Auto
from scrapy_denoise.page import Page

TAKEN = 0.98
"""Share of the content's characters that must have been taken away for a page to be without content."""

MADE = 60
"""Lists of links that are learned from, and as many forms and notices."""

_SYLLABLES = "ba den fir gol hu kar lem mi nor pas que rit sol tu ver wen xi yor zal".split()

_LISTS = (
    "<ul>{}</ul>", "<ol>{}</ol>", "<div>{}</div>", "<div class='list'><ul>{}</ul></div>", "<table>{}</table>",
    "<main><h1>{heading}</h1><ul>{}</ul></main>", "<body><h2>{heading}</h2><div>{}</div></body>", "{}",
)  # fmt: skip
_ITEMS = (
    "<li>{}</li>", "<li>{}</li>", "<div>{}</div>", "<tr><td>{}</td></tr>", "<p>{}</p>", "<li><h3>{}</h3></li>",
    "<div class='item'><span>{}</span></div>", "{}<br>",
)  # fmt: skip

_TITLES = ("<h1>{}</h1>", "<h1>{}</h1>", "<h2>{}</h2>", "")
_FIELDS = ("<label>{}</label><input>", "<p>{} <input></p>", "<div><label>{}</label><input></div>", "<input>{}<br>")
_NOTICES = ("<p>{}</p>", "<h1>{}</h1>", "{title}<p>{}</p>", "<center><h1>{}</h1></center><hr>", "<div>{}</div>", "{}")


def forget_tree(page: Page) -> None:
    """Drop the page's tree and what holds elements of it, which cannot travel to another process."""
    page.root = None
    for name in ("statements", "stated_elements", "titles"):
        vars(page).pop(name, None)


def without_content(page: Page, content: NDArray[np.bool_]) -> Page | None:
    """The page without the elements that hold nothing but content; None where that is not nearly all content.

    Takes the page's tree apart.
    """
    columns, rows = page.columns, page.columns.text_rows
    block_of = page.cached(TextBlocks).block_of
    inside = np.cumsum(np.append(0, content[block_of]))
    texts = np.searchsorted(rows, [np.arange(len(columns)), columns.end])
    whole = (inside[texts[1]] - inside[texts[0]] == texts[1] - texts[0]) & (texts[1] > texts[0])
    taken = np.zeros(len(rows), np.bool_)
    elements = page.elements()
    for row in np.flatnonzero(whole):
        element, parent = elements[row], columns.parent[row]
        if element is None or parent < 0 or whole[parent]:
            continue
        taken[texts[0][row] : texts[1][row]] = True
        above, before = element.getparent(), element.getprevious()
        if element.tail and before is not None:
            before.tail = (before.tail or "") + element.tail
        elif element.tail:
            above.text = (above.text or "") + element.tail
        above.remove(element)
    chars = columns.chars[rows]
    if chars[taken].sum() < TAKEN * chars[content[block_of]].sum():
        return None
    emptied = Page.from_tree(page.root, page.url)
    has_text = len(emptied.cached(TextBlocks)) > 0
    forget_tree(emptied)
    return emptied if has_text else None


def link_lists(count: int = MADE, seed: int = 0) -> Iterator[Page]:
    """Pages that are a list of links and nothing else, of 5 to 800 links in invented words and in several markups."""
    draw = random.Random(seed)
    for number in range(count):
        links = round(5 * 160 ** draw.random())
        most = draw.choice((2, 4, 6, 9, 14))
        before, after = draw.choice(("", "<a href='/'>Home</a>")), draw.choice(("", "<p>{}</p>"))
        item, wrap = draw.choice(_ITEMS), draw.choice(_LISTS)
        items = (
            item.format(f"<a href='/{draw.choice(_SYLLABLES)}/{i}'>{_words(draw, draw.randint(1, most), i)}</a>")
            for i in range(links)
        )
        body = wrap.format("".join(items), heading=_words(draw, draw.randint(1, 5), number))
        page = Page.from_html(f"{before}{body}{after.format(_words(draw, 3, number))}")
        forget_tree(page)
        yield page


def forms_and_notices(count: int = MADE, seed: int = 0) -> Iterator[Page]:
    """Pages that are a short form or a short notice and nothing else, such as an error page, in invented words."""
    draw = random.Random(seed)
    for number in range(count):
        menu = "".join(f"<a href='/{i}'>{_words(draw, 1, i)}</a> " for i in range(draw.choice((0, 0, 3, 8))))
        title = draw.choice(_TITLES).format(_words(draw, draw.randint(1, 4), number))
        if number % 2:
            lines = (_words(draw, draw.randint(1, 3), i) for i in range(draw.randint(1, 8)))
            fields = "".join(draw.choice(_FIELDS).format(line) for line in lines)
            body = f"{title}<form>{fields}<button>{_words(draw, draw.randint(1, 2), number)}</button></form>"
        else:
            code = draw.choice(("", "", "403 ", "500 ", "Error 502: "))
            body = draw.choice(_NOTICES).format(code + _words(draw, draw.randint(1, 6), number), title=title)
        page = Page.from_html(f"{menu}{body}")
        forget_tree(page)
        yield page


CASES = {
    "200 links": "<ul>" + "".join(f"<li><a href='/{i}'>Story number {i}</a></li>" for i in range(200)) + "</ul>",
    "500 links": "<ul>" + "".join(f"<li><a href='/{i}'>Story number {i}</a></li>" for i in range(500)) + "</ul>",
    "login form": "<h1>Log in</h1><form><label>Name</label><input><label>Password</label><input>"
    "<button>Log in</button></form>",
    "404": "<p>404 Not Found</p>",
}
"""Pages without content that no model has learned from; tests/methods/test_auto.py has the same."""


def confidences(models: Sequence[BlockModel]) -> list[tuple[str, ...]]:
    """A table: the confidence of the default method, by each model, in each of CASES."""
    rows = [("page", *(f"seed {number}" for number in range(1, len(models) + 1)))]
    for name, html in CASES.items():
        page = Page.from_html(html)
        found = (Auto().decide(page, None, BlockScores(page, model)).confidence for model in models)
        rows.append((name, *(f"{confidence:.3f}" for confidence in found)))
    return rows


def _words(draw: random.Random, count: int, number: int) -> str:
    """This many invented words, in one of the forms that link texts have."""
    words = ["".join(draw.choices(_SYLLABLES, k=draw.randint(1, 4))) for _ in range(count)]
    words[0] = words[0].capitalize()
    return " ".join([*words, str(number)] if draw.random() < 0.3 else words)
