"""What differs is not template: labels, values and figures of records, beside a site that repeats their labels."""

import pytest

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.blocks import BlockScores, TextBlocks
from scrapy_denoise.page import Page
from scrapy_denoise.sites.compiled import is_time_line

MENU = "<div class='nav'><ul><li><a href='/'>Home</a></li><li><a href='/c'>Chairs</a></li></ul></div>"
FOOT = "<div class='footer'><p>Copyright 2024 Oak and Sons. All rights reserved.</p><a href='/terms'>Terms</a></div>"
NOUNS = "hinge drawer shelf lamp kettle basket ladder barrel bench stool cradle chest".split()
WOODS = ["oak", "pine", "birch"]


def words(number, n):
    return " ".join(NOUNS[(number * 7 + i * i + i) % len(NOUNS)] + "s" * (i % 2) for i in range(n))


def story(number, part):
    made, held, beside = words(number + part, 3), words(number + 2 * part, 4), words(part, 3)
    return f"The {made} was made for a {held}, and stands beside the {beside}."


def fields(number):
    return [
        ("Height", f"{40 + number * 7} cm"), ("Width", f"{31 + number * 3} cm"), ("Weight", f"{2 + number} kg"),
        ("Warranty", f"{number % 4 + 2} years"), ("Wood", WOODS[number % 3]),
        ("Made in", ["Portugal", "Estonia"][number % 2]),
    ]  # fmt: skip


RECORDS = {
    "list": ("<ul>{}</ul>", "<li>{}: {}</li>"),
    "list with labels": ("<ul>{}</ul>", "<li><b>{}:</b> {}</li>"),
    "definitions": ("<dl>{}</dl>", "<dt>{}</dt><dd>{}</dd>"),
    "rows": ("<div>{}</div>", "<div><div class='name'>{}</div><div class='value'>{}</div></div>"),
    "rows without names": ("<div>{}</div>", "<div><div>{}</div><div>{}</div></div>"),
    "nested rows": (
        "<div>{}</div>",
        "<div class='row'><div class='cell'><div class='name'><span>{}</span></div></div>"
        "<div class='cell'><div class='value'><span>{}</span></div></div></div>",
    ),
    "table": ("<table>{}</table>", "<tr><th>{}</th><td>{}</td></tr>"),
}


def product(number, kind):
    """A page with a record, its address and the words of each field."""
    around, row = RECORDS[kind]
    record = around.format("".join(row.format(*field) for field in fields(number)))
    title = f"{NOUNS[number % 12].title()} {number}"
    main = f"<h1>{title}</h1><p>{story(number, 1)}</p>{record}<p>{story(number, 3)}</p><p>{story(number, 5)}</p>"
    html = f"<title>{title} - Oak and Sons</title>{MENU}<main><article>{main}</article></main>{FOOT}"
    return html, f"https://oak.example/p/{number}"


def plain(text):
    return " ".join(text.replace(":", " ").split())


def learned(pages):
    site = SiteTemplate()
    for html, url in pages:
        site.learn(html, url=url)
    return site


@pytest.mark.parametrize("known", [1, 2, 8, 20])
@pytest.mark.parametrize("kind", RECORDS)
def test_a_record_is_whole_however_many_pages_repeat_its_labels(kind, known):
    site = learned(product(number, kind) for number in range(known))
    for number in range(25, 35):
        html, url = product(number, kind)
        alone, found = denoise(html, url=url), denoise(html, url=url, site=site)
        for name, value in fields(number):
            assert f"{name} {value}" in plain(alone.text)
            assert f"{name} {value}" in plain(found.text), (known, number)
        assert found.siblings
        assert "Copyright" not in found.text
        assert "Chairs" not in found.text


@pytest.mark.parametrize("known", [1, 8, 20])
def test_nested_rows_with_a_heading_of_their_own(known):
    def page(number):
        html, url = product(number, "nested rows")
        return html.replace("<div><div class='row'>", "<div><h2>Facts</h2><div class='row'>"), url

    site = learned(map(page, range(known)))
    for number in range(25, 35):
        html, url = page(number)
        found = plain(denoise(html, url=url, site=site).text)
        assert all(f"{name} {value}" in found for name, value in fields(number))
        assert "Facts" in found


