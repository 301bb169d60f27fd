"""Every kind of bad response through a real crawl: it goes on, the body is unchanged, one counter tells."""

import hashlib
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

NAV = "<div><a href=/>Home</a> <a href=/b>News</a></div>"
STORY = "<p>The river rose in the night, and by the morning the lower road was under water.</p>"
UYGHUR = "<p>بۈگۈن ھاۋا ياخشى، بىز دەريا بويىغا سەيلىگە باردۇق.</p>"
HTML = "text/html; charset=utf-8"

# name: (content type, body, the reason that the result gives, the stat that counts it)
PAGES = {
    "empty": (HTML, b"", "empty", "skipped/empty"),
    "binary": (HTML, b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, "not_html", "skipped/not_html"),
    "json": ("application/json", b'{"a": 1}', "not_html", "skipped/not_html"),
    "xml": ("application/xml", b"<a><b>text</b></a>", "not_html", "skipped/not_html"),
    "plain": ("text/plain", b"only text", "not_html", "skipped/not_html"),
    "large": (HTML, b"<p>" + b"x " * 1_500_000, "too_large", "skipped/too_large"),
    "nested": (HTML, b"<div>" * 200_000 + b"deep", "too_deep", "skipped/too_deep"),
    "siblings": (HTML, b"<p>x" * 250_000, "too_large", "skipped/too_large"),
    "attributes": (
        HTML,
        b"<p " + b" ".join(b"a%d=1" % i for i in range(80_000)) + b">x</p>",
        "too_large",
        "skipped/too_large",
    ),
    "attribute": (HTML, b'<p class="' + b"x " * 1_000_000 + b'">' + STORY.encode(), "", "pages"),
    "nul": (HTML, STORY.replace(" ", "\0 ", 1).encode(), "", "pages"),
    "surrogates": (HTML, STORY.replace("river", "&#xD800;river&#55357;").encode(), "", "pages"),
    "invalid": (HTML, STORY.encode() + b"<p>\xff\xfe\xc3\x28 and more text, which goes on.</p>", "", "pages"),
    "mislabelled": ("text/html; charset=windows-1252", UYGHUR.encode(), "", "pages"),
    "links": (HTML, (NAV * 50).encode(), "no_content", "pages"),
    "no_body": (HTML, b"<html><head><title>Only a title</title></head></html>", "empty", "skipped/empty"),
    "frameset": (HTML, b"<frameset cols=20%,80%><frame src=a><frame src=b></frameset>", "frameset", "skipped/frameset"),
    "ids": (HTML, f"<div id=a>{STORY}</div><div id=a>{STORY}</div>".encode(), "", "pages"),
    "entities": ("text/html; charset=windows-1252", b"<p>" + b"&#1588;&#65198&#65197 " * 20 + b"</p>", "", "pages"),
}  # fmt: skip

SPIDER = """
import hashlib, json, sys
import scrapy
from scrapy.crawler import AsyncCrawlerProcess
from scrapy_denoise import denoised

class Pages(scrapy.Spider):
    name = "pages"
    handle_httpstatus_all = True

    async def start(self):
        for name in json.loads(sys.argv[2]) + ["redirect/3"]:
            yield scrapy.Request(sys.argv[1] + name, dont_filter=True)
        yield scrapy.Request(sys.argv[1] + "ids", method="HEAD", cb_kwargs={"name": "head"}, dont_filter=True)

    def parse(self, response, name=None):
        result = denoised(response)
        yield {
            "name": name or response.url.rsplit("/", 1)[1],
            "body": hashlib.sha1(response.body).hexdigest(),
            "reason": result.reason,
            "text": result.text,
        }

settings = {"LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False, "FEEDS": {"stdout:": {"format": "jsonlines"}},
            "ADDONS": {"scrapy_denoise.Addon": 500}, "DENOISE_STORE": "memory", "DENOISE_MAXSIZE": 2_500_000,
            "DENOISE_MAX_NODES": 400_000, "DENOISE_LEARN": False}
process = AsyncCrawlerProcess(settings)
crawler = process.create_crawler(Pages)
process.crawl(crawler)
process.start()
stats = crawler.stats.get_stats()
print("STATS " + json.dumps({k[8:]: v for k, v in stats.items() if k.startswith("denoise/")}))
"""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        name = self.path.strip("/")
        if name.startswith("redirect/"):
            left = int(name.removeprefix("redirect/"))
            self.send_response(302)
            self.send_header("Location", f"/redirect/{left - 1}" if left else "/ids")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        kind, body, *_ = PAGES[name]
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    do_HEAD = do_GET  # noqa: N815 - the name that http.server looks for

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def crawled():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    address = f"http://127.0.0.1:{server.server_port}/"
    done = subprocess.run(
        [sys.executable, "-c", SPIDER, address, json.dumps(list(PAGES))],
        capture_output=True, text=True, timeout=120, env=environment,
    )  # fmt: skip
    server.shutdown()
    server.server_close()
    lines = done.stdout.splitlines()
    items = [json.loads(line) for line in lines if line.startswith("{")]
    stats = next(json.loads(line[6:]) for line in lines if line.startswith("STATS "))
    assert not done.stderr
    return items, stats


@pytest.mark.parametrize("name", PAGES)
def test_a_bad_page(crawled, name):
    items, _ = crawled
    item = next(item for item in items if item["name"] == name)
    _, body, reason, _ = PAGES[name]
    assert item["body"] == hashlib.sha1(body).hexdigest()
    assert item["reason"] == reason
    assert bool(item["text"]) == (not reason)


def test_texts(crawled):
    texts = {item["name"]: item["text"] for item in crawled[0]}
    assert texts["mislabelled"].startswith("بۈگۈن ھاۋا")
    assert texts["entities"].startswith("شرر")


def test_each_page_is_counted_once(crawled):
    items, stats = crawled
    assert len(items) == len(PAGES) + 2  # the end of the redirects, and the HEAD response, which is empty
    wanted = {}
    for *_, stat in [*PAGES.values(), ("pages",), ("skipped/empty",)]:
        wanted[stat] = wanted.get(stat, 0) + 1
    assert {stat: count for stat, count in stats.items() if stat in wanted or stat.startswith("skipped/")} == wanted
    assert "error" not in stats
