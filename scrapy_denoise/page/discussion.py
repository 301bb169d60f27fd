"""Discussions: comments beside an article, and threads, which are nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.columns import name_hash
from scrapy_denoise.page.comments import comments_in

if TYPE_CHECKING:
    from scrapy_denoise.page.page import Columns


def name_hashes(names: Iterable[str]) -> NDArray[np.uint32]:
    """What `scrapy_denoise.page.comments` looks names up in."""
    return np.array(sorted({name_hash(name) for name in names}), np.uint32)


# What elements that hold comments are named, before and after separators and plurals, as blog and news software
# writes it; each has a word of the family "comment" of `tags.HINTS`.
_BEFORE = "article post user fb dsq news blk box page wp story".split()
_AFTER = """area block body box container content feed form group holder html inner item items list main module outer
    panel respond section stream template text thread top tree view wrap wrapper""".split()
_ALONE = """respond reply replies disqus disqus_thread feedback pinglun hcomment comment-0 div-comment-0 li-comment-0
    comment-body-0 dsq-comment-0""".split()
_NAMES = name_hashes(
    {
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
)

# Headings above comments: their ids, and their texts, with the number of the comments as 0.
_HEADINGS = name_hashes("comments comments-title comments_title comment-title start-of-comments postcomments".split())
_WORDS = """comments comment responses replies reactions feedback commentaires comentarios comentários commenti
    kommentare komentarze komentarzy opinie komentáře комментарии комментариев отзывы коментарі σχόλια ئىنكاسلار
    コメント 댓글 评论 网友评论 全部评论 热门评论 最新评论 精彩评论 文章评论 发表评论 评论区 留言 留言板 跟帖
    評論 網友評論""".split()
_PHRASES = ["reader comments", "user comments", "all comments", "reader feedback", "comments on this story"]
_TITLES = name_hashes(
    form.format(text) + end
    for words in (*_WORDS, *_PHRASES)
    for text in (words, words.capitalize(), words.title(), words.upper())
    for form in ("{}", "0 {}", "{} 0", "{} (0)", "{}(0)", "{}（0）", "{}0", "{} 0条", "{}0条", "0条{}", "0 {} so far")
    for end in ("", ":", "：", "...", " »")
)

_THREAD = re.compile(
    r"forum|thread|topics?\b|discuss|question|\bbbs|boards?\b|/t/|communit|\banswers?\b|/comments?/|/faq/|tieba"
    r"|viewtopic|showpost"
)  # in lower case


def comment_rows(columns: Columns) -> NDArray[np.bool_] | None:
    """For every row, whether it is part of the comments; None where there are none.

    That is inside a block whose id or first class name says so, or, at the end of a page, under a heading that says so
    and no more. Not in a line: the markup of source code calls comments so, too.
    """
    marks = comments_in(columns, _NAMES, _HEADINGS, _TITLES)
    return None if marks is None else np.frombuffer(marks, np.bool_)


def is_thread(url: str | None) -> bool:
    """Whether a page is a discussion itself, of a forum or of questions and answers, by its address.

    >>> is_thread("https://forum.example.org/viewtopic.php?t=7"), is_thread("https://example.org/news/7.html")
    (True, False)
    """
    return url is not None and _THREAD.search(url.lower()) is not None
