"""The first pages of a site, in real crawls: pages fetched to compare with, items held until there are some."""

import re
import signal
import threading
import time
from itertools import pairwise

import pytest
from helpers.crawling import HTML, crawl, serve, start, story

STORE = {"DENOISE_STORE": "memory"}
FETCH = {**STORE, "DENOISE_WARMUP": "fetch"}
HOLD = {
    **STORE,
    "DENOISE_WARMUP": "hold",
    "DENOISE_METHOD": "path_similarity",
    "DENOISE_ITEM_FIELDS": {"html": {"html": "title", "text": "text", "method": "method"}},
}
COMPARED = "path_similarity"


def linked(i, n=12):
    """A page of the site with links to others: the front page, a page about it, and `n` stories."""
    links = "".join(f"<a href=/story/{j}>Story {j}</a> " for j in range(1, n + 1) if j != i)
    more = f"<div class=more>{links}<a href=/about>About</a></div>"
    return story(i).replace("<div class=foot>", f"{more}<div class=foot>")


class Site:
    """Answers."""

    def __init__(self, pages=12, robots=""):
        self.pages, self.robots = pages, robots

    def __call__(self, path):
        if path == "/robots.txt":
            return 200, "text/plain", self.robots
        if found := re.fullmatch(r"/story/(\d+)", path):
            if int(found[1]) <= self.pages:
                return 200, HTML, linked(int(found[1]))
            return 404, HTML, "none"
        if path == "/about":
            return 200, HTML, "<table><tr><td><dl><dt>About<dd>This is a small site about boats.</dl></table>"
        return 200, HTML, "<ul>" + "".join(f"<li><a href=/story/{i}>Story {i}</a>" for i in range(1, 13)) + "</ul>"


def test_pages_to_compare_with_are_fetched_before_the_first_is_cleaned():
    with serve(Site()) as (address, asked):
        (item,), stats, log = crawl([f"{address}/story/1"], FETCH)
    assert not log
    assert item["text"].startswith("Boat 1")
    assert "All rights reserved" not in item["text"]
    assert stats["denoise/template/hit"] == stats[f"denoise/method/{item['method']}"] == 1
    assert asked[0] == "/story/1"
    assert len(asked) == len(set(asked)) == 4
    assert all(path.startswith("/story/") for path in asked)
    assert stats["denoise/warmup/requests"] == stats["denoise/warmup/siblings"] == 3
    assert stats["denoise/pages"] == 1  # a fetched page is nobody's


def test_nothing_is_fetched_by_default():
    with serve(Site()) as (address, asked):
        _, stats, _ = crawl([f"{address}/story/1"], STORE)
    assert asked == ["/story/1"]
    assert stats["denoise/template/miss"] == 1


@pytest.mark.parametrize("at_once", [1, 8])
def test_no_page_is_downloaded_twice_and_the_spider_gets_each(at_once):
    paths = [f"/story/{i}" for i in range(1, 13)]
    with serve(Site()) as (address, asked):
        items, stats, log = crawl([address + path for path in paths], {**FETCH, "CONCURRENT_REQUESTS": at_once})
    assert not log
    assert sorted("/" + item["path"] for item in items) == sorted(paths)
    assert len({item["body"] for item in items}) == len(items)
    assert len(set(asked)) == len(asked)
    others = set(asked).difference(paths)  # where all twelve are on their way already, the links of one lead to these
    assert len(asked) == 12 + len(others)
    assert stats["denoise/template/hit"] == 12
    assert stats["denoise/warmup/served"] == stats["denoise/warmup/requests"] - len(others)
    assert at_once > 1 or not others


def test_the_budget_of_a_site_holds_for_all_its_layouts():
    def answer(path):
        tag = "ol ul dl table section".split()[len(path) % 5]
        links = "".join(f"<{tag}><li><a href={path}/{i}>{path} {i}</a></{tag}>" for i in range(9))
        return 200, HTML, f"<{tag} class=c{len(path)}>{'<div>' * (len(path) % 7)}<p>Text of {path}.</p>{links}"

    paths = ["/a", "/ab", "/abc", "/abcd", "/abcde"]
    with serve(answer) as (address, asked):
        items, stats, _ = crawl([address + path for path in paths], {**FETCH, "DENOISE_WARMUP_REQUESTS": 4})
    assert len(items) == 5
    assert len(asked) == 5 + 4
    assert stats["denoise/warmup/requests"] == 4


