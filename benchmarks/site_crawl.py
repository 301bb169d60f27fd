"""How many articles the crawl of a site finds with its requests, beside a crawl of all links.

``python benchmarks/site_crawl.py [--pages N]`` serves an invented newspaper on this machine: articles in sections, with
pages of lists; and traps: a calendar without end, facets and sort orders of lists, session ids, lists whose next page
never ends, and copies for printing. It prints for each crawl the requests, the articles that were asked for,
articles in a hundred requests, and after how many requests a half and all of them were found.
"""

import argparse
import random
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECTIONS = ("harbour", "council", "sport", "market", "schools")
PER_SECTION, PER_PAGE = 60, 12
WORDS = (
    "the boat harbour council river bridge market school road winter summer morning people water stone house garden "
    "mayor teacher captain doctor price field north south early late under over between said built opened closed moved"
).split()
ARTICLE = re.compile(r"/(?:harbour|council|sport|market|schools)/\d+/[a-z-]+$")


def sentence(rng: random.Random, words: int) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(words)).capitalize()


def slug(section: str, number: int) -> str:
    title = sentence(random.Random(f"{section} {number}"), 5)
    return f"/{section}/{number}/{title.lower().replace(' ', '-')}"


def article(section: str, number: int, session: str) -> str:
    rng = random.Random(f"{section} {number}")
    title = sentence(rng, 5)
    text = "".join(f"<p>{'. '.join(sentence(rng, rng.randint(8, 18)) for _ in range(4))}.</p>" for _ in range(6))
    others = "".join(teaser(section, other, session, short=True) for other in rng.sample(range(1, PER_SECTION + 1), 4))
    copies = (
        f"<a href='{slug(section, number)}?print=1'>Print</a> <a href='{slug(section, number)}?replytocom=7'>Reply</a>"
    )
    return frame(title, f"<h1>{title}</h1>{text}<p>{copies}</p><h3>Related stories</h3><ul>{others}</ul>", session)


def teaser(section: str, number: int, session: str, short: bool = False) -> str:
    rng = random.Random(f"{section} {number}")
    title = sentence(rng, 5)
    lead = "" if short else f"<p>{sentence(rng, 20)}.</p>"
    return f"<li><h3><a href='{slug(section, number)}{session}'>{title}</a></h3>{lead}</li>"


def listing(section: str, page: int, query: str, session: str) -> str:
    first = (page - 1) * PER_PAGE
    numbers = range(PER_SECTION - first, max(PER_SECTION - first - PER_PAGE, 0), -1)
    entries = "".join(teaser(section, number, session) for number in numbers)
    orders = " ".join(f"<a href='/{section}?sort={name}'>{name}</a>" for name in ("date", "title", "author", "views"))
    colours = ("red", "blue", "green", "white")
    facets = " ".join(f"<a href='/{section}?colour={a}&place={b}'>{a} {b}</a>" for a in colours for b in SECTIONS)
    number = f"{query}&page={page + 1}" if query else f"page={page + 1}"
    return frame(
        section, f"<ul>{entries}</ul><p>{orders} {facets}</p><a href='/{section}?{number}'>Older posts</a>", session
    )


def calendar(month: int, session: str) -> str:
    days = " ".join(f"<a href='/calendar?month={month}&day={day}'>{day}</a>" for day in range(1, 29))
    around = f"<a href='/calendar?month={month - 1}'>Earlier</a> <a href='/calendar?month={month + 1}'>Later</a>"
    return frame(f"Month {month}", f"<p>Nothing happens in month {month}.</p>{days} {around}", session)


def frame(title: str, main: str, session: str) -> str:
    sections = " ".join(f"<a href='/{name}{session}'>{name.title()}</a>" for name in SECTIONS)
    menu = f"<nav><a href='/{session}'>Home</a> {sections} <a href='/calendar?month=1'>Calendar</a></nav>"
    foot = "<footer><a href='/about'>About</a> <a href='/login'>Log in</a></footer>"
    return f"<html><head><title>{title} - Gazette</title></head><body>{menu}<main>{main}</main>{foot}</body></html>"


def answer(path: str, asked: int) -> str | None:
    """The page at a path; each answer has another session in its links."""
    place, _, query = path.partition("?")
    session = f"?sid={asked}" if asked % 5 == 0 else ""
    values = dict(part.split("=", 1) for part in query.split("&") if "=" in part)
    if place == "/":
        return frame(
            "News", "<ul>" + "".join(teaser(name, PER_SECTION, session) for name in SECTIONS) + "</ul>", session
        )
    if place == "/calendar":
        return calendar(int(values.get("month", 1)), session)
    parts = place.strip("/").split("/")
    if parts[0] in SECTIONS:
        if ARTICLE.match(place):
            return article(parts[0], int(parts[1]), session)
        page = int(values.pop("page", 1))
        kept = "&".join(f"{name}={value}" for name, value in values.items() if name != "sid")
        return listing(parts[0], page, kept, session)
    return frame("About", "<p>This is a newspaper that nobody prints.</p>", session) if place == "/about" else None


class Site:
    """A server on a free port; asked: the paths that were asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                site.asked.append(self.path)
                page = answer(self.path, len(site.asked))
                body = (page or "").encode()
                self.send_response(404 if page is None else 200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"


ALL_LINKS = """
import sys
import scrapy
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.linkextractors import LinkExtractor

class All(scrapy.Spider):
    name = "all"
    start_urls = [sys.argv[1]]
    def parse(self, response):
        yield from response.follow_all(LinkExtractor().extract_links(response))

process = AsyncCrawlerProcess({"LOG_LEVEL": "ERROR", "CLOSESPIDER_PAGECOUNT": int(sys.argv[2]), "DEPTH_PRIORITY": 1,
    "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
    "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue"})
process.crawl(All)
process.start()
"""


def main() -> None:
    """Prints a line a crawl."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=800, help="requests of each crawl (default: %(default)s)")
    most = str(parser.parse_args().pages)
    quick = ["-s", "AUTOTHROTTLE_ENABLED=0"]
    crawls = {
        "scrapy-denoise crawl": ["-m", "scrapy_denoise", "crawl", "URL", "-o", "/dev/null", "--pages", most, *quick],
        "all links, breadth first": ["-c", ALL_LINKS, "URL", most],
    }
    total = len(SECTIONS) * PER_SECTION
    for name, command in crawls.items():
        site = Site()
        subprocess.run([sys.executable, *(site.address if part == "URL" else part for part in command)], check=False)
        requests = [path for path in site.asked if path != "/robots.txt"][: int(most)]
        found: dict[str, int] = {}
        for number, path in enumerate(requests, 1):
            place = path.partition("?")[0]
            if ARTICLE.match(place):
                found.setdefault(place, number)
        times = sorted(found.values())
        half = times[total // 2 - 1] if len(times) >= total // 2 else None
        last = times[-1] if len(times) == total else None
        share = 100 * len(times) / max(len(requests), 1)
        print(
            f"{name:26}{len(requests):5} requests  {len(times):4} of {total} articles  {share:5.1f} in a hundred"
            f" requests  half after {half}, all after {last}"
        )


if __name__ == "__main__":
    main()
