"""What must hold of every page, whatever it holds."""

import json
import re
import resource
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from operator import attrgetter, methodcaller
from random import Random
from typing import Any

import attrs
import lxml.html
from parsel import Selector

from scrapy_denoise.api import denoise_page
from scrapy_denoise.blocks.regions.boilerplate import is_thread
from scrapy_denoise.document.compiled import XPaths
from scrapy_denoise.document.nodes import Figure
from scrapy_denoise.document.tree.compiled import words_of
from scrapy_denoise.methods import PROFILES, get_method, method_names
from scrapy_denoise.methods.baselines import BASELINES
from scrapy_denoise.page import Page, PageTooLarge, check_markup
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.markup.decode import decode
from scrapy_denoise.result import Result
from scrapy_denoise.sites import SiteTemplate
from scrapy_denoise.viewer.stylesheet import page_styles

METHODS = [(name, profile) for name in method_names(baselines=True) for profile in PROFILES]
METHODS = [(name, profile) for name, profile in METHODS if profile == "default" or name not in BASELINES]

TIMES = 50
"""How many times as long as the parse a decision, or a rendering, may take, ALLOWED apart."""

ALLOWED = 0.05
"""Seconds."""

ALLOWED_MEMORY = 300 * 2**20
"""Bytes by which the process may grow with one page of some hundred kilobytes, its models and lexicons included."""

XPATHS = 40
"""Rows of a page whose XPaths are looked up."""

IGNORED = dict.fromkeys([*range(33), *range(0x7F, 0xA0), 0xAD, 0x200B, 0x2060, 0xFEFF, 0xFFFE, 0xFFFF])


TEX_SIGNS = re.compile(r"\$|\\[()\[\]]")
"""What stands around formulas in a page's text."""


class Broken(AssertionError):
    """A property that does not hold. what: in a word or two, by which findings are told apart."""

    def __init__(self, what: str, details: str = "") -> None:
        super().__init__(f"{what}: {details}" if details else what)
        self.what = what


def squeeze(text: str) -> str:
    """A text without the white space and the characters that no XML holds."""
    return "".join(text.split()).translate(IGNORED)


Step = Callable[[str, Callable[[Any], Any], Any, Callable[[], Any]], Any]
"""A step of one page: its name, what it does, on what, and how to make that anew (`Clock.check`)."""


class Clock:
    """Measures the steps of one page against its parse, in seconds of this thread."""

    def __init__(self, markup: bytes) -> None:
        text = decode(markup).text
        self._parse = lambda: Selector(text=text, type="html").root
        self.parse = self._time(self._parse)

    def _time(self, step: Callable[[], Any]) -> float:
        start = time.thread_time()
        step()
        return time.thread_time() - start

    def _styles(self) -> float:
        """What a view takes for the page's own style sheets, which are parsed in Python up to a size of their own."""
        tree = self._parse()
        return self._time(lambda: page_styles(tree))

    def check(self, what: str, step: Callable[[Any], Any], on: Any, again: Callable[[], Any]) -> Any:
        """What a step on something gives. Raises Broken where it takes too long thrice, since others use the machine.

        again: makes the same thing anew for each of the other times, since a page keeps what it has found.
        """
        found: list[Any] = []
        limit = TIMES * self.parse + ALLOWED
        taken = [self._time(lambda: found.append(step(on)))]
        while taken[-1] > limit and len(taken) < 3:
            # Where the machine is slower now than it was before, the parse is too.
            self.parse = max(self.parse, self._time(self._parse))
            limit = TIMES * self.parse + ALLOWED + (self._styles() if what == "view" else 0)
            fresh = again()
            taken.append(self._time(lambda thing=fresh: step(thing)))
        if min(taken) > limit:
            raise Broken(f"time of {what}", f"{min(taken):.3f} s, where the parse takes {self.parse:.4f} s")
        return found[0]


def check_page(html: bytes, site: SiteTemplate | None, rng: Random, timed: bool = True) -> None:
    """Raise Broken, or whatever the library raises, where something does not hold of a page.

    rng: chooses which methods decide besides the default one, and which rows are looked up. timed: whether times count;
    under a sanitizer they say nothing.
    """
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        check_markup(html)
    except PageTooLarge:
        return
    clock = Clock(html)
    step: Step = clock.check if timed else lambda what, call, on, again: call(on)
    page = step("reading", read, html, lambda: html)
    check_rows(page)
    check_xpaths(page, rng)
    chosen = [("auto", "default"), *rng.sample(METHODS, 3)]
    for name, profile in chosen:
        method = get_method(name, profile)
        known = site if rng.random() < 0.8 else None
        decide = partial(denoise_page, method=method, site=known)
        result = step(f"{name} ({profile})", decide, page, lambda: read(html))
        check_result(result, step, lambda d=decide: d(read(html)), f"{name} ({profile})", rendered=name == "auto")
        again = decide(read(html))
        if again.text != result.text or again.confidence != result.confidence:
            raise Broken(f"{name} ({profile}) decides another way the second time")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    if timed and grown * 1024 > ALLOWED_MEMORY:
        raise Broken("memory", f"{grown // 1024} MiB for {len(html):,} bytes")


def read(html: bytes) -> Page:
    return Page.from_html(html, "https://a.example/page")


