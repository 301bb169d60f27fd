"""What a page says of itself, and where it says so."""

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_denoise import denoise
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.cli.main import main
from scrapy_denoise.document.metadata import date_statements
from scrapy_denoise.document.metadata.author_names import names_of, shown_names
from scrapy_denoise.document.metadata.dates import iso_date
from scrapy_denoise.document.metadata.metadata import RANKED, Metadata
from scrapy_denoise.document.metadata.site_names import agrees_with_host
from scrapy_denoise.document.metadata.stated_fields import STATED
from scrapy_denoise.page import Page

STORY = "<p>The river rose in the night, and by the morning the lower road was under water.</p>" * 3


def metadata(head="", body=STORY, url="https://news.example.org/a/1", title="The river rose"):
    return denoise(f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>", url).metadata


def ld(value):
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


ARTICLE = {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    "headline": "The river rose",
    "author": [{"@type": "Person", "name": "Ann Lee"}, {"@type": "Person", "givenName": "Bo", "familyName": "Yun"}],
    "datePublished": "2024-05-03T10:00:00+02:00",
    "dateModified": "2024-05-04",
    "inLanguage": "en-GB",
    "description": "Water &amp; road",
    "image": {"@type": "ImageObject", "url": "/river.jpg"},
    "keywords": "river, flood; road",
    "articleSection": "Local",
    "license": "https://example.org/license",
    "publisher": {"@type": "Organization", "name": "The Valley"},
}


def test_the_reviews_of_buyers_are_not_the_page():
    reviews = [
        {"@type": "Review", "name": title, "author": {"@type": "Person", "name": name}, "datePublished": "2026-01-20"}
        for title, name in (("A fine thing", "Cy Oak"), ("The mill wheel", "Dee Elm"))
    ]
    product = {"@type": "Product", "name": "The mill wheel, oak", "offers": {"@type": "Offer", "price": "9"}}
    found = metadata(ld({**product, "review": reviews}), title="The mill wheel, oak")
    assert (found.authors, found.published) == ((), "")
    found = metadata(ld({**product, "review": reviews[1]}), title="The mill wheel: a review")
    assert (found.authors, found.published) == (("Dee Elm",), "2026-01-20")


def test_all_of_json_ld():
    trail = {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "name": "Home"},
            {"@type": "ListItem", "item": {"@id": "/local", "name": "Local"}},
        ],
    }
    found = metadata(ld([ARTICLE, trail, {"@type": "WebSite", "name": "The Valley"}]))
    assert found.title == "The river rose"
    assert found.authors == ("Ann Lee", "Bo Yun")
    assert (found.published, found.modified) == ("2024-05-03T10:00:00+02:00", "2024-05-04")
    assert (found.language, found.site_name, found.description) == ("en-GB", "The Valley", "Water & road")
    assert found.image == "https://news.example.org/river.jpg"
    assert (found.section, found.breadcrumbs) == ("Local", ("Home", "Local"))
    assert (found.tags, found.license) == (("river", "flood", "road"), "https://example.org/license")
    assert set(found.sources.values()) == {"json-ld"}
    assert "url" not in found.sources


def test_references_within_a_graph():
    graph = [
        {**ARTICLE, "author": {"@id": "#ann"}},
        {"@type": "Person", "@id": "#ann", "name": "Ann Lee", "url": "/ann"},
    ]
    assert metadata(ld({"@graph": graph})).authors == ("Ann Lee",)


def test_the_article_of_several_that_is_the_page():
    others = [{**ARTICLE, "headline": f"Another story {i}", "datePublished": f"2020-01-0{i}"} for i in range(1, 4)]
    assert metadata(ld([*others, ARTICLE])).published == "2024-05-03T10:00:00+02:00"
    assert metadata(ld(others)).published == ""  # a list of other pages


def test_the_order_of_sources():
    head = [
        ld({"@type": "NewsArticle", "headline": "The river rose", "datePublished": "2024-01-01"}),
        "<meta property=article:published_time content=2024-01-03>",
        "<meta name=dc.date content=2024-01-04>",
        "<meta name=date content=2024-01-05>",
    ]
    microdata = "<div itemscope><meta itemprop=datePublished content=2024-01-02></div>"
    time = '<h1>The river rose</h1><time class=published datetime="2024-01-06">a</time>'
    seen = []
    for first in range(5):
        found = metadata(
            "".join(head[max(first - 1, 0) if first else 0 :]), (microdata if first < 2 else "") + time + STORY
        )
        seen.append((found.published, found.sources["published"]))
    assert seen == [
        ("2024-01-01", "json-ld"),
        ("2024-01-01", "json-ld"),
        ("2024-01-03", "opengraph"),
        ("2024-01-04", "dublin-core"),
        ("2024-01-05", "meta"),
    ]
    found = metadata(body=microdata + time + STORY)
    assert (found.published, found.sources["published"]) == ("2024-01-02", "microdata")
    found = metadata(body=time + STORY)
    assert (found.published, found.sources["published"]) == ("2024-01-06", "time")
    found = metadata(url="https://news.example.org/2024/01/07/river/")
    assert (found.published, found.sources["published"]) == ("2024-01-07", "url")


def test_what_the_page_shows():
    body = f"<h1>The river rose</h1><div class=byline>By Ann Lee</div><div>May 3, 2024</div>{STORY * 3}"
    found = metadata(body=body)
    assert (found.authors, found.sources["authors"]) == (("Ann Lee",), "page")
    assert (found.published, found.sources["published"]) == ("2024-05-03", "page")


def test_microdata_of_comments_is_none_of_the_page():
    body = """<div itemscope itemtype=https://schema.org/Comment><span itemprop=author>Cy</span>
        <time itemprop=datePublished datetime=2020-01-01>then</time></div>
        <span itemprop=author itemscope itemtype=https://schema.org/Person><b itemprop=name>Ann Lee</b></span>"""
    found = metadata(body=f"<article itemscope itemtype=https://schema.org/Article>{STORY}{body}</article>")
    assert (found.authors, found.sources["authors"]) == (("Ann Lee",), "microdata")
    assert found.published == ""


def test_a_site_that_signs_comes_after_persons():
    head = ld({**ARTICLE, "author": "The Valley"})
    assert metadata(head).authors == ("The Valley",)
    found = metadata(head + "<meta name=author content='Ann Lee'>")
    assert (found.authors, found.sources["authors"]) == (("Ann Lee",), "meta")
    head = ld({**ARTICLE, "author": "news.example.org"}) + "<meta name=author content='Ann Lee'>"
    assert metadata(head).authors == ("Ann Lee",)


def test_addresses_are_absolute_and_of_the_web():
    head = (
        "<base href=https://cdn.example.org/b/><link rel=canonical href=c><meta property=og:image content=javascript:x>"
    )
    found = metadata(head)
    assert (found.url, found.image) == ("https://cdn.example.org/b/c", "")


def test_nothing_said():
    found = denoise("<p>A page</p>").metadata
    assert (found.authors, found.published, found.language, dict(found.sources)) == ((), "", "", {})
    assert denoise(b"%PDF-").metadata.title == ""


def test_in_the_json_of_the_command_line(tmp_path, capsys):
    file = tmp_path / "page.html"
    file.write_text(f"<title>The river rose</title>{ld(ARTICLE)}{STORY}")
    assert main(["clean", str(file), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["metadata"]
    assert (found["authors"], found["sources"]["authors"]) == (["Ann Lee", "Bo Yun"], "json-ld")


# --- dates and names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "language", "date"),
    [
        ("2024-05-03T15:47:42.389Z", "", "2024-05-03T15:47:42+00:00"),
        ("2024-05-03T15:47:42-0500", "", "2024-05-03T15:47:42-05:00"),
        ("2024-05-03 18:19", "", "2024-05-03T18:19:00"),
        ("2024/5/3", "", "2024-05-03"),
        ("20240503", "", "2024-05-03"),
        ("Tue, 03 May 2022 10:00:00 GMT", "", "2022-05-03T10:00:00+00:00"),
        ("2024年5月3日", "zh", "2024-05-03"),
        ("3.5.2024, 10:22", "de", "2024-05-03T10:22:00"),
        ("25/12/2024", "en", "2024-12-25"),
        ("3/4/2024", "fr", "2024-04-03"),
        ("3/4/2024", "en", ""),  # March or April
        ("03/04/2024 at 10:00 am", "en", ""),
        ("December 16, 2016, 4:19 PM", "en", "2016-12-16T16:19:00"),
        ("3. Mai 2024", "de", "2024-05-03"),
        ("5 мая 2021", "ru", "2021-05-05"),
        ("3 мая 2024 г.", "ru", "2024-05-03"),
        ("28 ноября 11", "ru", "2011-11-28"),
        ("28 ноября 98 (17:50)", "ru", "1998-11-28T17:50:00"),
        ("3 May 11:20", "en", ""),
        ("3 May 12, 2024", "en", "2024-05-12"),
        ("2011-يىل 5-مارت", "ug", "2011-03-05"),
        ("\uff12\uff10\uff12\uff14年\uff15月\uff13日", "ja", "2024-05-03"),
        ("\uff12\uff10\uff12\uff14\uff0f\uff15\uff0f\uff13", "ja", "2024-05-03"),
        ("二〇二四年五月三日", "zh", "2024-05-03"),
        ("二〇二四年十二月二十三日", "zh", "2024-12-23"),
        ("令和6年5月3日", "ja", "2024-05-03"),
        ("令和元年10月1日", "ja", "2019-10-01"),
        ("中華民國 113 年 5 月 3 日", "zh-TW", "2024-05-03"),
        ("2024年5月3日 下午3:20", "zh", "2024-05-03T15:20:00"),
        ("2024年5月3日 午後3時20分", "ja", "2024-05-03T15:20:00"),
        ("2024年5月3日(星期五) 上午 9:20", "zh", "2024-05-03T09:20:00"),
        ("2012.01.12 02:09 pm", "", "2012-01-12T14:09:00"),
        ("2012/01/12 下午 02:09", "zh-TW", "2012-01-12T14:09:00"),
        ("2012-01-12 12:10 AM", "en", "2012-01-12T00:10:00"),
        ("3.5.2024 3:20 μ.μ.", "el", "2024-05-03T15:20:00"),
        ("3.5.2024 15:20, PM Lee", "de", "2024-05-03T15:20:00"),
        ("May 2024", "en", ""),
        ("2024-13-45", "", ""),
        ("99999-01-01", "", ""),
        ("9999-01-01", "", ""),
        ("2024-05-03T25:61:00+99:99", "", ""),
        ("17. Mai 2023", "de", "2023-05-17"),
        ("Wed May 17 19:20:36 CEST 2023", "de", "2023-05-17T19:20:36"),
        ("Wed May 17 19:20:36 UTC 2023", "", "2023-05-17T19:20:36+00:00"),
        ("Wed May 7 19:20:36 2023", "", "2023-05-07T19:20:36"),
        ("17 мая 2023", "ru", "2023-05-17"),
        ("17 ΜΑΪΟΥ 2023", "el", "2023-05-17"),
        ("17 bxq 2023", "en", ""),
        ("yesterday", "en", ""),
        ("", "", ""),
    ],
)
def test_dates(text, language, date):
    assert iso_date(text, language) == date


@pytest.mark.parametrize(("language", "date"), [("hr", "2026-10-12"), ("pl", "2026-11-12"), ("", "")])
def test_a_month_whose_name_means_two_months(language, date):
    assert iso_date("12. listopada 2026", language) == date


def test_each_language_names_twelve_months():
    assert {len(lines) for lines in sections("month_names").values()} == {12}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("By Ann Lee", ("Ann Lee",)),
        ("Von Ann Lee und Bo Yun", ("Ann Lee", "Bo Yun")),
        ("Ann Lee, Bo Yun and Cy Day", ("Ann Lee", "Bo Yun", "Cy Day")),
        ("Ann Lee, MD", ("Ann Lee, MD",)),
        ("Ann Lee, EdD, RD, Bo Yun", ("Ann Lee, EdD, RD", "Bo Yun")),
        ("Ann Lee, XAND", ("Ann Lee", "XAND")),
        ("srf/ann", ("srf/ann",)),
        ("Ann Lee (Translator), Bo Yun (editor)", ("Ann Lee", "Bo Yun")),
        ("Ann Lee (Valley)", ("Ann Lee (Valley)",)),
        ("水野花子 著, 山田太郎（訳）", ("水野花子", "山田太郎")),
        ("https://example.org/ann", ()),
        ("作者：李安", ("李安",)),
        ("Ann Lee is a writer who lives by the river", ()),
        ("ann.lee@valley.example", ()),
        ("105092", ()),
        ("Ann Lee | ann.lee@valley.example", ("Ann Lee",)),
        ("{{ post.author }}", ()),
        ("J.R.R. Lee", ("J.R.R. Lee",)),
        ("By", ()),
    ],
)
def test_names(text, names):
    assert names_of([text]) == names


