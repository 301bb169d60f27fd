"""Whose names stand where authors are named: without what they do and what else the line says, and not of others."""

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.blocks.page_model import PageType
from scrapy_denoise.document.metadata import author_places
from scrapy_denoise.document.metadata.author_names import names_within, shown_names

STORY = "<p>The river rose in the night, and by the morning the lower road was under water.</p>" * 3
RAIN = "It rained in the hills for three days, and the river rose by two metres. " * 4


def authors(body, head="", url="https://news.example.org/river"):
    return denoise(
        f"<html><head><title>The river rose</title>{head}</head><body>{body}</body></html>", url
    ).metadata.authors


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("（中央社記者王小明台北11日電）河水今天上漲。", [("王小明", True)]),
        ("(新华社记者李明北京3日电)", [("李明", True)]),
        ("（國際記者會台北11日電）", []),
    ],
)
def test_the_credit_of_a_reporter_has_the_place_and_the_day_behind_it(line, names):
    assert list(names_within(line)) == names


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Ann Lee, Software Engineer, Valley Maps", ("Ann Lee",)),
        ("By Ann Lee, Director of Rivers, Valley Water", ("Ann Lee",)),
        ("Ann Lee, Home and Digital Security Expert", ("Ann Lee",)),
        ("By Ann Lee ⋅ Founder and Editor-in-Chief ⋅ Updated May 6, 2025", ("Ann Lee",)),
        ("By Ann Lee, DVM. Reviewed by Bo Yun, DVM", ("Ann Lee, DVM",)),
        ("Text von Ann Lee Illustration von Bo Yun", ("Ann Lee",)),
        ("Interview: Ann Lee", ("Ann Lee",)),
        ("durch Ann Lee", ("Ann Lee",)),
        ("Written by:Ann Lee", ("Ann Lee",)),
        ("Ann Lee Alle Artikel", ("Ann Lee",)),
        ("About Ann Lee", ("Ann Lee",)),
        ("written by Ann Lee May 10, 2023 Tools & Rivers", ("Ann Lee",)),
        ("By Ann Lee, Bo Yun and Cy Dell, 10 May 2023", ("Ann Lee", "Bo Yun", "Cy Dell")),
        ("~ Ann Lee", ("Ann Lee",)),
        ("-- By Ann Lee Follow @annlee", ("Ann Lee",)),
        ("By Aktuelle Meldung", ()),
        ("Autor: 1.10.2025 do 15.10.2025", ()),
        ("Editor Ann Lee", ("Editor Ann Lee",)),
        ("Words: Ann Lee Photos: Bo Yun", ("Ann Lee",)),
        ("Text: Ann Lee | Fotos: Bo Yun", ("Ann Lee",)),
        ("By Ann Lee Photos: Bo Yun", ("Ann Lee",)),
        ("翻译：王红 作者：李明", ("李明",)),
        ("作者 | 李明&王小红", ("李明", "王小红")),
        ("作者：李明 ＆ 王小红", ("李明", "王小红")),
        ("Makes: 12 jars Author: Ann Lee Photos: Bo Yun", ("Ann Lee",)),
        ("Ann Lee Tags: Bo Yun, Cy Dell", ("Ann Lee",)),
        ("Posted by Ann Lee under Rivers, Mills | Schlagwörter: Stone, Water", ("Ann Lee",)),
        ("By Ann Lee, tagged with Rivers", ("Ann Lee",)),
        ("By the morning the lower road was under water.", ()),
        ("Ann Lee PTI", ("Ann Lee",)),
        ("上次更新: 2020/08/01, 14:31:12", ()),
        ("In-House Catering", ()),
        ("Rubrik: Flüsse", ()),
        ("Posted in: Rivers", ()),
        ("RESIZE: A", ()),
        ("Senior Software Engineer", ()),
        ("EMBED <>More Videos", ()),
        ("Visit the Valley Store", ()),
        ("About author admin", ()),
    ],
)
def test_a_line_without_what_is_no_name(line, names):
    assert shown_names([line]) == names


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("翻译：王红 作者：李明", ("李明",)),
        ("Words: Ann Lee Photos: Bo Yun", ("Ann Lee",)),
        ("Words: 1,200", ()),
        ("Words: Ann de la Cy and Bo Yun", ("Ann de la Cy", "Bo Yun")),
        ("Text: Änne Lee, Fotos: Bo Yun", ("Änne Lee",)),
    ],
)
def test_a_byline_is_one_without_a_name_of_its_element(line, names):
    assert authors(f"<h1>The river rose</h1><div>{line}</div>{STORY * 3}") == names


