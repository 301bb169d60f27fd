"""One site's pages cannot reach another site's template, nor push it out."""

import asyncio
import random
from functools import cache

import pytest
from helpers.sites import story
from helpers.stores import NAMES, learned, page
from helpers.virtual_time import run_in_virtual_time

from scrapy_denoise import SiteTemplate, denoise
from scrapy_denoise.crawl.templates.cache import TemplateCache
from scrapy_denoise.page import Page
from scrapy_denoise.sites import dump, load
from scrapy_denoise.sites.site_key import ProjectKey, domain_key, host_key
from scrapy_denoise.sites.stores import MemoryStore, SQLiteStore
from scrapy_denoise.sites.template import MAX_LAYOUTS, MAX_ROWS

KEYS = {
    "http://News.Example.org/a": "news.example.org",
    "http://news.example.org./a": "news.example.org",
    "http://news.example.org:80/": "news.example.org",
    "https://news.example.org:443/": "news.example.org",
    "https://news.example.org:80/": "news.example.org:80",
    "http://news.example.org:8080/": "news.example.org:8080",
    "http://news.example.org:/": "news.example.org",
    "http://user:pass@news.example.org/": "news.example.org",
    "http://news.example.org@evil.example/": "evil.example",
    "http://news.example.org:80@evil.example/": "evil.example",
    "http://evil.example/?@news.example.org/": "evil.example",
    "http://evil.example?@news.example.org/": "evil.example",
    "http://evil.example#@news.example.org/": "evil.example",
    "http://evil.example/http://news.example.org/": "evil.example",
    "http://evil.example/news.example.org": "evil.example",
    "http://bücher.example/": "xn--bcher-kva.example",
    "http://xn--bcher-kva.example/": "xn--bcher-kva.example",
    "http://пример.example/": "xn--e1afmkfd.example",
    "http://127.0.0.1:8000/": "127.0.0.1:8000",
    "http://[::1]/": "[::1]",
    "http://[::1]:8080/": "[::1]:8080",
    "http://[::1:8080]/": "[::1:8080]",
    "http://a_b.example/": "a_b.example",
}

NO_KEYS = [
    "", "news.example.org", "/a", "about:blank", "data:text/html,x", "file:///etc/passwd", "http://", "http://./",
    "http://[::1/", "http://a:b/", "http://a:99999/", "http://" + "a" * 300 + ".example/",
    "http://" + ".".join(["ü" * 70] * 3) + "/", "http://\ud800.example/", "http://a\0b.example/", "http://a}b.example/",
    "http://{a}.example/", "http://a*.example/", "http://a%2eexample/", "http://a b.example/", "http://a'--.example/",
    "http://a:template.example/", "http://[fe80::1%25eth0]/", "http://..example/", "http://a..example/",
]  # fmt: skip


@pytest.mark.parametrize("url", KEYS)
def test_a_page_belongs_to_the_host_it_came_from(url):
    assert host_key(url) == KEYS[url]
    assert domain_key(url)


@pytest.mark.parametrize("url", NO_KEYS)
def test_an_address_that_names_no_host_belongs_to_no_site(url):
    assert host_key(url) == ""
    assert domain_key(url) == ""


def test_a_key_is_never_read_as_an_address_again():
    for key in KEYS.values():
        assert domain_key(f"http://{key}/")
        assert host_key(f"http://{key}/") == key or key.endswith(":80")


@pytest.mark.parametrize("key", ["x" * 256, "a\ud800", 3, ("a.example", "en"), b"a.example"])
def test_a_function_that_gives_no_key_is_told_once(caplog, key):
    """A store refuses such a key with all sites of its batch, or an export that has it cannot be imported."""
    give = ProjectKey(lambda url: key)
    assert [give("https://a.example/1"), give("https://a.example/2")] == ["", ""]
    assert caplog.text.count("no key for https://a.example/") == 1
    assert "a key is a text of at most 255 characters, not " in caplog.text


@pytest.mark.parametrize("key", ["", None])
def test_a_function_may_say_that_an_address_has_no_site(caplog, key):
    assert ProjectKey(lambda url: key)("https://a.example/1") == ""
    assert not caplog.text


