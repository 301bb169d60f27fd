"""What is learned of a site: layouts, samples, siblings, counts, and the stored format."""

import doctest
import pickle
import random
from copy import deepcopy
from itertools import product

import numpy as np
import pytest
from example_site import build
from helpers.sites import LETTERS, address, article, learned, listing, page, story
from helpers.stored import packed, unpacked
from hypothesis import given
from hypothesis.strategies import integers, lists, sets, tuples

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.blocks import BlockScores
from scrapy_denoise.blocks.block_model import block_model
from scrapy_denoise.page import Page
from scrapy_denoise.sites import TemplateError, dump, load, template
from scrapy_denoise.sites.codec import column_codec as columns
from scrapy_denoise.sites.codec import template_codec as codec
from scrapy_denoise.sites.layout import MAX_LAYOUT_PAGES, MAX_SAMPLES, NO_SCORES, Layout, Sample
from scrapy_denoise.sites.template import MAX_LAYOUTS, MAX_SAMPLE_ROWS


def test_docstrings():
    assert doctest.testmod(template) == (0, 3)


def test_learn_counts_pages():
    site = SiteTemplate()
    assert (site.pages, site.usable) == (0, False)
    assert site.learn(article(1), url=address(1)) is True
    assert site.learn(article(2).encode(), url=address(2)) is True
    assert (site.pages, site.usable) == (2, True)
    assert site.learn(page(3)) is True
    assert site.learn("") is False
    assert site.learn("<script>x</script>") is False
    assert site.pages == 3


def test_a_page_of_too_many_rows_is_not_learned():
    site = SiteTemplate()
    rows = MAX_SAMPLE_ROWS - 4  # html, body, div, text
    assert site.learn(f"<div>a{'<br>' * rows}</div>") is True
    assert site.learn(f"<div>a{'<br>' * (rows + 1)}</div>") is False
    assert site.pages == 1


# --- siblings -----------------------------------------------------------------------------------------------


def contents(signatures):
    return {signature.content_hash for signature in signatures}


def test_siblings_are_other_pages_of_the_layout():
    site = learned(1, 2, 3).merge(learned(11, 12, 13, page=listing))
    assert contents(site.siblings(page(4)).signatures) == {page(i).signature.content_hash for i in (1, 2, 3)}
    assert contents(site.siblings(page(14, listing)).signatures) == {
        page(i, listing).signature.content_hash for i in (11, 12, 13)
    }
    assert len(site.siblings(page(4), limit=2).signatures) == 2
    assert SiteTemplate().siblings(page(4)).signatures == []
    assert site.siblings(Page.from_html("<dl><dt>other<dd>page</dl>")).signatures == []


def test_layouts_that_share_a_slot_are_told_apart():
    def framed(part):  # a slot is chosen by the elements down to the fifth level
        return lambda i: f"<div class=a><div><div><div>{part(i)}"

    stories, lists = framed(lambda i: article(i) * 3), framed(lambda i: f"<form><dl>{listing(i)}<pre><b>x</b></pre>")
    site = learned(1, 2, 3, page=stories).merge(learned(11, 12, 13, page=lists))
    assert len(site.layouts) == 1
    assert contents(site.siblings(page(4, stories)).signatures) == {
        page(i, stories).signature.content_hash for i in (1, 2, 3)
    }
    assert contents(site.siblings(page(14, lists)).signatures) == {
        page(i, lists).signature.content_hash for i in (11, 12, 13)
    }


def test_a_layout_that_is_in_two_slots_is_whole():
    def slot(make):
        return page(1, make).signature.frame % MAX_LAYOUTS

    def with_banner(name):
        return lambda i: f"<aside class={name}></aside>{article(i)}"

    other = next(make for make in map(with_banner, LETTERS) if slot(make) != slot(article))
    site = learned(1, 2).merge(learned(11, 12, page=other))
    assert len(site.layouts) == 2
    for make in (article, other):
        assert len(site.siblings(page(4, make)).signatures) == 4
        assert site.siblings(page(4, make)).pages == 4


