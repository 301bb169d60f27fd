"""Finds the address of an image: in ``src``, ``srcset``, the attributes of scripts that load it late, or a
``source``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives
from scrapy_denoise.document.source.compiled import Addresses

if TYPE_CHECKING:
    from scrapy_denoise.page.dom.element import Element

MAX_SRCSET = 20_000
"""The most characters of a ``srcset`` that are read."""

MAX_NAME = 40
"""Characters of the name of an attribute that are read."""

MAX_SOURCES = 50
"""The most ``source`` elements of a ``picture`` that are read."""

# Where scripts that load images late find the address.
_LAZY = """data-src data-original data-lazy-src data-lazy data-original-src data-actualsrc data-hi-res-src data-full-src
    data-large-src data-echo nitro-lazy-src""".split()
# The same; also the number of the image, or the address of what it leads to.
_PERHAPS_LAZY = "data-image data-url data-file zoomfile file".split()
PICTURE_FILE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|bmp)(?:[?#!@]|$)", re.IGNORECASE)
_LAZY_SETS = ("data-srcset", "data-lazy-srcset", "nitro-lazy-srcset")
SOURCES = (*_LAZY, *_PERHAPS_LAZY, *_LAZY_SETS, "src", "srcset")
_LATE = frozenset(SOURCES) - {"src", "srcset"}

_OTHER = frozenset("src img image url file lazy media original full large lg ll".split())
_OF_OTHERS = re.compile(alternatives(sections("picture_words")["other_attributes"]))
"""Words of the names of other attributes with the address of a picture, and of those with that of another one."""

_WIDTH = re.compile(r"([\d.]{1,20})[wx](?:,|$)")
_SET = re.compile(r"(?:\s|%20)\d{1,5}w\s*$")
"""How a value ends that is a ``srcset``, also where a page has escaped it as one address."""


def source_of(element: Element, attributes: dict[str, str], addresses: Addresses) -> str:
    """The address of an image: what scripts load late, else ``src``, else the largest of ``srcset``, else the
    ``source`` elements of the ``picture`` around it."""
    is_late = not _LATE.isdisjoint(attributes)
    for name in _LAZY if is_late else ():
        late = attributes.get(name, "")
        # Without these it is no address but the state of the script, such as "false".
        if ("." in late or "/" in late) and (url := _address(late, addresses)):
            return url
    for name in _PERHAPS_LAZY if is_late else ():
        if (
            name in attributes
            and PICTURE_FILE.search(attributes[name])
            and (url := addresses.resource(attributes[name]))
        ):
            return url
    for name in (*_LAZY_SETS, "src", "srcset") if is_late else ("src", "srcset"):
        value = attributes.get(name)
        if value is None:
            continue
        url = _address(value, addresses) if name == "src" else _largest(value, addresses)
        if url:
            return url
    for name in _PERHAPS_LAZY if is_late else ():
        if "/" in attributes.get(name, "") and (url := addresses.resource(attributes[name])):
            return url
    around = element.getparent()
    while around is not None and around.tag == "source":  # libxml2 closes no source element
        around = around.getparent()
    if around is None or around.tag != "picture":
        return ""
    known = addresses.of_elements.get(around)
    if known is None:
        sources = islice(around.iter("source"), MAX_SOURCES)
        known = next((url for source in sources if (url := _of_source(source, addresses))), "")
        addresses.of_elements[around] = known
    return known


def other_source(attributes: dict[str, str], addresses: Addresses) -> str:
    """The address of a picture's file in an attribute of another name than those that many sites have, of an image that
    shows a blank until a script of the site loads the picture; empty where there is none."""
    for name, value in attributes.items():
        words = (word.rstrip("0123456789") for word in name[:MAX_NAME].replace("_", "-").split("-"))
        if name in SOURCES or _OTHER.isdisjoint(words) or _OF_OTHERS.search(name):
            continue
        address = value.strip()
        is_file = len(address) <= MAX_SRCSET and " " not in address and PICTURE_FILE.search(address)
        if is_file and (url := addresses.resource(address)):
            return url
    return ""


def _of_source(source: Element, addresses: Addresses) -> str:
    """The address of a ``source`` element, which may stand in several pictures that are in each other."""
    known = addresses.of_elements.get(source)
    if known is None:
        sets = (source.get(name) for name in (*_LAZY_SETS, "srcset"))
        known = next((url for value in sets if value and (url := _largest(value, addresses))), "")
        addresses.of_elements[source] = known
    return known


def _address(value: str, addresses: Addresses) -> str:
    """The address in an attribute for one; the largest where a page has written a ``srcset`` there."""
    if "w" in value[-4:] and len(value) <= MAX_SRCSET and _SET.search(value):
        return _largest(value.replace("%20", " "), addresses)
    return addresses.resource(value)


def _largest(srcset: str, addresses: Addresses) -> str:
    best, url = -1.0, ""
    for address, size in _candidates(srcset[:MAX_SRCSET]):
        try:
            width = float(size)
        except ValueError:
            continue
        if width > best and (resolved := addresses.resource(address)):
            best, url = width, resolved
    return url


def _candidates(srcset: str) -> Iterator[tuple[str, str]]:
    """The addresses of a ``srcset``, each with its width or density: "1" for one without.

    >>> list(_candidates("a.png, b,c.png 300w,d.png 2x"))
    [('a.png', '1'), ('b,c.png', '300'), ('d.png', '2')]
    """
    address = ""
    for token in srcset.split():
        if address and (width := _WIDTH.match(token)):
            yield address, width[1]
            address, token = "", token[width.end() :]
        if token:
            address = token.strip(",")  # of several words before a comma, the last one
        if address and token.endswith(","):
            yield address, "1"
            address = ""
    if address:
        yield address, "1"
