"""The day of publication: which of several that a page tells, and where it shows it."""

import json

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.document.metadata import date_statements
from scrapy_denoise.document.metadata.dates import iso_date
from scrapy_denoise.document.metadata.declared import from_url
from scrapy_denoise.page import Page

RAIN = (
    "By the morning the lower road was under water, and the people of the valley carried what they could to the school "
    "on the hill. "
)
STORY = f"<p>{RAIN * 2}</p><p>{RAIN * 3}</p>"
MENU = "<ul>" + "".join(f"<li><a href=/{name}>{name}</a></li>" for name in "abcdefghijklmn") + "</ul>"
URL = "https://news.example.org/river"


def metadata(body, head="", url=URL):
    return denoise(f"<title>The river rose</title>{head}<body>{body}", url=url).metadata


def published(body, head="", url=URL):
    found = metadata(body, head, url)
    return found.published, found.sources.get("published", "")


NAMES = {
    "opengraph": "<meta property=article:published_time content={}>",
    "meta": "<meta name=date content={}>",
    "dublin-core": "<meta name=dc.date content={}>",
    "time": "<h1>The river rose</h1><time datetime={}>then</time>",
    "json-ld": '<script type=application/ld+json>{{"@type": "Article", "datePublished": "{}", "author": "A"}}</script>',
    "page": "<h1>The river rose</h1><p class=date>{}</p>",
    "script": "<script>var state = {{'publishedAt': '{}'}}</script>",
}


@pytest.mark.parametrize(
    ("told", "path", "chosen"),
    [
        ([("json-ld", "2024-05-03"), ("page", "2024-01-01")], "", 0),
        ([("json-ld", "2024-05-03")], "2024/05/17/", 0),  # the day of an event
        ([("json-ld", "2019-06-17")], "2017/07/12/", "url"),
        ([("json-ld", "2024-05-03"), ("opengraph", "2024-05-06"), ("meta", "2024-05-06")], "", 1),
        ([("json-ld", "2024-05-03"), ("opengraph", "2024-05-06"), ("page", "2024-05-03")], "", 0),
        ([("json-ld", "2024-05-03"), ("opengraph", "2024-05-06")], "", 0),
        ([("meta", "2024-05-03"), ("page", "2012-07-24")], "", 1),
        ([("time", "2024-05-03T10:00:00"), ("page", "2024-05-03")], "", 0),
        ([("opengraph", "2024-05-03"), ("time", "2024-05-17")], "", 0),
    ],
)
def test_which_of_several_days(told, path, chosen):
    parts = [NAMES[source].format(day) for source, day in told]
    found = published("".join(parts) + STORY, url=f"https://news.example.org/{path}river")
    expected = told[chosen] if chosen != "url" else ("url", path.replace("/", "-")[:10])
    assert found == (expected[1], expected[0])


def test_a_time_in_utc_gives_way_to_the_same_minute_in_the_zone_of_the_page():
    utc, local, other = "2024-05-03T22:11:03+00:00", "2024-05-03T17:11:00-05:00", "2024-05-03T16:11:00-05:00"
    head = NAMES["json-ld"].format(utc)
    assert published(NAMES["time"].format(local) + STORY, head) == (local, "json-ld")
    assert published(NAMES["time"].format(other) + STORY, head) == (utc, "json-ld")


@pytest.mark.parametrize("seconds", ["1714720000", "1714720000000"])
def test_a_day_in_seconds(seconds):
    head = (
        f'<script type=application/ld+json>{{"@type": "Article", "datePublished": {seconds}, "author": "A"}}</script>'
    )
    assert published(STORY, head) == ("2024-05-03T07:06:40+00:00", "json-ld")
    head = f"<meta property=article:published_time content={seconds}>"
    assert published(STORY, head) == ("2024-05-03T07:06:40+00:00", "opengraph")


