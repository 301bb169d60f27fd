"""Discussions: comments beside an article, and threads, which are nothing else."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.columns import name_hash
from scrapy_denoise.page.hashing import inside_named
from scrapy_denoise.page.page import Columns

# What elements that hold comments are named, before and after separators and plurals, as blog and news software
# writes it.
_BEFORE = "article post user fb dsq news blk box page wp story".split()
_AFTER = """area block body box container content feed form group holder html inner item items list main module outer
    panel respond section stream template text thread top tree view wrap wrapper""".split()
_ALONE = """respond reply replies disqus disqus_thread dsq-content feedback pinglun hcomment comment-0 div-comment-0
    li-comment-0 comment-body-0 dsq-comment-0""".split()
_NAMES = {
    *_ALONE,
    *(
        f"{before}{separator if before else ''}{name}{separator if after else ''}{after}"
        for name in ("comment", "comments")
        for separator in ("-", "_", "")
        for before, after in [("", ""), *((word, "") for word in _BEFORE), *(("", word) for word in _AFTER)]
    ),
    *(f"{name}{after.capitalize()}" for name in ("comment", "comments", "Comment") for after in ("", *_AFTER)),
    *(f"{before}Comments" for before in _BEFORE),
}
_COMMENTS = np.array(sorted({name_hash(name) for name in _NAMES}), np.uint32)

_THREAD = re.compile(
    r"forum|thread|topics?\b|discuss|question|\bbbs|boards?\b|/t/|communit|\banswers?\b|/faq/|tieba|viewtopic|showpost"
)  # in lower case


def comment_rows(columns: Columns) -> NDArray[np.bool_]:
    """For every row, whether it is inside a block whose id or first class name says that it holds comments.

    Not in a line: the markup of source code calls comments so, too.
    """
    found = np.zeros(len(columns), np.bool_)
    inside_named(columns, _COMMENTS, found.view(np.uint8))
    return found


def is_thread(url: str | None) -> bool:
    """Whether a page is a discussion itself, of a forum or of questions and answers, by its address.

    >>> is_thread("https://forum.example.org/viewtopic.php?t=7"), is_thread("https://example.org/news/7.html")
    (True, False)
    """
    return url is not None and _THREAD.search(url.lower()) is not None