@pytest.mark.parametrize(
    "line",
    [
        "Text: Joshua 3:15",
        "Text: Joshua 3:15–17",
        "Text: RIVER to 12345",
        "Text: Die Flüsse im Frühjahr",
        "Text: wie der Fluß stieg",
        "Words: Stone, water, reed",
        "Words: 1,200 – and a picture",
    ],
)
def test_a_line_of_words_or_of_a_text_is_no_byline(line):
    text = denoise(f"<h1>The river rose</h1><p>{line}</p>{STORY * 3}", "https://news.example.org/river").text
    assert line in text


@pytest.mark.parametrize(
    "other",
    [
        "<div class=review-card><p>They came on time and were kind.</p><span class=review-author>Cy Dell</span></div>",
        "<blockquote><p>They came on time.</p><span class=author>Cy Dell</span></blockquote>",
        "<a href=/flood><h3>The flood of last year</h3><p class=author-name>Cy Dell</p></a>",
    ],
)
def test_who_wrote_a_review_a_quotation_or_another_page_is_no_author(other):
    assert authors(f"<h1>The river rose</h1>{STORY * 3}{other}") == ()
    assert authors(f"<h1>The river rose</h1><p class=byline>By Ann Lee</p>{STORY * 3}{other}") == ("Ann Lee",)


def test_the_element_of_the_page_may_be_called_a_review():
    body = f"<div class=review><h1>The river rose</h1><span class=author>Ann Lee</span>{STORY * 3}</div>"
    assert authors(body) == ("Ann Lee",)


def test_a_list_of_pages_has_not_the_author_of_the_first():
    entries = "".join(
        f"<div class=card><h3><a href=/{name}>The river rose in {name}</a></h3><span class=author>{name} Lee</span>"
        f"<p>{RAIN[:150]}</p></div>"
        for name in ("Ann", "Bo", "Cy", "Di", "Eve", "Flo")
    )
    found = denoise(f"<html><title>Stories</title><h1>Stories</h1>{entries}", url="https://news.example.org/stories/")
    assert (found.page_type, found.metadata.authors) == ("list", ())


@pytest.mark.parametrize(("kind", "named"), [("service", (0, 0, 0)), ("product", (1, 1, 0)), ("article", (1, 1, 1))])
def test_a_service_is_praised_and_a_product_has_the_author_of_a_book(kind, named, monkeypatch):
    monkeypatch.setattr(author_places, "find_page_type", lambda page: PageType(kind, 1.0))
    lines = ["<p class=author>Ann Lee</p>", "<p>By Ann Lee</p>", "<p class=author-box>Ann Lee</p>"]
    found = [authors(f"<h1>The river rose</h1>{line}{STORY}") for line in lines]
    assert found == [("Ann Lee",) * many for many in named]
    assert authors(STORY, "<meta name=author content='Bo Yun'>") == ("Bo Yun",)


@pytest.mark.parametrize(
    ("head", "names"),
    [
        (
            "<meta name=citation_author content='Lee, Ann'><meta name=citation_author content='Yun, Bo'>",
            ("Ann Lee", "Bo Yun"),
        ),
        ("<meta name=citation_authors content='Lee, Ann;Bo Yun;'>", ("Ann Lee", "Bo Yun")),
        ("<meta name=author content='undefined'>", ()),
        ("""<meta name=author content='{ "@type":"Person", "name":"Ann Lee" }'>""", ()),
        ("""<meta name=author content='"Ann Lee"'>""", ("Ann Lee",)),
        ("<meta name=author content='Di Wang'>", ("Di Wang",)),
        ("<meta name=author content='Von Miller; Bo Yun'>", ("Von Miller", "Bo Yun")),
        ("<meta name=author content='Lee, Ann'>", ("Ann Lee",)),
        ("<meta name=author content='Ann Lee - https://ann.example/'>", ("Ann Lee",)),
        ("""<meta name=parsely-page content='{"author": "Ann Lee", "pub_date": "2024-05-03"}'>""", ("Ann Lee",)),
    ],
)
def test_names_that_are_stated_otherwise(head, names):
    assert authors(f"<h1>The river rose</h1>{STORY * 3}", head) == names