def test_a_change_before_the_publication_is_none():
    head = "<meta property=article:published_time content=2024-05-03><meta property=article:modified_time content={}>"
    assert metadata(STORY, head.format("2024-05-01")).modified == ""
    assert metadata(STORY, head.format("2024-05-04")).modified == "2024-05-04"


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("/2024/05/17/river", "2024-05-17"),
        ("/2024/5/7/river", "2024-5-7"),
        ("/2024-05-17/river", "2024-05-17"),
        ("/news/the-river-2024-05-17/", "2024-05-17"),
        ("/news/20240517-river", "2024-05-17"),
        ("/news/20240517", "2024-05-17"),
        ("/n1/2024/0517/c1001.html", "2024-05-17"),
        ("/news/2024-05/17/river", "2024-05-17"),
        ("/t/2024-5-7-release", ""),
        ("/news/1202405171", ""),
        ("/events?from=/2024/05/17/", ""),
        ("/news/river#/2024/05/17/", ""),
    ],
)
def test_the_day_in_an_address(path, day):
    page = Page.from_html("<p>River</p>", url=f"https://news.example.org{path}")
    assert from_url(page).get("published", [""])[0] == day


@pytest.mark.parametrize(
    ("shown", "date", "source"),
    [
        ("3 May 2024, 14:30", "2024-05-03T14:30:00", "page"),
        ("3 May 2024", "2024-05-03", "url"),
    ],
)
def test_a_day_that_is_stated_without_its_time_is_shown_with_it(shown, date, source):
    page = f"<h1>The river rose</h1><p class=date>{shown}</p><p>It rained.</p>"
    found = denoise(page, url="https://a.example/2024/05/03/river").metadata
    assert (found.published, found.sources["published"]) == (date, source)


def test_the_day_in_the_canonical_address():
    canonical = "<link rel=canonical href=https://news.example.org/2024/05/17/river>"
    assert published(STORY, canonical, url="https://feed.example/~r/1") == ("2024-05-17", "url")


