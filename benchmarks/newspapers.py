"""Invented newspapers with traps for crawls, and a server of them on this machine.

A newspaper answers paths: ``answer(path, asked)`` gives the page at a path, None where there is none; asked: the number
of the request, by which sessions change. ``articles`` has the path of each article with its age, 0 for the newest.
"""

import random
import threading
from datetime import date, timedelta
from functools import cached_property, lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Protocol
from urllib.parse import parse_qsl, urlencode

WORDS = (
    "the boat harbour council river bridge market school road winter summer morning people water stone house garden "
    "mayor teacher captain doctor price field north south early late under over between said built opened closed moved"
).split()


class Newspaper(Protocol):
    name: str

    @property
    def articles(self) -> dict[str, int]: ...

    def answer(self, path: str, asked: int) -> str | None: ...


def sentence(rng: random.Random, words: int) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(words)).capitalize()


@lru_cache(maxsize=100_000)
def title_of(story: str) -> str:
    return sentence(random.Random(story), 6)


def slug_of(story: str) -> str:
    return title_of(story).lower().replace(" ", "-")


def paragraphs(story: str, number: int) -> list[str]:
    rng = random.Random(f"text {story}")
    return [f"{'. '.join(sentence(rng, rng.randint(8, 18)) for _ in range(4))}." for _ in range(number)]


def query_of(path: str) -> tuple[str, dict[str, str]]:
    place, _, query = path.partition("?")
    return place, dict(parse_qsl(query))


class Gazette:
    """Articles in sections, with pages of lists; a calendar without end, facets and sort orders of lists, session ids,
    lists whose next page never ends, and copies for printing. Addresses have the number of an article."""

    name = "gazette"
    sections = ("harbour", "council", "sport", "market", "schools")
    per_page = 12

    def __init__(self, per_section: int = 60) -> None:
        self.per_section = per_section

    @cached_property
    def articles(self) -> dict[str, int]:
        numbers = range(1, self.per_section + 1)
        return {self._place(name, number): self.per_section - number for name in self.sections for number in numbers}

    def answer(self, path: str, asked: int) -> str | None:
        place, values = query_of(path)
        session = f"?sid={asked}" if asked % 5 == 0 else ""
        values.pop("sid", None)
        if place == "/":
            newest = "".join(self._teaser(name, self.per_section, session) for name in self.sections)
            return self._frame("News", f"<ul>{newest}</ul>", session)
        if place == "/about":
            return self._frame("About", "<p>This is a newspaper that nobody prints.</p>", session)
        if place == "/calendar":
            return self._calendar(int(values.get("month", 1)), session)
        section, *number = place.strip("/").split("/")
        if section not in self.sections:
            return None
        if not number:
            return self._list(section, int(values.pop("page", 1)), urlencode(values), session)
        return self._article(section, int(number[0]), session) if place in self.articles else None

    def _place(self, section: str, number: int) -> str:
        return f"/{section}/{number}/{slug_of(f'{section} {number}')}"

    def _article(self, section: str, number: int, session: str) -> str:
        story, place = f"{section} {number}", self._place(section, number)
        text = "".join(f"<p>{text}</p>" for text in paragraphs(story, 6))
        numbers = random.Random(story).sample(range(1, self.per_section + 1), min(4, self.per_section))
        others = "".join(self._teaser(section, other, session, short=True) for other in numbers)
        copies = f"<a href='{place}?print=1'>Print</a> <a href='{place}?replytocom=7'>Reply</a>"
        main = f"<h1>{title_of(story)}</h1>{text}<p>{copies}</p><h3>Related stories</h3><ul>{others}</ul>"
        return self._frame(title_of(story), main, session)

    def _teaser(self, section: str, number: int, session: str, short: bool = False) -> str:
        story = f"{section} {number}"
        lead = "" if short else f"<p>{sentence(random.Random(f'lead {story}'), 20)}.</p>"
        return f"<li><h3><a href='{self._place(section, number)}{session}'>{title_of(story)}</a></h3>{lead}</li>"

    def _list(self, section: str, page: int, query: str, session: str) -> str:
        first = self.per_section - (page - 1) * self.per_page
        numbers = range(first, max(first - self.per_page, 0), -1)
        entries = "".join(self._teaser(section, number, session) for number in numbers)
        orders = " ".join(
            f"<a href='/{section}?sort={name}'>{name}</a>" for name in ("date", "title", "author", "views")
        )
        colours = ("red", "blue", "green", "white")
        facets = [f"<a href='/{section}?colour={a}&place={b}'>{a} {b}</a>" for a in colours for b in self.sections]
        following = f"<a href='/{section}?{f'{query}&' if query else ''}page={page + 1}'>Older posts</a>"
        return self._frame(section, f"<ul>{entries}</ul><p>{orders} {' '.join(facets)}</p>{following}", session)

    def _calendar(self, month: int, session: str) -> str:
        days = " ".join(f"<a href='/calendar?month={month}&day={day}'>{day}</a>" for day in range(1, 29))
        around = f"<a href='/calendar?month={month - 1}'>Earlier</a> <a href='/calendar?month={month + 1}'>Later</a>"
        return self._frame(f"Month {month}", f"<p>Nothing happens in month {month}.</p>{days} {around}", session)

    def _frame(self, title: str, main: str, session: str) -> str:
        sections = " ".join(f"<a href='/{name}{session}'>{name.title()}</a>" for name in self.sections)
        menu = f"<nav><a href='/{session}'>Home</a> {sections} <a href='/calendar?month=1'>Calendar</a></nav>"
        foot = "<footer><a href='/about'>About</a> <a href='/login'>Log in</a></footer>"
        return f"<html><head><title>{title} - Gazette</title></head><body>{menu}<main>{main}</main>{foot}</body></html>"


