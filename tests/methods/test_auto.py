"""The default method: the cut, and what a site changes."""

import argparse

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.cli.options import add_cleaning_options
from scrapy_denoise.methods import get_method
from scrapy_denoise.methods.auto.auto import FAVORS, Auto
from scrapy_denoise.methods.compiled import best_cut
from scrapy_denoise.page import Page

STORY = (
    "The mill has turned again since Tuesday, for the first time in eleven years. The wheel is new, the axle is the "
    "old one, and nobody knows how old that is."
)


def page_of(*paragraphs, url=None):
    return Page.from_html("".join(f"<p>{text}</p>" for text in paragraphs), url=url)


def test_the_posts_of_a_thread_are_each_by_itself():
    """What is sure on an article's page outweighs much that is not; a thread has no such part."""
    posts = "".join(f"<div><p>{'The pump is broken again, as it was in May. ' * 8}</p></div>" for _ in range(12))
    html = f"<h1>Which pump</h1><p>{'Mine stands in the cellar, and it leaks. ' * 6}</p>{posts}"
    scores = [0.9, 0.9] + [0.3] * 12

    def kept(url):
        page = Page.from_html(html, url=url)
        own = BlockScores(page, values=np.array(scores, np.float32))
        return int(Auto().decide(page, SiteTemplate(), own).kept.sum())

    assert kept("https://pumps.example/news/1") == 2
    assert kept("https://pumps.example/forum/1") == 14


def test_posts_with_a_date_each_have_a_say_in_what_a_thread_keeps():
    """A short post is kept and a notice that scores as much is not; on a page that is no thread neither is moved."""
    posts = "".join(
        f"<div class=entry><span>{day} May 2026</span><div class=body><p>{text}</p></div></div>"
        for day, text in enumerate(["My pump stands in the cellar, and it leaks. " * 4] * 2 + ["So does mine."], 1)
    )
    html = f"<div class=box><p>{'Please read the rules before you write. ' * 3}</p></div>{posts}"
    scores = [0.45, 0.1, 0.9, 0.1, 0.9, 0.1, 0.35]

    def decided(url):
        page = Page.from_html(html, url=url)
        return Auto().decide(page, None, BlockScores(page, values=np.array(scores, np.float32)))

    thread, article = decided("https://pumps.example/forum/1"), decided("https://pumps.example/news/1")
    assert thread.kept.tolist() == [False, False, True, False, True, False, True]
    assert thread.scores[6] > article.scores[6] > article.scores[0] / 2 > thread.scores[0]
    assert "stands in a post of the thread" in thread.explain(6)
    assert any("no post of the thread" in reason for reason in thread.explain(0))
    assert not any("of the thread" in reason for reason in article.explain(6))


@given(st.lists(st.tuples(st.floats(0, 1, width=32), st.integers(1, 5000)), min_size=1, max_size=40))
def test_no_cut_has_a_higher_expected_f1(blocks):
    scores = np.array([score for score, _ in blocks], np.float32)
    chars = np.array([n for _, n in blocks], np.int32)
    threshold, expected = best_cut(scores, chars, 0.7, None)
    steps = np.minimum(np.floor(scores * 64), 63) / 64
    weights = scores.astype(float) * chars
    cuts = np.unique(steps)[::-1]
    sure = [weights[steps == cut].sum() / chars[steps == cut].sum() for cut in cuts]

    def f1(cut):
        kept = chars[steps >= cut].sum()
        apart = 2 * weights[steps >= cut].sum() / (kept + weights.sum())
        together = 0
        for other, likely, less in zip(cuts, sure, [*sure[1:], 0], strict=True):
            content = chars[steps >= other].sum()
            together += (likely - less) * 2 * min(kept, content) / (kept + content)
        return 0.7 * together + 0.3 * apart

    assert f1(threshold) == pytest.approx(expected, abs=1e-6)
    assert max(map(f1, cuts)) <= expected + 1e-6


def test_a_short_article_above_long_comments():
    scores, chars = np.array([0.9] + [0.2] * 100, np.float32), np.array([1000] + [900] * 100, np.int32)
    threshold, expected = best_cut(scores, chars, 0.7, None)
    assert 0.2 < threshold <= 0.9
    assert 0.4 < expected < 0.8


def test_a_thread_whose_posts_are_no_more_likely():
    scores, chars = np.array([0.05] + [0.3] * 100, np.float32), np.array([1000] + [900] * 100, np.int32)
    threshold, _ = best_cut(scores, chars, 0.7, None)
    assert 0.05 < threshold <= 0.3


def test_a_page_without_blocks():
    assert Auto().select(Page.from_html("<img>")).kept.size == 0


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        *(
            (
                "<ul>" + "".join(f"<li><a href='/{i}'>Story number {i}</a></li>" for i in range(n)) + "</ul>",
                "no_content",
            )
            for n in (200, 500)
        ),
        (
            "<h1>Log in</h1><form><label>Name</label><input><label>Password</label><input><button>Go</button></form>",
            "wall",
        ),
        ("<p>404 Not Found</p>", "error_page"),
    ],
)
def test_pages_without_content(html, reason):
    result = denoise(html, options={"lists": False})
    assert (result.text, result.reason) == ("", reason)
    assert result.confidence < Auto().min_expected_f1