# --- bad input ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "script",
    [
        '{"@type": "NewsArticle", "headline": ' + '"x' * 2_500_000,
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"@type": "NewsArticle", "author": ' + '{"author": ' * 900 + "1" + "}" * 901,
        '{"@type": ["NewsArticle", 7, null], "author": 7, "datePublished": {"a": 1}, "image": [[]], "publisher": []}',
        '{"@type": "NewsArticle", "datePublished": "99999-99-99", "headline": {"a": []}, "name": 1e999}',
        '{"@id": [1], "@type": {"a": 1}, "mainEntityOfPage": {"@id": {"b": 1}}}',
        '{"@type": "BreadcrumbList", "itemListElement": {"name": 1}}',
        "null",
        "",
    ],
)
def test_broken_json_ld(script):
    found = metadata(f'<script type="application/ld+json">{script}</script>')
    assert found.title
    assert found.published == ""


@pytest.mark.parametrize(
    "script",
    [
        '{"@type": "Article", "headline": "H", "datePublished": "2024-01-01",}',
        '\ufeff{"@type": "Article", "headline": "H", "datePublished": "2024-01-01"}',
        '{"@type": "Article", /* of the page */ "headline": "H",\n // its day\n "datePublished": "2024-01-01"}',
        '{"@type": "Article", "headline": "The river\\\'s bank", "datePublished": "2024-01-01"}',
        "<!-- {} -->",
    ],
)
def test_json_ld_that_templates_break(script):
    head = f'<script type="application/ld+json">{script}</script>'
    assert metadata(head).published == ("2024-01-01" if "2024" in script else "")


def test_a_flood_of_statements():
    body = "<i itemprop=author>x y</i>" * 20_000 + "<time>2024</time>" * 20_000
    found = metadata("<meta name=author content='Ann Lee'>" * 20_000, body)
    assert len(found.authors) <= 50


STATEMENTS = st.sampled_from(
    [
        "<meta name=author content=", "<meta property=og:title content=",
        "<meta property=article:published_time content=",
        "<link rel=canonical href=", "<i itemprop=author itemscope itemtype=", "<time pubdate datetime=",
        "<a rel=author href=x class=author title=", "<html lang=", "<base href=",
        "<meta itemprop=datePublished content=",
    ]
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(STATEMENTS, st.text(max_size=30)), max_size=8), st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5) | st.sampled_from(["NewsArticle", "2024-01-01"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["@type", "@id", "@graph", "author", "name", "headline", "datePublished", "publisher", "image",
                         "itemListElement", "mainEntityOfPage", "url", "keywords"]), inner, max_size=4),
    max_leaves=12,
))  # fmt: skip
def test_metadata_raises_nothing_and_is_bounded(statements, value):
    head = "".join(f"{start}'{text}'>" for start, text in statements)
    found = denoise(f"{head}{ld(value)}<p>A page</p>", "https://example.org/").metadata
    for field in (found.authors, found.tags, found.breadcrumbs):
        assert len(field) <= 50
    assert all(getattr(found, name) for name in found.sources)


def test_metadata_travels_with_a_pickled_result():
    result = denoise(f"<title>The river rose</title>{ld(ARTICLE)}{STORY}")
    assert pickle.loads(pickle.dumps(result)).metadata == result.metadata
    assert result.metadata.authors


# --- each field, and where it comes from ---------------------------------------------------------------------

TAGS = "<meta property=article:tag content=river><meta property=article:tag content=road>"
CC_BY = "https://example.org/by"
TRAIL = {
    "@type": "BreadcrumbList",
    "itemListElement": [{"@type": "ListItem", "name": "Home"}, {"@type": "ListItem", "name": "Local"}],
}


def itemised(properties):
    return f"<article itemscope itemtype=https://schema.org/Article>{properties}</article>"


@pytest.mark.parametrize(
    ("field", "value", "source", "head", "body"),
    [
        ("url", "https://news.example.org/a/rose", "meta", "<link rel=canonical href=/a/rose>", ""),
        ("url", "https://news.example.org/a/og", "meta", "<meta property=og:url content=/a/og>", ""),
        ("description", "Rain & river", "json-ld", ld({**ARTICLE, "description": "Rain &amp; river"}), ""),
        ("description", "Rain", "microdata", "", itemised("<meta itemprop=description content=Rain>")),
        ("description", "Rain", "opengraph", "<meta property=og:description content=Rain>", ""),
        ("description", "Rain", "dublin-core", "<meta name=dcterms.description content=Rain>", ""),
        ("description", "Rain", "meta", "<meta name=description content=Rain>", ""),
        ("image", "https://news.example.org/r.jpg", "json-ld", ld({**ARTICLE, "image": ["/r.jpg", "/s.jpg"]}), ""),
        ("image", "https://news.example.org/r.jpg", "microdata", "", itemised("<img itemprop=image src=/r.jpg>")),
        ("image", "https://news.example.org/r.jpg", "opengraph", "<meta property=og:image content=/r.jpg>", ""),
        ("image", "https://news.example.org/r.jpg", "meta", "<meta name=twitter:image content=/r.jpg>", ""),
        ("image", "https://news.example.org/r.jpg", "meta", "<link rel=image_src href=/r.jpg>", ""),
        ("section", "Local", "json-ld", ld(ARTICLE), ""),
        ("section", "Local", "opengraph", "<meta property=article:section content=Local>", ""),
        ("section", "Local", "opengraph", "<meta property=og:article:section content=Local>", ""),
        ("section", "Local", "microdata", "", itemised("<b itemprop=articleSection>Local</b>")),
        ("breadcrumbs", ("Home", "Local"), "json-ld", ld(TRAIL), ""),
        ("tags", ("river", "road"), "json-ld", ld({**ARTICLE, "keywords": ["river", "road", "river"]}), ""),
        ("tags", ("river", "road"), "opengraph", TAGS, ""),
        ("tags", ("river", "road"), "opengraph", TAGS.replace("article", "og:article"), ""),
        ("tags", ("river", "road"), "dublin-core", "<meta name=dc.subject content='river; road'>", ""),
        ("tags", ("river", "road"), "meta", "<meta name=keywords content='river, road'>", ""),
        ("license", CC_BY, "json-ld", ld({**ARTICLE, "license": CC_BY}), ""),
        ("license", CC_BY, "meta", f"<link rel=license href={CC_BY}>", ""),
        ("license", CC_BY, "meta", "", f"<a rel='license nofollow' href={CC_BY}>CC BY</a>"),
        ("license", "CC BY", "dublin-core", "<meta name=dc.rights content='CC BY'>", ""),
        ("site_name", "The Valley", "json-ld", ld({"@type": "WebSite", "name": "The Valley"}), ""),
        ("site_name", "The Valley", "opengraph", "<meta property=og:site_name content='The Valley'>", ""),
        ("site_name", "The Valley", "meta", "<meta name=application-name content='The Valley'>", ""),
        ("language", "en-GB", "json-ld", ld(ARTICLE), ""),
        ("language", "en-AU", "opengraph", "<meta property=og:locale content=en_AU>", ""),
        ("language", "zh", "dublin-core", "<meta name=dc.language content=zh>", ""),
        ("language", "ug", "meta", "<meta http-equiv=content-language content=ug>", ""),
        ("modified", "2024-05-04", "json-ld", ld(ARTICLE), ""),
        ("modified", "2024-05-04", "microdata", "", itemised("<meta itemprop=dateModified content=2024-05-04>")),
        ("modified", "2024-05-04", "opengraph", "<meta property=og:updated_time content=2024-05-04>", ""),
        ("modified", "2024-05-04", "dublin-core", "<meta name=dcterms.modified content=2024-05-04>", ""),
        ("modified", "2024-05-04", "meta", "<meta name=updated_at content=2024-05-04>", ""),
        ("modified", "2024-05-04", "meta", "<meta name=last-modified content='Sat, 04 May 2024'>", ""),
        ("modified", "2024-05-04", "time", "", "<h1>The river</h1><time class=updated datetime=2024-05-04>x</time>"),
        ("authors", ("Ann Lee",), "dublin-core", "<meta name=dc.creator content='Ann Lee'>", ""),
        ("authors", ("Ann Lee",), "opengraph", "<meta property=article:author content='Ann Lee'>", ""),
        ("authors", ("Ann Lee",), "opengraph", "<meta property=og:article:author content='Ann Lee'>", ""),
    ],
)  # fmt: skip
def test_each_field_and_its_source(field, value, source, head, body):
    found = metadata(head, body + STORY)
    assert getattr(found, field) == value
    assert found.sources[field] == source


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("<meta property=article:published_time content=99999-01-01T00:00:00Z>", ""),
        ("<meta property=article:published_time content=253402300800>", ""),
        ("<meta name=date content=0000-00-00>", ""),
        ("", "<time pubdate datetime=99999-12-31>the end</time>"),
        ("", "<h1>The river rose</h1><div class=date>May 3, 99999</div>"),
        (ld({"@type": "Article", "datePublished": "+275760-09-13T00:00:00.000Z"}), ""),
        (ld({"@type": "Article", "datePublished": 1e308}), ""),
    ],
)
def test_dates_that_are_none(head, body):
    assert metadata(head, body + STORY).published == ""