@pytest.mark.parametrize("line", ["Jump to Recipe", "A A A", "Witamy w Polsce"])
def test_a_line_with_words_of_sentences_is_no_author(line):
    assert authors(f"<h1>The river rose</h1><p>{line}</p><p>3 May 2026</p>{STORY * 3}") == ()


def test_frequent_words_stand_within_names_too():
    for name in ("Bo van der Yun", "Ana de la Cruz", "Von Miller"):
        assert authors(f"<h1>The river rose</h1><p class=byline>By {name}</p><p>3 May 2026</p>{STORY * 3}") == (name,)


@pytest.mark.parametrize(
    ("stated", "tags"),
    [
        ("Category: Rivers, type: news, channel_other, post_tag_123, x86_64", ("Rivers", "x86_64")),
        ("tag:Floods, Subject: Valley: Mills, WC: 1000-1999", ("Floods", "Valley: Mills")),
        ("100312362, 26157981-b4f7-4929-adc1-e860c6f03636, 1040, K-12, covid-19", ("1040", "K-12", "covid-19")),
        ("s.prop22 = 'sports', function go(), {SECTION}, Rivers:", ("Rivers",)),
        ("River Wars: Flood, &quot;mills&quot;, “old” mills", ("River Wars: Flood", "mills", "“old” mills")),
        ("tag:" * 400 + "rivers", ("rivers",)),
        ("rivers " * 40, ()),
    ],
)
def test_keys_of_systems_are_no_tags(stated, tags):
    found = denoise(f'<meta name=keywords content="{stated}"><h1>The river rose</h1>{STORY}')
    assert found.metadata.tags == tags


def test_a_tag_with_a_comma_beside_others_is_one():
    head = "".join(f"<meta property=article:tag content='{tag}'>" for tag in ("Lee, Ann (1977- )", "Rivers", "Mills"))
    assert denoise(f"{head}<h1>The river rose</h1>{STORY}").metadata.tags == ("Lee, Ann (1977- )", "Rivers", "Mills")


@pytest.mark.parametrize(
    ("stated", "tags"),
    [
        ("The river rose, and the mill stood still", ()),
        ("the river rose and the mill stood still, floods", ("the river rose and the mill stood still", "floods")),
        ("دەريا،تۈگمەن", ("دەريا", "تۈگمەن")),
        ("河流，洪水、磨坊", ("河流", "洪水", "磨坊")),
    ],
)
def test_the_title_is_no_tag_and_commas_of_all_scripts_part_tags(stated, tags):
    title = "The river rose, and the mill stood still"
    head = f"<title>{title}</title><meta name=keywords content='{stated}'>"
    found = denoise(f"<html><head>{head}</head><h1>{title}</h1>{STORY}").metadata.tags
    assert found == tuple(tag for tag in tags if tag != "the river rose and the mill stood still")


def test_an_address_is_no_name_of_a_site():
    head = (
        "<meta property=og:site_name content='https://www.valley.example'><meta name=application-name content=Valley>"
    )
    assert denoise(f"<html><head>{head}</head><h1>The river rose</h1>{STORY}").metadata.site_name == "Valley"


def test_the_label_of_who_began_a_thread_is_no_author():
    posts = "".join(
        f"<div class=post id=p{i}><p class=author>{label}</p><a class=username href=/u/{i}>{name}</a>"
        f"<span class=date>{i + 1} May 2020, 10:00</span><div class=content>{RAIN * 2}</div></div>"
        for i, (name, label) in enumerate((("ann7", "Topic Author"), ("bo_yun", "Member"), ("cy", "Member")))
    )
    found = denoise(f"<h1>The river</h1>{posts}", url="https://example.org/forum/viewtopic.php?t=7").metadata
    assert found.authors == ("ann7",)


def test_an_element_named_as_author_whose_text_is_a_comment_names_nobody():
    replies = "".join(
        f'<div class="reply" id="comment-{i}"><b class=author>Ann {i}</b> <i>{i + 1} May 2020</i><p>{RAIN}</p></div>'
        for i in range(3)
    )
    assert authors(f"<h1>The river rose</h1>{STORY * 4}<div id=comments><h3>3 comments</h3>{replies}</div>") == ()