def test_siblings_never_hold_the_page_itself():
    site = learned(1, 2, 3)
    expected = {page(i).signature.content_hash for i in (2, 3)}
    # by its address, though it has changed; by its content, though the address is another or none
    assert contents(site.siblings(Page.from_html(article(4), url=address(1))).signatures) == contents(
        learned(2, 3).siblings(page(4)).signatures
    )
    assert contents(site.siblings(Page.from_html(article(1), url=address(9))).signatures) == expected
    assert contents(site.siblings(Page.from_html(article(1))).signatures) == expected


def test_an_address_learned_in_two_layouts_is_no_sibling_of_itself():
    before = f"<section>{article(1)}</section>"
    site = learned(2, 3)
    for html in (article(1), before, f"<div>{before}</div>"):
        site.learn(html, url=address(1))
    now = Page.from_html(article(1, text=story(7)), url=address(1))
    assert contents(site.siblings(now).signatures) == {page(i).signature.content_hash for i in (2, 3)}


def test_the_same_article_under_another_address_is_no_sibling():
    site = learned(1, 2, 3, 4)
    # as a print view, with a line of its own
    site.learn(article(5, extra="<p>Printed</p>"), url=address(51))
    assert contents(site.siblings(page(5)).signatures) == {page(i).signature.content_hash for i in (1, 2, 3, 4)}


def test_the_most_alike_come_first():
    site = learned(1, 2)
    odd = article(3, extra="<ol class=x><li><i>a</i></ol>")
    site.learn(odd, url=address(3))
    last = site.siblings(page(4)).signatures[-1]
    assert last.content_hash == Page.from_html(odd).signature.content_hash


def test_text_shares():
    site = learned(1, 2, 3, 4)
    new = page(5)
    shares = dict(zip(map(new.columns.text_of, new.columns.text_rows), site.siblings(new).text_shares, strict=True))
    assert [shares[text] for text in ("Home", "About", "The end")] == pytest.approx([1, 1, 1], abs=0.01)
    assert shares[story(5)] == pytest.approx(0.0, abs=0.01)
    # a learned page does not vouch for its own text
    assert site.siblings(page(1)).text_shares.min() == pytest.approx(0.0, abs=0.01)
    assert not learned(1).siblings(page(1)).text_shares.any()


def test_a_text_is_not_taken_for_template_by_chance():
    # 200 texts of the template and 3,000 of the page: by 16 bits of a hash, some nine of these are the same
    words = ["".join(letters) for letters in product("abcdefghijklmno", repeat=3)]
    template = "".join(f"<li>{word}</li>" for word in words[3_000:3_200])
    site = SiteTemplate()
    for i in (1, 2, 3):
        site.learn(article(i, extra=f"<ul>{template}</ul>"), url=address(i))
    text = "".join(f"<p>{word}</p>" for word in words[:3_000])
    new = Page.from_html(article(4, text=text, extra=f"<ul>{template}</ul>"), url=address(4))
    shares = site.siblings(new).text_shares
    own = np.array([new.columns.text_of(row) in words[:3_000] for row in new.columns.text_rows.tolist()])
    assert own.sum() == 3_000
    assert not shares[own].any()
    assert (shares[~own] == 1).sum() >= 200


def test_a_page_crawled_again_and_again_does_not_make_its_text_template():
    site = learned(1, 2, 3, 4, *[5] * 20)
    shares = dict(
        zip(map(page(5).columns.text_of, page(5).columns.text_rows), site.siblings(page(5)).text_shares, strict=True)
    )
    assert shares[story(5)] == pytest.approx(0.0, abs=0.01)