def test_five_megabytes_of_json_ld_are_not_read():
    script = '{"@type": "NewsArticle", "headline": "The river rose", "datePublished": "2024-05-03", "x": ['
    large = f'<script type="application/ld+json">{script}{"1," * 2_500_000}1]}}</script>'
    found = metadata(large + "<meta name=author content='Ann Lee'>")
    assert (found.title, found.published, found.authors) == ("The river rose", "", ("Ann Lee",))


def test_a_byline_may_have_a_date_and_comments_have_their_own():
    body = (
        "<h1>The river rose</h1><p class=byline>By Ann Lee, 12 March 2026</p>"
        "<p>It rained in the hills for three days, and the river rose by two metres.</p>"
        "<div class=comment><p class=author>Tom, yesterday</p><p>About time!</p></div>"
        "<ol class=comment-list><li><b class=author>Ruth</b> Who pays for it?</li></ol>"
    )
    assert denoise(body).metadata.authors == ("Ann Lee",)


RAIN = "It rained in the hills for three days, and the river rose by two metres. " * 4
RAIN_ZH = "雨在山里下了三天三夜，河水涨了两米，村里的路都被淹没了。" * 4
RAIN_UG = "يامغۇر ئۈچ كۈن ياغدى، دەريا سۈيى ئىككى مېتىر ئۆرلىدى. " * 4


@pytest.mark.parametrize(
    ("language", "line", "date", "names"),
    [
        ("en", "By Ada Miller, 12 March 2026", "2026-03-12", ("Ada Miller",)),
        ("en", "By Ada Miller, March 12, 2026", "2026-03-12", ("Ada Miller",)),
        ("en", "By Ada Miller, Thursday, March 12th, 2026 at 4:19 p.m. ET", "2026-03-12T16:19:00", ("Ada Miller",)),
        ("en", "Published 12 March 2026", "2026-03-12", ()),
        ("en", "Posted on 12 March 2026 by Ada Miller and Bo Yun", "2026-03-12", ("Ada Miller", "Bo Yun")),
        ("en", "Ada Miller | Published 12 March 2026 10:22 | 5 min read", "2026-03-12T10:22:00", ("Ada Miller",)),
        ("en", "By Ada Miller (2026-03-12)", "2026-03-12", ("Ada Miller",)),
        ("en", "By Ada Miller, 12 March", "", ("Ada Miller",)),
        ("en", "By Ada Miller, 03/04/2026", "", ("Ada Miller",)),  # March or April
        ("en", "By Ada May", "", ("Ada May",)),
        ("en", "By Ada Miller, in Local, Rivers · 12 March 2026", "2026-03-12", ("Ada Miller",)),
        ("de", "Von Ada Müller, Donnerstag, 12. März 2026, 10:22 Uhr", "2026-03-12T10:22:00", ("Ada Müller",)),
        ("de", "Veröffentlicht am 12. März 2026 von Ada Müller", "2026-03-12", ("Ada Müller",)),
        ("fr", "Par Ada Meunier, le 12 mars 2026 à 14h30", "2026-03-12T14:30:00", ("Ada Meunier",)),
        ("fr", "Publié le 12 mars 2026 par Ada Meunier", "2026-03-12", ("Ada Meunier",)),
        ("tr", "Yayınlanma tarihi: 12 Mart 2026", "2026-03-12", ()),
        ("es", "Por Ada Molina, 12 de marzo de 2026", "2026-03-12", ("Ada Molina",)),
        ("ru", "Автор: Ада Мельник, 12 марта 2026 г.", "2026-03-12", ("Ада Мельник",)),
        ("ru", "Опубликовано 12 марта 2026 года", "2026-03-12", ()),
        ("zh", "作者：李安 2026年3月12日 10:22", "2026-03-12T10:22:00", ("李安",)),
        ("zh", "记者 李安 发布时间：2026-03-12", "2026-03-12", ("李安",)),
        ("ug", "ئاپتور: ئادا تۇرسۇن، 2026-يىلى 12-مارت", "2026-03-12", ("ئادا تۇرسۇن",)),
        ("ug", "2026-يىلى 12-مارت 09:14 مەنبە： دەريا ئاپتورى：ئادا تۇرسۇن", "2026-03-12T09:14:00", ("ئادا تۇرسۇن",)),
        ("ru", "12.03.2026 09:14 Источник: Вести Автор: Анна Ли Фото: Бо Юн", "2026-03-12T09:14:00", ("Анна Ли",)),
        ("ug", "ئاپتور: ئادا تۇرسۇن 2026-يىل 3-ئاينىڭ 12-كۈنى", "2026-03-12", ("ئادا تۇرسۇن",)),
        ("ug", "17-يانۋار، 2025", "2025-01-17", ()),
        ("ar", "17 يناير، 2025", "2025-01-17", ()),
    ],
)
def test_the_date_and_the_names_of_a_byline(language, line, date, names):
    text = {"zh": RAIN_ZH, "ug": RAIN_UG}.get(language, RAIN)
    found = denoise(f"<html lang={language}><h1>The river rose</h1><p class=byline>{line}</p><p>{text}</p>").metadata
    assert (found.published, found.authors) == (date, names)


def test_a_byline_within_a_dateline():
    found = denoise(f"<html lang=en><h1>The river rose</h1><p>By Ada Miller, 12 March 2026</p><p>{RAIN}</p>").metadata
    assert (found.published, found.authors) == ("2026-03-12", ("Ada Miller",))


@pytest.mark.parametrize(
    "name", ["author", "css-1x-Byline", "authorname-txt", "autor", "Autor", "post-author-text", "author-card__name"]
)
def test_elements_that_are_named_as_the_author(name):
    page = f"<h1>The river rose</h1><div><span class='{name}'>Ann Lee</span></div>{STORY * 3}"
    assert metadata(body=page).authors == ("Ann Lee",)


@pytest.mark.parametrize(
    ("text", "names"), [("Ann Lee", ("Ann Lee",)), ("山田花子", ("山田花子",)), ("Ethics of the paper", ())]
)
def test_an_element_named_as_the_writer_has_a_name(text, names):
    page = f"<h1>The river rose</h1><div><b class=writer>{text}</b><i>13 April 2024</i></div>{STORY * 3}"
    assert metadata('<meta http-equiv="content-language" content="ja">', page).authors == names


@pytest.mark.parametrize(
    ("stated", "names"),
    [
        (["Ann Lee", "Valley"], ("Ann Lee",)),
        (["Ann Lee", "VALLEY NORTH"], ("Ann Lee",)),
        (["Ann Lee", "river.org"], ("Ann Lee",)),
        (["Ann Lee", "Valley Bo"], ("Ann Lee", "Valley Bo")),
        (["Valley", "river.org"], ("Valley", "river.org")),
        (["Ann Lee, MS, RDN"], ("Ann Lee, MS, RDN",)),
    ],
)
def test_the_site_beside_a_person_is_no_author(stated, names):
    found = metadata(
        ld({**ARTICLE, "author": stated}), f"<h1>The river rose</h1>{STORY * 3}", url="https://valley.org/a"
    )
    assert found.authors == names


def test_a_desk_is_the_author_where_no_person_is_shown():
    desk, byline = "<meta name=author content='Valley Weekly Staff'>", "<p class=byline>By Ann Lee</p>"
    assert metadata(desk, f"<h1>The river rose</h1>{byline}{STORY * 3}").authors == ("Ann Lee",)
    assert metadata(desk, f"<h1>The river rose</h1>{STORY * 3}").authors == ("Valley Weekly Staff",)


def test_authors_of_other_pages_and_of_answers_stand_apart():
    near = "<div><b class=author>Ann Lee</b> for the valley and <b class=author>Bo Yun</b></div>"
    far = "<div class=card><p>The mill has opened its gates</p><b class=author>Cy Dell</b></div>"
    assert metadata(body=f"<h1>The river rose</h1>{near}{STORY * 3}{far}").authors == ("Ann Lee", "Bo Yun")