@pytest.mark.parametrize("known", [1, 2, 8, 20])
@pytest.mark.parametrize("kind", RECORDS)
def test_a_record_with_a_heading_at_the_end_of_a_page(kind, known):
    """As whole as it is by the page alone, its heading too."""

    def page(number):
        html, url = product(number, kind)
        around, row = (part.partition("{}")[0] for part in RECORDS[kind])
        start, end = html.index(around + row), html.index(f"<p>{story(number, 3)}")
        heading = f"<h2>Specification</h2>{html[start:end]}</article>"
        return html[:start] + html[end:].replace("</article>", heading), url

    site = learned(map(page, range(known)))
    for number in range(25, 35):
        html, url = page(number)
        alone, found = (plain(denoise(html, url=url, site=known).text) for known in (None, site))
        for name, value in [*fields(number), ("Specification", "")]:
            assert f"{name} {value}".strip() not in alone or f"{name} {value}".strip() in found, (number, name)
        assert story(number, 5) in found
        assert "Copyright" not in found


@pytest.mark.parametrize("known", [2, 8])
def test_sentences_that_differ_in_their_figures(known):
    def page(number):
        tested = f"Our carpenters test each one for {number % 5 + 2} days."
        measure = f"It is {60 + number} cm high and weighs {3 + number} kg. {tested}"
        main = f"<h1>{NOUNS[number % 12]}</h1><p>{story(number, 1)}</p><p>{measure}</p><p>{story(number, 3)}</p>"
        return f"{MENU}<main>{main}</main>{FOOT}", f"https://oak.example/s/{number}", measure

    site = learned(page(number)[:2] for number in range(known))
    for number in range(30, 36):
        html, url, measure = page(number)
        assert measure in denoise(html, url=url, site=site).text


@pytest.mark.parametrize("label", ["For example:", "<span class='name'>File name: src/main.rs</span>", "例如："])
def test_a_label_between_paragraphs_and_listings_is_kept(label):
    def page(number):
        listing = f"<pre><code>{NOUNS[number % 12]}({number * 3})</code></pre>"
        parts = "".join(f"<p>{story(number, part)}</p><p>{label}</p>{listing}" for part in range(1, 4))
        return f"{MENU}<main><h1>Chapter {number}</h1>{parts}</main>{FOOT}", f"https://book.example/{number}"

    site = learned(page(number) for number in range(12))
    for number in range(30, 34):
        html, url = page(number)
        alone, found = denoise(html, url=url), denoise(html, url=url, site=site)
        assert found.text.count(label.split(">")[-2 if ">" in label else 0].split("<")[0]) == 3
        assert found.text == alone.text


def test_dates_and_counters_below_teasers_stay_out():
    def page(number):
        teasers = "".join(
            f"<div class='teaser'><a href='/p/{k}'>{NOUNS[k % 12].title()}</a>"
            f"<span class='date'>{k % 28 + 1} May 2024, 1{k % 10}:30</span>"
            f"<span class='n'>{(k * 7) % 40} comments</span></div>"
            for k in range(number, number + 4)
        )
        paragraphs = "".join(f"<p>{story(number, part)}</p>" for part in range(1, 5))
        main = (
            f"<h1>{NOUNS[number % 12]}</h1><p>Posted on {number % 28 + 1} May 2024 at 1{number % 10}:15</p>{paragraphs}"
        )
        return (
            f"{MENU}<div id='main'>{main}</div><div class='more'>{teasers}</div>{FOOT}",
            f"https://oak.example/n/{number}",
        )

    site = learned(page(number) for number in range(8))
    for number in range(30, 36):
        html, url = page(number)
        found = denoise(html, url=url, site=site).text
        assert story(number, 2) in found
        assert not any(word in found for word in ("comments", "May 2024", "Posted"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("12 March 2024", True), ("lbn (guest), 03.01.12, 23:09:06", True), ("Updated 9:30 pm", True),
        ("62 cm", False), ("3 comments", False), ("$104.93", False), ("Ratio 1:200", False), ("v1.15.2", False),
        ("at 7:05", True), ("7:05:09", True), ("17:5", False), ("117:05", False), ("17:055", False), ("1:7:05", False),
        ("٧:٠٥", True), (":05", False), ("7:0", False), ("x:05 6:1 8:30", True),
        ("It was built on 3 May 1901 and moved at 10:30.", False), ("x" * 90 + " 12 March 2024", False),
    ],
)  # fmt: skip
def test_lines_with_a_date_or_a_time(text, found):
    assert is_time_line(text) is found