MENU = (
    "<nav><ul>"
    + "".join(f"<li><a href='/{x}'>{x}</a></li>" for x in "News Sport Travel Letters".split())
    + "</ul></nav>"
)
LEGAL = "<footer><p>Valley Paper, 12 Mill Lane. All rights reserved.</p><p><a href='/about'>About us</a></p></footer>"
BUILDINGS = "barn ferry tower bridge school market harbour station garden orchard library museum".split() * 3
HEADLINES = "".join(
    f"<div class='item'><a href='/n/{i}'><h3>The {x} opens again on Friday</h3></a><span>{i + 1} March</span></div>"
    for i, x in enumerate(BUILDINGS)
)
FOUND_NOTHING = (
    "<h1>Search</h1><form><input><button>Go</button></form><p>Nothing was found for your words. Try others.</p>"
    "<h2>Most read</h2>"
    + "".join(f"<li><a href='/n/{i}'>The {x} opens again</a></li>" for i, x in enumerate(BUILDINGS[:6]))
)


def test_a_list_of_headlines_is_not_emptied():
    """It shows something to read, little as its blocks are like those of articles."""
    result = denoise(f"<title>News - Valley Paper</title>{MENU}<main>{HEADLINES}</main>{LEGAL}")
    assert result.reason == ""
    assert result.text


def test_a_search_that_found_nothing_has_no_content():
    result = denoise(f"<title>News - Valley Paper</title>{MENU}<main>{FOUND_NOTHING}</main>{LEGAL}")
    assert (result.text, result.reason) == ("", "no_content")


def test_a_site_is_evidence():
    """What stands on every page at the same place goes, though it reads as an article does."""
    stories = [STORY.replace("mill", word).replace("wheel", word) for word in "barn ferry tower bridge school".split()]
    notice = "All prices of this shop were set in March, and they will not change before the end of the coming winter."

    def html(number):
        return f"<div><div><h1>News {number}</h1><p>{stories[number]}</p></div><div><p>{notice}</p></div></div>"

    site = SiteTemplate()
    for number in range(4):
        site.learn(html(number), url=f"https://a.example/{number}")
    alone = denoise(html(4), url="https://a.example/4")
    known = denoise(html(4), url="https://a.example/4", site=site)
    assert known.siblings == 4
    assert notice in alone.text
    assert notice not in known.text
    assert stories[4] in known.text


# Types, comments, posts, page types, reasons


MORE = "".join(
    f"<p>{STORY.replace('mill', word).replace('wheel', word)}</p>" for word in "barn ferry tower bridge".split()
)
ARTICLE = f"""<title>The mill turns again - Valley Paper</title>
<div class="nav"><a href="/">Home</a> <a href="/sport">Sport</a></div>
<div class="article"><h1>The mill turns again</h1><p class="byline">By A. Writer</p><p>12 March 2024</p>
<p>{STORY}</p>{MORE}<div class="share"><a href="#">Share this</a></div></div>
<div class="related"><h3>More stories</h3><a href="/2">The market moves indoors</a></div>
<div id="comments">
<div class="comment"><p>About time, says one who has walked around it for years.</p><a href="#r">Reply</a></div>
<div class="comment"><p>Well done to all the carpenters of the valley.</p><p>And to the smith.</p><a>Reply</a></div>
</div>
<div class="footer">Copyright 2024 Valley Paper</div>"""


def types_of(result):
    found = {block.text: block.type for block in (*result.blocks, *result.noise)}
    return {text: kind for text, kind in found.items() if text not in MORE}


@pytest.mark.parametrize("method", ["auto", "content_correlativity"])
def test_types(method):
    assert types_of(denoise(ARTICLE, url="https://a.example/news/1", method=method)) == {
        "Home Sport": "navigation",
        "The mill turns again": "title",
        "By A. Writer": "author",
        "12 March 2024": "date",
        STORY: "content",
        "Share this": "interaction",
        "More stories": "related",
        "The market moves indoors": "related",
        "About time, says one who has walked around it for years.": "comment",
        "Well done to all the carpenters of the valley.": "comment",
        "And to the smith.": "comment",
        "Reply": "comment",
        "Copyright 2024 Valley Paper": "copyright",
    }


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("2024-03-12 10:30", "date"),
        ("2024年3月12日", "date"),
        ("3 Απριλίου 2024", "date"),
        ("March 3rd, in the evening", ""),
        ("作者：王一", "author"),
        ("Von Ida Berg", "author"),
        ("ئاپتور: ئادىل", "author"),
        ("The river", ""),
    ],
)
def test_lines_near_the_title(line, kind):
    html = f"<title>The mill turns again</title><h1>The mill turns again</h1><div>{line}</div><p>{STORY}</p>"
    found = types_of(denoise(html))[line]
    assert (found if found in ("date", "author") else "") == kind