@pytest.mark.parametrize(
    ("link", "names"),
    [
        ("<a href=/author/ann>Ann Lee</a>", ("Ann Lee",)),
        (
            "<a href=/staff/ann/>Ann Lee</a>, <a href=https://b.example/profile/bo>Bo van der Yun</a>",
            ("Ann Lee", "Bo van der Yun"),
        ),
        ("<a href=/author/chen>\u9648\u660e</a>", ("\u9648\u660e",)),
        ("<a href=/author/ann>See all stories</a>", ()),
        ("<a href=/author/ann>Ann</a>", ()),
        ("<a href=/author/ann>Ann Lee 2</a>", ()),
        ("<a href=/authors/>Our Authors</a>", ()),
        ("<a href=/author/ann/rivers>Ann Lee</a>", ()),
        (" ".join(f"<a href=/author/{name}>Ann {name.title()}</a>" for name in ("bo", "cy", "di", "eva", "flo")), ()),
        (f"<p>{'word ' * 200}</p><a href=/author/ann>Ann Lee</a>", ()),
    ],
)
def test_links_to_the_pages_of_authors(link, names):
    found = metadata(body=f"<h1>The river rose</h1><div>{link}</div>{STORY * 3}")
    assert found.authors == names
    assert metadata(body=f"<div>{link}</div>{STORY * 3}").authors == ()


@pytest.mark.parametrize(
    ("head", "names"),
    [
        ("<meta name=articleAuthor content='Ann Lee'>", ("Ann Lee",)),
        ("<meta name=story_author_name content='Ann Lee'>", ("Ann Lee",)),
        ("<meta name=authorization content='Ann Lee'>", ()),
        ("<meta name=article:author content='VALLEY COOK ®'>", ()),
        ("<meta name=article:author content=Valley>", ()),
    ],
)
def test_authors_in_meta_under_other_names_and_names_that_are_none(head, names):
    page = f"<title>The river rose</title>{head}<h1>The river rose</h1>{STORY}"
    assert denoise(page, url="https://valley.example/river").metadata.authors == names


@pytest.mark.parametrize(
    ("shown", "names"),
    [
        ("Share", ()), ("Your rating", ()), ("Registriert seit", ()), ("Re: The river rose", ()), ("in Local News", ()),
        ("Photos by Ann Lee", ()), ("Recipe by Ann Lee", ("Ann Lee",)), ("Ann Lee and annlee", ("Ann Lee",)),
        ("Authored by: Ann Lee", ("Ann Lee",)), ("annlee", ("annlee",)),
        ("Ines Onto", ("Ines Onto",)), ("\u533f\u540d", ()),
        ("Author:Ann Lee", ("Ann Lee",)), ("Name *", ()), ("Ann Lee)", ("Ann Lee",)), ("Ann (Lee)", ("Ann (Lee)",)),
        ("Ann Lee (Editor)", ("Ann Lee",)), ("Ann Lee（上海）", ("Ann Lee",)), ("Permalink", ()), ("Post", ()),
        ("Ann Lee | Read more at valley.example", ("Ann Lee",)), ("View all posts", ()),
        ("Reada Moore", ("Reada Moore",)),
        ("来源：山谷网 作者：李安", ("李安",)), ("作者：李安 责任编辑：王明", ("李安",)),
        ("（责任编辑：王明）", ()), ("来源：网络", ()), ("打印 字体： 放大 缩小 分享", ()),
        ("山谷网记者 李安", ("李安",)), ("文静", ("文静",)),
        ("王文 关注", ("王文",)), ("文：王文", ("王文",)),
        ("作者：未知 责任编辑：王明", ()), ("李安 关注", ("李安",)),
    ],
)  # fmt: skip
def test_labels_of_an_interface_are_no_names(shown, names):
    assert shown_names([shown]) == names


@pytest.mark.parametrize(
    ("shown", "names"),
    [
        ("【河谷報╱記者林小舟／石橋報導】", ("林小舟",)),
        ("2026-03-12 河谷時報 林小舟／石橋報導", ("林小舟",)),
        ("河谷社／石橋報導", ()),
        ("[编辑：林小舟]", ()),
        ("责任编辑  林小舟", ()),
        ("本报记者 林小舟", ("林小舟",)),
        ("本报记者 林小舟 通讯员 何田", ("林小舟",)),
        ("（记者林小舟 何田 通讯员石桥生）", ("林小舟", "何田")),
        ("本报记者 林小舟 摄", ()),
        ("本报记者 林小舟 文/图", ("林小舟",)),
        ("〔編譯林小舟／綜合報導〕", ("林小舟",)),
        ("編譯/林小舟", ("林小舟",)),
        ("Reporting by Ann Lee; Editing by Bo Yun", ("Ann Lee",)),
        ("By Ann Lee – 1 day ago", ("Ann Lee",)),
        ("Autor: AL Źródło: XYZ", ("AL",)),
        ("كتب: سالم الحربي - الجمعة ٣ مايو ٢٠٢٤م", ("سالم الحربي",)),
        ("河谷社记者 林小舟、何田报道", ("林小舟", "何田")),
        ("记者 林小舟 摄影 何田", ("林小舟",)),
        ("查看本文作者 林小舟 的其他文章>>", ("林小舟",)),
        ("2012.01.12 02:09 pm", ()),
        ("注冊 遊客進入", ()),
        ("文/林小舟", ("林小舟",)),
        ("【文/河谷网专栏作者 林小舟】", ("林小舟",)),
        ("著者：林小舟", ("林小舟",)),
        ("Фото: Ада Мельник", ()),
        ("Источник: Долина.Ру", ()),
        ("Γράφει ο Νίκος Λέκκας", ("Νίκος Λέκκας",)),
        ("Συντάκτης: Νίκος Λέκκας", ("Νίκος Λέκκας",)),
        ("ئاپتورى: ئادا تۇرسۇن", ("ئادا تۇرسۇن",)),
        ("Kategorie: News", ()),
        ("© Valley Gazette", ()),
        ("Ann Lee, @annlee", ("Ann Lee",)),
        ("@annlee", ("@annlee",)),
    ],
)
def test_labels_say_who_wrote_a_page_and_who_did_not(shown, names):
    assert shown_names([shown]) == names


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("【山田花子】", ("山田花子",)),
        ("【山田花子、佐々木ゆり】", ("山田花子", "佐々木ゆり")),
        ("【速報】", ()),
        ("【千葉県警】", ()),
        ("【山口市】", ()),
    ],
)
def test_names_of_japanese_stand_alone_in_brackets(line, names):
    story = "".join(
        f"<p>{text}</p>" for text in ("昨夜の雨で川が増水し、石橋の上まで水が来た。町の人は早くから道を掃除した。",) * 3
    )
    found = denoise(f"<html lang=ja><title>川が増水</title><h1>川が増水</h1><div class=info>{line}</div>{story}")
    assert found.metadata.authors == names


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("本报记者 林小舟", "林小舟"),
        ("Γράφει ο Νίκος Λέκκας", "Νίκος Λέκκας"),
    ],
)
def test_a_byline_without_a_colon_below_the_text(line, name):
    found = denoise(f"<title>河水上涨</title><h1>河水上涨</h1><div>{f'<p>{RAIN_ZH}</p>' * 3}<p>{line}</p></div>")
    assert found.metadata.authors == (name,)
    assert line not in found.text


def test_a_byline_and_a_date_in_one_line():
    line = "<p>河谷网 作者：林小舟 责任编辑：何田 2024年3月12日 17:40</p>"
    found = metadata(body=f"<h1>河水上涨</h1>{line}<p>{RAIN_ZH}</p>", title="河水上涨")
    assert (found.authors, found.published) == (("林小舟",), "2024-03-12T17:40:00")


def test_a_source_in_a_dateline_is_no_author():
    line = "2026年03月12日 | 来源：山谷网"
    found = denoise(f"<html lang=zh><h1>河水上涨</h1><p>{line}</p><p>{RAIN_ZH}</p>").metadata
    assert (found.published, found.authors) == ("2026-03-12", ())


@pytest.mark.parametrize(
    "byline",
    [
        "<div class=byline><div>By <span>Ann Lee</span></div><div>THE VALLEY</div></div>",
        "<div class=byline><span>By</span><b>Ann Lee</b><span>Staff writer</span></div>",
        "<div class=byline><a rel=author href=/ann>Ann Lee</a><a href=/feed>Feed</a></div>",
        "<div class=byline>By Ann Lee in Local</div>",
        "<div class=byline><span class=byline-name>By Ann Lee</span> <span class=byline-title>Valley News</span></div>",
    ],
)
def test_what_stands_behind_a_shown_name_is_no_part_of_it(byline):
    assert metadata(body=f"<h1>The river rose</h1>{byline}{STORY * 3}").authors == ("Ann Lee",)


@pytest.mark.parametrize(
    ("line", "published", "modified"),
    [
        ("<p>Last updated: 12 March 2026</p>", "", "2026-03-12"),
        ("<p>Published 2 March 2026, updated 12 March 2026</p>", "2026-03-02", "2026-03-12"),
        ("<p>Veröffentlicht am 2. März 2026, aktualisiert 12. März 2026</p>", "2026-03-02", "2026-03-12"),
        ("<p>By Ada Miller | Updated on March 12, 2026</p>", "", "2026-03-12"),
        ("<p>Updated 12 March 2026, first published 2 March 2026</p>", "2026-03-02", "2026-03-12"),
        ("<p>Published 2 March 2026 | Updated 12 March 2026</p>", "2026-03-02", "2026-03-12"),
        ("<p>Zuletzt aktualisiert am 12. März 2026</p>", "", "2026-03-12"),
        ("<p>Son güncelleme: 12 Mart 2026</p>", "", "2026-03-12"),
        ("<p>更新时间：2026年3月12日</p>", "", "2026-03-12"),
        ("<p>يېڭىلانغان ۋاقتى: 2026-3-12</p>", "", "2026-03-12"),
        ("<p>Last updated <time datetime=2026-03-12>12 March</time></p>", "", "2026-03-12"),
        (
            "<p><b>Updated:</b> <time datetime=2026-03-12>then</time> <time datetime=2026-03-02>before</time></p>",
            "2026-03-02",
            "2026-03-12",
        ),
        ("<time class=updated datetime=2026-03-12>12 March</time>", "", "2026-03-12"),
        ("<time class='entry-date published updated' datetime=2026-03-12>then</time>", "2026-03-12", "2026-03-12"),
        ("<p>12 March 2026</p>", "2026-03-12", ""),
    ],
)
def test_the_date_of_a_change_stands_for_that_of_the_publication_alone(line, published, modified):
    found = denoise(f"<h1>The river rose</h1>{line}<p>{RAIN}</p>").metadata
    assert (found.published, found.modified) == (published or modified, modified)
    assert (found.sources["published"] == "modified") == (not published)


