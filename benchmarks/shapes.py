"""Adversarial page shapes of 1 to 10 MB: what every method and every output takes of them, and how that grows.

python benchmarks/shapes.py                                   all shapes, as text
python benchmarks/shapes.py --rst > docs/shapes.inc           the tables of docs/bad-input
python benchmarks/shapes.py --shapes nested,tables --sizes 1  some of them
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import pickle
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import attrs
from parsel import Selector

from scrapy_denoise.api import denoise, denoise_page
from scrapy_denoise.methods import PROFILES, get_method, method_names
from scrapy_denoise.methods.baselines import BASELINES
from scrapy_denoise.page import MAX_NODES, Page
from scrapy_denoise.result import Result
from scrapy_denoise.sites import SiteTemplate

SECONDS = 2.0
"""Bound of a decision, in seconds ..."""

TIMES = 100
"""... and in times the parse, ALLOWED besides."""

OUTPUT_TIMES = 20
"""Bound of an output in times the parse, ALLOWED besides."""

ALLOWED = 0.05
"""Seconds."""

WORDS_BY_DICTIONARY = ("partly_semantic",)
"""Methods bound in seconds alone: to divide Chinese text into words takes more than TIMES what its parse takes."""

LEAST = 0.02
"""Seconds below which growth is not measured."""

STORY = "The river rose in the night, and by the morning the lower road was under water. "

DATA = "<table><tr><th>a<th>b<tr><td>1<td>2</table>"


def _filled(size: int, part: Callable[[int], str], nodes: int, before: str = "", after: str = "") -> str:
    """As many parts, of this many rows each, as the size and the limit of nodes allow."""
    parts, length, i = [before], len(before) + len(after), 0
    while length < size and (i + 2) * nodes < MAX_NODES - 5_000:
        parts.append(part(i))
        length += len(parts[-1])
        i += 1
    return "".join([*parts, after])


SHAPES: dict[str, Callable[[int], str]] = {
    "one text": lambda n: f"<p>{STORY * (n // len(STORY))}</p>",
    "one word": lambda n: f"<p>{'a' * n}</p>",
    "one Chinese text": lambda n: f"<p>{'河水在夜里上涨，下游的道路被淹没了。' * (n // 54)}</p>",
    "one attribute": lambda n: f"<p title='{'a b ' * (n // 4)}'>{STORY}</p><p>{STORY}</p>",
    "one comment": lambda n: f"<p>{STORY}</p><!--{'a b ' * (n // 4)}--><p>{STORY}</p>",
    "breaks": lambda n: _filled(n, lambda i: "<br>", 1, f"<div>{STORY}", f"{STORY}</div>"),
    "paragraphs": lambda n: _filled(n, lambda i: f"<p>{STORY}</p>", 2),
    "words in paragraphs": lambda n: _filled(n, lambda i: "<p>a</p>", 2),
    "words in spans": lambda n: _filled(n, lambda i: "<span>a</span>", 2, "<p>", "</p>"),
    "distinct classes": lambda n: _filled(n, lambda i: f"<div class=c{chr(97 + i % 26)}{_word(i)}>word</div>", 2),
    "pairs of classes": lambda n: _filled(n, lambda i: f"<div class={_word(i // 2)}>{STORY}</div>", 2),
    "links": lambda n: _filled(n, lambda i: f"<li><a href=/{i}>Story {i}</a></li>", 4, "<ul>", "</ul>"),
    "alternating tags": lambda n: _filled(n, lambda i: ("<p>a b</p>", "<div>c</div>", "<h2>d</h2>")[i % 3], 2),
    "options": lambda n: _filled(n, lambda i: f"<option value={i}>{i}</option>", 2, "<select>", "</select>"),
    "equal subtrees": lambda n: _filled(
        n, lambda i: f"<div class=item><h3><a href=/a>{STORY[:30]}</a></h3><p>{STORY}<b>x</b></p></div>", 9
    ),
    "long class lists": lambda n: _filled(n, lambda i: f"<div class='{'a-b c ' * 100}'>{STORY}</div>", 2),
    "nested": lambda n: _filled(n, lambda i: "<div>" * 1_000 + STORY + "</div>" * 1_000, 1_001),
    "nested names": lambda n: _filled(n, lambda i: "<div class=post><ul><li>" * 300 + "a" + "</ul></div>" * 300, 901),
    "flat below nested": lambda n: _filled(n, lambda i: "<p>word</p>", 2, "<div>" * 1_500, "</div>" * 1_500),
    "nested mounts": lambda n: f"{'<div id=app>' * 1_900}{STORY}<script></script>",
    "nested messages": lambda n: f"{'<noscript>a' * 1_900}{STORY}",
    "nested properties": lambda n: f"{'<div itemprop=name itemscope>a' * 1_900}{STORY}",
    "images of one picture": lambda n: _filled(
        n, lambda i: "<source><img>", 2, f"<p>{STORY * 5}</p><picture>", f"</picture><p>{STORY * 5}</p>"
    ),
    "cells that span": lambda n: _filled(
        n, lambda i: "<td colspan=1000>12", 2, f"<p>{STORY}</p><table><tr><th>a<th>b<tr>", "</table>"
    ),
    "stairs": lambda n: _filled(n, lambda i: f"<div>{STORY[:40]}" if i < 1_900 else f"<p>{STORY}</p>", 2),
    "tables in tables": lambda n: _filled(n, lambda i: "<table><tr><td>a<td>" * 200 + "</table>" * 200, 1_200),
    "table": lambda n: _filled(n, lambda i: "<tr>" + "<td>12</td>" * 10 + "</tr>", 21, "<table>", "</table>"),
    "unclosed paragraphs": lambda n: _filled(n, lambda i: f"<p>{STORY[:20]}", 2),
    "unclosed formatting": lambda n: _filled(n, lambda i: "<b>a<i>b<font>c" if i < 400 else "<p>a<a href=/b>b", 6),
    "unclosed links": lambda n: _filled(n, lambda i: f"<a href=/{i}>{STORY[:20]}<div>b</div>", 5),
    "entities": lambda n: f"<p>{'&amp;&#65198; ' * (n // 14)}</p>",
    "headings": lambda n: _filled(n, lambda i: f"<h2>{STORY[:9]}{i}</h2><p>{STORY[:40]}</p>", 4),
    "replies": lambda n: _filled(
        n, lambda i: f"<div class=post id=p{i}><a href=/u>user</a> 2020-01-0{i % 9 + 1}<p>{STORY}</p></div>", 6
    ),
    "list in lists": lambda n: _filled(n, lambda i: "<ul><li>a" * 100 + "</ul>" * 100, 300),
    "definitions": lambda n: _filled(n, lambda i: f"<dt>word {i}<dd>what it means", 4, "<dl>", "</dl>"),
    "posts with tables": lambda n: _filled(
        n, lambda i: f"<div class=post id=p{i}><a href=/u>user</a><p>{STORY}</p>{DATA}</div>", 16
    ),
    "attributes of style": lambda n: _filled(n, lambda i: f"<p style='color:red;width:calc({i}px)'>a</p>", 2),
    "code": lambda n: f"<pre>{('    x = [1, 2]' + chr(10)) * (n // 15)}</pre><p>{STORY}</p>",
    "cards": lambda n: _filled(
        n, lambda i: f"<li><h3><a href=/{i}>{STORY[:40]}{i}</a></h3><p>{STORY}</p><img src=/{i}><b>$ {i}.00</b>", 11
    ),
    "cards of digits": lambda n: _filled(
        n, lambda i: f"<li><a href=/{i}>{STORY[:30]}{i}</a><p>{'123 456 789 ' * 1_500}</p>", 5, "<ul>"
    ),
    "cards of dates": lambda n: _filled(
        n, lambda i: f"<li><a href=/{i}>{STORY[:20]}{i}</a>{'<i>1.2.2020</i> <b>x</b>' * 90}", 364, "<ul>"
    ),
    "cards of images": lambda n: _filled(
        n, lambda i: f"<li><a href=/{i}>{STORY[:30]}{i}</a>{'<img width=1 src=/i.png>' * 100}", 104, "<ul>"
    ),
    "cards below one heading": lambda n: _filled(
        n, lambda i: f"<li><h3><a href=/{i}>{STORY[:30]}{i}</a></h3>", 4, f"<h2>{STORY * (n // 200)}</h2><ul>"
    ),
    "cards in cards": lambda n: _filled(
        n, lambda i: "".join(f"<ul><li><a href=/{i}-{k}>{STORY[:20]}{k}</a>" for k in range(450)) + "</ul>" * 450, 1_800
    ),
    "card of headings": lambda n: "<ul>" + "".join(
        f"<li><a href=/{k}>12</a>{'<h3><div>' * 480}{'1 2 ' * (n // 12)}{'</div></h3>' * 480}" for k in range(3)
    ),
    "headings below nested": lambda n: _filled(
        n, lambda i: f"<h2>Head {i}</h2>", 2,
        f"<ul>{''.join(f'<li><a href=/{k}>{STORY[:30]}{k}</a><p>{STORY}' for k in range(20))}</ul>{'<div>' * 1_900}",
    ),
    "cards of a megabyte": lambda n: "<ul>" + "".join(
        f"<li><h3><a href=/{k}>{STORY[:30]}{k}</a></h3>{f'<p>{STORY}</p>' * (n // 1_000)}" for k in range(10)
    ),
    "cards without links": lambda n: _filled(n, lambda i: f"<li><h3>{STORY[:30]}{i}</h3><p>{STORY}", 5, "<ul>"),
    "lists of one": lambda n: _filled(n, lambda i: f"<ul><li><h3><a href=/{i}>{STORY[:30]}{i}</a></h3></ul>", 5),
    "links without text": lambda n: _filled(n, lambda i: f"<a href=/story/{i}></a>", 1, "<div>", "</div>"),
    "paths of three": lambda n: _filled(
        n, lambda i: "".join(f"<p class={_word(i)}><a href=/{i}-{k}>{STORY[:20]}{k}</a></p>" for k in range(3)), 9
    ),
    "numbered links": lambda n: _filled(
        n, lambda i: f"<a href=/{_word(i)}/{i % 7}/{i % 5}?p={i}>{i % 9_999}</a> ", 3, "", f"<p>{STORY * 5}</p>"
    ),
    "numbers in addresses": lambda n: _filled(
        n, lambda i: f"<a href=/{'1/' * 500}{i}>{i % 99 + 1}</a> ", 3, "", f"<p>{STORY * 5}</p>"
    ),
    "next pages": lambda n: _filled(n, lambda i: f"<a rel=next href=/page/{i}>next</a> ", 3, "", f"<p>{STORY * 5}</p>"),
    "times": lambda n: _filled(
        n, lambda i: f"<time datetime=2020-01-0{i % 9 + 1}>{i % 28 + 1} May 2020</time> ", 2, f"<h1>{STORY}</h1>"
    ),
    "half-open JSON": lambda n: (
        f"<h1>{STORY}</h1><p>{STORY * 9}</p><script>var a = " + '{"publishedAt" : ["publishedAt":   ' * (n // 35)
    ),
}  # fmt: skip


def _word(number: int) -> str:
    """A name of letters alone: digits count for nothing in classes."""
    letters = ""
    while number or not letters:
        letters += chr(97 + number % 26)
        number //= 26
    return letters


OUTPUTS: dict[str, Callable[[Result], Any]] = {
    "text": lambda result: result.text,
    "html": lambda result: result.html,
    "blocks, noise": lambda result: (result.blocks, result.noise),
    "links": lambda result: result.links,
    "entries": lambda result: [entry.to_dict() for entry in result.entries],
    "next_page": lambda result: result.next_page,
    "page_type, posts, comments": lambda result: (result.page_type, result.posts, result.comments),
    "title, metadata": lambda result: (result.title, result.metadata),
    "markdown": lambda result: result.markdown,
    "plain": lambda result: result.plain(),
    "to_dict": lambda result: result.to_dict(),
    "view": lambda result: result.view(),
    "pickle": pickle.dumps,
}


@attrs.frozen
class Taken:
    """Seconds that one step took of one shape, at each size. parses: seconds of the parse alone."""

    shape: str
    step: str
    sizes: list[float]
    seconds: list[float]
    parses: list[float]

    @property
    def worst(self) -> float:
        return max(self.seconds)

    @property
    def times(self) -> float:
        """How many times the parse, at the size where that is most."""
        return max(taken / parse for taken, parse in zip(self.seconds, self.parses, strict=True))

    @property
    def growth(self) -> float | None:
        """The exponent with which the time grows with the bytes; None where it is too short, or there is one size."""
        first, last = self.seconds[0], self.seconds[-1]
        ratio = self.sizes[-1] / self.sizes[0]
        return math.log(last / first) / math.log(ratio) if last >= LEAST and ratio >= 1.5 and first > 0 else None

    @property
    def is_output(self) -> bool:
        return self.step in OUTPUTS

    @property
    def too_long(self) -> bool:
        """Whether it is above the bound."""
        times = OUTPUT_TIMES if self.is_output else TIMES
        if self.step.startswith(WORDS_BY_DICTIONARY):
            return self.worst > SECONDS
        if any(t > times * p + ALLOWED for t, p in zip(self.seconds, self.parses, strict=True)):
            return True
        return not self.is_output and self.worst > SECONDS


def seconds_of(step: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """Seconds of this process that a step takes, and what it gives."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    found = step(*arguments)
    taken = time.process_time() - start
    gc.enable()
    return taken, found


