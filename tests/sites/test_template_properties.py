"""What must hold of every template: of its merging, of its order, and of what is read back."""

from helpers.html_pages import few_pages, html_pages
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise import SiteTemplate
from scrapy_denoise.page import Page
from scrapy_denoise.sites import dump, load


def learned(pages):
    site = SiteTemplate()
    for url, html in pages:
        site.learn(html, url=url)
    return site


# Few addresses and few texts, so that one page is often learned again, changed or not.
versions = st.builds(
    "<body class={}><div><p>A story</p>Seen {} times</div>".format, st.sampled_from("abc"), st.integers(1, 4)
)
addresses = st.sampled_from([None, *map("https://a.example/{}".format, range(3))])
sites = st.lists(st.tuples(addresses, versions | html_pages), max_size=6)


@few_pages
@given(sites, sites, sites)
def test_merge_is_commutative_and_associative(a, b, c):
    one, two, three = learned(a), learned(b), learned(c)
    before = dump(one)
    assert dump(one.merge(two)) == dump(two.merge(one))
    assert dump(one.merge(two).merge(three)) == dump(one.merge(two.merge(three)))
    assert dump(one.merge(SiteTemplate())) == before
    assert dump(one) == before
    assert dump(learned(a + b + c)) == dump(one.merge(two).merge(three))


@few_pages
@given(sites, st.randoms(use_true_random=False))
def test_the_order_of_learning_does_not_matter(pages, random):
    shuffled = list(pages)
    random.shuffle(shuffled)
    assert dump(learned(pages)) == dump(learned(shuffled))


@few_pages
@given(sites, html_pages)
def test_what_is_read_back_is_what_was_written(pages, html):
    site = learned(pages)
    data = dump(site)
    again = load(data)
    assert dump(again) == data
    page = Page.from_html(html, url="https://a.example/new")
    before, after = site.siblings(page).signatures, again.siblings(page).signatures
    assert [s.content_hash for s in before] == [s.content_hash for s in after]
    for one, other in zip(before, after, strict=True):
        for name in one.NAMES:
            assert (getattr(one, name) == getattr(other, name)).all()
    assert (site.siblings(page).text_shares == again.siblings(page).text_shares).all()