def test_a_date_that_is_named_as_the_date_of_publication():
    line = "<p class=published-date>May 3, 2024 7:00 AM</p>"
    before = f"<section><h2>Business</h2>{line}</section><h1>The river rose</h1>{STORY * 3}"
    found = metadata(body=before)
    assert (found.published, found.sources["published"]) == ("2024-05-03T07:00:00", "page")


@pytest.mark.parametrize(
    "behind",
    [
        "<p>See https://mill.example/2017/03/16/guide/</p>",
        "<ul><li><a href=https://mill.example/>https://mill.example/2017/03/16/guide/</a></li></ul>",
        "<p>Law of the river (of 16 March 2017)</p>",
        "<p>Last tested: 16 March 2017, Mill 3.2</p>",
        "<p>Notes:</p><p>1. “The Valley”, 16 March 2017</p><p>2. “The Valley”, 17 March 2017</p>",
        "<div><a href=/7><div>2017-03-16</div><div>Another story of the mill</div></a></div>",
        "<div><a href=/7><b>16 March 2017</b> The mill of the valley has been sold again</a></div>",
    ],
)
def test_the_date_of_another_thing_is_none_of_publication(behind):
    assert metadata(body=f"<h1>The river rose</h1>{STORY * 2}{behind}").published == ""


@pytest.mark.parametrize(
    ("story", "sentence", "date"),
    [
        (STORY, "This entry was posted on Tuesday, March 12th, 2024 at 3:00 pm and is filed under News. "
                "You can leave a response, or follow the answers with the feed.", "2024-03-12T15:00:00"),
        (RAIN_UG, "ئەسەر ئادا تەرىپىدىن   2024-يىل 12-مارت خەۋەر تۈرى ئاستىغا يوللانغان. يازمىغا قارتا پىكىر يولىسىڭىز "
                  "ھەمدە ئەسلى مەنبەنى ئەسكەرتكەن ئاساستا نەقىل ئېلىپ ئىشلەتسىڭىز بولىدۇ.", "2024-03-12"),
        (STORY, "The old mill was sold on March 12th, 2024 and will be torn down, says the owner of the house, "
                "who has lived there for all of her long life.", ""),
    ],
)  # fmt: skip
def test_the_sentence_below_a_text_that_says_when_it_was_posted(story, sentence, date):
    body = f"<h2>The river rose</h2><div><p>{story}</p></div><div class=postmeta>{sentence}</div>"
    assert metadata(body=body).published == date
    body = f"<h2>The river rose</h2><div><p>{story}</p><p>{sentence} <a href=#a>Answer</a> or not.</p></div>"
    assert metadata(body=body).published == date


def test_the_editor_before_a_date_is_no_edit():
    line = "<p>河谷网 作者：林小舟 责任编辑：何田 2024年3月12日 17:40</p>"
    found = metadata(body=f"<h1>河水上涨</h1>{line}<p>{RAIN_ZH}</p>", title="河水上涨")
    assert found.published == "2024-03-12T17:40:00"


def test_a_section_called_editorials_before_a_date_is_no_edit():
    line = "<p>by Ann Lee, in <a href=/editorials>Editorials</a> - Sat, Jan 8th 2022 23:59 PDT</p>"
    assert metadata(body=f"<h1>The river rose</h1>{line}{STORY * 3}").published == "2022-01-08T23:59:00"


def test_a_date_in_a_heading_is_no_part_of_the_title():
    found = metadata(body=f"<h1>The river rose <span>12.03.2024&nbsp;15:59</span></h1>{STORY * 3}")
    assert (found.title, found.published) == ("The river rose", "2024-03-12T15:59:00")


def test_a_date_within_the_link_of_the_page_itself():
    head = "<a href=/a/1><h1>The river rose</h1><div>May 3, 2024</div></a>"
    assert metadata(body=head + STORY * 3).published == "2024-05-03"


def test_answers_have_authors_of_their_own():
    person = "<span itemprop=author itemscope itemtype=https://schema.org/Person><b itemprop=name>{}</b></span>"
    answer = (
        f"<div itemprop=suggestedAnswer itemscope itemtype=https://schema.org/Answer>{person.format('Bo Yun')}</div>"
    )
    body = f"<div itemscope itemtype=https://schema.org/Question>{person.format('Ann Lee')}{STORY}{answer}</div>"
    assert metadata(body=body).authors == ("Ann Lee",)


def test_a_character_reference_in_a_tag():
    assert metadata("<meta name=keywords content='pmid:41, doi:10.1/x, PMCID: PMC7, Flood'>").tags == ("Flood",)
    assert metadata("<meta name=keywords content='River &amp;amp; Road, Flood'>").tags == ("River & Road", "Flood")


def test_the_keywords_of_a_site_are_no_tags_of_its_page():
    stated = "<meta name=keywords content='{}'>"
    site = "valley, news, weather, sport, maps, jobs, homes, cars"
    assert metadata(stated.format(site), STORY).tags == ()
    shown = f"{STORY}<p>Filed under <a rel=tag href=/tag/floods>Floods</a></p>"
    assert metadata(stated.format(site), shown).tags == ("Floods",)
    # Two of eight stand in the story.
    own = site.replace("jobs", "river").replace("homes", "night")
    assert metadata(stated.format(own), STORY).tags == tuple(own.split(", "))
    assert metadata(stated.format("valley, news, weather"), STORY).tags == ("valley", "news", "weather")
    assert metadata(ld({**ARTICLE, "keywords": site.split(", ")}), STORY).tags == tuple(site.split(", "))


def test_the_description_of_a_site_is_none_of_its_page():
    site = "Your best source of sport, weather, traffic, classifieds and business in all the valley"
    own = "It rained for three days, and a bridge and the lower meadows of the valley went with the river"
    head = "<meta name=description content='{}'>"
    assert metadata(head.format(site), STORY).description == ""
    assert metadata(head.format(own), STORY).description == own
    assert metadata(head.format("Sport and weather"), STORY).description == "Sport and weather"
    cards = "".join(f"<li><a href=/story/{n}>Story number {n}</a><p>A lamb was born.</p></li>" for n in range(12))
    assert metadata(head.format(site), f"<ul>{cards}</ul>", "https://news.example.org/").description == site


def test_an_author_that_is_stated_comes_before_a_byline():
    byline = "<h1>The river rose</h1><p class=byline>By Ada Miller, 12 March 2026</p>"
    assert metadata("", byline + STORY).authors == ("Ada Miller",)
    found = metadata(ld({**ARTICLE, "author": "Bo Yun"}), byline + STORY)
    assert (found.authors, found.sources["authors"]) == (("Bo Yun",), "json-ld")


@pytest.mark.parametrize(
    ("shown", "names", "source"),
    [
        ("By Ada Miller, 12 March 2026", ("Ada Miller",), "page"),
        ("By APA, 12 March 2026", ("The Valley",), "json-ld"),  # an agency as well as a person
        ("12 March 2026", ("The Valley",), "json-ld"),
        ("作者：王明", ("王明",), "page"),
    ],
)
def test_the_site_is_the_author_where_no_person_is_shown(shown, names, source):
    line = f"<h1>The river rose</h1><p class=byline>{shown}</p>"
    found = metadata(ld({**ARTICLE, "author": "The Valley"}), line + STORY)
    assert (found.authors, found.sources["authors"]) == (names, source)


def test_authors_in_microdata_that_belong_to_no_item():
    names = ["<b itemprop=author>Ann Lee</b>", "<b itemprop=author>Bo Yun</b>"]
    assert metadata(body="".join(names) + STORY).authors == ("Ann Lee", "Bo Yun")
    listed = "<b itemprop=author>Cy Ode</b>" * 3
    assert metadata(body="".join(names) + STORY + listed).authors == ("Ann Lee",)


@pytest.mark.parametrize(
    ("written", "names"),
    [("Lee, Ann", ("Ann Lee",)), ("Ann Lee, Bo Yun", ("Ann Lee", "Bo Yun")), ("Lee, Ann M.", ("Ann M. Lee",))],
)
def test_names_in_dublin_core_with_the_family_name_first(written, names):
    assert metadata(f"<meta name=dc.creator content='{written}'>").authors == names


def test_a_user_name_with_a_figure_is_a_name_where_it_is_stated():
    head = ld({**ARTICLE, "author": {"@type": "Person", "name": "cook42"}})
    assert metadata(head).authors == ("cook42",)
    assert shown_names(["cook42"]) == ()
    beside = f"<h1>The river rose</h1>{STORY * 3}<aside><p class=author>Valley Forum Map</p></aside>"
    item = (
        "<span itemprop=author itemscope itemtype=https://schema.org/Person><meta itemprop=name content=cook42></span>"
    )
    body = f"<article itemscope itemtype=https://schema.org/Article>{beside}{item}</article>"
    assert metadata(body=body).authors == ("cook42",)


def test_the_example_of_the_readme_has_its_date_and_its_author():
    page = Path(__file__).parents[2].joinpath("docs/examples/gazette/bridge.html").read_bytes()
    found = denoise(page).metadata
    assert (found.published, found.authors) == ("2026-03-12", ("Ada Miller",))


@pytest.mark.parametrize(
    "line", ["12 " * 5_000, "March 12 " * 5_000, "2026 " * 5_000, "Published " * 5_000, "1" * 50_000]
)
def test_long_lines_are_read_in_part(line):
    found = denoise(f"<h1>The river rose</h1><p class=byline>{line}</p><p>{RAIN}</p>").metadata
    assert (found.published, found.authors) == ("", ())


def test_times_in_one_another_are_read_a_few_times(monkeypatch):
    read = []
    real = date_statements.text_of
    monkeypatch.setattr(date_statements, "text_of", lambda element: read.append(element) or real(element))
    page = Page.from_html("<h1>Flood</h1>" + "<time class=published>" * 300 + "12 March 2024")
    assert len(list(date_statements.times(page))) == date_statements.MAX_TIMES
    assert len(read) <= date_statements.MAX_TIMES + 1


