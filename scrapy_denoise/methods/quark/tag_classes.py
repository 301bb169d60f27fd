"""The tag classes of paper 003, section 3.1: which elements make blocks, and which only lay out or display text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns, tags

DISPLAY, LAYOUT, BIG, SUPER, CUSTOM, UNKNOWN = range(6)
"""The classes by strength. DISPLAY stands for display (D) and affiliated (A) tags, both of which make no blocks.
UNKNOWN stands for elements of no list: it is big if it holds a big, layout or super element, else display."""

# The lists of section 3.1 as printed, but for "LABLE" and a lost quotation mark at BIG. FIELDSET is both super and
# big, TD both big and affiliated: the class that is named first in the paper is tested first there, and wins here.
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

# HTML5, and DD as DT is.
HTML5: dict[str, tuple[str, ...]] = {
    "S": (*PAPER["S"], *"video audio canvas svg template embed".split()),
    "B": (*PAPER["B"], *"article section main nav aside header footer details dialog search".split()),
    "L": (*PAPER["L"], *"dd figure figcaption hgroup summary picture".split()),
    "D": (*PAPER["D"], *"time mark data ruby rt rp rb rtc wbr output meter progress bdi slot".split()),
    "A": (*PAPER["A"], *"source track datalist".split()),
}

_LEVELS = {"A": DISPLAY, "D": DISPLAY, "L": LAYOUT, "B": BIG, "S": SUPER}


def class_table(classes: dict[str, tuple[str, ...]], unknown: int) -> NDArray[np.uint8]:
    """The class of each tag code that the walk knows, and one place more for those that it does not: `unknown`."""
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
    """The class of each row; `custom`: names of tags, in lower case, that are blocks of their own."""
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