def unused(page: Page) -> Page:
    """The page without what was made of it: what one step makes, another would not have to make again."""
    return Page(page.columns, page.root, page.url, page.includes_hidden)


def parsed(html: str) -> Any:
    return Selector(text=html, type="html").root


def measure(shape: str, sizes: Iterable[float], methods: list[tuple[str, str]], outputs: list[str]) -> list[Taken]:
    """Every step of one shape, at sizes in megabytes."""
    taken: dict[str, list[float]] = {}
    lengths, parses = [], []
    for output in outputs:  # lists of domains and the like are read when they are first used
        OUTPUTS[output](denoise(f"<a href=https://b.example/>{STORY}</a>", "https://a.example/page"))
    site = SiteTemplate()
    for number in range(3):
        site.learn(SHAPES[shape](60_000 + 5_000 * number), url=f"https://a.example/{number}")
    site.score_waiting(get_method("auto").scores)
    for name, profile in methods:  # models and dictionaries are loaded when they are first used
        denoise_page(
            Page.from_html(f"<p>{STORY}</p><p>河水在夜里上涨，下游的道路被淹没了。</p>"), get_method(name, profile)
        )
    for size in sizes:
        html = SHAPES[shape](int(size * 1e6))
        lengths.append(len(html.encode()) / 1e6)
        parses.append(sorted(seconds_of(parsed, html)[0] for _ in range(3))[1])
        read, page = seconds_of(Page.from_html, html, "https://a.example/page")
        taken.setdefault("read", []).append(read)
        for name, profile in methods:
            seconds, result = seconds_of(denoise_page, unused(page), get_method(name, profile), site)
            assert result.reason != "error"
            taken.setdefault(f"{name} ({profile})", []).append(seconds)
        decided = denoise_page(unused(page), get_method("auto")).selection
        for output in outputs:
            fresh = Result(unused(page), decided)
            taken.setdefault(output, []).append(seconds_of(OUTPUTS[output], fresh)[0])
    return [Taken(shape, step, lengths, seconds, parses) for step, seconds in taken.items()]


