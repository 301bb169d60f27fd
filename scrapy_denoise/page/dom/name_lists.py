"""What the class and id of a hidden element say of it: whether readers open it, or it opens over the page.

The content of closed panels (tabs, accordions) is part of a page; that of popups and of menus that drop down is not.
"""

from __future__ import annotations

OVER = "modal popup cookie consent tooltip dialog"
"""Words of elements that stand over the page, in the form that `NameWords` takes."""

POPUP = f"hid {OVER} print-"
"""The same, and words that say no more than that an element is hidden."""

UNREAD = f"{POPUP} -error- -loading-"
"""The same, and words of what a program shows while it waits or when it has failed."""

MENU = "nav menu crumb toc tab- tabs pager- pagin prev next daohang weizhi"
"""Words of menus."""

LINE_NUMBERS = "lineno linenum line-num codeline gutter -ln- -lnt- -ln-num"
"""Words of elements that hold the numbers of the lines of code."""

UNSHOWN_LINES = "-boring-"
"""Words of lines of code that are neither shown nor copied: those that mdBook hides."""

CODE_LINES = "-line-"
"""Words of elements that hold a line of code each."""
