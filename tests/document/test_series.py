"""Links to the pages of a series, and the next page, on invented pages."""

import pytest

from scrapy_denoise import denoise

LIST = "https://chandler.example/pumps"
CARDS = "".join(f"<li><a href=/item/{name}>A pump for boats that {name} for years and years</a></li>" for name in
                "runs works lasts sails hums stands helps holds keeps waits".split())  # fmt: skip
STORY = "<h1>The river rose</h1>" + "".join(
    f"<p>It rained in the hills for {days} days, and the river rose by two metres before the council sent pumps.</p>"
    for days in ("three", "four", "five", "six")
)


def read(links, url=LIST, before=f"<ul>{CARDS}</ul>", head=""):
    return denoise(f"<html><head>{head}</head><body>{before}<div>{links}</div></body></html>", url=url)


def paged(links, url=LIST, **options):
    """The paths of the links to pages of a series."""
    found = [link.url for link in read(links, url, **options).links if link.kind in ("pagination", "thread")]
    return [address.removeprefix("https://chandler.example") for address in found]


def following(links, url=LIST, **options):
    found = read(links, url, **options).next_page
    return found and found.removeprefix("https://chandler.example")


def numbers(form, *shown):
    return " ".join(f"<a href='{form.format(n=n)}'>{n}</a>" for n in shown)


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        ("<a href=/pumps?page=2>Next ›</a>", "/pumps?page=2"),
        ("<a href=/pumps/page/2/>« Older posts</a>", "/pumps/page/2/"),
        ("<a href=/pumps/page/2/>Ältere Beiträge</a>", "/pumps/page/2/"),
        ("<a href=/pumps?p=2>Следующая</a>", "/pumps?p=2"),
        ("<a href=/pumps?p=2>次のページ</a>", "/pumps?p=2"),
        ("<a href=/pumps?p=2>الصفحة التالية</a>", "/pumps?p=2"),
        ("<a href=/pumps?page=2>Load more pumps</a>", "/pumps?page=2"),
        ("<a href=/pumps?page=2>加载更多</a>", "/pumps?page=2"),
        ("<a href=/pumps?page=2>Next 20</a>", "/pumps?page=2"),
        ("<a href=/pumps?page=2 rel=next><img src=/a.png></a>", "/pumps?page=2"),
        ("<a href=/pumps?page=2 aria-label='Next page'>›</a>", "/pumps?page=2"),
        (numbers("/pumps?page={n}", 2, 3, 4), "/pumps?page=2"),
        (numbers("/pumps?page={n}", 1, 2, 3), "/pumps?page=2"),
        (numbers("/pumps-{n}.html", 2, 3), "/pumps-2.html"),
        ("<a href=/pumps?start=10>2</a> <a href=/pumps?start=20>3</a>", "/pumps?start=10"),
        ("<a href=/pumps?page=1>2</a> <a href=/pumps?page=2>3</a>", "/pumps?page=1"),
        ("<a href=/pumps?off=24&at=24>2</a> <a href=/pumps?off=48&at=48>3</a>", "/pumps?off=24&at=24"),
        ("<a href=/pumps?page=2>»</a> <a href=/pumps?page=9>9</a>", "/pumps?page=2"),
    ],
)
def test_the_page_after_the_first(links, expected):
    assert following(links) == expected


def test_counting_on_from_the_present_page():
    url = f"{LIST}?page=3"
    assert following(numbers("/pumps?page={n}", 1, 2, 4, 5), url) == "/pumps?page=4"
    assert following(numbers("/pumps?page={n}", 1, 2, 3, 4), url) == "/pumps?page=4"
    assert following(numbers("/pumps?page={n}", 1, 2), url) is None
    assert following("<a href=/pumps?page=2>« Previous</a> <a href=/pumps?page=4>Next »</a>", url) == "/pumps?page=4"


def test_the_number_of_the_present_page_may_stand_in_the_list_alone():
    links = numbers("/list?s=pumps&page={n}", 1, 2, 4, 5)
    assert following(links, "https://chandler.example/pumps-of-all-kinds") == "/list?s=pumps&page=4"


