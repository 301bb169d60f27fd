"""The default method: trees, features, agreement with siblings, the cut."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrapy_denoise
from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.methods.auto import Auto, best_cut
from scrapy_denoise.page import Page
from scrapy_denoise.page.evidence import address_features, block_model
from scrapy_denoise.page.features import ADDRESS_WORDS, NAMES
from scrapy_denoise.page.forest import NODE, Forest

STORY = (
    "The mill has turned again since Tuesday, for the first time in eleven years. The wheel is new, the axle is the "
    "old one, and nobody knows how old that is."
)


def page_of(*paragraphs, url=None):
    return Page.from_html("".join(f"<p>{text}</p>" for text in paragraphs), url=url)


# Trees


def forest(*trees):
    """Each tree as nested tuples (feature, threshold, value, left, right), a leaf as its value."""
    nodes, values = [], []
    for tree in trees:
        level, placed = [tree], 1
        for place, node in enumerate(level):
            if isinstance(node, tuple):
                feature, threshold, value, left, right = node
                nodes.append((threshold, feature, placed))
                values.append(value)
                level += [left, right]
                placed += 2
            else:
                nodes.append((np.inf, 0, place))
                values.append(node)
    return Forest(["a", "b"], np.array(nodes, NODE), np.array(values, np.float32))


TREES = (
    (0, 0.5, 0.1, -1.0, (1, 2.0, 0.4, (0, 0.75, 0.2, 0.25, 0.5), 2.0)),
    (1, 1.0, 0.0, 0.5, -0.5),
)


def walk(tree, row):
    return tree if not isinstance(tree, tuple) else walk(tree[3 if row[tree[0]] <= tree[1] else 4], row)


def test_trees_are_walked():
    model = forest(*TREES)
    assert (model.roots.tolist(), model.depths.tolist()) == ([0, 7], [3, 1])
    rows = np.random.default_rng(1).uniform(0, 3, (21, 2)).astype(np.float32)
    rows[0] = (0.5, 2.0)  # at a threshold: to the left
    odds = [sum(walk(tree, row) for tree in TREES) for row in rows]
    assert model(rows) == pytest.approx(1 / (1 + np.exp(-np.array(odds))), rel=1e-6)
    assert len(model(rows[:0])) == 0


def test_contributions_add_up():
    row = np.array([0.7, 0.5], np.float32)
    # 0.1 -> 0.4 by a, -> 0.2 by b, -> 0.25 by a; 0.0 -> 0.5 by b
    assert forest(*TREES).contributions(row) == pytest.approx([0.3 + 0.05, -0.2 + 0.5])


def test_trees_that_do_not_fit():
    nodes = forest(*TREES).nodes
    with pytest.raises(ValueError, match="do not fit"):
        Forest(["a"], nodes, np.zeros(len(nodes), np.float32))
    out_of_order = nodes.copy()
    out_of_order["child"][2] = 9
    with pytest.raises(ValueError, match="out of order"):
        Forest(["a", "b"], out_of_order, np.zeros(len(nodes), np.float32))
    with pytest.raises(ValueError, match="3 features where the model has 2"):
        forest(*TREES)(np.zeros((1, 3), np.float32))


def test_the_model_is_small():
    model = Path(scrapy_denoise.__file__).parent / "models" / "blocks.npz"
    assert model.stat().st_size < 1_000_000
    assert block_model().names == NAMES


# Features


def feature(page, name):
    return page.blocks.features[:, NAMES.index(name)]


def test_blocks_are_measured():
    page = Page.from_html(
        "<title>The mill - Valley Paper</title><nav class=menu><a href=/>Home</a></nav>"
        f"<article><h1>The mill</h1><p>{STORY}</p><p class=byline>By A. Writer, 2024</p></article>"
        "<div id=comments><p>Well done!</p></div>"
    )
    assert len(page.blocks) == 5
    assert np.isfinite(page.blocks.features).all()
    assert feature(page, "link_density").tolist() == [1, 0, 0, 0, 0]
    assert feature(page, "in_nav").tolist()[:2] == [1, 15]  # the text is in a link
    assert feature(page, "in_article").tolist()[1:4] == [1, 1, 1]
    assert feature(page, "heading").tolist() == [0, 6, 0, 0, 0]
    assert feature(page, "near_byline")[3] == 0
    assert feature(page, "near_comment").tolist() == [15, 15, 15, 15, 1]
    assert feature(page, "title_words")[1] == 1
    assert feature(page, "title_distance")[1] == 0
    assert feature(page, "year").tolist() == [0, 0, 0, 1, 0]
    assert feature(page, "terminal").tolist() == [0, 0, 1, 0, 1]
    assert np.expm1(feature(page, "words")[2]) == pytest.approx(len(STORY.split()), rel=1e-5)


def test_a_han_character_is_a_word():
    page = page_of("河水在夜里上涨了，到早晨路已经淹没。")
    assert np.expm1(feature(page, "words")[0]) == pytest.approx(16, rel=1e-5)
    assert feature(page, "terminal")[0] == 1


def test_words_of_the_address():
    kinds = list(ADDRESS_WORDS)
    assert address_features("https://a.example/Forum/topic-12.html")[kinds.index("forum")] == 1
    for url in (None, "", "https://forum.example/", "https://[", "https://a.example/informative"):
        assert not address_features(url).any()


# Agreement


def odds(score):
    return np.log((score + 0.02) / (1.02 - score))


def scored(page, scores):
    page.__dict__["evidence"] = np.array(scores, np.float32)
    return page


def test_agreement_by_hand():
    """Two siblings; one text is repeated on one of them, and scores what it scored there."""
    site = SiteTemplate()
    site.learn(scored(page_of("aaaa bbbb", "same text", url="https://a.example/1"), [0.8, 0.6]))
    site.learn(scored(page_of("cccc dddd", "eeee ffff", url="https://a.example/2"), [0.4, 0.2]))
    page = scored(page_of("gggg hhhh", "same text", url="https://a.example/3"), [0.5, 0.9])
    found = site.agreement(page)
    assert found.siblings == 2
    assert found.repeated == pytest.approx([0, 1 / 3])
    own = np.array([0.5, 0.6 * 2 / 3])
    first = (0.8 + 0.6 * 2 / 3) / 2
    second = (0.4 + 0.2) / 2
    expected = (odds(own) + 1.3 * odds(own.mean()) + 1.5 * (odds(first) + odds(second))) / (2.3 + 2 * 1.5)
    lowered = np.array([1, 1 - 1 / 9]) / (1 + np.exp(-expected))
    assert found.scores == pytest.approx(lowered, abs=0.003)  # a byte for each score


def test_a_sibling_without_the_path_is_asked_for_what_is_around():
    """A list where the siblings have paragraphs: what they have in the same element says something of it."""

    frame = "".join(f"<span class={name}></span>" for name in "nav logo search tools share foot".split())

    def page(words, tags, scores):
        menu, first, second = words.split()
        html = f"{frame}<div class=menu>{menu}</div><div class=story><p>{first}</p>{tags.format(second)}</div>"
        return scored(Page.from_html(html, url=f"https://a.example/{first}"), scores)

    site = SiteTemplate()
    site.learn(page("ab cd ef", "<p>{}</p>", [0.1, 0.8, 0.6]))
    site.learn(page("gh ij kl", "<ul><li>{}</li></ul>", [0.2, 0.4, 0.3]))
    found = site.agreement(page("mn op qr", "<ul><li>{}</li></ul>", [0.1, 0.9, 0.5]))
    assert found.siblings == 2
    story = (0.8 + 0.6) / 2  # two elements around the item: the first sibling has no list
    expected = (2.3 * odds(0.5) + 1.5 * (0.3 * odds(story) + odds(0.3))) / (2.3 + 1.5 * 1.3)
    assert found.scores[2] == pytest.approx(1 / (1 + np.exp(-expected)), abs=0.003)
    own = (2.3 * odds(0.1) + 1.5 * (odds(0.1) + odds(0.2))) / (2.3 + 1.5 * 2)
    assert found.scores[0] == pytest.approx(1 / (1 + np.exp(-own)), abs=0.003)


def test_what_a_sibling_has_is_not_scored_again():
    site = SiteTemplate()
    for i, (words, text) in enumerate((("aa bb", "one"), ("cc dd", "one"), ("ee ff", "two"))):
        site.learn(scored(page_of(words, text, "three", url=f"https://a.example/{i}"), [0.5, 0.2 * i, 0.8]))
    words, address = ("gg hh", "one", "four", "three"), "https://a.example/9"
    page = page_of(*words, url=address)
    found = site.agreement(page).scores.tolist()
    assert "evidence" not in page.__dict__
    own = page.evidence
    assert site.agreement(page).scores.tolist() == found
    for block, counts in enumerate((True, False, True, False)):
        changed = own.copy()
        changed[block] = 1 - changed[block]
        scores = site.agreement(scored(page_of(*words, url=address), changed)).scores.tolist()
        assert (scores != found) is counts


@pytest.mark.parametrize("tag", ["p", "pre"])
def test_source_code_may_be_repeated(tag):
    """What stands on every page of the site counts against a paragraph, not against source code."""

    def release(number):
        html = f"<p>Release {'one two three four'.split()[number]} is out.</p><{tag}>pip install mill</{tag}>"
        return scored(Page.from_html(html, url=f"https://mill.example/{number}"), [0.9, 0.7])

    site = SiteTemplate()
    for number in range(3):
        site.learn(release(number))
    alone, known = SiteTemplate().agreement(release(3)), site.agreement(release(3))
    assert known.repeated[1] == 0.75
    assert (alone.scores[1] - known.scores[1] > 0.3) == (tag == "p")


def test_a_page_alone_agrees_with_itself():
    page = scored(page_of("aaaa bbbb", "cccc dddd"), [0.9, 0.1])
    found = SiteTemplate().agreement(page)
    expected = (odds(np.array([0.9, 0.1])) + 1.3 * odds(0.5)) / 2.3
    assert found.siblings == 0
    assert found.scores == pytest.approx(1 / (1 + np.exp(-expected)), abs=1e-5)


# The cut


def test_the_posts_of_a_thread_are_each_by_itself():
    """What is sure on an article's page outweighs much that is not; a thread has no such part."""
    posts = "".join(f"<div><p>{'The pump is broken again, as it was in May. ' * 8}</p></div>" for _ in range(12))
    html = f"<h1>Which pump</h1><p>{'Mine stands in the cellar, and it leaks. ' * 6}</p>{posts}"
    scores = [0.9, 0.9] + [0.3] * 12

    def kept(url):
        return int(Auto().select(scored(Page.from_html(html, url=url), scores)).kept.sum())

    assert kept("https://pumps.example/news/1") == 2
    assert kept("https://pumps.example/forum/1") == 14


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
    "html",
    [
        "<ul>" + "".join(f"<li><a href='/{i}'>Story number {i}</a></li>" for i in range(200)) + "</ul>",
        "<h1>Log in</h1><form><label>Name</label><input><label>Password</label><input><button>Log in</button></form>",
        "<p>404 Not Found</p>",
    ],
)
def test_pages_without_content(html):
    result = denoise(html)
    assert (result.text, result.reason) == ("", "no_content")
    assert result.confidence < 0.15


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
    assert denoise(ARTICLE, url="https://a.example/news/1").comments == [
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
    assert [post.split()[0] for post in result.posts[-4:]] == ["Has", "We", "I", "Thank"]
    assert result.posts[-3].count("\n") == 2
    assert not any("Posts:" in post for post in result.posts)
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
    assert reasons["Copyright 2024 Valley Paper"][0] == "stands at the same place on 80% of 5 pages of the site"


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