def thread(number, replies):
    """A thread whose replies are short and stand in other threads too."""
    posts = "".join(
        f"<div class='post'><div class='author'><a href='/u/{k}'>member{k}</a></div>"
        f"<div class='date'>{k + 1} March 2024, 1{k}:30</div><div class='body'><p>{text}</p></div></div>"
        for k, text in enumerate([story(number, 1), *replies, story(number, 4)])
    )
    return f"<title>Thread {number}</title>{MENU}<h1>Thread {number}</h1><div id='posts'>{posts}</div>{FOOT}"


@pytest.mark.parametrize("known", [1, 2, 10])
def test_replies_that_other_threads_have_too(known):
    replies = ["Thanks, that was it!", "It works for me now.", "Same here.", "Did you try it with the lamp off?"]
    site = learned(
        (thread(number, replies[number % 2 :]), f"https://forum.example/thread/{number}") for number in range(known)
    )
    html, url = thread(40, replies), "https://forum.example/thread/40"
    alone, found = denoise(html, url=url), denoise(html, url=url, site=site)
    for reply in replies:
        assert reply in alone.text
        assert reply in found.text
    assert found.siblings
    assert "member1" not in found.text


@pytest.mark.parametrize("known", [1, 2, 8])
@pytest.mark.parametrize("kind", sorted({*RECORDS} - {"nested rows"}))  # a heading labels no cells nested so deep
def test_the_specification_at_the_end_of_a_product_is_whole(kind, known):
    """Of a page without the elements of HTML5, whose fields the page alone is unsure of."""

    def page(number):
        around, row = RECORDS[kind]
        record = around.format("".join(row.format(*field) for field in fields(number)))
        title = f"{NOUNS[number % 12].title()} {number}"
        cards = "".join(
            f"<div class='card'><a href='/p/{n}'>{NOUNS[n % 12]}</a><span class='price'>{n + 9}.00</span></div>"
            for n in range(number + 1, number + 5)
        )
        text = f"<h2>Description</h2><p>{story(number, 1)}</p><p>{story(number, 3)}</p><h2>Specification</h2>{record}"
        html = (
            f"<title>{title} | Oak and Sons</title>{MENU}<div class='row'><h1>{title}</h1><div class='price'>"
            f"{number + 9}.00</div><button>Add to cart</button></div><div class='description'>{text}</div>"
            f"<div class='related'><h2>You may also like</h2>{cards}</div>{FOOT}"
        )
        return html, f"https://oak.example/p/{number}"

    site = learned(page(number) for number in range(known))
    for number in range(25, 30):
        html, url = page(number)
        alone, found = (plain(denoise(html, url=url, site=beside).text) for beside in (None, site))
        for name, value in fields(number):
            assert f"{name} {value}" in found or f"{name} {value}" not in alone


def test_a_line_above_a_heading_is_repeated_as_often_as_it_is():
    """A label is repeated no more than what it labels, nor is a heading above labels: a line above that is none."""

    def page(number):
        stock = "<div class='info'><p>In stock, sent within two days</p></div>"
        facts = "".join(f"<div class='row'><div>{name}</div><div>{value}</div></div>" for name, value in fields(number))
        about = f"<div><h2>About</h2><p>{story(number, 1)}</p><h2>Facts</h2>{facts}</div>"
        main = f"<h1>{NOUNS[number % 12]}</h1><p>{story(number, 2)}</p>{stock}{about}"
        return Page.from_html(f"{MENU}<main>{main}</main>{FOOT}", url=f"https://oak.example/f/{number}")

    site = SiteTemplate()
    for number in range(8):
        site.learn(page(number), scores=BlockScores(page(number)))
    shown = page(30)
    scores = BlockScores(shown)
    voted, _ = site.compare(shown, scores.model).vote(scores.score_bytes)
    columns, blocks = shown.columns, shown.cached(TextBlocks)
    texts = [columns.text_of(int(row)) for row in columns.text_rows[blocks.first]]
    repeated = dict(zip(texts, voted.repeated.tolist(), strict=True))
    assert repeated["Height"] == repeated["250 cm"] == 0
    assert repeated["About"] == repeated["Facts"] == 0
    assert repeated["In stock, sent within two days"] > 0.7