def check_rows(page: Page) -> None:
    """The text rows tile the visible text."""
    columns = page.columns
    rows = columns.text_rows
    starts, stops = columns.text_start[rows], columns.text_stop[rows]
    if (starts >= stops).any() or (stops[:-1] > starts[1:]).any() or (len(rows) and stops[-1] != len(columns.text)):
        raise Broken("text rows overlap")
    gaps = [columns.text[a:b] for a, b in zip([0, *stops.tolist()], starts.tolist(), strict=False)]
    if b"".join(gaps).decode("utf-8", "replace").strip():  # preformatted text keeps its white space, tabs too
        raise Broken("text in no row")
    if (columns.chars[rows] <= 0).any():
        raise Broken("a text row without characters")


def check_xpaths(page: Page, rng: Random) -> None:
    """Each XPath selects its own node and no other; or, where no XPath can name it, an element around it."""
    columns, elements = page.columns, page.elements()
    assert page.tree is not None
    tree = page.tree.getroottree()
    for row in rng.sample(range(len(columns)), min(XPATHS, len(columns))):
        path = page.cached(XPaths).xpath(row)
        found = tree.xpath(path)
        if len(found) != 1:
            raise Broken("an XPath selects no node, or several", f"{path} selects {len(found)}")
        node = found[0]
        if columns.tag[row] == tags.TEXT and isinstance(node, str):
            parent = elements[columns.parent[row]]
            holder = node.getparent()
            if (holder if not node.is_tail else holder.getparent()) is not parent:
                raise Broken("an XPath selects another text", path)
            shown = columns.text[columns.text_start[row] : columns.text_stop[row]].decode()
            if parent is not None and parent.tag == "rt":
                shown = shown.lstrip("(")  # a reading stands in parentheses
            if _is_hidden_address(holder):
                continue  # the page shows the address, the tree has what stands for it
            if squeeze(shown)[:1].isascii() and not squeeze(node).startswith(squeeze(shown)[:1]):
                raise Broken("an XPath selects another text", path)
        elif node is not elements[row]:
            around = elements[row] if elements[row] is not None else elements[columns.parent[row]]
            if isinstance(node, str) or node not in [around, *around.iterancestors()] or path.count("/") > 2_050:
                raise Broken("an XPath selects another element", path)


def _is_hidden_address(element: Any) -> bool:
    """Whether an element, or one just above, has an e-mail address that a script decodes."""
    return any("data-cfemail" in one.attrib for one in (element, *islice(element.iterancestors(), 2)))


def check_result(result: Result, step: Step, again: Callable[[], Result], name: str, rendered: bool) -> None:
    """Kept and removed blocks are the page; and where it is `rendered`, every output is in time and well-formed."""
    if result.reason == "error":
        raise Broken(f"{name} raises")
    assert result.page is not None
    columns = result.page.columns
    blocks, noise = step("blocks", attrgetter("blocks", "noise"), result, again)
    if result.selection is not None:
        if sum(block.chars for block in [*blocks, *noise]) != int(columns.chars.sum()):
            raise Broken("kept and removed blocks are not the page")
        kept = result.selection.kept
        if (
            len(kept) != len(columns.text_rows)
            or sum(b.chars for b in blocks) != columns.chars[columns.text_rows[kept]].sum()
        ):
            raise Broken("the kept blocks are not what was kept")
        scores = result.selection.scores
        if scores is not None and not ((scores >= 0) & (scores <= 1)).all():
            raise Broken(f"{name} gives a score outside of 0 to 1")
    if not 0 <= result.confidence <= 1:
        raise Broken(f"{name} has a confidence outside of 0 to 1")
    text = squeeze("".join(block.text for block in blocks))
    said = squeeze(result.text)
    # A thread says once what its answers quote.
    if said != text and (len(said) > len(text) or not is_thread(result.page)):
        raise Broken("the text is not that of the blocks")
    if not rendered:
        return
    json.loads(json.dumps(step("to_dict", methodcaller("to_dict"), result, again), allow_nan=False))
    check_html(step("html", attrgetter("html"), result, again), text, squeeze(captions_beside(result.document)))
    if result.selection is not None:
        view = step("view", methodcaller("view"), result, again)
        if "</html>" not in view[-20:]:
            raise Broken("a view without its end")
    step("markdown", attrgetter("markdown"), result, again).encode("utf-8")
    for name in ("links", "entries", "next_page", "metadata", "title", "page_type", "posts", "comments"):
        step(name, attrgetter(name), result, again)


def captions_beside(node: Any) -> str:
    """The captions in a document that are no part of its text."""
    if isinstance(node, Figure) and node.beside:
        return words_of(node.caption) + "".join(map(captions_beside, node.blocks))
    if isinstance(node, tuple):
        return "".join(map(captions_beside, node))
    if not attrs.has(type(node)):
        return ""
    return "".join(captions_beside(getattr(node, field.name)) for field in attrs.fields(type(node)))


def check_html(html: str, text: str, captions: str) -> None:
    """Clean HTML holds the kept text and the captions of pictures, and nothing that runs.

    A formula that the page writes in TeX stands there without the signs around it."""
    if not html:
        if text:
            raise Broken("no HTML for the kept text")
        return
    clean = lxml.html.fromstring(html)
    shown, text, captions = (TEX_SIGNS.sub("", part) for part in (squeeze(clean.text_content()), text, captions))
    if sorted(shown) != sorted(text + captions) or (shown != text and not captions):
        raise Broken("the HTML has another text")
    for node in clean.iter():
        if node.tag in tags.SKIPPED or any(a.startswith("on") for a in node.attrib) or _runs(node.attrib.values()):
            raise Broken("the HTML holds what runs", str(node.tag))


def _runs(values: list[str]) -> bool:
    return any("".join(value.split()).lower().startswith(("javascript:", "vbscript:")) for value in values)