def meta(name, value):
    return f'<meta property="{name}" content="{value}">'


@pytest.mark.parametrize(
    ("stated", "description"),
    [
        ("&lt;p&gt;The &lt;b&gt;river&lt;/b&gt; rose &amp;amp;amp; fell&lt;/p&gt;", "The river rose & fell"),
        ("The river &lt;a href='/r'&gt;rose&lt;/a&gt; and &lt;a class=", "The river rose and"),
        ("The river&lt;br /&gt;rose", "The river rose"),
        ("How the element &lt;p&gt; works", "How the element <p> works"),
        ("Why 3 &lt; 5 and 5 &gt; 3", "Why 3 < 5 and 5 > 3"),
    ],
)
def test_a_description_that_is_html_is_its_text(stated, description):
    assert metadata(meta("og:description", stated)).description == description


def test_a_description_without_text_is_none():
    stated = meta("og:description", "&lt;p&gt;&lt;/p&gt;") + '<meta name="description" content="The river">'
    assert metadata(stated).description == "The river"


@pytest.mark.parametrize(
    ("stated", "language"),
    [
        ("en_US", "en-US"),
        ("EN", "en"),
        ("en-gb", "en-GB"),
        ("zh-Hant_TW", "zh-Hant-TW"),
        ("zh-hans-cn", "zh-Hans-CN"),
        ("eng", "en"),
        ("eng-usa", "en"),
        ("en, de", "en"),
        ("english", "en"),  # by the words of the page
        ("utf-8", "en"),
        ("", "en"),
    ],
)
def test_a_language_is_a_tag_of_one(stated, language):
    assert metadata(f'<meta http-equiv="x" name="content-language" content="{stated}">').language == language


def test_an_empty_address_is_not_that_of_the_page():
    stated = meta("og:image", " ") + '<meta name="twitter:image" content="/river.jpg"><link rel="canonical" href="">'
    found = metadata(stated)
    assert (found.image, found.url) == ("https://news.example.org/river.jpg", "")


@pytest.mark.parametrize("logo", ["https://mill.example/mark.png", {"url": "https://mill.example/mark.png"}])
def test_a_stated_logo_is_no_picture_of_the_page(logo):
    stated = ld({"@type": "Organization", "name": "Mill", "logo": logo}) + meta(
        "og:image", "https://mill.example/mark.png"
    )
    assert metadata(stated).image == ""
    assert metadata(stated + meta("og:image", "/river.jpg")).image == "https://news.example.org/river.jpg"


def test_addresses_are_no_tags():
    found = metadata(ld({**ARTICLE, "keywords": ["https://news.example.org/tags/7", "river"]}))
    assert found.tags == ("river",)
    assert metadata(ld({**ARTICLE, "keywords": "http://a.example"}) + '<meta name="keywords" content="b">').tags == (
        "b",
    )


def thread(*names):
    posts = "".join(
        f"<div class=post><p class=head><a href=/members/{name}>{name}</a>, 3 May 2024, 10:0{i}</p>"
        f"<div class=content>{STORY}</div></div>"
        for i, name in enumerate(names)
    )
    return f"<div class=thread>{posts}</div>"


@pytest.mark.parametrize(
    ("path", "authors"),
    [
        ("thread/7", ("annlee",)),
        ("thread/7?page=1", ("annlee",)),
        ("thread/7?start=0", ("annlee",)),
        ("thread/7?page=2", ()),
        ("thread/7/page-10", ()),
        ("thread/7?x=1&start=20", ()),
    ],
)
def test_the_author_of_a_thread_is_that_of_its_first_post(path, authors):
    found = denoise(f"<title>River</title>{thread('annlee', 'bo_yun', 'cleo')}", f"https://forum.example.org/{path}")
    assert found.page_type == "forum"
    assert [post.author for post in found.posts] == ["annlee", "bo_yun", "cleo"]
    assert found.metadata.authors == authors
    assert found.metadata.sources.get("authors") == ("page" if authors else None)
    assert pickle.loads(pickle.dumps(found)).metadata == found.metadata


FORMS = [
    ("en", "class=info", "本报记者 林小舟 何田", ("林小舟", "何田")),
    ("zh", "class=author", "本报记者 林小舟 何田", ("林小舟", "何田")),
    ("zh", "class=info", "撰文：林小舟  摄影：何田", ("林小舟",)),
    ("zh", "class=info", "作者：林小舟 江城河谷 职员", ("林小舟",)),
    ("zh", "class=author", "《河谷》", ()),
    ("zh", "class=author", "河谷日报", ()),
    ("zh", "class=author", "小编", ()),
    ("zh", "class=source", "中国河谷", ()),
    ("ja", "class=author", "【山田花子】", ("山田花子",)),
    ("ja", "class=author", "山田 花子", ("山田 花子",)),
    ("ja", "class=info", "文・山田花子", ("山田花子",)),
    ("ja", "class=info", "著者：山田花子", ("山田花子",)),
    ("ru", "class=info", "Анна Ли, корреспондент", ("Анна Ли",)),
    ("ru", "class=author", "Анна Ли, корреспондент", ("Анна Ли",)),
    ("el", "class=info", "Του Γιώργου Παπά", ("Γιώργου Παπά",)),
    ("el", "class=author", "Του Γιώργου Παπά", ("Γιώργου Παπά",)),
    ("el", "class=author", "Σάββατο", ()),
    ("ug", "class=info", "ئەسەر ئالىم تۇرسۇن تەرىپىدىن", ("ئالىم تۇرسۇن",)),
    ("ug", "class=author", "ئەسەر ئالىم تۇرسۇن تەرىپىدىن", ("ئالىم تۇرسۇن",)),
    ("zh", "class=info", "記者林小舟／河谷報導", ("林小舟",)),
    ("zh", "", "林小舟／河谷報導", ("林小舟",)),
    ("ko", "class=info", "글: 홍길동", ("홍길동",)),
    ("ko", "class=info", "강릉, 속초 홍길동 기자 hong@mill.example", ("홍길동",)),
    ("ko", "class=author", "홍길동·김철수 기자", ("홍길동", "김철수")),
    ("ja", "class=info", "取材・文：山田花子", ("山田花子",)),
    ("he", "class=info", "מאת: דנה לוי", ("דנה לוי",)),
    ("ar", "class=info", "بقلم: ليلى حداد", ("ليلى حداد",)),
    ("fa", "class=info", "نویسنده: مریم رضایی", ("مریم رضایی",)),
    ("th", "class=info", "ผู้เขียน: สมชาย ใจดี", ("สมชาย ใจดี",)),
    ("hi", "class=info", "लेखक: राम कुमार", ("राम कुमार",)),
    ("vi", "class=info", "Tác giả: Trần Văn An", ("Trần Văn An",)),
    ("id", "class=info", "Penulis: Budi Santoso", ("Budi Santoso",)),
    ("tr", "class=info", "Yazar: Ali Kaya", ("Ali Kaya",)),
    ("hu", "class=info", "Írta: Kovács Anna", ("Kovács Anna",)),
    ("da", "class=info", "Af Anna Lund", ("Anna Lund",)),
    ("bg", "class=author", "Редактор: Анна Петрова", ("Анна Петрова",)),
    ("fr", "class=author", "Recueilli par Anne Martin.", ("Anne Martin",)),
    ("pt", "class=author", "Ana Lima, em Porto Novo", ("Ana Lima",)),
    ("da", "class=author", "Anna Lund Kontakt: lund@mill.example", ()),
    ("en", "class=source", "riverpictures", ()),
    ("en", "class=author", "Bo van der Yun", ("Bo van der Yun",)),
]


@pytest.mark.parametrize(("language", "mark", "line", "names"), FORMS)
def test_bylines_of_several_languages(language, mark, line, names):
    head = f"<meta http-equiv=content-language content={language}>"
    found = metadata(head, f"<h1>The river rose</h1><div {mark}>{line}</div>{STORY * 3}")
    assert found.authors == names


@pytest.mark.parametrize(
    "stated", ["Valley Media Ltd.", "Design: Ann Lee", "河谷网", "river.gr", "news", "express1", "admin", "© Ann"]
)
def test_who_made_a_site_is_no_author(stated):
    found = metadata(
        f"<meta name=author content='{stated}'>", f"<h1>The river rose</h1>{STORY * 3}", url="https://express.org/a"
    )
    assert found.authors == ()


def test_a_line_that_names_nobody_can_have_the_date():
    found = metadata(body=f"<h1>Река вышла</h1><div class=info>3 мая 2024 г.</div>{STORY * 3}", title="Река вышла")
    assert (found.published, found.authors) == ("2024-05-03", ())


def test_the_date_of_a_similar_story_with_a_short_title_is_no_date_of_the_page():
    stories = "".join(
        f"<a href=/story?id={year}><div>{year}-06-14 00:00:00.0</div><div>-- Mud bath</div></a>"
        for year in (2012, 2008)
    )
    page = f"<div>The river rose</div><div>{STORY}</div><div><div>Similar stories</div>{stories}</div>"
    assert metadata(body=page, title="News : The river rose").published == ""


@pytest.mark.parametrize(
    ("line", "published", "modified"),
    [
        ("发布于 2026-03-12 更新于 2026-03-14", "2026-03-12", "2026-03-14"),
        ("2026-03-12 10:00 updated 2026-03-14 11:00", "2026-03-12T10:00:00", "2026-03-14T11:00:00"),
        ("最后编辑于 2026年03月14日", "2026-03-14", "2026-03-14"),
        ("2026-03-12 ・ 最后修改时间：2026-03-14", "2026-03-12", "2026-03-14"),
        ("يېڭىلانغان ۋاقىت: 2026-03-14", "2026-03-14", "2026-03-14"),
    ],
)
def test_the_day_of_a_change_stands_behind_that_of_the_publication(line, published, modified):
    found = metadata(body=f"<h1>The river rose</h1><div>{line}</div>{STORY}")
    assert (found.published, found.modified) == (published, modified)