def test_the_elements_with_the_authors_of_posts_are_no_list():
    posts = "".join(
        f"<div class=post id=p{i}><span class=author>{name} Lee</span><span class=date>{i + 1} May 2020, 10:00</span>"
        f"<div class=content>{RAIN}</div></div>"
        for i, name in enumerate(("Ann", "Bo", "Cy", "Di", "Eve"))
    )
    found = denoise(f"<h1>The river</h1>{posts}", url="https://example.org/forum/viewtopic.php?t=7").metadata
    assert found.authors == ("Ann Lee",)


@pytest.mark.parametrize("label", ["Medically reviewed by", "Edited by:", "Illustrationen von", "Owned by:"])
def test_who_stands_behind_a_label_of_others_is_no_author(label):
    lines = (
        "<div>By <span class=author>Ann Lee</span></div>",
        f"<div>{label} <span class=author>Bo Yun</span></div>",
    )
    assert authors(f"<h1>The river rose</h1>{''.join(lines)}{STORY}") == ("Ann Lee",)
    assert authors(f"<h1>The river rose</h1>{''.join(reversed(lines))}{STORY}") == ("Ann Lee",)


@pytest.mark.parametrize(
    ("line", "url", "names"),
    [
        ("posted @ 2024-03-11 21:05 <a href=https://www.blogs.example/pond>磨坊池塘</a>", "/pond/p/18", ("磨坊池塘",)),
        ("<a href=/pond>Ann Lee</a> on 2024-03-11", "/pond/article/details/18", ("Ann Lee",)),
        ("<a href=/pond>Ann Lee</a>", "/pond/article/details/18", ()),  # anywhere on the page
        ("<a href=/rivers>Big Rivers</a> on 2024-03-11", "/rivers/the-river-rose", ()),  # a category
        ("<a href=/rivers>Big Rivers</a> on 2024-03-11", "/rivers/2024/05", ()),
        ("<a href=/rivers>Big Rivers</a> on 2024-03-11", "/rivers/page/2", ()),
    ],
)
def test_the_account_in_whose_folder_a_post_of_a_blog_is(line, url, names):
    assert authors(f"<h1>The river rose</h1>{STORY}<div>{line}</div>", url=f"https://www.blogs.example{url}") == names


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("<a href=/u/12>磨坊池塘</a> <button>关注</button> <i>2024.03.11 21:05</i> <i>字数 120</i>", ("磨坊池塘",)),
        ("<a href=/users/12><img></a><a href=/users/12>Ann Lee</a><p>March 11, 2024</p>", ("Ann Lee",)),
        ("<a href=/users/12>Ann Lee</a><p>writes of rivers</p>", ()),  # no date
        ("<a href=/users/12>Log in</a><p>March 11, 2024</p><a href=/users/13>Ann Lee</a>", ()),  # the first alone
        ("<a href=/u/12/photos>Photos</a><p>March 11, 2024</p>", ()),
    ],
)
def test_the_member_of_the_site_beside_the_date(line, names):
    assert authors(f"<h1>The river rose</h1><div>{line}</div>{STORY}") == names


def test_the_author_in_open_graph_too():
    assert authors(f"<h1>The river rose</h1>{STORY}", "<meta property=og:author content='Ann Lee'>") == ("Ann Lee",)


@pytest.mark.parametrize(("line", "names"), [("来源：山谷网 作者：李安", ("李安",)), ("来源：山谷网", ())])
def test_the_editor_below_the_text_is_no_author(line, names):
    story = "".join(
        f"<p>{sentence * 3}</p>" for sentence in ("河水在夜里上涨，下面的路被淹没。", "桥上的木板被冲走了三块。")
    )
    page = f"<h1>河水上涨</h1><div class=info><span>2024年03月11日 09:14</span> <span>{line}</span></div>{story}"
    assert authors(f"{page}<p>责任编辑：王明</p>", "<title>河水上涨</title>") == names