def test_nothing_comes_after_the_last_page_of_comments():
    pager = numbers("/pumps.html/comment-page-{n}#comments", 1, 2) + " <span>3</span>"
    assert following(pager, url=f"{LIST}.html") is None
    assert len(paged(pager, url=f"{LIST}.html")) == 2


@pytest.mark.parametrize(
    "address",
    [
        "/pumps/comment-page-2/#comments",
        "/pumps?commentpage=2",
        "/pumps?cpage=2#comments",
        "/pumps/comments/?page=2",
        "/pumps/P9#comment_entries",
    ],
)
def test_other_comments_are_no_next_page(address):
    links = f"<a href={address}>Next</a> <a href={address}>2</a>"
    assert following(links, before=STORY) is None
    assert following("<a href=/about>About</a>", before=STORY, head=f"<link rel=next href={address}>") is None


def test_the_next_page_of_a_thread_may_begin_at_its_comments():
    url = "https://forum.example/topic/12-pumps/"
    assert following(f"<a href={url}page/2/#comments>2</a>", url, before=STORY) == f"{url}page/2/#comments"


def test_comments_stand_before_the_pages_of_the_text():
    links = "<a href=/pumps/comment-page-2/>Older comments</a> <a href=/pumps/comment-page-2/>Next</a>"
    assert following(links + " <a href=/pumps/2/>Next page</a>", before=STORY) == "/pumps/2/"


def test_a_parameter_may_have_the_number_of_an_article():
    for number in (12, 14, 15, 19):
        link = f"<a href='/?p={number}'>Next</a>"
        expected = "/?p=15" if number == 15 else None
        url = "https://chandler.example/?p=14"
        assert following(link, url, before=STORY) == expected
        stated = f"<link rel=next href='/?p={number}'>"
        assert following("<a href=/about>About</a>", url, before=STORY, head=stated) == expected
    assert following("<a href='/pumps?p=814'>Next</a>", before=STORY) is None


def test_no_article_goes_on_from_the_first_page_of_a_site():
    link = "<a href=/2024/05/the-mill.html>Next</a>"
    for url in ("https://chandler.example/", ""):
        assert not following(link, url, before=STORY)


def test_the_links_of_a_series():
    links = (
        "<a href=/pumps>« First</a> <a href=/pumps?page=2>‹</a> <a href=/pumps>1</a> "
        + numbers("/pumps?page={n}", 2, 4)
        + " <a href=/pumps?page=4>›</a> <a href=/pumps?page=9>Last »</a>"
    )
    found = paged(links, f"{LIST}?page=3")
    assert found == ["/pumps", "/pumps?page=2", "/pumps", *(f"/pumps?page={n}" for n in (2, 4, 4, 9))]


def test_a_numbered_link_to_the_present_page_is_of_the_series():
    assert paged(numbers("/pumps?page={n}", 1, 2, 3), f"{LIST}?page=2") == [f"/pumps?page={n}" for n in (1, 2, 3)]


@pytest.mark.parametrize(
    "links",
    [
        numbers("/pumps?limit={n}", 9, 15, 30),
        numbers("/pumps?n={n}", 24, 48, 96),  # no neighbours, and not the first
        numbers("/events/2024/05/{n}", *range(1, 31)),
        numbers("/events?on={n}.5.2024", *range(1, 31)),
        numbers("/events?year=2024&month=5&day={n}", *range(1, 31)),
        numbers("/archive/{n}", 2022, 2023, 2024),
        numbers("/pumps?rating={n}", 1, 2, 3, 4, 5),
        "<a href=/pumps?sort=price>Price</a> <a href=/pumps?sort=name>Name</a>",
        "".join(f"<p>A boat that {name} <a href=/boats/{name}>Weiter</a></p>" for name in ("sails", "sinks", "swims")),
        "<a href=/events?month=6 title='Next month' class=next>»</a>",
        "<a href=/>Start</a> <a href=/about>Last</a>",
        "<a href=/boats/12>1,204</a> <a href=/boats/13>7</a>",
        "<a href='/q/40565?rq=1' title='Score of the question'>1</a> <a href=/q/40565/oars>Which oars?</a>",
        "<a href=/q/40566/how-to-saw-2-oars-in-a-day>2</a> <a href=/q/40566/oars>Which saw?</a>",
        "<a href=/boats/oars>More of oars</a>",
    ],
)
def test_what_is_no_series(links):
    assert paged(links) == []
    assert following(links) is None