@pytest.mark.parametrize(
    ("body", "date"),
    [
        (f"<p>Press release | 3 May 2024</p><h1>The river rose</h1>{STORY}", "2024-05-03"),
        (f"<h1>The river rose</h1><p>A lead that says it.</p><p>Release: 3 May 2024</p>{STORY}", "2024-05-03"),
        (f"<h1>The river rose</h1><nav><a href=/a>A</a> <span>3 May 2024</span></nav>{STORY}", "2024-05-03"),
        (f"<h1>The river rose</h1>{STORY}<div>Date: 3 May 2024</div>", "2024-05-03"),
        (f"<h1>The river rose</h1>{STORY}<div><b>Published:</b><div>3 May 2024</div></div>", "2024-05-03"),
        # The list behind the text, each entry with its day.
        (f"<h1>The river rose</h1>{STORY * 6}" + "".join(f"<div>{day} May 2024</div>" for day in (3, 4, 5)), ""),
        (f"<h1>The river rose</h1><p>3 May 2024 – {RAIN * 2}</p>{STORY}", "2024-05-03"),
        (f"<h1>The river rose</h1><p>Riverton, 3 May 2024 – {RAIN * 2}</p>{STORY}", "2024-05-03"),
        (f"<h1>The river rose</h1><p>3 May 2024 was the day on which it fell. {RAIN * 2}</p>{STORY}", ""),
        # The day on which the page was loaded.
        (f"<div>Friday, 3 May 2024, 10:15</div><h1>The river rose</h1><p>1 May 2024</p>{STORY}", "2024-05-01"),
        (f"<p>Page last updated at 10:15 GMT, Friday, 3 May 2024</p><h1>The river rose</h1>{STORY}", "2024-05-03"),
        (f"<h1>News</h1>Friday, 10 May 2024{MENU}<h1>The river rose</h1>Water | 3 May 2024{STORY * 2}", "2024-05-03"),
        (f"<h1>The river rose</h1><p>03.05.2024, Riverton 10:15:20 {RAIN * 2}</p>{STORY}", "2024-05-03"),
        # A caption is nearer to the title than the dateline.
        (f"<p>The mill, 7 May 1997.</p><h1>The river rose</h1><p>A lead.</p><p>3 May 2024</p>{STORY}", "2024-05-03"),
        # A menu stands between the heading and the text.
        (f"<h1>The river rose</h1>{MENU}<p>2:51pm Friday 3rd May 2024 in News</p>{MENU}{STORY}", "2024-05-03"),
        (f"<h1>The river rose</h1><p>(RIVERNEWS, 3 May 2024) Riverton -- {RAIN * 2}</p>{STORY}", "2024-05-03"),
        (f"<h1>The river rose</h1>{STORY * 6}<p>Published by River News, valley news, on 3 May 2024</p>", "2024-05-03"),
        # A label says it, also beside a link.
        (f"<h1>The river rose</h1><p>Published 3 May 2024 <a href=/c>All 8 comments on it</a>{STORY}", "2024-05-03"),
        # An element that is named after dates, behind the title.
        (f"<h1>The river rose</h1>{STORY * 3}<aside><p class=createdate>Riverton 3 May 2024</aside>", "2024-05-03"),
        (f"<h1>The river rose</h1>{STORY * 3}<aside><p class=opening>Riverton 3 May 2024</aside>", ""),
        # Days of other things.
        (f"<h1>Ann Lee</h1><p>Born: 3 May 1984</p>{STORY}", ""),
        (f"<h1>The prize</h1><p>Deadline to apply: 3 May 2024</p>{STORY}", ""),
        (f"<h1>The regatta</h1><p>When: 3 May 2024, 10:00</p>{STORY}", ""),
        (f"<h1>The regatta</h1><p><b>When:</b> 3 May 2024</p>{STORY}", ""),
        (f"<h1>Die Regatta</h1><p>Wann: 3. Mai 2024, 10:00 Uhr</p>{STORY}", ""),
        (f"<h1>La régate</h1><p>Quand : 3 mai 2024</p>{STORY}", ""),
        (f"<h1>La regata</h1><p>Cuándo: 3 de mayo de 2024</p>{STORY}", ""),
        (f"<h1>划船比赛</h1><p>活动时间：2024年5月3日 10:00</p>{STORY}", ""),
        (f"<h1>The regatta</h1><p>When: 3 May 2026</p><p>Published 3 May 2024</p>{STORY}", "2024-05-03"),
    ],
)  # fmt: skip
def test_the_lines_around_a_text(body, date):
    assert published(body)[0][:10] == date


@pytest.mark.parametrize(
    "line",
    [
        "<div>Stand: 03.05.2024, 10:20 Uhr</div>",
        "<p>Diese Seite wurde zuletzt am 3. Mai 2024 um 10:20 Uhr geändert.</p>",
        "<p>RiverGuide/Start (last edited 2024-05-03 10:20:00 by Ann)</p>",
        "<div><div>Letzte Änderung:</div><div>03.05.2024 um 10:20</div></div>",
        "<p>Última edición: 3 de mayo de 2024, 10:20</p>",
        "<p>Last update: Friday, 3 May 2024, 10:20</p>",
    ],
)
def test_the_foot_of_a_page_that_says_when_it_was_changed(line):
    found = metadata(f"<h1>The river rose</h1>{STORY}{line}")
    assert found.published == found.modified == "2024-05-03T10:20:00"
    assert found.sources["published"] == "modified"


def test_times_of_comments_and_times_without_an_attribute():
    comments = "<div id=c class=comments><p>So it was.</p><time datetime=2024-06-01>later</time></div>"
    assert published(f"<h1>The river rose</h1>{STORY}{comments}") == ("", "")
    shown = "<time class=x>03.05.2024</time>"
    assert published(f"<h1>The river rose</h1>{shown}{STORY}{comments}") == ("2024-05-03", "time")