def test_names_of_meta_that_chinese_offices_state():
    head = '<meta name="SiteName" content="河湾县人民政府"><meta name="ColumnName" content="政策文件">'
    found = metadata(head)
    assert (found.site_name, found.section) == ("河湾县人民政府", "政策文件")


@pytest.mark.parametrize(
    ("changed", "dates"), [({"upDate": "2024-03-10T09:20:43"}, ("2024-03-08", "2024-03-10")), ({}, ("", ""))]
)
def test_dates_that_a_page_tells_baidu(changed, dates):
    told = {
        "@context": "https://ziyuan.baidu.com/contexts/cambrian.jsonld",
        "pubDate": "2024-03-08T11:20:43",
        **changed,
    }
    found = metadata(ld(told))
    assert (found.published[:10], found.modified[:10]) == dates


@pytest.mark.parametrize("stated", ["Valley Paper", "Vp", "valley-paper", "valley/ag"])
def test_the_name_of_the_host_is_no_author(stated):
    url = "https://news.vp.example/a" if stated.lower() in ("valley paper", "vp") else "https://www.valley.example/a"
    url = "https://valleypaper.example/a" if stated == "valley-paper" else url
    found = metadata(f"<meta name=author content='{stated}'>", f"<h1>The river rose</h1>{STORY * 3}", url=url)
    assert found.authors == ()


def test_a_name_without_that_of_the_site_behind_it():
    body = f"<h1>The river rose</h1><p class=author>By Ann Lee <span>Valley News</span></p>{STORY * 3}"
    assert metadata(body=body, url="https://www.valleynews.example/a").authors == ("Ann Lee",)


@pytest.mark.parametrize("shown", ["Nov 19, 2019 10:02PMEST", "Published 10:02 PM EST Nov 19, 2019"])
def test_the_half_of_a_day_that_touches_the_zone_and_a_time_behind_a_label(shown):
    found = metadata(body=f"<h1>The river rose</h1><p>{shown}</p>{STORY * 3}")
    assert found.published[:16] == "2019-11-19T22:02"


URL = "https://valley.example/news/17"
STEP = "<li itemprop=itemListElement itemscope itemtype=https://schema.org/ListItem><a itemprop=item href=/{0}>"
STEP += "<span itemprop=name>{0}</span></a><meta itemprop=position content={1}></li>"
STORY = (
    "<h1>The river rose</h1>" + "<p>It rained for three days, and the river rose by two metres in the night.</p>" * 3
)


def trail(*names):
    steps = "".join(STEP.format(name, place) for place, name in enumerate(names, 1))
    return f"<ul itemscope itemtype=https://schema.org/BreadcrumbList>{steps}</ul>"


def test_breadcrumbs_in_microdata_are_those_of_the_first_trail():
    found = denoise(trail("Boats", "Pumps") + STORY + trail("Boats", "Hoses"), url=URL).metadata
    assert (found.breadcrumbs, found.sources["breadcrumbs"]) == (("Boats", "Pumps"), "microdata")


@pytest.mark.parametrize(
    ("shown", "names"),
    [
        (
            "<div class=breadcrumb><a href=/>Home</a> &gt; <a href=/news>News</a> &gt; The river rose</div>",
            ("Home", "News"),
        ),
        ("<nav id=breadcrumbs><a href=/><img src=/h.png></a> <a href=/news>News</a></nav>", ("News",)),
        (f"<div class=breadcrumb>{'<p>Its class says this of a whole page.</p>' * 9}<a href=/>Home</a></div>", ()),
        ("<div class=breadcrumb>The river rose</div>", ()),
        (
            "<div class=breadcrumbs-bar><ol><li><a href=/>Home</a><li><a href=/news>News</a></ol>"
            "<ul><li><a href=/de>Deutsch</a><li><a href=/fr>Français</a></ul></div>",
            ("Home", "News"),
        ),
        (f"<div class=breadcrumb>{''.join(f'<a href=/{n}>Part {n}</a> ' for n in range(9))}</div>", ()),
        (
            "<ul class=breadcrumb-active><li><a href=/>Home</a><li><a href=/about>About</a></ul>"
            "<p id=breadcrumbs><a href=/>Home</a> » <a href=/news>News</a> » The river rose</p>",
            ("Home", "News"),
        ),
    ],
)
def test_breadcrumbs_that_a_page_shows(shown, names):
    assert denoise(shown + STORY, url=URL).metadata.breadcrumbs == names


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("You are here: <a href=/>Home</a> &gt; <a href=/news>News</a> &gt; The river rose", ("Home", "News")),
        ("<a href=/>Home</a> » <a href=/news>News</a> » <a href=/news/17>The river…</a>", ("Home", "News")),
        ("<a href=/><img src=/h.png></a> › <a href=/news>News</a> › <a href=/news/weir>Weir</a>", ("News", "Weir")),
        ("<a href=/>Home</a> / <a href=/news>News</a> / Text", ("Home", "News")),
        # Menus, an entry without marks, and the home page alone.
        ("<a href=/>Home</a> / <a href=/news>News</a> / <a href=/boats>Boats</a>", ()),
        ("<a href=/>Home</a> | <a href=/news>News</a> | The river rose", ()),
        ("<a href=/>Home</a> <a href=/news>News</a> The river rose", ()),
        ("<a href=/>Home</a> &gt; The river rose", ()),
        ("<a href=/news>News</a> &gt; <a href=/news/weir>Weir</a> &gt; The river rose", ()),
        ("<a href=/>Home</a>" + "".join(f" &gt; <a href=/{n}>Part {n}</a>" for n in range(9)), ()),
        ("<b class=breadcrumbs><a href=/>Home</a></b>", ()),
        ("<b class=pathway><a href=/news>News</a> <a href=/news/weir>Weir</a></b>", ("News", "Weir")),
    ],
)
def test_a_line_of_sections_begins_with_a_link_to_the_home_page(line, names):
    page = f"<title>The river rose</title><div>{line}</div><h1>The river rose</h1>{STORY}"
    assert denoise(page, url=URL).metadata.breadcrumbs == names


@pytest.mark.parametrize(
    ("element", "name"),
    [
        ("The river rose | Valley Weekly", "Valley Weekly"),
        ("The river rose - News - Valley Weekly", "Valley Weekly"),
        ("The river rose", ""),
        ("The river rose - by Ann Lee", ""),
        ("Valley Weekly | The river rose", "Valley Weekly"),
        ("The river rose in Valley Weekly's garden | Valley Weekly", "Valley Weekly"),
        ("The river rose | 3 May 2024", ""),
        ("The river rose | It took the bridge, the road and the fence of the garden", ""),
    ],
)
def test_the_name_of_the_site_stands_beside_the_title(element, name):
    assert denoise(f"<title>{element}</title>{STORY}", url=URL).metadata.site_name == name


@pytest.mark.parametrize(
    ("element", "shown", "name"),
    [
        # Names that a link to the home page has too, with a sign between them and the rest.
        ("Weir Notes: The river rose", "<a href=/>Weir Notes</a>", "Weir Notes"),
        ("The river rose (Weir Notes)", "<a href=/><img alt='Weir Notes logo'></a>", "Weir Notes"),
        ("The river rose | Forum | Weir Notes", "<a href=/>Forum | Weir Notes</a>", "Forum | Weir Notes"),
        ("The river rose and Weir Notes", "<a href=/>Weir Notes</a>", ""),
        ("Water | Mill-Weir", "<a href=/>Weir</a>", ""),
        # Names that agree with the host, in the element or in such a link.
        ("Valley Post: The river rose", "", "Valley Post"),
        ("Pumps, 3 feet: valleypost.example: Boats", "", "valleypost.example"),
        ("Water", "<a href=/>Home</a><a href=/><img alt='The Valley Post Logo white'></a>", "The Valley Post"),
        ("Water", "<a href=/>Back to Valley Post</a>", "Valley Post"),
        # A word for the home page is none.
        ("Home | Weir Notes", "<a href=/>Home</a>", "Weir Notes"),
        ("Startseite - Weir Notes", "<a href=/>Startseite</a>", "Weir Notes"),
        ("The river rose | Home", "<a href=/>Home</a>", ""),
        ("Home | The river rose | Weir Notes", "<a href=/>Home</a>", ""),
        ("Water", "<a href=/>Go up</a><a href=/><img alt=valleypost-logo_3></a>", ""),
        ("Valley Post", "", "Valley Post"),
        ("Water in the valley after the post was shut: what we know", "", ""),
    ],
)
def test_the_name_of_the_site_in_links_to_its_home_page_and_in_its_host(element, shown, name):
    page = f"<title>{element}</title>{shown}<h1>The river rose</h1>{STORY}"
    found = denoise(page, url="https://www.valleypost.example/news/17").metadata
    assert (found.site_name, found.sources.get("site_name", "")) == (name, "page" if name else "")


@pytest.mark.parametrize(
    ("name", "host", "agree"),
    [
        ("Old Weir Herald", "www.owh.example", True),
        ("Weir News", "news.weir.example", True),
        ("Forum", "forum.weir.example", False),
        ("Weir and Mill of the Upper Valley", "weir.example", False),
        ("weir.example", "news.weir.example", True),
        ("We", "we.example", False),
        ("Weir", "", False),
    ],
)
def test_names_that_agree_with_a_host(name, host, agree):
    assert agrees_with_host(name, host) == agree


def test_the_name_of_the_site_behind_a_hyphen_in_a_script_without_spaces():
    page = "<title>河水夜里上涨-水利频道-河湾网</title><h1>河水夜里上涨</h1>"
    page += "<p>夜里河水上涨，低处的路被淹没了。</p>" * 6
    assert denoise(page, url=URL).metadata.site_name == "河湾网"


