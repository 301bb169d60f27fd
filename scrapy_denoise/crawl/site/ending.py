"""Why a crawl ended, in one sentence."""

from __future__ import annotations

import attrs

from scrapy_denoise.crawl.site.bounds import Bounds


@attrs.define
class Counts:
    """Of one run. asked: requests, without robots.txt. pages: that were read. rows: that were written. known: pages
    left out since their text was written before. typed, dated: left out for their type, and for their date or since
    they have none. empty: without content. failed: requests that brought no page. forbidden: by robots.txt. deep:
    links below the bound of depth. given_up: links to pages like many that brought nothing new. in_a_row: failures of
    the site since it answered last."""

    asked: int = 0
    pages: int = 0
    rows: int = 0
    known: int = 0
    typed: int = 0
    dated: int = 0
    empty: int = 0
    failed: int = 0
    forbidden: int = 0
    deep: int = 0
    given_up: int = 0
    in_a_row: int = 0
    first_failure: str = ""
    """Why the first page was not read; empty where it was."""


def why_it_ended(reason: str, bounds: Bounds, counts: Counts, resumable: bool) -> str:
    """One sentence. reason: of the spider's end. resumable: whether the crawl goes on when it is called again."""
    found = f"{_reason(reason, bounds, counts)}; {_number(counts.asked, 'request')}, {_number(counts.rows, 'row')}"
    left = [
        f"{number:,} {what}"
        for number, what in (
            (counts.empty, "without content"),
            (counts.known, "known already"),
            (counts.typed, "of other types"),
            (counts.dated, "older or undated"),
            (counts.failed, "failed"),
            (counts.forbidden, "forbidden by robots.txt"),
            (counts.given_up, "given up"),
        )
        if number
    ]
    if left:
        found += f" ({', '.join(left)})"
    if resumable and reason not in ("finished", "unreachable"):
        found += "; run again, it goes on from here"
    return found + "."


def _reason(reason: str, bounds: Bounds, counts: Counts) -> str:
    if counts.first_failure and not counts.pages:
        return f"The crawl ended because its first page was not read: {counts.first_failure}"
    if reason == "finished":
        if counts.pages == 1 and counts.asked == 1 and not counts.deep:
            return "The crawl ended because its first page has no link to follow"
        if counts.deep:
            return f"The crawl ended because what is left lies deeper than {_number(bounds.depth, 'link')}"
        return "The crawl ended because all links were followed"
    if reason == "pages":
        return f"The crawl ended at its bound of {_number(bounds.pages, 'page')}"
    if reason == "minutes":
        return f"The crawl ended at its bound of {bounds.minutes:g} {'minute' if bounds.minutes == 1 else 'minutes'}"
    if reason == "unreachable":
        return "The crawl ended because the site stopped answering"
    if reason == "unread":
        return "The crawl ended because its output is not read any more"
    if reason == "unwritten":
        return "The crawl ended because its output cannot be written"
    if reason == "shutdown":
        return "The crawl was interrupted"
    return f"The crawl ended ({reason})"


def _number(n: int, noun: str) -> str:
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"