class Courier:
    """Three articles a day, with dates, told apart by no element: all is ``div``. An archive by year, month and day
    that goes on before the first article; numbered pages of sections, behind whose last one the first comes again and
    again; facets that combine; sort orders; sessions in the path; printed and mobile copies at paths of their own;
    events by day without end; pages of tags and authors; forms to log in and to share for each article."""

    name = "courier"
    sections = ("town", "country", "business", "culture", "sports", "opinion", "science", "travel")
    authors = ("ann-reed", "bo-lind", "cal-moss", "dee-park", "eli-frost")
    tags = ("flood", "election", "railway", "theatre", "harvest", "hospital", "football", "weather")
    per_day, per_page = 3, 15
    last = date(2026, 5, 31)

    def __init__(self, number: int = 600) -> None:
        self.number = number

    @cached_property
    def articles(self) -> dict[str, int]:
        return {self._place(age): age for age in range(self.number)}

    @cached_property
    def _by_section(self) -> dict[str, list[int]]:
        return {name: [age for age in range(self.number) if self._section(age) == name] for name in self.sections}

    def _section(self, age: int) -> str:
        return random.Random(f"section {age}").choice(self.sections)

    def _day(self, age: int) -> date:
        return self.last - timedelta(days=age // self.per_day)

    def _place(self, age: int) -> str:
        return f"/{self._day(age):%Y/%m/%d}/{slug_of(f'courier {age}')}-{90_000 - age}.html"

    def answer(self, path: str, asked: int) -> str | None:
        place, values = query_of(path)
        place = place.partition(";")[0]
        session = f";jsessionid={asked:08X}" if asked % 4 == 0 else ""
        parts = [part for part in place.strip("/").split("/") if part]
        if place in self.articles:
            return self._article(self.articles[place], session)
        if not parts:
            return self._frame("The Courier", self._teasers(range(min(20, self.number)), session), session)
        head, rest = parts[0], parts[1:]
        if head in ("print", "m") and (age := self.articles.get("/" + "/".join(rest))) is not None:
            return self._frame(title_of(f"courier {age}"), self._story(age), session)
        if head in self.sections:
            page = int(rest[1]) if rest[:1] == ["page"] else 1
            return self._list(head, page, values, session)
        if head == "archive":
            return self._archive([int(part) for part in rest], session)
        if head in ("tag", "author") and rest:
            ages = [age for age in range(self.number) if rest[0] in (self._tag(age), self._author(age))]
            return self._frame(rest[0], self._teasers(ages[: self.per_page], session), session)
        if head == "events":
            return self._events(date.fromisoformat(values.get("day", self.last.isoformat())), session)
        if head in ("login", "share", "contact"):
            return self._frame(head.title(), "<div class=c4>Please fill in the form.</div>", session)
        return None

    def _tag(self, age: int) -> str:
        return self.tags[age * 7 % len(self.tags)]

    def _author(self, age: int) -> str:
        return self.authors[age * 3 % len(self.authors)]

    def _story(self, age: int) -> str:
        story = f"courier {age}"
        text = "".join(f"<div class=c4>{text}</div>" for text in paragraphs(story, 5 + age % 4))
        by = f"<div class=c2>By {self._author(age).replace('-', ' ').title()}, {self._day(age):%d %B %Y}</div>"
        return f"<div class=c1>{title_of(story)}</div>{by}{text}"

    def _article(self, age: int, session: str) -> str:
        place = self._place(age)
        rng = random.Random(f"beside {age}")
        beside = "".join(self._line(other, session) for other in rng.sample(range(self.number), min(5, self.number)))
        tools = (
            f"<a href='/print{place}'>Print version</a> <a href='/m{place}'>Mobile</a> "
            f"<a href='/share?url={place}'>Share</a> <a href='/login?next={place}'>Log in to comment</a>"
        )
        tag, author = self._tag(age), self._author(age)
        about = f"<a href='/tag/{tag}/'>{tag}</a> <a href='/author/{author}/'>{author.replace('-', ' ').title()}</a>"
        main = f"{self._story(age)}<div class=c5>{tools} {about}</div><div class=c6>More stories</div>{beside}"
        return self._frame(title_of(f"courier {age}"), main, session)

    def _line(self, age: int, session: str) -> str:
        return f"<div class=c7><a href='{self._place(age)}{session}'>{title_of(f'courier {age}')}</a></div>"

    def _teasers(self, ages: "range | list[int]", session: str) -> str:
        return "".join(
            f"<div class=c8><div class=c9><a href='{self._place(age)}{session}'>{title_of(f'courier {age}')}</a></div>"
            f"<div class=c2>{self._day(age):%d %B %Y}</div>"
            f"<div class=c3>{sentence(random.Random(f'lead {age}'), 18)}.</div></div>"
            for age in ages
        )

    def _list(self, section: str, page: int, values: dict[str, str], session: str) -> str:
        ages = self._by_section[section]
        if values:  # a facet or another order shows the same articles mixed
            ages = random.Random(str(sorted(values.items()))).sample(ages, len(ages))
        shown = ages[(page - 1) * self.per_page : page * self.per_page] or ages[: self.per_page]
        query = f"?{urlencode(values)}" if values else ""
        near = [number for number in (1, page - 1, page + 1, page + 2, page + 3) if number > 0]
        numbers = " ".join(f"<a href='/{section}/page/{number}/{query}'>{number}</a>" for number in near)
        following = f"<a href='/{section}/page/{page + 1}/{query}'>Next &raquo;</a>"
        facets = " ".join(
            f"<a href='/{section}/?{urlencode({**values, name: value})}'>{value}</a>"
            for name, options in (("region", self.tags), ("type", ("video", "report", "interview", "photo")))
            for value in options
        )
        orders = " ".join(
            f"<a href='/{section}/?{urlencode({**values, 'order': name})}'>{name}</a>" for name in ("oldest", "popular")
        )
        choice, pages = (f"<div class=c5>{links}</div>" for links in (f"{orders} {facets}", f"{numbers} {following}"))
        return self._frame(section.title(), f"{choice}{self._teasers(shown, session)}{pages}", session)

    def _archive(self, when: list[int], session: str) -> str:
        """Years, the months of a year, the days of a month, the articles of a day."""
        if len(when) == 3:
            ages = [age for age in range(self.number) if self._day(age) == date(*when)]
            return self._frame("/".join(map(str, when)), "".join(self._line(age, session) for age in ages), session)
        base = "".join(f"{part:02}/" for part in when)
        below = range(self.last.year, self.last.year - 30, -1) if not when else range(1, 13 if len(when) == 1 else 29)
        links = " ".join(f"<a href='/archive/{base}{number:02}/'>{number}</a>" for number in below)
        return self._frame("Archive", f"<div class=c5>{links}</div>", session)

    def _events(self, day: date, session: str) -> str:
        days = (day + timedelta(days=step) for step in (-30, -7, -1, 1, 7, 30))
        links = " ".join(f"<a href='/events?day={other}'>{other:%d %B}</a>" for other in days if other.year < 9000)
        text = f"<div class=c4>Nothing is known of {day:%d %B %Y}.</div>"
        return self._frame(f"Events of {day}", f"{text}<div class=c5>{links}</div>", session)

    def _frame(self, title: str, main: str, session: str) -> str:
        sections = " ".join(f"<a href='/{name}/{session}'>{name.title()}</a>" for name in self.sections)
        more = "<a href='/archive/'>Archive</a> <a href='/events'>Events</a>"
        menu = f"<div class=a1><a href='/{session}'>The Courier</a> {sections} {more}</div>"
        foot = "<div class=a2><a href='/contact'>Contact</a> <a href='/login'>Log in</a></div>"
        return (
            f"<html><head><title>{title} | The Courier</title></head><body>{menu}<div class=b1>{main}</div>{foot}"
            "</body></html>"
        )


class Server:
    """A newspaper on a free port; asked: the paths that were asked for, without robots.txt."""

    def __init__(self, newspaper: Newspaper) -> None:
        self.asked: list[str] = []
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                page = None
                if self.path != "/robots.txt":
                    asked.append(self.path)
                    page = newspaper.answer(self.path, len(asked))
                body = (page or "").encode()
                self.send_response(404 if page is None else 200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