def test_robots_txt_is_obeyed():
    robots = "User-agent: *\n" + "".join(f"Disallow: /story/{i}\n" for i in (2, 3, 10, 11, 12))
    with serve(Site(robots=robots)) as (address, asked):
        (item,), stats, log = crawl([f"{address}/story/4"], {**FETCH, "ROBOTSTXT_OBEY": True})
    assert not log
    assert not {"/story/2", "/story/3", "/story/10", "/story/11", "/story/12"} & set(asked)
    assert item["text"]
    assert stats.get("denoise/warmup/siblings", 0) == len(asked) - 2


def test_delays_are_kept():
    settings = {**FETCH, "DOWNLOAD_DELAY": 0.3, "RANDOMIZE_DOWNLOAD_DELAY": False}
    with serve(Site()) as (address, asked):
        _, stats, _ = crawl([f"{address}/story/1"], {**settings, "DOWNLOAD_HANDLERS": {"http": "__main__.SlotTimes"}})
    assert len(asked) == 4
    sent = sorted(time for name, time in stats.items() if name.startswith("slot/"))
    assert len(sent) == 4  # by the downloader's own clock, which a busy machine does not distort
    assert all(b - a >= 299 for a, b in pairwise(sent))


def test_cookies_and_the_proxy_are_those_of_the_page():
    site, heads = Site(), []
    with serve(lambda path: site(path.removeprefix("http://boats.example")), heads) as (proxy, asked):
        request = {"url": "http://boats.example/story/1", "cookies": {"crew": "seven"}, "meta": {"proxy": proxy}}
        _, stats, log = crawl([request], FETCH)
    assert not log
    assert stats["denoise/warmup/requests"] == 3
    assert len(asked) == 4
    assert all(path.startswith("http://boats.example/story/") for path in asked)
    assert [head["Cookie"] for head in heads] == ["crew=seven"] * 4


def accounts(heads):
    """A site whose pages are those of the user whom cookies and authorization name; it never says no."""

    def answer(path):
        user = f"{heads[-1]['Cookie']} {heads[-1]['Authorization']}"
        number = int(path.rsplit("/", 1)[1])
        return 200, HTML, linked(number).replace("</h1>", f"</h1><p>Story {number} is for {user}, and nobody else.")

    return answer


def jars(address, users, paths, **more):
    return [
        {
            "url": address + path,
            "cookies": {"user": user},
            "headers": {"Authorization": f"Key {user}"},
            "meta": {"cookiejar": user, **more},
        }
        for user in users
        for path in paths
    ]


@pytest.mark.parametrize("at_once", [1, 8])
def test_a_page_of_one_session_is_never_given_to_another(at_once):
    heads = []
    paths = [f"/story/{i}" for i in (1, 2, 3, 12)]
    with serve(accounts(heads), heads) as (address, asked):
        requests = jars(address, ["one", "two"], paths)
        items, stats, log = crawl(requests, {**FETCH, "CONCURRENT_REQUESTS": at_once})
    assert not log
    assert len(items) == 8
    for user in ("one", "two"):
        own = [item for item in items if f"is for user={user} Key {user}, and nobody" in item["text"]]
        assert {"/" + item["path"] for item in own} == {*paths}
    assert stats["denoise/warmup/requests"] == len(asked) - 8 + stats.get("denoise/warmup/served", 0)
    assert all(head["Authorization"] == f"Key {head['Cookie'].removeprefix('user=')}" for head in heads)


def test_pages_of_a_session_are_downloaded_once_in_it():
    heads = []
    with serve(accounts(heads), heads) as (address, asked):
        requests = jars(address, ["one"], [f"/story/{i}" for i in range(1, 5)], depth=1)
        items, stats, log = crawl(requests, FETCH)
    assert not log
    assert len(items) == 4
    assert stats["denoise/warmup/served"] >= 1
    assert len(asked) == len(set(asked))