@pytest.mark.parametrize(
    ("stated", "image"),
    [
        ("/img/valley-logo_200.png", "https://valley.example/weir.jpg"),
        ("/favicon-32x32.png", "https://valley.example/weir.jpg"),
        ("https://secure.gravatar.com/4f6a?s=24", "https://valley.example/weir.jpg"),
        ("/data/avatars/m/5/5012.jpg", "https://valley.example/weir.jpg"),
        ("/plugins/seo/default-user.png", "https://valley.example/weir.jpg"),
        # The logo of what the page is about, and a picture whose file is described.
        ("/up/millworks-logo.jpg", "https://valley.example/up/millworks-logo.jpg"),
        (
            "/up/a-boat-with-its-logo-below-the-bridge.jpg",
            "https://valley.example/up/a-boat-with-its-logo-below-the-bridge.jpg",
        ),
        ("/up/catalogos.jpg", "https://valley.example/up/catalogos.jpg"),
    ],
)
def test_logos_icons_and_portraits_of_members_are_no_pictures_of_the_page(stated, image):
    head = f"<title>Millworks shuts the weir</title><meta property=og:image content='{stated}'>"
    shown = f"<h1>Millworks shuts the weir</h1>{STORY}<img src=/img/valley-logo.png><img src=/weir.jpg>{STORY}"
    found = denoise(head + shown, url=URL).metadata
    assert (found.image, found.sources["image"]) == (image, "page" if image.endswith("weir.jpg") else "opengraph")
    # The next source comes before what is shown.
    twitter = "<meta name=twitter:image content=/boats.jpg>"
    expected = "https://valley.example/boats.jpg" if image.endswith("weir.jpg") else image
    assert denoise(head + twitter + shown, url=URL).metadata.image == expected
    assert denoise(f"<meta property=og:image content='{stated}'>", url=URL).metadata.image in ("", image)


def test_a_stated_name_of_the_site_comes_first():
    head = "<title>The river rose | Valley Weekly</title><meta property=og:site_name content='The Valley'>"
    found = denoise(head + STORY, url=URL).metadata
    assert (found.site_name, found.sources["site_name"]) == ("The Valley", "opengraph")


def test_the_portrait_of_the_author_is_no_picture_of_the_page():
    author = (
        "<div itemscope itemtype=https://schema.org/Article><p itemprop=author itemscope itemtype=https://schema.org/Person>"
        "<img itemprop=image src=/ann.jpg><b itemprop=name>Ann Lee</b> <i itemprop=description>She rows.</i></p></div>"
    )
    found = denoise(f"<head><meta property=og:image content=/river.jpg></head>{STORY}{author}", url=URL).metadata
    assert (found.image, found.description, found.authors) == ("https://valley.example/river.jpg", "", ("Ann Lee",))


def test_the_name_of_the_site_is_no_description():
    head = "<title>The river rose | Valley Weekly</title><meta name=description content='Valley Weekly'>"
    site = "<meta property=og:site_name content='Valley Weekly'>"
    assert denoise(head + site + STORY, url=URL).metadata.description == ""


@pytest.mark.parametrize(
    ("description", "is_given"),
    [
        (",Valley Weekly - Boats and weather for everybody", False),
        ("Valley Weekly: the river rose in the night", True),
        ("Valley Weekly on boats", False),
        ("Local stories, boats, weather, concerts", False),
        ("Boats and weather", True),
        (" , ", False),
    ],
)
def test_a_short_description_that_is_that_of_the_site(description, is_given):
    head = f"<title>The river rose | Valley Weekly</title><meta name=description content='{description}'>"
    found = denoise(head + "<h1>The river rose</h1>" + STORY, url=URL).metadata
    assert found.description == (description if is_given else "")


@pytest.mark.parametrize(
    ("stated", "tags"),
    [
        ("20, weir, -, 12.000, 585", ("weir",)),
        ("2024, 1.0.2, weir 3", ("2024", "1.0.2", "weir 3")),
        ("WTR, BOAT, INDS08, WTR:DAM, GEN, WEIR1, VLY, MILL", ()),
        (
            "WTR, BOAT, INDS08, WTR:DAM, GEN, WEIR1, VLY, Mills",
            tuple("WTR BOAT INDS08 WTR:DAM GEN WEIR1 VLY Mills".split()),
        ),
        (
            "WATER, BOATS, MILLS, DAMS, WEIRS, FISH, RAIN, SNOW",
            tuple("WATER BOATS MILLS DAMS WEIRS FISH RAIN SNOW".split()),
        ),
    ],
)
def test_numbers_and_codes_are_no_tags(stated, tags):
    assert denoise(f"<meta property=article:tag content='{stated}'><h1>Weir</h1>{STORY}", url=URL).metadata.tags == tags


def test_the_fields_of_metadata_are_stated_or_ranked():
    fields = set(Metadata().to_dict()) - {"title", "sources", "confidences"}
    assert {*STATED, *RANKED} - {"title"} == fields


def test_the_card_of_who_keeps_a_blog_describes_no_page():
    card = (
        "<div itemscope itemtype=https://schema.org/Person><img itemprop=image src=/ann.jpg>"
        "<h3 itemprop=name>Ann Lee</h3><p itemprop=description>She rows.</p></div>"
    )
    work = f"<div itemscope itemtype=https://schema.org/CreativeWork><b itemprop=keywords>Mills</b>{STORY}</div>"
    head = "<meta name=description content='How the river rose.'>"
    found = denoise(f"<head>{head}</head>{card}{work}", url=URL).metadata
    assert (found.description, found.image) == ("How the river rose.", "")
    # The page of a person is about that person.
    found = denoise(card + STORY, url=URL).metadata
    assert (found.description, found.image) == ("She rows.", "https://valley.example/ann.jpg")


def test_a_trail_is_without_its_page_and_two_sections_come_before_one():
    trails = {"@type": "BreadcrumbList", "itemListElement": [{"name": "Home"}, {"name": "The river rose"}]}
    shown = "<p class=breadcrumb><a href=/>Home</a> <a href=/news>News</a> <a href=/news/17>The river rose</a></p>"
    stated = f"<script type=application/ld+json>{json.dumps(trails)}</script>"
    assert denoise(stated + shown + STORY, url=URL).metadata.breadcrumbs == ("Home", "News")
    assert denoise(stated.replace("Home", "News") + STORY, url=URL).metadata.breadcrumbs == ("News",)


def test_a_trail_may_end_with_another_title_of_its_page():
    titles = "<meta property=og:title content='The river rose'><title>The river rose - Valley Post</title>"
    names = "Home", "News", "Why the river rose: a view"
    shown = f"<p class=breadcrumb>{' '.join(f'<a href=/{n}>{name}</a>' for n, name in enumerate(names))}</p>"
    found = denoise(f"{titles}{shown}<h1>{names[-1]}</h1>{STORY}", url=URL).metadata
    assert (found.title, found.breadcrumbs) == ("The river rose", names[:2])
    # The heading of the first rank may be the name of the section.
    section = shown.replace(names[-1], "Floods")
    found = denoise(f"{titles}{section}<h1>Floods</h1>{STORY}", url=URL).metadata
    assert found.breadcrumbs == ("Home", "News", "Floods")


@pytest.mark.parametrize("name", ["Home", "Startseite", "Valley Post", "Valley front"])
def test_a_trail_that_is_the_home_page_alone_says_nothing(name):
    trail = {"@type": "BreadcrumbList", "itemListElement": [{"name": name}]}
    stated = f"<meta property=og:site_name content='Valley Post'><script type=application/ld+json>{json.dumps(trail)}"
    found = denoise(f"{stated}</script><a href=/>Valley front</a>{STORY}", url=URL).metadata
    assert (found.breadcrumbs, found.site_name) == ((), "Valley Post")


@pytest.mark.parametrize(
    ("before", "names"),
    [
        ("<a href=https://example.org/>The Example</a> &gt; ", ("The Example", "Blogs", "Boats")),
        ("<a href=https://example.org/news/>The news</a> &gt; ", ("Blogs", "Boats")),
        ("<a href=https://other.example/>Another</a> &gt; ", ("Blogs", "Boats")),
        ("<a href=https://example.org/>The Example</a> | ", ("Blogs", "Boats")),
    ],
)
def test_a_line_of_sections_may_begin_at_another_host_of_the_site(before, names):
    line = f"{before}<a href=/>Blogs</a> &gt; <a href=/boats>Boats</a> &gt; The river rose"
    page = f"<title>The river rose</title><div>{line}</div><h1>The river rose</h1>{STORY}"
    assert denoise(page, url="https://blogs.example.org/boats/the-river-rose").metadata.breadcrumbs == names


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("9:58AM Thursday January 12, 2012", "2012-01-12T09:58:00"),
        ("Posted at 6:18 a.m., Tuesday, January 8, 2008", "2008-01-08T06:18:00"),
        ("2012/01/17 (Tue) 07:30", "2012-01-17T07:30:00"),
        ("2012-01-17 星期二 07:30", "2012-01-17T07:30:00"),
        ("Thursday, 12 January 2012", "2012-01-12"),
    ],
)
def test_the_day_of_the_week_may_stand_between_a_day_and_its_time(text, when):
    assert iso_date(text, "en") == when


def test_a_time_far_before_a_date_is_read_whole_or_not_at_all():
    page = "<h1>The river rose</h1><p>Published at 11:27, Thursday, 12 January 2012</p>"
    assert denoise(page + STORY, url=URL).metadata.published == "2012-01-12T11:27:00"
    far = page.replace("11:27, Thursday", "11:27 on the morning of Thursday")
    assert denoise(far + STORY, url=URL).metadata.published == "2012-01-12"


@pytest.mark.parametrize("nobody", ["No Author", "Guest Author", "Gastautor"])
def test_nobody_is_named_by_a_word_for_an_author(nobody):
    assert (
        denoise(f"<meta name=author content='{nobody}'><h1>The river rose</h1>{STORY}", url=URL).metadata.authors == ()
    )


@pytest.mark.parametrize(
    ("stated", "name"),
    [
        ("www.valley.example", "valley.example"),
        ("《Valley Post》", "Valley Post"),
        ("(Valley) and (Weir)", "(Valley) and (Weir)"),
        ("Valley Post (weekly)", "Valley Post (weekly)"),
        ("Homepage", ""),
    ],
)
def test_the_name_of_a_site_is_without_brackets_around_it_and_www(stated, name):
    page = f"<meta property=og:site_name content='{stated}'>{STORY}"
    assert denoise(page, url=URL).metadata.site_name == name
