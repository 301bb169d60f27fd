"""Printing of a result, for the commands for one page."""

from __future__ import annotations

import json
import re
import sys

from scrapy_denoise.cli.terminal import isolate_direction
from scrapy_denoise.result import Result

FORMATS = ("text", "markdown", "html", "json")

REPORTED_REASONS = ("encoding", "json_ld")
"""Reasons that are printed although the page has content."""

FALLBACK_TEXT = {
    "few_siblings": "compares pages of one site and has too few for {pages}; {ran} ran. Give more pages with --site "
    "FOLDER.",
    "no_boxes": "needs pages that a browser has drawn, and none has drawn {pages}; {ran} ran. --render has a browser "
    "draw them.",
}
"""By reason, why another method than the one asked for has decided about pages: the end of a sentence that begins with
the name of the one asked for."""

REASON_TEXT = {
    "empty": "the page has no visible text",
    "no_boxes": "the method needs a page that a browser has drawn, and another found no content in it; "
    "scrapy-denoise clean --render has a browser draw it",
    "scripts": "the page needs its scripts to show anything; scrapy-denoise clean --render has a browser draw it",
    "frameset": "the page is a frameset: its text is in the pages that it shows",
    "no_content": "no content was found in the page; --format json lists its blocks",
    "error_page": 'the page is the notice of an error, such as "page not found"',
    "wall": "the page is a login, a captcha or a question for consent, and shows nothing else",
    "page_type": "the page is of a type that was not asked for",
    "json_ld": "the page itself shows next to nothing: this is what it states in JSON-LD",
    "repeated": "the other pages of the site repeat all that the page has, so the page alone has decided",
    "steps_undone": "steps behind the method removed most of what it kept, or added more than that, and were undone",
    "few_siblings": "too few pages of its site are known, and what ran in its place found no content in the page",
    "uncorrected": "the correction of the site finds no content in this page, and neither does the method",
    "encoding": "many characters could not be read; if you know the encoding, scrapy-denoise clean --encoding reads "
    "the page with it",
    "not_html": "this is not an HTML page",
    "too_large": "the page is above a limit",
    "too_deep": "the page is nested too deep",
    "disabled": "cleaning is switched off for this page",
    "error": "a failure inside the package; it is in the log",
}


def render(result: Result, form: str) -> str:
    """A result in one of FORMATS."""
    if form == "json":
        return json.dumps(result.to_dict(noise=True, reasons=True, candidates=True), ensure_ascii=False, indent=2)
    rendered: str = getattr(result, form)
    return rendered.rstrip("\n")


def print_result(result: Result, form: str) -> None:
    """Print a result. Without content nothing is printed, except in JSON."""
    if result or form == "json":
        text = render(result, form)
        print(isolate_direction(text) if sys.stdout.isatty() else text)


GZIP = b"\x1f\x8b"

_JSON = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*\"")
"""The beginning of a JSON object, or of a list of objects."""


def explain(result: Result, body: str | bytes = b"") -> str:
    """A sentence that says why a page has no content, with the limit that it exceeds, its type, or the kind of file.

    body: what was read for a page.
    """
    head = body[:1_000].encode("utf-8", "replace") if isinstance(body, str) else body[:1_000]
    if not result and head.startswith(GZIP):
        return "this is compressed with gzip: decompress it, or name it .jsonl.gz if it has JSON lines"
    if not result and _JSON.match(head):
        return "this is JSON, not a page: write each object to a line of a file whose name ends in .jsonl (see --field)"
    why = REASON_TEXT.get(result.reason, result.reason)
    detail = result.page_type if result.reason == "page_type" else result.detail
    return f"{why}: {detail}" if detail else why