def test_the_same_text_elsewhere_is_another():
    site = learned(1, 2, 3)
    moved = Page.from_html("<header><p>The end</p></header>" + article(4), url=address(4))
    shares = dict(zip(moved.columns.text_rows.tolist(), site.siblings(moved).text_shares, strict=True))
    ends = [row for row in shares if moved.columns.text_of(row) == "The end"]
    assert [round(shares[row]) for row in ends] == [0, 1]


# --- merging ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [lambda site: pickle.loads(pickle.dumps(site)), deepcopy], ids=["pickle", "copy"])
@pytest.mark.parametrize("used", [False, True])
def test_a_copy_says_the_same(copied, used):
    """Also before a method has given the scores of its pages, and with what was compared in memory."""
    site, markup = SiteTemplate(), story(9)
    for i in range(5):
        site.learn(story(i), url=address(i))
    if used:
        denoise(markup, address(9), site=site)
    copy = copied(site)
    found, expected = (denoise(markup, address(9), site=template) for template in (copy, site))
    assert found.siblings == 5
    assert found.confidence == expected.confidence
    assert dump(copy) == dump(site)
    copy.learn(story(6), url=address(6))
    assert (copy.pages, site.pages) == (6, 5)


def test_merge_adds_and_changes_neither():
    one, other = learned(1, 2), learned(3, page=listing)
    before = dump(one), dump(other)
    merged = one.merge(other)
    assert merged.pages == 3
    assert (dump(one), dump(other)) == before
    one.update(other)
    assert dump(one) == dump(merged)


def test_samples_are_a_draw_that_does_not_depend_on_the_order():
    numbers = list(range(40))
    site = learned(*numbers)
    assert [len(layout.samples) for layout in site.layouts.values()] == [MAX_SAMPLES]
    assert [len(layout.known) for layout in site.layouts.values()] == [MAX_LAYOUT_PAGES]
    assert site.pages == 40
    assert dump(learned(*reversed(numbers))) == dump(site)
    assert dump(learned(*numbers[:7]).merge(learned(*numbers[7:]))) == dump(site)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("<p>Seen 17 times", "<p>Seen 18 times"),
        ("<body class=a><p>x", "<body class=b><p>x"),
        ("<p>Yesterday", "<p>Today"),
    ],
)
def test_two_versions_of_one_address_give_the_same_template_in_any_order(first, second):
    one, other = SiteTemplate(), SiteTemplate()
    one.learn(first, url=address(1))
    other.learn(second, url=address(1))
    merged = one.merge(other)
    assert dump(merged) == dump(other.merge(one))
    assert sum(len(layout.samples) for layout in merged.layouts.values()) == 1
    assert codec.merged(dump(one), other)[0] == codec.merged(dump(other), one)[0] == dump(merged)


def test_a_page_of_which_nothing_is_kept_only_counts():
    """What is learned beside a template is the same when it is merged, whether it holds such pages or not."""
    draw = random.Random(1)
    known, stored, whole, counted = learned(), learned(), learned(), 0
    for _ in range(6):
        batch = learned()
        for number in draw.choices(range(60), k=20):
            slot, layout = known.learned_from(page(number), era=3)
            counted += not layout.known
            known.add(slot, layout)
            batch.add(slot, layout)
            whole.add(slot, Layout(1, (Sample.from_page(page(number), 3, NO_SCORES),)))
        stored.update(load(dump(batch)))
    assert counted > 40
    assert dump(stored) == dump(known) == dump(whole)


def test_digits_alone_decide_between_versions_in_any_order():
    first, second = (Page.from_html(article(1, f"{story(1)} read {n} times"), url=address(1)) for n in (10, 20))
    templates = []
    for pages in ((first, second), (second, first)):
        site = learned(2, 3)
        for read in pages:
            site.learn(read, era=site.era)
        templates.append(dump(site))
    assert templates[0] == templates[1]