def test_a_date_in_the_title_of_an_element_as_microformats_have_it():
    body = f"<h1>The river rose</h1>{STORY}<aside><abbr class=published title=2024-05-03>on a Friday</abbr></aside>"
    assert published(body)[0] == "2024-05-03"


@pytest.mark.parametrize(
    ("state", "date"),
    [
        ({"story": {"publishedAt": "2024-05-03T10:20:00Z"}}, "2024-05-03T10:20:00+00:00"),
        ({"a": {"publish_date": "2024-05-03"}, "b": {"datePublished": "2024-05-03T01:00:00Z"}}, "2024-05-03"),
        ({"a": {"publish_date": "2024-05-03"}, "b": {"publish_date": "2024-05-04"}}, ""),
        ({"cmsPublishingDate": "2024-05-03"}, "2024-05-03"),
        ({"articlePublicationDate": "2024-05-03"}, "2024-05-03"),
        ({"validUntil": "2024-05-03"}, ""),
        ({"pub": "2024-05-03"}, ""),
    ],
)
def test_the_state_of_a_program(state, date):
    script = f"<script>window.state = {json.dumps(state)}</script>"
    assert published(f"<h1>The river rose</h1>{STORY}{script}") == (date, "script" if date else "")


def test_few_scripts_are_read(monkeypatch):
    monkeypatch.setattr(date_statements, "MAX_STATE_CHARS", 100)
    script = "<script>" + '{"publishDate": "2024-05-03"}' * 50 + "</script>"
    page = Page.from_html(script * 3)
    assert date_statements.script_day(page) == "2024-05-03"
    monkeypatch.setattr(date_statements, "MAX_STATE_CHARS", 10)
    assert date_statements.script_day(page) == ""


@pytest.mark.parametrize(
    ("lang", "host", "date"),
    [
        ("en", "news.example.co.uk", "2024-05-03"),
        ("en", "city.example.gov", "2024-03-05"),
        ("en-GB", "news.example.org", "2024-05-03"),
        ("en-US", "news.example.co.uk", "2024-03-05"),
        ("en", "news.example.org", ""),
    ],
)
def test_the_order_of_day_and_month(lang, host, date):
    body = f"<h1>The river rose</h1><p>By Ann Lee, 03/05/2024</p>{STORY}"
    page = f"<html lang={lang}><title>The river rose</title><body>{body}"
    assert denoise(page, url=f"https://{host}/river").metadata.published == date


@pytest.mark.parametrize(
    ("beside", "path", "date"),
    [
        ("1/24/2024", "", "2024-03-05"),
        ("24/1/2024", "", "2024-05-03"),
        ("24/1/2024 and 1/24/2024", "", ""),
        ("", "/2024/05/river", "2024-05-03"),
        ("", "/2024/03/river", "2024-03-05"),
        ("It was 5 March 2024.", "", "2024-03-05"),
        ("03/05/2024 9:37 PM PST", "", "2024-03-05"),
        ("03/05/2024 14:30 -0400", "", "2024-03-05"),
        ("03/05/2024 9:37 PM", "", ""),
    ],
)
def test_the_page_tells_the_order_of_day_and_month(beside, path, date):
    body = f"<h1>The river rose</h1><p>By Ann Lee, 03/05/2024</p>{STORY}<p>{RAIN}{beside}</p>"
    page = f"<html lang=en><title>The river rose</title><body>{body}"
    assert denoise(page, url=f"https://news.example.org{path}").metadata.published == date


@pytest.mark.parametrize(("last", "dates"), [("25/03/2024", ["2024-03-04", "2024-03-05", "2024-03-25"]),
                                             ("06/03/2024", ["2024-03-04", "2024-03-05", "2024-03-06"]),
                                             ("06/02/2024", ["2024-04-03", "2024-05-03", "2024-06-02"]),
                                             ("03/25/2024", ["2024-04-03", "2024-05-03", "2024-03-25"])])  # fmt: skip