@pytest.mark.parametrize("make", [lambda path: MemoryStore(), lambda path: SQLiteStore(path / "t.sqlite")])
def test_whatever_a_site_is_called_it_reaches_itself_alone(tmp_path, make):
    names = [*NAMES, "' OR 1=1; DROP TABLE sites; --", "a%", "_"]
    if "\ud800" in names:
        names.remove("\ud800")

    async def check():
        store = make(tmp_path)
        await store.open()
        await store.merge({name: learned(i) for i, name in enumerate(names)})
        assert sorted([site.key async for site in store.sites()]) == sorted(names)
        for i, name in enumerate(names):
            assert dump(await store.get(name)) == dump(learned(i)), name
        assert await store.forget(names[0])
        assert await store.get(names[1]) is not None
        await store.close()

    asyncio.run(check())


# --- hostile sites ------------------------------------------------------------------------------------------

TAGS = "div p ul table section dl form main pre h1 aside nav ol blockquote article header footer h2 h3 figure".split()


@cache
def text(i):
    return story(i)


def hostile(i, rows=100):
    """Another structure and other texts for every number, and as long as is wanted."""
    choice = random.Random(i)
    parts = (
        f"<{choice.choice(TAGS)} class=c{'abcdefgh'[n % 8]}{choice.random()}>{text(n % 99)}" for n in range(rows // 2)
    )
    return f"<{TAGS[i % 20]} class={choice.choice('abcdefghijk')}><{TAGS[i // 20 % 20]}>{''.join(parts)}"


def test_endless_layouts_are_bounded():
    site = SiteTemplate()
    for i in range(600):
        one = Page.from_html(hostile(i), url=f"http://evil.example/{i}")
        one.signature.fingerprints  # noqa: B018 - not the template's time
        site.redesigned(one)
        site.siblings(one)
        site.learn(one)
    assert len(site.layouts) <= MAX_LAYOUTS
    assert site.rows <= MAX_ROWS
    assert len(dump(site)) < 1_000_000


def test_endless_large_layouts_are_bounded_by_their_rows():
    site = SiteTemplate()
    for i in range(50):
        site.learn(hostile(i, 4_000), url=f"http://evil.example/{i}")
    assert MAX_ROWS / 2 < site.rows <= MAX_ROWS
    assert load(dump(site)).rows == site.rows
    assert all(layout.samples for layout in site.layouts.values())


def test_a_site_with_endless_texts_keeps_its_size():
    site, sizes = SiteTemplate(), []
    for i in range(300):
        site.learn(f"<div><p>{story(i)}</p><p>{story(-i)}</p></div>", url=f"http://evil.example/{i}")
        sizes.append(len(dump(site)))
    assert max(sizes) < 1.1 * sizes[40]


def test_endless_hosts_do_not_push_out_the_sites_that_are_known():
    async def crawl():
        store = MemoryStore(max_sites=100)
        templates = TemplateCache(store, 20, 50, 60.0, 5.0, counts.append)
        await templates.open()
        for i in range(10):
            for n in range(6):
                await templates.get(f"known{i}")
                templates.learn(f"known{i}", page(n, f"known{i}"))
        for i in range(2_000):
            key = f"h{i}.evil.example"
            await templates.get(key)
            templates.learn(key, page(i, key))
            if i % 20 == 0:
                await asyncio.sleep(0.001)
        known = [f"known{i}" for i in range(10)]
        cached = [key for key in known if key in templates._cache]
        await templates.close()
        return cached, [(await store.get(key)).pages for key in known]

    counts = []
    cached, pages = run_in_virtual_time(crawl())
    assert len(cached) == 10
    assert pages == [6] * 10
    assert counts == []


@pytest.mark.parametrize("same", [True, False])
def test_pages_that_name_pages_of_another_site_as_canonical_change_it_in_nothing(same):
    words = "The river rose in the night, and by the morning the lower road was under water"

    def markup(number, canonical):
        text = f"{words}, as report number {'one ' * number}says. " * 3
        return (
            f"<head><link rel=canonical href='{canonical}'><title>Story {number}</title></head><nav>Home and news</nav>"
            f"<main><h1>Story {'x' * number}</h1><p>{text}</p></main><footer>All rights reserved by all of us</footer>"
        )

    def texts(host, named):
        site = SiteTemplate()
        for number in range(8):
            site.learn(markup(number, named(number)), url=f"https://{host}/{number}")
        return dump(site), denoise(markup(9, named(9)), f"https://{host}/9", site=site).text

    own, text = texts("good.example", lambda number: f"https://good.example/{number}")
    _, beside = texts("evil.example", lambda number: f"https://good.example/{0 if same else number}")
    assert words in text
    assert beside == text
    assert texts("good.example", lambda number: f"https://good.example/{number}") == (own, text)