@pytest.mark.parametrize(
    ("opening", "names"),
    [
        ("河谷报石桥3月11日讯（记者 林小舟 通讯员 何田）", ("林小舟",)),
        ("河谷社石桥3月11日电 (林小舟) ", ("林小舟",)),
        ("河谷社石桥3月11日电 (图/林小舟 摄) ", ()),
        ("RIVERTON, 11 марта - РИА Новости, Анна Ли. ", ("Анна Ли",)),
    ],
)
def test_credits_at_the_beginning_of_the_text(opening, names):
    story = "<p>河水在夜里上涨，下面的路被淹没，村里的人把东西搬到山上的学校，桥上的木板被冲走了三块。</p>" * 3
    page = f"<title>河水上涨</title><h1>河水上涨</h1>{story.replace('<p>', f'<p>{opening}', 1)}"
    assert denoise(page, "https://news.example.cn/a/1").metadata.authors == names


def test_a_shown_first_name_that_can_be_a_label_stays():
    assert shown_names(["Von Miller"]) == ("Von Miller",)
    assert shown_names(["By Di Wang"]) == ("Di Wang",)
    assert shown_names(["Von Ann Lee"]) == ("Ann Lee",)


def test_the_company_that_made_a_site_is_no_author_in_another_script():
    story = "<p>Река вышла из берегов ночью, и к утру нижняя дорога оказалась под водой.</p>" * 3
    head = "<title>Река вышла</title><meta name=author content='Valley Works'>"
    assert denoise(f"{head}<h1>Река вышла</h1>{story}", "https://reka.example.ru/a").metadata.authors == ()


@pytest.mark.parametrize(("line", "names"), [("（林小舟）", ("林小舟",)), ("", ())])
def test_the_editor_is_no_author_where_a_site_states_so_either(line, names):
    story = "".join(f"<p>{text * 4}</p>" for text in ("河水在夜里上涨，下面的路被淹没。", "桥上的木板被冲走了三块。"))
    page = f"<h1>河水上涨</h1><p>2024年03月11日 09:14 来源：山谷网</p>{story.removesuffix('</p>')}{line}</p>"
    assert (
        authors(f"{page}<p>（责任编辑：王明）</p>", "<title>河水上涨</title><meta name=author content=王明>") == names
    )


def test_accounts_behind_names():
    head = "<h1>The river rose</h1>May 25, 2023 - {} <p></p>"
    one = 'Ann Lee <a href="https://social.example/annlee">(@annlee)</a>'
    two = 'Bo Yun <a href="https://social.example/bo">(@bo_yun)</a>'
    assert authors(head.format(one) + STORY) == ("Ann Lee",)
    assert authors(head.format(f"{one} {two}") + STORY) == ("Ann Lee", "Bo Yun")


def test_a_name_of_two_characters():
    story = "<p>河水在夜里上涨，到早晨低处的道路已经被淹没。</p>" * 3
    body = "<h1>河水上涨</h1><div><a rel=author class=author href=/u/1>王立</a></div>{}<p>（全文完）</p>"
    assert authors(body.format(story)) == ("王立",)


TEASER = "<div><h4><a href=/mill>The mill stands still</a></h4><p><em class=byline>By {}</em> It is dry.</p></div>"


@pytest.mark.parametrize("others", [("Bo Yun",), ("Bo Yun", "Cy Dell")])
def test_who_wrote_what_stands_below_the_text_is_no_author(others):
    below = "".join(map(TEASER.format, others))
    assert authors(f"<h1>The river rose</h1>{STORY}<div class=more>{below}</div>") == ()
    shown = f"<h1>The river rose</h1><p class=byline>By Ann Lee</p>{STORY}<div class=more>{below}</div>"
    assert authors(shown) == ("Ann Lee",)


def test_the_author_below_a_heading_that_links_to_their_page():
    below = "<h3><a href=/author/ann-lee>Ann Lee</a></h3><p class=author-name>By Ann Lee</p>"
    assert authors(f"<h1>The river rose</h1>{STORY}{below}") == ("Ann Lee",)


@pytest.mark.parametrize(("label", "names"), [("作者", ("河水",)), ("山谷", ())])
def test_the_title_of_an_element_is_its_label(label, names):
    body = f"<h1>河水上漲</h1><div title={label} class=author>河水</div><p>{'河水在夜里上涨了。' * 20}</p>"
    assert authors(body) == names