@pytest.mark.parametrize(
    "link",
    [
        "<a href=/news/the-bridge-is-open>Next post</a>",
        "<a href=/news/the-bridge-is-open rel=next>The bridge is open again</a>",
        "<a href=/news/the-bridge-is-open>Next: The bridge is open again</a>",
        "<a href=/news/the-bridge-is-open>Next ›</a>",
        "<a href=/news/the-bridge-is-open>下一篇</a>",
    ],
)
def test_the_next_article_is_of_a_series_and_no_next_page(link):
    url = "https://chandler.example/news/the-river-rose"
    assert paged(link, url, before=STORY) == ["/news/the-bridge-is-open"]
    assert following(link, url, before=STORY) is None


@pytest.mark.parametrize("link", ["First", "‹‹ First", "Last »"])
def test_links_to_the_ends_of_a_series_say_that_the_next_is_a_page_of_it(link):
    """Those of a comic, whose pages are articles with names."""
    url = "https://chandler.example/comic/2013/the-lighthouse"
    links = (
        "<a href=/comic/2012/the-anchor>‹ Prev</a> <a href=/comic/2014/the-storm>Next ›</a> "
        f"<a href=/comic/2001/the-boat>{link}</a>"
    )
    assert following(links, url, before=STORY) == "/comic/2014/the-storm"
    assert "/comic/2001/the-boat" in paged(links, url, before=STORY)
    # The word for the first page is the one for the front page in some languages.
    home = links.replace("/comic/2001/the-boat", "/")
    assert "/" not in paged(home, url, before=STORY)
    assert following(home, url, before=STORY) is None


def test_the_next_page_is_one_of_numbered_pages_at_another_path():
    """As reviews of a product whose address has been renamed."""
    url = "https://chandler.example/the-old-pump/reviews/77?by=day"
    links = numbers("/pump/reviews/77/page_{n}?by=day&number={n}", 1, 2, 3, 4)
    links += numbers("/pump/oars/88/page_{n}?number={n}", 1, 2, 3)
    assert following(links, url, before=STORY) is None
    found = following(f"{links}<a href='/pump/reviews/77/page_2?by=day&number=2'>Next→</a>", url, before=STORY)
    assert found == "/pump/reviews/77/page_2?by=day&number=2"


def test_the_next_page_of_an_article():
    url = "https://chandler.example/news/the-river-rose"
    assert following("<a href=/news/the-river-rose/2>Next ›</a>", url, before=STORY) == "/news/the-river-rose/2"
    assert following("<a rel=next href=/news/the-river-rose?page=2>The second part of it</a>", url, before=STORY)


def test_the_pages_of_threads_in_a_list_are_not_those_of_the_list():
    row = (
        "<li><a href=/t/{t}>A pump that {t}</a> "
        + numbers("/t/{{t}}?page={n}", 2, 3).replace("{{", "{").replace("}}", "}")
        + "</li>"
    )
    rows = "".join(row.replace("{t}", name) for name in ("leaks", "stops", "whines"))
    assert following(numbers("/pumps?page={n}", 2, 3), before=f"<ul>{rows}</ul>") == "/pumps?page=2"


def test_the_head_states_the_next_page():
    head = "<link rel=next href=/pumps?page=2>"
    assert following("", head=head) == "/pumps?page=2"
    assert following("", head="<link rel=next href=/boats>") is None
    assert following("", head="<link rel=next href=https://other.example/pumps?page=2>") is None


def test_another_site_has_no_page_of_this_list():
    assert following("<a href=https://other.example/pumps?page=2>Next</a>") is None


def test_without_an_address_or_a_page():
    assert denoise("<a href='?page=2'>Next</a>").next_page in (None, "?page=2")
    assert denoise("").next_page is None


def test_many_links_take_time_in_proportion():
    links = numbers("/pumps?page={n}", *range(1, 3000)) + "<a href=/x>›</a>" * 3000
    assert following(links) == "/pumps?page=2"
