"""Mutations of pages: of bytes, tags, attributes, nesting and encodings, and splices of two pages."""

import re
from collections.abc import Callable
from random import Random

TAG = re.compile(rb"<[^<>]{1,2000}>")

NAMES = [
    b"html", b"head", b"body", b"title", b"frameset", b"noframes", b"div", b"p", b"span", b"a", b"b", b"i",
    b"ul", b"li", b"table", b"tr", b"td", b"tbody", b"caption", b"h1", b"h2", b"pre", b"br", b"hr", b"img",
    b"script", b"style", b"template", b"noscript", b"section", b"nav", b"footer", b"article", b"main",
    b"textarea", b"select", b"option", b"iframe", b"figure", b"figcaption", b"svg", b"math", b"o:p", b"x-card",
    b"form", b"blockquote", b"dl", b"dt", b"dd", b"ruby", b"rt", b"video", b"plaintext", b"xmp", b"listing",
    b"base", b"meta", b"center", b"font", b"button", b"p\x01q", b"a\"b'c", b"\xc3\xa9t\xc3\xa9", b"details",
    b"summary", b"label", b"input", b"object", b"map",
]  # fmt: skip

ATTRIBUTES = [
    b"hidden", b"style='display:none'", b"style='color:red'", b"class='post-17 wide'", b"class=comment", b"class=''",
    b"id=main", b"id='S:1'", b"href=/a/1", b"href='http://['", b"href='javascript:run()'", b"role=tabpanel",
    b"onclick=run()", b"@click=run", b"src=a.png", b"src='data:image/png;base64,AAAA'", b"a'b", b"title='\x01 <p>'",
    b"xml:lang=ug", b"xmlns:o=x", b"colspan=999999", b"dir=rtl", b"lang=zh", b"datetime=2020-01-01", b"open",
    b"itemprop=articleBody", b"property=og:title", b"content='A title'", b"charset=gbk", b"data-dn-b=7",
    b"class='" + b"a " * 600 + b"'", b"id='" + b"9" * 300 + b"'",
]  # fmt: skip

TOKENS = [
    b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<!DOCTYPE html>", b"<?xml version='1.0'?>", b"<?php", b"</html>",
    b"</body>", b"</html><html>", b"</p>", b"</div>", b"</table>", b"<", b">", b"</", b"&", b"&#0;",
    b"&#xD800;", b"&#x110000;", b"&#65198", b"&nbsp;", b"&lt;p&gt;", b"\x00", b"\x01", b"\x1b",
    b"\x07", b"\x7f", b"\xc2\x9b", b"\xff",
    b"\xef\xbb\xbf", b"\xef\xbf\xbe", b"\xed\xa0\x80", b"\xe2\x80\x8b", b"\xc2\xa0", b"\xcc\x81",
    b"\xf0\x9f\x8c\xa7", b"\r\n", b"\t\t\t", b"'", b'"', b"=", b"text", b"A sentence, with a stop. " * 4,
    "河水在夜里上涨，下游的道路被淹没了。".encode() * 3, "دەريا سۈيى ئۆرلەپ كەتتى. ".encode() * 3,
    "\ufee9\ufedf\ufee2\ufbd7".encode(), b"1234 567",
]  # fmt: skip

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "gb18030", "big5", "windows-1252", "windows-1256", "cp1251"]

LABELS = [
    *ENCODINGS, "zlib", "hex", "rot13", "base64", "uu", "bz2", "quopri", "idna", "undefined", "unicode_escape",
    "raw_unicode_escape", "punycode", "utf-7", "utf-32", "hz", "none-such", "x" * 3000,
]  # fmt: skip
"""What a page says of its encoding: codecs of Python that are none of text too."""

NUMBERS = [
    b"", b"-1", b"1.5", b"1e9", b"0", b"5px", b"9" * 4_301, b"-" + b"9" * 5_000,
    "٣".encode(), "²".encode(), "２０".encode(),
]  # fmt: skip
NUMBERED = [b"width", b"height", b"colspan", b"rowspan", b"start", b"value", b"datetime", b"content", b"srcset"]
ATTRIBUTES += [name + b"='" + number + b"'" for name in NUMBERED for number in NUMBERS]

Page = bytes
Mutation = Callable[[Random, Page, Page], Page]


def _place(rng: Random, page: Page) -> int:
    return rng.randint(0, len(page))


def _span(rng: Random, page: Page, most: int = 4000) -> tuple[int, int]:
    start = _place(rng, page)
    return start, min(len(page), start + int(most ** rng.random()))


def _tag_span(rng: Random, page: Page, most: int = 40) -> tuple[int, int]:
    """From the beginning of one tag to the end of another."""
    tags = [match.span() for match in TAG.finditer(page)]
    if not tags:
        return _span(rng, page)
    first = rng.randrange(len(tags))
    last = min(len(tags) - 1, first + int(most ** rng.random()))
    return tags[first][0], tags[last][1]