def test_the_dates_of_posts_tell_their_order_before_the_region_that_the_software_states(last, dates):
    posts = "".join(
        f'<div class=post id=p{i}><a class=username href="/u/{i}">Ann{i}</a> <span class=date>{date}</span>'
        f"<div class=content>{RAIN * 3}</div></div>"
        for i, date in enumerate(["04/03/2024", "05/03/2024", last])
    )
    head = "<html lang=en><head><meta property=og:locale content=en_US><title>The river</title></head>"
    found = denoise(f"{head}<h1>The river</h1>{posts}", url="https://example.org/thread/the-river.12/")
    assert [post.published for post in found.posts] == dates
    assert found.metadata.published == dates[0]


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("shareaholic:article_published_time", "2024-05-03"),
        ("dc:date.created", "2024-05-03"),
        ("web_publish_date", "2024-05-03"),
        ("item-publish-date", "2024-05-03"),
        ("cXenseParse:recs:publishtime", "2024-05-03"),
        ("article:expiration_time", ""),
        ("publisher", ""),
        ("x" * 100 + "-publish-date", ""),
    ],
)
def test_names_of_the_date_in_meta(name, date):
    assert published(STORY, f'<meta name="{name}" content="2024-05-03">')[0] == date


@pytest.mark.parametrize(
    ("body", "head", "date"),
    [
        ("<b data-utime=1714730000>now</b><b data-utime=1714720000>then</b>", "", "2024-05-03T07:06:40+00:00"),
        ("<b data-time-ms=1714720000000>then</b>", "", "2024-05-03T07:06:40+00:00"),
        ("<b data-id=1714720000>then</b><b data-time=17>then</b><b data-time=9999999999>then</b>", "", ""),
        ("<div class=comment><b data-utime=1714720000>then</b></div>", "", ""),
        ("", "<meta property=og:image content=https://img.example.org/2024/05/03/mill.jpg>", "2024-05-03"),
        ("", "<meta property=og:image content=https://img.example.org/mill.jpg?from=/2024/05/03/>", ""),
    ],
)
def test_traces_of_the_day(body, head, date):
    assert published(f"<h1>The river rose</h1>{STORY}{body}", head)[0] == date


def posting(day):
    stated = json.dumps({"@type": "JobPosting", "title": "Keeper of the bridge", "datePosted": day})
    return f"<script type=application/ld+json>{stated}</script>"


@pytest.mark.parametrize(
    ("head", "found"),
    [
        (posting("2024-05-02"), ("2024-05-02", "json-ld")),
        ("<div itemscope itemtype=https://schema.org/JobPosting><meta itemprop=datePosted content=2024-05-02></div>",
         ("2024-05-02", "microdata")),
        (posting("2024-05-02") + posting("2024-05-09"), ("2024-04-01", "time")),
    ],
)  # fmt: skip
def test_a_vacancy_has_the_day_on_which_it_was_posted(head, found):
    others = "<aside><h2>Similar jobs</h2><a href=/2>Miller</a> <time datetime=2024-04-01>last month</time></aside>"
    assert published(f"<h1>Keeper of the bridge</h1>{STORY}{others}", head) == found


@pytest.mark.parametrize(("name", "date"), [("review", ""), ("news", "2024-05-02")])
def test_the_day_of_a_review_is_not_that_of_its_product(name, date):
    said = "The lamp hangs above our table and has not gone out once since the first of the winter evenings."
    offer = {"@type": "Product", "name": "Lamp", "offers": {"@type": "Offer", "price": "19.50", "priceCurrency": "EUR"}}
    head = f"<script type=application/ld+json>{json.dumps(offer)}</script>"
    part = f"<div class={name}><b>Ann Lee</b><p class={name}-date>May 2, 2024</p><p>{said}</p></div>"
    assert published(f"<h1>The river rose</h1><b>€ 19.50</b>{STORY}{part}", head)[0] == date


