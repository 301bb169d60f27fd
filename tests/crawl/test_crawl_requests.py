"""What a crawl does with each response: cleaned once, learned or not, counted, and given to the spider as it was."""

import hashlib
import math
import sys

import pytest
from helpers.crawling import HTML, crawl, refused, serve, story
from scrapy.settings import Settings

from scrapy_denoise.crawl import SettingError
from scrapy_denoise.crawl.settings import DenoiseSettings

STORE = {"DENOISE_STORE": "memory"}
MULTI_PAGE_BASELINES = ("dse", "template_hash", "shingles", "site_style_tree", "rtdm")


def answer(path):
    if path == "/robots.txt":
        return 200, HTML, "User-agent: *\nAllow: /\n"
    status = 404 if path.startswith("/missing") else 200
    return status, HTML, story(int("".join(filter(str.isdigit, path)) or 0))


@pytest.fixture(scope="module")
def site():
    with serve(answer) as (address, asked):
        yield address, asked


def test_each_page_is_parsed_and_counted_once(site):
    address, asked = site
    requests = [f"{address}/{i}" for i in range(6)]
    items, stats, log = crawl(requests, {**STORE, "ROBOTSTXT_OBEY": True, "LOG_LEVEL": "INFO"})
    assert "/robots.txt" in asked
    assert stats["downloader/response_count"] == 7
    assert stats["denoise/pages"] == stats["parses"] == 6
    assert not any(name.startswith("denoise/skipped/") for name in stats)
    for i, item in enumerate(items):
        assert item["body"] == hashlib.sha1(story(i).encode()).hexdigest()
        assert item["flags"] == ["denoised"]
        assert item["title"] == f"Story {i}"
        assert f"Boat {i} came in" in item["text"]
        assert len(item["links"]) == 2
    assert all("All rights reserved" not in item["text"] for item in items[2:])
    host = address.removeprefix("http://")
    assert [line.split("INFO: ")[1] for line in log.splitlines() if "usable" in line] == [
        f"Template of {host} is usable after 2 pages"
    ]


def test_a_method_for_drawn_pages_says_once_that_no_browser_has_drawn_them(site):
    address, _ = site
    _, _, log = crawl([f"{address}/{i}" for i in range(3)], {**STORE, "DENOISE_METHOD": "vips", "LOG_LEVEL": "INFO"})
    assert log.count("needs pages that a browser has drawn") == 1


def test_redis_without_its_package_is_told_by_the_settings_that_name_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    settings = DenoiseSettings.read(Settings({"DENOISE_STORE_URL": "redis://localhost"}))
    with pytest.raises(SettingError, match=r"^DENOISE_STORE or DENOISE_STORE_URL names Redis: templates in Redis"):
        settings.make_store()


def test_a_page_with_another_status_than_200_is_cleaned_but_not_learned(site):
    address, _ = site
    requests = [f"{address}/missing{i}" for i in range(4)] + [f"{address}/{i}" for i in range(3)]
    items, stats, log = crawl(requests, {**STORE, "LOG_LEVEL": "INFO"})
    assert [item["status"] for item in items] == [404] * 4 + [200] * 3
    assert [bool(item["text"]) for item in items] == [False] * 4 + [True] * 3  # short pages of this status are notices
    assert stats["denoise/pages"] == 7
    assert stats["denoise/template/miss"] == 5
    assert stats["denoise/template/hit"] == 2
    assert "is usable after 2 pages" in log


def test_every_method_that_compares_pages_is_counted(site):
    address, _ = site
    methods = ["feature_tree", *[""] * 3, "feature_tree", "auto", "path_similarity", *MULTI_PAGE_BASELINES, "quark"]
    requests = [
        {"url": f"{address}/{i}", "meta": {"denoise": {"method": method} if method else True}}
        for i, method in enumerate(methods)
    ]
    items, stats, _ = crawl(requests, {**STORE, "DENOISE_METHOD": "content_correlativity"})
    assert [item["method"] for item in items[4:]] == methods[4:]
    assert stats["denoise/template/miss"] == stats["denoise/fallback"] == 1  # the first page
    assert stats["denoise/template/hit"] == len(methods) - 5


def test_a_request_decides_for_itself(site):
    address, _ = site
    metas = [
        {},
        {"denoise": True},
        {"denoise": False},
        {"denoise": {"method": "content_correlativity", "profile": "paper"}},
        {"denoise": {"method": "path_similarity"}},
        {"denoise": {"method": "magic"}},
        {"denoise": {"method": "magic"}},
        {"denoise": {"colour": "red"}},
        {"denoise": "yes"},
    ]
    requests = [{"url": f"{address}/{i}", "meta": meta} for i, meta in enumerate(metas)]
    items, stats, log = crawl(requests, {**STORE, "DENOISE_METHOD": "content_correlativity"})
    assert [(item["method"], item["reason"]) for item in items] == [
        ("content_correlativity", ""),
        ("content_correlativity", ""),
        ("", "disabled"),
        ("content_correlativity", ""),
        ("path_similarity", ""),
        *[("content_correlativity", "")] * 4,
    ]
    assert items[2]["text"] == ""
    assert items[2]["flags"] == []
    assert stats["denoise/pages"] == 8
    assert stats["denoise/skipped/disabled"] == 1
    assert stats["denoise/error"] == 4
    # each wrong value is told once, with what is allowed
    assert log.count("request.meta['denoise']") == 3
    assert "{'method': 'magic'}: unknown method 'magic'; there are: auto, " in log
    assert (
        "'colour': 'red'}: allowed in the dict are method, profile and favor, each a name, options, a dict, and boxes, "
        "a bool." in log
    )
    assert "is 'yes': allowed are True, False, or a dict." in log


