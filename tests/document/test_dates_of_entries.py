"""The dates and the names that stand in the entries of a list are theirs, not the page's."""

from scrapy_denoise import denoise

NAMES = "Anna Boris Carla Dmitri Ella Frank Gustav Hanna".split()


def front_page(line, head=""):
    body = "".join(
        f"<div><h3><a href=/news/{i}>The mill of Valley Town no. {i + 2} grinds again after {i + 3} years</a></h3>"
        f"<p>People bring their corn to the {name} mill since Monday, and wait.</p><span>{line(i, name)}</span></div>"
        for i, name in enumerate(NAMES)
    )
    return f"<html><head><title>Mills</title>{head}</head><body><h1>Mills</h1>{body}</body></html>"


def test_entries_have_dates_in_another_calendar():
    html = front_page(lambda i, _: f"{13 + i} آبان ۱۴۰۲").replace("<html>", "<html lang=fa>")
    entries = denoise(html, url="https://mills.example/news/").entries
    assert [entry.published for entry in entries] == [f"2023-11-{4 + i:02}" for i in range(len(NAMES))]


def test_a_list_is_not_published_on_the_day_of_an_entry():
    result = denoise(front_page(lambda i, _: f"1{i} May 2024"), url="https://mills.example/news/")
    assert result.page_type in ("list", "home")
    assert [entry.published for entry in result.entries] == [f"2024-05-1{i}" for i in range(len(NAMES))]
    assert result.metadata.published == ""
    assert "published" not in result.metadata.sources


def test_a_list_keeps_the_day_that_it_states():
    head = '<meta property="article:published_time" content="2023-01-02">'
    result = denoise(front_page(lambda i, _: f"1{i} May 2024", head), url="https://mills.example/news/")
    assert result.metadata.published == "2023-01-02"


def test_the_dateline_of_an_article_is_no_part_of_its_text():
    paragraphs = "".join(
        f"<p>The wheel of the mill turns {n} times a minute when the river is high.</p>" for n in range(9)
    )
    page = f"<html><body><article><h1>The mill</h1><p>10 May 2024</p>{paragraphs}</article></body></html>"
    result = denoise(page, url="https://mills.example/news/the-mill")
    assert "2024" not in result.text
    assert result.metadata.published == "2024-05-10"


def test_the_day_of_a_thread_and_not_that_of_its_last_reply():
    rows = "".join(
        f"<tr><td><a href='/t/{n}'>Mill no. {n} stands still</a></td><td>2024-5-1{n}</td>"
        f"<td>2024-5-2{n} 10:0{n}</td></tr>"
        for n in range(1, 8)
    )
    page = f"<html><body><h1>Mills</h1><table>{rows}</table></body></html>"
    entries = denoise(page, url="https://river.example/mills").entries
    assert [entry.published for entry in entries] == [f"2024-05-1{n}" for n in range(1, 8)]
