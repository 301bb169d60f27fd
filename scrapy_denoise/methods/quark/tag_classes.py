"""The tag classes of paper 003, section 3.1: elements that make blocks, lay out blocks, or display text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns import tags

DISPLAY, LAYOUT, BIG, SUPER, CUSTOM, UNKNOWN = range(6)
"""The classes by strength. DISPLAY includes display (D) and affiliated (A) tags, neither of which makes blocks.
UNKNOWN elements are in no list; they are big if they hold a big, layout or super element, else display."""

# The lists of section 3.1 as printed, with "LABLE" and a lost quotation mark at BIG corrected. FIELDSET is both super
# and big, TD both big and affiliated: the paper tests its classes in order, so the class named first wins.
PAPER: dict[str, tuple[str, ...]] = {
    "S": tuple("head script style object fieldset frameset iframe".split()),
    "B": tuple("div td table form fieldset center noframes noscript pre body html".split()),
    "L": tuple("p ul ol dl dir li dt blockquote address br hr col colgroup img menu select".split()),
    "D": tuple(
        """a abbr acronym area b base basefont bdo big button caption cite code dd del dfn em font h1 h2 h3 h4 h5 h6 i
        ins kbd label small strike strong sub sup q s samp span thead tfoot textarea u tt var
        o:smarttagtype""".split()
    ),
    "A": tuple("frame input isindex legend link map meta option optgroup param td th tr tbody title".split()),
}

# The elements of HTML5, and DD in the same class as DT.
HTML5: dict[str, tuple[str, ...]] = {
    "S": (*PAPER["S"], *"video audio canvas svg template embed".split()),
    "B": (*PAPER["B"], *"article section main nav aside header footer details dialog search".split()),
    "L": (*PAPER["L"], *"dd figure figcaption hgroup summary picture".split()),
    "D": (*PAPER["D"], *"time mark data ruby rt rp rb rtc wbr output meter progress bdi slot".split()),
    "A": (*PAPER["A"], *"source track datalist".split()),
}

_LEVELS = {"A": DISPLAY, "D": DISPLAY, "L": LAYOUT, "B": BIG, "S": SUPER}


def class_table(classes: dict[str, tuple[str, ...]], unknown: int) -> NDArray[np.uint8]:
    """The class of each tag code that the walk knows; the last entry is `unknown`, for all other tags."""
    table = np.full(len(tags.NAMES) + 1, unknown, np.uint8)
    table[tags.TEXT] = DISPLAY
    for letter in "ADLBS":
        for name in classes[letter]:
            if name in tags.CODES:
                table[tags.CODES[name]] = _LEVELS[letter]
    return table


PAPER_TABLE = class_table(PAPER, DISPLAY)
HTML5_TABLE = class_table(HTML5, UNKNOWN)


def row_classes(columns: Columns, html5: bool, custom: tuple[str, ...] = ()) -> NDArray[np.uint8]:
    """The class of each row. custom: the lower-case names of tags whose elements become blocks."""
    table = HTML5_TABLE if html5 else PAPER_TABLE
    known = np.minimum(columns.tag, len(tags.NAMES))
    codes = [tags.CODES[name] for name in custom if name in tags.CODES]
    if codes:
        table = table.copy()
        table[codes] = CUSTOM
    found: NDArray[np.uint8] = table[known]
    for extra, name in enumerate(columns.extra_names):
        if name in custom:
            found[columns.tag == len(tags.NAMES) + extra] = CUSTOM
    return found