def _one_tag(rng: Random, page: Page) -> tuple[int, int]:
    return _tag_span(rng, page, 1) if TAG.search(page) else (0, 0)


def flip_bytes(rng: Random, page: Page, other: Page) -> Page:
    changed = bytearray(page)
    for _ in range(rng.randint(1, 8)):
        if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def delete(rng: Random, page: Page, other: Page) -> Page:
    start, stop = _span(rng, page)
    return page[:start] + page[stop:]


def repeat(rng: Random, page: Page, other: Page) -> Page:
    start, stop = _tag_span(rng, page)
    times = min(int(300 ** rng.random()), 40_000 // max(stop - start, 1))
    return page[:stop] + page[start:stop] * times + page[stop:]


def cut(rng: Random, page: Page, other: Page) -> Page:
    return page[: _place(rng, page)]


def keep_part(rng: Random, page: Page, other: Page) -> Page:
    start, stop = _tag_span(rng, page, 400)
    return page[start:stop]


def insert_token(rng: Random, page: Page, other: Page) -> Page:
    at = _place(rng, page)
    return page[:at] + rng.choice(TOKENS) + page[at:]


def insert_tag(rng: Random, page: Page, other: Page) -> Page:
    at = _one_tag(rng, page)[rng.randrange(2)]
    end = b"/" if rng.random() < 0.3 else b""
    attributes = b" " + rng.choice(ATTRIBUTES) if rng.random() < 0.4 else b""
    return page[:at] + b"<" + end + rng.choice(NAMES) + attributes + b">" + page[at:]


def remove_tag(rng: Random, page: Page, other: Page) -> Page:
    start, stop = _one_tag(rng, page)
    return page[:start] + page[stop:]


def rename_tag(rng: Random, page: Page, other: Page) -> Page:
    names = sorted(set(re.findall(rb"</?([A-Za-z][\w:-]*)", page)))
    if not names:
        return page
    old, new = rng.choice(names), rng.choice(NAMES)
    pattern = re.compile(rb"(</?)" + re.escape(old) + rb"(?=[\s/>])")
    return pattern.sub(lambda match: match[1] + new, page, count=rng.choice([0, 1, 5]))


def add_attribute(rng: Random, page: Page, other: Page) -> Page:
    start, stop = _one_tag(rng, page)
    if stop - start < 3 or page[start + 1 : start + 2] == b"/":
        return page
    return page[: stop - 1] + b" " + rng.choice(ATTRIBUTES) + page[stop - 1 :]


def drop_attributes(rng: Random, page: Page, other: Page) -> Page:
    start, stop = _tag_span(rng, page, 200)
    return page[:start] + re.sub(rb"\s[\w-]+=(\"[^\"]*\"|'[^']*')", b"", page[start:stop]) + page[stop:]


def nest(rng: Random, page: Page, other: Page) -> Page:
    start, stop = _tag_span(rng, page)
    name, depth = rng.choice(NAMES), int(2500 ** rng.random())
    closed = b"</" + name + b">" if rng.random() < 0.7 else b""
    return page[:start] + (b"<" + name + b">") * depth + page[start:stop] + closed * depth + page[stop:]


def splice(rng: Random, page: Page, other: Page) -> Page:
    start, stop = _tag_span(rng, other)
    at = _one_tag(rng, page)[1]
    return page[:at] + other[start:stop] + page[at:]


def join(rng: Random, page: Page, other: Page) -> Page:
    return page[: _one_tag(rng, page)[0]] + other[_one_tag(rng, other)[0] :]


def recode(rng: Random, page: Page, other: Page) -> Page:
    text = page.decode("utf-8", "replace")
    if rng.random() < 0.5:
        text = f"<meta charset={rng.choice(LABELS)}>" + text
    return text.encode(rng.choice(ENCODINGS), "replace")


def swap_parts(rng: Random, page: Page, other: Page) -> Page:
    (a, b), (c, d) = sorted([_tag_span(rng, page), _tag_span(rng, page)])
    return page[:a] + page[c:d] + page[b:c] + page[a:b] + page[d:] if b <= c else page


MUTATIONS: list[Mutation] = [
    flip_bytes, delete, repeat, cut, keep_part, insert_token, insert_token, insert_tag, insert_tag, insert_tag,
    remove_tag, remove_tag, rename_tag, add_attribute, add_attribute, drop_attributes, nest, splice, splice,
    join, recode, swap_parts,
]  # fmt: skip

MAX_BYTES = 300_000


def mutated(rng: Random, page: Page, other: Page) -> Page:
    """A page after some mutations, now and then none. other: a page from which parts are taken."""
    if rng.random() < 0.7 and len(page) > 20_000:
        page = keep_part(rng, page, other)
    for _ in range(int(12 ** rng.random())):
        page = rng.choice(MUTATIONS)(rng, page, other)[:MAX_BYTES]
    return page