def test_what_stands_around_an_element_is_read_once_however_many_times_it_states(monkeypatch):
    asked = []
    monkeypatch.setattr(date_statements, "of_comment", asked.append)
    times = " ".join(f"data-{name}-time={1714720000 + n}" for n, name in enumerate("abcdefgh"))
    assert (
        date_statements.attribute_day(Page.from_html(f"<p>Rain</p><b {times}>then</b>")) == "2024-05-03T07:06:40+00:00"
    )
    assert len(asked) == 1


def test_a_thread_has_the_day_of_its_first_post():
    posts = "".join(
        f"<div class=post><div class=author><a href=/member/{i}>User{i}</a></div>"
        f"<div class=when>{i + 3} May 2024, 10:0{i}</div>"
        f"<div class=body>{RAIN} {'It rained. ' * i}</div></div>"
        for i in range(6)
    )
    page = f"<title>The river</title><h1>The river</h1>{posts}"
    result = denoise(page, url="https://forum.example.org/viewtopic.php?t=7")
    assert result.page_type == "forum"
    assert result.metadata.published == "2024-05-03T10:00:00"


@pytest.mark.parametrize(
    ("text", "language", "date"),
    [
        ("20 septembrie 2020 16:20", "ro", "2020-09-20T16:20:00"),
        ("الجمعة 24 نيسان / أبريل 2020 09:22", "ar", "2020-04-24T09:22:00"),
        ("20 ก.ย. 2563 เวลา 10:20 น.", "th", "2020-09-20T10:20:00"),
        ("20 กันยายน พ.ศ. 2563", "th", "2020-09-20"),
        ("20 सितंबर 2020", "hi", "2020-09-20"),
        ("2020. szeptember 20. 10:20", "hu", "2020-09-20T10:20:00"),
        ("2020 m. rugsėjo 20 d.", "lt", "2020-09-20"),
        ("2020. gada 20. septembris", "lv", "2020-09-20"),
        ("ngày 20 tháng 9 năm 2020", "vi", "2020-09-20"),
        ("3 d'agost de 2020", "ca", "2020-08-03"),
        ("20. syyskuuta 2020", "fi", "2020-09-20"),
        ("20 בספטמבר 2020", "he", "2020-09-20"),
        ("20 Rugpjūčio 2020", "", "2020-08-20"),
        ("4. 2. 2022", "de", "2022-02-04"),
        ("Kultur, 30.10.23", "de", "2023-10-30"),
        ("01/11/11-10:18", "el", "2011-11-01T10:18:00"),
        ("05.11.12", "en", ""),
        ("Fri, 05/03/2024 - 9:35am", "en", "2024-05-03T09:35:00"),
        ("12/05/2024, 14:30", "es", "2024-05-12T14:30:00"),
        ("14:30 - 12/05/2024", "es", "2024-05-12T14:30:00"),
        ("12/05/2024 às 14h30", "pt-BR", "2024-05-12T14:30:00"),
        ("12-05-2024 alle ore 14:30", "it", "2024-05-12T14:30:00"),
        ("12/05/2024 saat 14:30", "tr", "2024-05-12T14:30:00"),
        ("12/05/2024, ώρα 2:30 μ.μ.", "el", "2024-05-12T14:30:00"),
        ("12/05/2024 / 14:30", "fr", "2024-05-12T14:30:00"),
        ("12/05/2024 30 comments", "fr", "2024-05-12"),
        ("Sunday, 05/03/2024", "", ""),
        ("17/01/2024", "en-US", "2024-01-17"),
        ("Posted Tue, 2 Jan 2007 11:00 GMT", "en", "2007-01-02T11:00:00+00:00"),
        ("Mill 2.10.23.4", "de", ""),
        ("10.24.23", "de", ""),
        ("13.24.23", "de", ""),
    ],
)
def test_dates_of_more_languages(text, language, date):
    assert iso_date(text, language) == date