CHANGES = {
    "header": {"headers": {"Accept-Language": "de"}},
    "cookie": {"cookies": {"user": "two"}},
    "cookie header": {"headers": {"Cookie": "user=two"}},
    "jar": {"meta": {"cookiejar": "two"}},
    "no jar": {"meta": {"dont_merge_cookies": True}},
    "address of this machine": {"meta": {"bindaddress": "127.0.0.1"}},
    "unknown": {"meta": {"session_of_a_plugin": 2}},
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_the_download_is_downloaded(change):
    with serve(Site()) as (address, asked):
        stories = [f"{address}/story/{i}" for i in range(2, 13)]
        _, stats, log = crawl([f"{address}/story/1", *({"url": url, **CHANGES[change]} for url in stories)], FETCH)
    assert not log
    assert len(asked) == 12 + stats["denoise/warmup/requests"]
    assert "denoise/warmup/served" not in stats


def test_a_login_since_the_fetch_is_another_session():
    heads = []
    with serve(Site(), heads) as (address, _):
        login = {"url": f"{address}/about", "cookies": {"user": "one"}}
        _, stats, _ = crawl([f"{address}/story/1", login, *(f"{address}/story/{i}" for i in range(2, 5))], FETCH)
    assert stats["denoise/warmup/requests"] == 3
    assert "denoise/warmup/served" not in stats
    assert [head["Cookie"] for head in heads].count("user=one") == 4


def test_a_page_does_not_wait_for_siblings_that_never_come():
    over, site = threading.Event(), Site()

    def answer(path):
        if path != "/story/1":
            over.wait(60)
        return site(path)

    with serve(answer) as (address, asked):
        try:
            settings = {**FETCH, "DENOISE_WARMUP_SECONDS": 0.5, "DOWNLOAD_TIMEOUT": 100}
            (item,), stats, log = crawl([f"{address}/story/1"], settings)
        finally:
            over.set()
    assert not log
    assert item["text"]
    assert stats["denoise/warmup/waited"] == stats["denoise/warmup/late"] == 1
    assert len(asked) == 4  # nothing more is tried once the time is over


@pytest.mark.parametrize("bytes_waiting", [5_000_000, 1])
def test_hosts_that_never_answer_delay_no_other(bytes_waiting):
    """Twelve sites whose linked pages never come, before three that answer, with places for four."""
    over, site = threading.Event(), Site()

    def answer(address):
        host, path = re.fullmatch(r"http://([a-z]+)[0-9]*\.example(/.*)", address).groups()
        if host == "silent" and path != "/story/1":
            over.wait(60)
        return site(path)

    places = [*((f"silent{n}", 1) for n in range(12)), *((f"good{n}", 2) for n in range(3))]
    settings = {**FETCH, "CONCURRENT_REQUESTS": 4, "DENOISE_WARMUP_SECONDS": 3, "DOWNLOAD_TIMEOUT": 100}
    settings["SCRAPER_SLOT_MAX_ACTIVE_SIZE"] = bytes_waiting
    with serve(answer) as (proxy, _):
        requests = [{"url": f"http://{name}.example/story/{n}", "meta": {"proxy": proxy}} for name, n in places]
        try:
            items, stats, log = crawl(requests, settings)
        finally:
            over.set()
    assert not log
    found = [item["path"] for item in items]
    assert sorted(found) == sorted(f"story/{n}" for _, n in places)
    assert stats["denoise/warmup/late"] == 12
    # Where nothing may wait without a place, the crawl ends all the same.
    assert (found[:3] == ["story/2"] * 3) == (bytes_waiting > 1)


def test_large_pages_are_neither_fetched_nor_kept():
    site = Site()

    def answer(path):
        status, kind, body = site(path)
        return status, kind, body + " " * 5_000 * (path != "/story/1")

    with serve(answer) as (address, asked):
        name = "scrapy_denoise.crawl.templates"
        urls = [f"{address}/story/{i}" for i in range(1, 13)]
        one_by_one = {**FETCH, "CONCURRENT_REQUESTS": 1}
        large, _, _ = crawl(urls, {**one_by_one, f"{name}.fetch_siblings.MAX_FETCH_BYTES": 4_000})
        many, stats, _ = crawl(urls, {**one_by_one, f"{name}.fetched_pages.MAX_KEPT_BYTES": 8_000})
        whole = len(asked)
        crawl(urls, one_by_one)
    assert len(large) == len(many) == 12
    assert stats["denoise/warmup/siblings"] >= 2
    assert stats.get("denoise/warmup/served", 0) <= 1
    assert len(asked) - whole == 12


def test_links_that_lead_nowhere_cost_little():
    with serve(Site(pages=1)) as (address, asked):
        items, stats, log = crawl([f"{address}/", f"{address}/story/1", f"{address}/about"], FETCH)
    assert not log
    assert len(items) == 3
    assert stats["denoise/warmup/requests"] <= 6
    assert "denoise/warmup/siblings" not in stats
    assert asked[0] == "/"
    assert asked[1] == "/story/1"  # nothing was fetched for the front page


def test_a_site_that_is_known_fetches_nothing(tmp_path):
    settings = {**FETCH, "DENOISE_STORE": "sqlite", "DENOISE_STORE_PATH": str(tmp_path / "t.sqlite")}
    with serve(Site()) as (address, asked):
        crawl([f"{address}/story/1"], settings)
        asked.clear()
        _, stats, _ = crawl([f"{address}/story/9"], settings)
    assert asked == ["/story/9"]
    assert stats["denoise/template/hit"] == 1


# --- hold ---------------------------------------------------------------------------------------------------


def methods(items):
    return [item["method"] for item in sorted(items, key=lambda item: int(item["url"].rsplit("/", 1)[1]))]


def test_first_items_wait_for_siblings():
    with serve(Site()) as (address, _):
        requests = [f"{address}/story/{i}" for i in range(1, 8)]
        one_by_one = {**HOLD, "DOWNLOAD_DELAY": 0.2}  # else all pages may be there before the first item
        items, stats, log = crawl(requests, one_by_one, "HtmlItems")
        now, _, _ = crawl(requests, {**one_by_one, "DENOISE_WARMUP": "off"}, "HtmlItems")
    assert not log
    later = methods(items)
    assert len(later) == len(now) == 7
    assert len(set(later)) == 1
    assert methods(now)[0] != later[0] == methods(now)[-1]
    assert stats["denoise/warmup/held"] >= 2
    assert all("All rights reserved" not in item["text"] for item in items)


def test_what_waits_in_vain_goes_on_when_there_is_nothing_else_to_do():
    with serve(Site()) as (address, _):
        items, stats, log = crawl([f"{address}/story/1"], HOLD, "HtmlItems")
    assert not log
    assert len(items) == stats["denoise/warmup/held"] == 1
    assert items[0]["text"]
    assert stats["elapsed_time_seconds" if "elapsed_time_seconds" in stats else "item_scraped_count"]


def test_no_more_are_held_than_the_limit():
    with serve(Site()) as (address, _):
        requests = [f"{address}/story/{i}" for i in range(1, 4)]
        items, _, _ = crawl(requests, {**HOLD, "DENOISE_WARMUP_ITEMS": 1, "DOWNLOAD_DELAY": 0.5}, "HtmlItems")
    found = methods(items)
    assert len(found) == 3
    assert found[0] != found[2]


def test_a_crawl_that_holds_too_much_to_go_on_lets_go():
    def answer(path):
        tags = "div p ul table section dl form pre".split()
        first, second = tags[int(path[1:]) % 8], tags[int(path[1:]) // 8]
        return 200, HTML, f"<{first}><{second}>{story(int(path[1:]))}" + " " * 20_000

    with serve(answer) as (address, _):
        settings = {**HOLD, "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 100_000}
        items, _, log = crawl([f"{address}/{i}" for i in range(40)], settings, "HtmlItems")
    assert not log
    assert len(items) == 40


def test_nothing_is_lost_when_the_crawl_is_stopped():
    reached, over = threading.Event(), threading.Event()
    site = Site()

    def answer(path):
        if path == "/story/2":
            reached.set()
            over.wait(120)
        return site(path)

    with serve(answer) as (address, _):
        process = start([f"{address}/story/{i}" for i in (1, 2, 3)], HOLD, "HtmlItems")
        try:
            assert reached.wait(120)
            time.sleep(0.5)  # the first item is held
            process.send_signal(signal.SIGINT)
            time.sleep(0.5)
            over.set()
            out, log = process.communicate(timeout=120)
        finally:
            process.kill()
            over.set()
    assert '"method": "' in out.splitlines()[0], log
    assert out.count('/story/1"') == 1
