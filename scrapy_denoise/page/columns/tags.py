"""The HTML elements that the walk knows: a small integer for each, and how a browser lays it out by default.

No stored format contains the codes (templates store hashes of the names), so the table may change.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

TEXT = 0
"""The code of text rows; no element has it."""

# Never rendered as text of the page: no rows at all.
SKIPPED = tuple(
    """script style template noscript title meta link base param datalist noframes noembed
    basefont isindex""".split()
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
    mark marquee math meter nobr output picture progress q rb rp rt rtc ruby s samp slot small span strike strong
    sub sup time tt u var wbr""".split()
)

NAMES: tuple[str, ...] = ("#text", *BLOCK, *INLINE, *OPAQUE, *SKIPPED, *VOID)
"""The names of elements by their codes. Other elements get codes from ``len(NAMES)`` up, page by page."""

CODES: dict[str, int] = {name: code for code, name in enumerate(NAMES)}


def flags(names: str) -> NDArray[np.bool_]:
    """For every code that there can be, whether it is one of these elements', as in ``flags("h1 h2")[columns.tag]``."""
    found = np.zeros(1 << 16, np.bool_)
    found[[CODES[name] for name in names.split()]] = True
    return found


HEADINGS = flags("h1 h2 h3 h4 h5 h6")


def by_code(groups: Mapping[str, str]) -> dict[int, str]:
    """The group of each element by its code. groups: the names of the elements of each."""
    return {CODES[name]: group for group, names in groups.items() for name in names.split()}