def test_bounds():
    site = SiteTemplate()
    tags = ["div", "p", "ul", "table", "section", "dl", "form", "main", "pre", "h1", "aside", "nav"]
    for i in range(600):
        site.learn(f"<{tags[i % 12]} class={LETTERS[i % 25]}><{tags[i % 11]}>{story(i)}", url=address(i))
    assert len(site.layouts) <= MAX_LAYOUTS
    assert all(0 <= slot < MAX_LAYOUTS and len(layout.samples) <= MAX_SAMPLES for slot, layout in site.layouts.items())
    assert all(len(layout.known) <= MAX_LAYOUT_PAGES for layout in site.layouts.values())
    assert site.pages == 600


# --- the stored format --------------------------------------------------------------------------------------


def test_read_back():
    site = learned(1, 2, 3).merge(learned(*range(20, 40), page=listing))
    again = load(dump(site))
    assert dump(again) == dump(site)
    assert contents(again.siblings(page(4)).signatures) == contents(site.siblings(page(4)).signatures)
    again.learn(article(5), url=address(5))  # what is read back can be learned into
    assert again.pages == site.pages + 1
    assert dump(load(dump(SiteTemplate()))) == dump(SiteTemplate())


def titled(title, i):
    return f"<title>{title}</title>" + article(i)


def test_titles_are_stored_as_hashes():
    site = SiteTemplate()
    for i in range(3):
        site.learn(titled(f"Story {i} | The Valley", i), url=address(i))
    (layout,) = load(dump(site)).layouts.values()
    assert [len(sample.titles) for sample in layout.samples] == [3, 3, 3]  # all of it, and two parts
    assert b"Valley" not in dump(site)
    assert dump(load(dump(site))) == dump(site)


@pytest.mark.parametrize("titles", [None, 7, "x", [-1], ["x"], [2**32], [0] * 9, {}])
def test_damaged_titles_are_refused(titles):
    fields = unpacked(dump(learned(1)))
    for layout in fields["layouts"].values():
        layout["samples"][0][5] = titles
    with pytest.raises(TemplateError, match="without its title"):
        load(packed(fields))


@pytest.mark.parametrize("named", [None, "x", -1, True, []])
def test_a_damaged_canonical_page_is_refused(named):
    fields = unpacked(dump(learned(1)))
    for layout in fields["layouts"].values():
        layout["samples"][0][6] = named
    with pytest.raises(TemplateError, match="without its canonical page"):
        load(packed(fields))


def test_what_stands_in_other_titles_is_not_the_title():
    site = SiteTemplate()
    pages = [titled(f"Story {i} | Valley Watch", i) for i in range(5)]
    for i, markup in enumerate(pages):
        site.learn(markup, url=address(i))
    new = titled("The mill | Valley Watch", 9).replace("<h1>", "<h2>").replace("</h1>", "</h2>")
    new = new.replace("<header>", "<header><h1>Valley Watch</h1>")
    found = denoise(new, address(9), site=site)
    assert found.title == found.metadata.title == "The mill"
    assert pickle.loads(pickle.dumps(found)).title == "The mill"


def test_titles_stay_as_they_were_when_the_site_was_asked():
    site = SiteTemplate()
    page = titled("The mill | Valley Watch", 9)
    alone, found = denoise(page, address(9)).title, denoise(page, address(9), site=site)
    for i in range(5):
        site.learn(titled(f"The mill | {story(i)}", i), url=address(i))
    assert found.title == alone
    assert denoise(page, address(9), site=site).title != alone  # the mill is the name of the site by then


def test_a_page_and_its_copy_say_nothing_of_its_own_title():
    site = SiteTemplate()
    for i in (9, 10):
        site.learn(titled("The mill | Valley Watch", 9), url=address(i))
    assert not denoise(titled("The mill | Valley Watch", 9), address(11), site=site).repeated_titles