def as_text(found: list[Taken]) -> str:
    lines = []
    for taken in sorted(found, key=lambda t: -t.times):
        growth = "" if taken.growth is None else f"{taken.growth:.2f}"
        mark = " TOO LONG" if taken.too_long else ""
        lines.append(f"{taken.shape:22} {taken.step:34} {taken.worst:8.3f} s {taken.times:8.1f} x {growth:>5}{mark}")
    return "\n".join(lines) + "\n"


def as_rst(found: list[Taken]) -> str:
    """For each shape, at its largest size, the parse, the slowest method and the slowest output.

    With seconds, times the parse, and growth.
    """
    head = ["shape", "MB", "parse", "slowest method", "x", "growth", "slowest output", "x", "growth"]
    lines = [".. list-table::", "    :header-rows: 1", ""]
    rows = [head]
    for shape in dict.fromkeys(taken.shape for taken in found):
        mine = [taken for taken in found if taken.shape == shape]
        row = [shape, f"{mine[0].sizes[-1]:.1f}", f"{mine[0].parses[-1]:.2f} s"]
        for output in (False, True):
            steps = [t for t in mine if t.is_output == output and t.step != "read"]
            worst = max(steps, key=lambda t: t.worst)
            growth = "" if worst.growth is None else f"{worst.growth:.1f}"
            row += [f"{worst.step}: {worst.worst:.2f} s", f"{worst.times:.0f}", growth]
        rows.append(row)
    for cells in rows:
        lines += [f"    {'* -' if i == 0 else '  -'} {cell}" for i, cell in enumerate(cells)]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shapes", default=",".join(SHAPES), help="names, with commas")
    parser.add_argument("--sizes", default="1,3,10", help="megabytes, with commas (default: %(default)s)")
    parser.add_argument("--methods", help="names, with commas (default: all, both profiles)")
    parser.add_argument("--outputs", default=",".join(OUTPUTS).replace("page_type, posts, comments", "page_type"))
    parser.add_argument("--rst", action="store_true", help="write the tables of docs/bad-input")
    parser.add_argument("--rows", type=Path, help="a file that keeps the rows of measured shapes, to go on from there")
    options = parser.parse_args()
    names = options.methods.split(",") if options.methods is not None else method_names(baselines=True)
    methods = [
        (name, profile) for name in names if name for profile in (PROFILES if name not in BASELINES else PROFILES[:1])
    ]
    outputs = [name for name in OUTPUTS if name.split(",")[0] in options.outputs.split(",")]
    sizes = [float(size) for size in options.sizes.split(",")]
    found: list[Taken] = []
    stored = options.rows.read_text().splitlines() if options.rows and options.rows.exists() else []
    found += [Taken(**json.loads(line)) for line in stored]
    for shape in options.shapes.split(","):
        if any(taken.shape == shape for taken in found):
            continue
        new = measure(shape, sizes, methods, outputs)
        found += new
        if options.rows:
            with options.rows.open("a") as file:
                file.writelines(json.dumps(attrs.asdict(taken)) + "\n" for taken in new)
        print(f"{shape}: {max(taken.worst for taken in found if taken.shape == shape):.2f} s", file=sys.stderr)
    print(as_rst(found) if options.rst else as_text(found), end="")
    return 1 if any(taken.too_long for taken in found) else 0


if __name__ == "__main__":
    sys.exit(main())