def test_comments():
    assert [comment.text for comment in denoise(ARTICLE, url="https://a.example/news/1").comments] == [
        "About time, says one who has walked around it for years.",
        "Well done to all the carpenters of the valley.\nAnd to the smith.",
    ]
    assert denoise(f"<p>{STORY}</p>").comments == []


def thread(*posts):
    shown = "".join(
        f"<div class='post'><div class='user'><b>Member {i}</b><br>Posts: {i * 7}</div>"
        f"<div class='body'>{post}</div></div>"
        for i, post in enumerate(posts)
    )
    return f"<title>Which axle? - Valley forum</title><div class='forum'><h1>Which axle?</h1>{shown}</div>"


POSTS = (
    "<p>Has anybody an axle for a mill of twelve feet? Ours is worn, and the smith has none that would do.</p>",
    "<p>We have two in the barn, both of oak, both from the old mill by the bridge.</p><ul><li>One is ten feet long "
    "and has a crack.</li><li>One is thirteen, and sound as on its first day.</li></ul>",
    "<p>I would take the long one at once and have the carpenter cut it, as he did it for us in spring.</p>",
    "<p>Thank you all! The long one it is, and I bring a barrel of cider for the trouble.</p>",
)


def test_posts():
    result = denoise(thread(*POSTS), url="https://a.example/forum/viewtopic.php?t=7")
    assert result.page_type == "forum"
    assert result.comments == []
    assert [post.text.split()[0] for post in result.posts[-4:]] == ["Has", "We", "I", "Thank"]
    assert result.posts[-3].text.count("\n") == 2
    assert not any("Posts:" in post.text for post in result.posts)
    assert denoise(ARTICLE, url="https://a.example/news/1").posts == []


def test_page_types():
    assert denoise(ARTICLE, url="https://a.example/news/1").page_type == "article"
    assert denoise("<img>").page_type == ""


def test_reasons():
    result = denoise(ARTICLE, url="https://a.example/news/1")
    by_text = {block.text: block.reasons for block in (*result.blocks, *result.noise)}
    assert "the main container of the page, which it is in" in by_text[STORY]
    assert all(1 <= len(reasons) <= 4 for reasons in by_text.values())
    assert any("comment" in reason for reason in by_text["And to the smith."])


def test_reasons_of_the_site():
    site = SiteTemplate()
    for number in range(4):
        site.learn(ARTICLE.replace("mill", f"barn{number} of wood"), url=f"https://a.example/news/{number}")
    result = denoise(ARTICLE, url="https://a.example/news/9", site=site)
    reasons = {block.text: block.reasons for block in result.noise}
    assert reasons["Copyright 2024 Valley Paper"][0] == "stands at the same place on 4 of 5 pages of the site"


def test_a_redesign_falls_back_to_the_page_alone_and_recovers():
    words = "barn ferry tower bridge school market harbour garden forge chapel".split()

    def old(i):
        return (
            f"<table><tr><td>Menu</td><td><h1>{words[i]}</h1><p>{STORY.replace('mill', words[i])}</p></td></tr></table>"
        )

    def new(i):
        story = STORY.replace("mill", words[i])
        article = f"<article><h1>{words[i]}</h1><div><p>{story}</p></div></article>"
        return f"<header><nav>Menu</nav></header><main>{article}</main>"

    site = SiteTemplate()
    for i in range(6):
        site.learn(old(i), url=f"https://a.example/{i}")
    siblings = []
    for i in range(6, 10):
        url = f"https://a.example/{i}"
        known, alone = denoise(new(i), url=url, site=site), denoise(new(i), url=url)
        siblings.append(known.siblings)
        assert known.siblings or known.text == alone.text
        assert words[i] in known.text
        site.learn(new(i), url=url)
    assert siblings == [0, 1, 2, 3]


def test_favor_moves_the_threshold_and_leaves_the_confidence_an_f1():
    scores = np.array([0.9, 0.6, 0.4, 0.2, 0.05], np.float32)
    chars = np.array([300, 100, 100, 200, 300], np.int32)
    found = {name: best_cut(scores, chars, 0.7, None, recall) for name, recall in FAVORS.items()}
    assert found["precision"][0] > found[""][0] > found["recall"][0]
    assert max(f1 for _, f1 in found.values()) == found[""][1]


def test_favor_is_an_option_everywhere():
    page = "<p>It rained in the hills, and the river rose.</p>"
    assert get_method("auto", options={"favor": "recall"}).favor == "recall"
    assert denoise(page, favor="recall").text
    with pytest.raises(ValueError, match="allowed: 'precision', 'recall'"):
        denoise(page, favor="speed")
    with pytest.raises(ValueError, match="quark has no parameter 'favor'"):
        denoise(page, favor="recall", method="quark")
    options = argparse.ArgumentParser()
    add_cleaning_options(options)
    assert options.parse_args(["--option", "min_expected_f1=0", "--favor", "recall"]).option == [
        "min_expected_f1=0",
        "favor=recall",
    ]