def test_parameters_of_the_method(site):
    address, _ = site
    quark = {"DENOISE_METHOD": "quark", "DENOISE_METHOD_OPTIONS": {"custom_tags": ["^Boat "]}}
    metas = [
        True,
        {"options": {"custom_tags": ["h1"]}},
        {"method": "content_correlativity"},
        {"method": "content_correlativity", "options": {"threshold": 10_000, "han_threshold": None}},
        {"options": {"custom_tags": ["("]}},
        {"options": {"colour": "red"}},
    ]
    requests = [{"url": f"{address}/{i}", "meta": {"denoise": meta}} for i, meta in enumerate(metas)]
    items, stats, log = crawl(requests, {**STORE, **quark})
    assert [bool(item["text"]) for item in items] == [True, True, True, False, True, True]
    assert stats["denoise/method/quark"] == 4
    assert stats["denoise/method/content_correlativity"] == 2
    assert stats["denoise/error"] == 2
    assert "'(' is not a regular expression" in log
    assert "quark has no parameter 'colour'" in log


def test_the_fallback_is_a_setting(site):
    address, _ = site
    settings = {"DENOISE_METHOD": "path_similarity", "DENOISE_METHOD_OPTIONS": {"fallback": "quark"}}
    items, stats, _ = crawl([f"{address}/{i}" for i in range(4)], {**STORE, **settings})
    assert [item["method"] for item in items] == ["quark", "quark", "path_similarity", "path_similarity"]
    assert stats["denoise/fallback"] == stats["denoise/method/quark"] == 2


def test_the_body_is_replaced_where_the_setting_says_so(site):
    address, _ = site
    requests = [f"{address}/{i}" for i in range(4)] + [{"url": f"{address}/4", "meta": {"denoise": False}}]
    items, stats, _ = crawl(requests, {**STORE, "DENOISE_REPLACE_BODY": True})
    assert [len(item["links"]) for item in items[2:]] == [0, 0, 2]
    assert [item["flags"] for item in items] == [["denoised"]] * 4 + [[]]
    assert all(f"Boat {i} came in" in item["text"] for i, item in enumerate(items[:4]))
    assert items[4]["body"] == hashlib.sha1(story(4).encode()).hexdigest()
    assert stats["denoise/pages"] == 4


def test_switched_off_it_is_not_there(site):
    address, _ = site
    items, stats, _ = crawl([f"{address}/{i}" for i in range(3)], {**STORE, "DENOISE_ENABLED": False})
    assert not any(name.startswith("denoise/") for name in stats)
    assert all(item["text"] and item["flags"] == [] for item in items)  # `denoised` still answers


