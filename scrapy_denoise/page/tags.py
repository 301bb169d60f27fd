"""The HTML elements that the walk knows: a small integer for each, and how a browser lays it out by default.

The codes are part of no stored format (templates store hashes of the names), so the table may change.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

TEXT = 0
"""The code of text rows; no element has it."""

# Never rendered as text of the page: no rows at all.
SKIPPED = tuple(
    """script style template noscript title meta link base param datalist noframes noembed
    basefont isindex rp""".split()
)

# A row, but what is inside it is a fallback for browsers that cannot show the real thing: not walked.
OPAQUE = tuple("iframe object applet canvas svg video audio frame".split())

# Empty in HTML, but libxml2 knows no end of them: what follows them stands inside, and is shown.
VOID = tuple("embed source track bgsound".split())

BLOCK = tuple(
    """html head body frameset address article aside blockquote center dd details dialog dir div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main map menu nav ol
    optgroup option p plaintext pre search section select summary table caption colgroup col tbody td tfoot th
    thead tr textarea ul xmp br""".split()
)

INLINE = tuple(
    """a abbr acronym area b bdi bdo big blink button cite code data del dfn em font i img input ins kbd label
    mark marquee math meter nobr output picture progress q rb rt rtc ruby s samp slot small span strike strong
    sub sup time tt u var wbr""".split()
)

NAMES: tuple[str, ...] = ("#text", *BLOCK, *INLINE, *OPAQUE, *SKIPPED, *VOID)
"""Name by code. Elements that are not here get the codes from ``len(NAMES)`` up, page by page."""

CODES: dict[str, int] = {name: code for code, name in enumerate(NAMES)}


def flags(names: str) -> NDArray[np.bool_]:
    """For every code that there can be, whether it is one of these elements', as in ``flags("h1 h2")[columns.tag]``."""
    found = np.zeros(1 << 16, np.bool_)
    found[[CODES[name] for name in names.split()]] = True
    return found


HINTS: dict[str, str] = {
    "content": "content article entry story body text main blog zhengwen neirong xiangqing detail",
    "post": "post message answer question",
    "forum": "forum thread topic bbs phpbb vbulletin xenforo discuz",
    "comment": "comment reply replies disqus respond pinglun guestbook feedback",
    "user": "user profile avatar member signature postbit",
    "navigation": "nav menu crumb toc tab- tabs pager pagin prev next daohang weizhi",
    "sidebar": "side aside widget rail column right- left- -right -left",
    "footer": "foot copyright bottom legal disclaimer",
    "header": "header masthead logo top- -top topbar banner brand",
    "advertisement": "-ad- -ads advert sponsor promo guanggao adsense -ad adv",
    "sharing": "share sharing social tweet twitter facebook like- follow fenxiang addthis",
    "related": "relat recommend more- -more popular hot- -hot latest trending similar xiangguan tuijian recent",
    "tags": "tag- -tag tags categor keyword label",
    "byline": "meta byline author date time info posted publish source laiyuan",
    "form": "login search form subscri newsletter signup regist",
    "caption": "caption figure photo image img- gallery slide credit video media",
    "hidden": "hid modal popup cookie consent print- tooltip dialog",
    "product": "product price descri spec review rating cart",
    "list": "list item card teaser grid archive index excerpt summary",
    "title": "title headline heading subject biaoti",
}
"""Words that class names and ids are made of, by what they say of an element; ``-`` stands for any byte but a letter.

Parts of words count (`relat` for ``related`` and ``relation``), so that ``sidebarLeft`` is found too.
"""