@pytest.mark.parametrize("stories", [1, 40])
def test_print_and_mobile_versions_of_a_page_say_nothing_of_its_own_title(stories):
    """Else its headline is taken for the name of the site, and the heading of a box stands for it."""
    title, body = "<title>The mill - Valley Watch</title>", "".join(f"<p>{story(9)} {i}</p>" for i in range(6))
    links = "".join(f"<li><a href=/{i}>Boat number {i} came in before noon</a>" for i in range(stories))
    box = f"<div class=side><h3>Most read</h3><ul>{links}</ul></div>"
    article = f"{title}<ul><li><a href=/>Home</a></ul><div class=main><div>The mill</div>{body}</div>{box}"
    site = SiteTemplate()
    for number, version in enumerate(
        (f"<div class=amp><div>The mill</div>{body}</div>", f"<div>{body}</div><p>Printed")
    ):
        site.learn(title + version, url=address(number))
    found = denoise(article, address(9), site=site)
    assert (found.title, found.repeated_titles) == ("The mill", frozenset())
    other = article.replace(story(9), story(3)).replace("The mill", "The ferry")
    for number in (2, 3):
        site.learn(other.replace("The ferry", f"The ferry {'I' * number}"), url=address(number))
    assert len(denoise(article, address(9), site=site).repeated_titles) == 1  # the name of the site


def test_scores_come_back_with_the_model_that_gave_them():
    site = SiteTemplate()
    for i in range(3):
        one = page(i)
        site.learn(one, scores=one.cached(BlockScores))
    site.learn(page(3), scores=NO_SCORES)
    samples = {sample.digest: sample for layout in load(dump(site)).layouts.values() for sample in layout.samples}
    model = block_model().identity
    assert sorted(sample.model for sample in samples.values()) == [0, model, model, model]
    for i in range(3):
        assert samples[page(i).digest].scores.tolist() == page(i).cached(BlockScores).row_scores.tolist()
    assert not len(samples[page(3).digest].scores)


@given(lists(tuples(integers(0, 3), integers(2**32 - 2, 2**32 - 1)), max_size=40))
def test_distinct_rows_are_numbered_as_they_appear(rows):
    table = np.array(rows, np.uint32).reshape(-1, 2)
    distinct, numbers = columns._distinct(*table.T.copy())
    first = list(dict.fromkeys(rows))
    assert list(zip(*distinct.tolist(), strict=True)) == first
    assert numbers.tolist() == [0 if row not in rows[:i] else first.index(row) + 1 for i, row in enumerate(rows)]


@given(lists(sets(integers(0, 0xFFFF), max_size=20), max_size=MAX_LAYOUT_PAGES))
def test_fingerprints_come_back(pages):
    prints = [np.array(sorted(page), np.uint16) for page in pages]
    again = columns.unpack_fingerprints(columns.pack_fingerprints(prints), list(map(len, prints)))
    assert [page.tolist() for page in again] == [page.tolist() for page in prints]


def test_update_is_load_merge_dump():
    stored = learned(*range(12))
    for new in (learned(), learned(3), learned(12, 13), learned(*range(8, 90)), learned(1, page=listing)):
        assert codec.merged(dump(stored), new)[0] == dump(stored.merge(new))


def test_lists_do_not_stand_in_for_articles():
    """On the example sites nearly every sibling is a page of the same layout (benchmarks/sites.py --purity)."""
    sites = {}
    for one in build(0):
        kind = one.layout.split("-")[0], one.kind
        sites.setdefault(one.site, []).append((kind, Page.from_html(one.body, url=one.url)))
    for host in ("xinwen.example", "blog.example", "luntan.example", "kitab.example", "docs.example"):
        known = SiteTemplate()
        for _, one in sites[host]:
            known.learn(one)
        kind_of = {one.signature.content_hash: kind for kind, one in sites[host]}
        same = [
            kind_of.get(sibling.content_hash) == kind
            for kind, one in sites[host]
            for sibling in known.siblings(one).signatures
        ]  # fmt: skip
        assert sum(same) / len(same) > 0.95, host