# a wrong value, and what the error says is allowed
WRONG = {
    "DENOISE_ENABLED": ("perhaps", "True or False"),
    "DENOISE_METHOD": ("magic", "auto, content_correlativity"),
    "DENOISE_PROFILE": ("fast", "default, paper"),
    "DENOISE_METHOD_OPTIONS": ({"colour": 1}, "parameters of auto (auto has no parameter 'colour'; there are: "),
    "DENOISE_MAX_SIZE": (-1, "a whole number from 0 up (bytes; 0 for no limit)"),
    "DENOISE_MAX_NODES": ("many", "a whole number from 1 up (nodes of a page)"),
    "DENOISE_REPLACE_BODY": ("perhaps", "True or False"),
    "DENOISE_THREADS": (-1, "a whole number from 0 up (threads; 0 for none)"),
    "DENOISE_ITEM_FIELDS": ({"html": {"text": "colour"}}, "; not 'colour'"),
    "DENOISE_LEARN": ("perhaps", "True or False"),
    "DENOISE_SITE_KEY": ("planet", "'host', 'domain', or a function of an address or its import path"),
    "DENOISE_WARMUP": ("now", "off, fetch, hold"),
    "DENOISE_WARMUP_PAGES": (1, "a whole number from 2 up (pages)"),
    "DENOISE_WARMUP_REQUESTS": (-1, "a whole number from 0 up (requests a site)"),
    "DENOISE_WARMUP_SECONDS": (0, "a number from 0.01 up (seconds)"),
    "DENOISE_WARMUP_ITEMS": (0, "a whole number from 1 up (items)"),
    "DENOISE_BOXES": ("perhaps", "True or False"),
    "DENOISE_RENDER": ("when_empty", "'off' without a browser; scrapy-playwright is one"),
    "DENOISE_RENDER_SHARE": (10, "a number from 0 to 1 (share of the pages)"),
    "DENOISE_STORE_URL": ("http://h:6379", "allowed: an address such as redis://user:password@host:6379/0"),
    "DENOISE_STORE_EXPIRE_DAYS": (-1, "a number from 0 up (days)"),
    "DENOISE_STORE": (
        "paper",
        "'sqlite', 'redis', 'memory', or the import path of a class with open, get, merge and close",
    ),
    "DENOISE_STORE_PATH": ("/", "the path of a file, which this is not"),
    "DENOISE_STORE_TIMEOUT": (0, "a number from 0.01 up (seconds)"),
    "DENOISE_STORE_WAIT": (0, "a number from 0.01 up (seconds)"),
    "DENOISE_STORE_MAX_SITES": (-1, "a whole number from 0 up (sites; 0 for any)"),
    "DENOISE_STORE_KEEP_DAMAGED": ("perhaps", "True or False"),
    "DENOISE_VIEW_SAMPLES": (-1, "a whole number from 0 up (pages of each site; 0 for none)"),
    "DENOISE_VIEW_PATH": (__file__, "the path of a folder, which this is not"),
    "DENOISE_FAVOR": (
        "speed",
        "a parameter of the method auto (favor is 'speed'; allowed: 'precision', 'recall', or '' for neither)",
    ),
    "DENOISE_CORRECTIONS": (7, "the path of a file"),
    "DENOISE_DUPLICATES": ("hide", "off, mark, drop"),
    "DENOISE_DUPLICATES_SIMILAR": (2, "a similarity above 0, at most 1"),
    "DENOISE_DUPLICATES_TYPES": (["novel"], "novel"),
    "DENOISE_PAGE_TYPES": (["articles"], "article, documentation, forum"),
    "DENOISE_DUPLICATES_DAYS": (0, "a number from 0.001 up (days)"),
}
UNKNOWN = {
    "DENOISE_METOD": "did you mean DENOISE_METHOD?",
    "DENOISE_QQQQQQQQ": "there are DENOISE_BOXES, DENOISE_CORRECTIONS, ",
}


@pytest.fixture(scope="module")
def refusals(site):
    address, asked = site
    asked.clear()
    settings = [{name: value} for name, (value, _) in WRONG.items()] + [{name: "auto"} for name in UNKNOWN]
    errors = refused(settings, [{"url": address}])
    return dict(zip([*WRONG, *UNKNOWN], errors, strict=True)), list(asked)


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_value_stops_the_crawl_at_once(refusals, name):
    value, allowed = WRONG[name]
    error = refusals[0][name]
    assert error.startswith(f"SettingError: {name} is {value!r}; allowed: ")
    assert allowed in error


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("DENOISE_LEARN", [], "True or False"),
        ("DENOISE_LEARN", math.inf, "True or False"),
        ("DENOISE_FAVOR", [], "'', precision, recall"),
        ("DENOISE_PAGE_TYPES", 5, "a list of page types"),
        ("DENOISE_DUPLICATES_TYPES", True, "a list of page types"),
        ("DENOISE_STORE_PATH", "a\0b", "the path of a file"),
        ("DENOISE_ITEM_FIELDS", {"html": {"text": ["text"]}}, "for each output field one of "),
    ],
)
def test_a_value_of_a_wrong_type(name, value, allowed):
    with pytest.raises(SettingError, match=f"^{name} is ") as caught:
        DenoiseSettings.read(Settings({name: value}))
    assert f"; allowed: {allowed}" in str(caught.value)


@pytest.mark.parametrize("name", ["gold.json", "gold-duplicates.sqlite"])
def test_a_text_file_is_no_store(tmp_path, name):
    (tmp_path / name).write_text('{"title": "Harbour wall"}')
    settings = {"DENOISE_STORE_PATH": str(tmp_path / "gold.json")}
    with pytest.raises(SettingError, match=rf"^DENOISE_STORE_PATH is .*/{name} is a text file$"):
        DenoiseSettings.read(Settings(settings))
    DenoiseSettings.read(Settings({**settings, "DENOISE_STORE": "memory"}))
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    "name",
    ["DENOISE_MAX_NODES", "DENOISE_WARMUP_PAGES", "DENOISE_STORE_MAX_SITES", "DENOISE_DUPLICATES_DAYS"],
)
def test_numbers_that_nothing_can_hold_are_no_limit(name):
    read = DenoiseSettings.read(Settings({name: 10**24}))
    assert getattr(read, name.removeprefix("DENOISE_").lower()) == 10**10


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_misspelt_setting_stops_it_too(refusals, name):
    assert refusals[0][name].startswith(f"UnknownSetting: {name} is not a setting; {UNKNOWN[name]}")


def test_a_crawl_that_is_stopped_has_asked_for_nothing(refusals):
    assert refusals[1] == []


def test_every_setting_is_among_these():
    import attrs

    from scrapy_denoise.crawl.settings import DenoiseSettings

    assert {f"DENOISE_{field.name.upper()}" for field in attrs.fields(DenoiseSettings)} == WRONG.keys()
