"""A page as a sequence of words and tags, the input of BTE, DSC and CCB.

These methods were designed for languages with spaces between words. Here a word is a run of characters other than white
space; each Han or kana character is a word of its own, and Chinese and Japanese punctuation separates words.
"""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns
from scrapy_denoise.page.columns import tags
from scrapy_denoise.page.columns.arrays import IntArray

# Elements without an end tag.
VOID = np.array([tags.CODES[name] for name in (*"area br col frame hr img input wbr".split(), *tags.VOID)])

_SPACE, _WORD, _WIDE = 0, 1, 2


@attrs.frozen(eq=False)
class Tokens:
    """The words and tags of a page in document order, as alternating groups: tags, a text's words, tags, ... tags.

    words: the number of words of each text row. tags: the number of tags before each text row, and after the last.
    link_tags: the number of those tags that are start or end tags of links.
    """

    words: IntArray
    tags: IntArray
    link_tags: IntArray

    @classmethod
    def from_columns(cls, columns: Columns) -> Tokens:
        return cls(
            count_words(columns),
            _between_texts(columns, columns.tag != tags.TEXT),
            _between_texts(columns, columns.tag == tags.CODES["a"]),
        )


def count_words(columns: Columns) -> IntArray:
    """The number of words of each text row."""
    data = np.frombuffer(columns.text + b"\0\0\0\0", np.uint8)
    kind = (data > 0x20).astype(np.uint8)
    if (data >= 0xE3).any():
        _mark_wide(data, kind)
    starts = kind == _WORD
    rows = columns.text_rows
    first = columns.text_start[rows]
    begins_row = np.zeros(len(data), np.bool_)
    begins_row[first] = True
    starts[1:] &= (kind[:-1] != _WORD) | begins_row[1:]
    # the lead byte of a wide character; its continuation bytes are 0x80 to 0xBF
    starts |= (kind == _WIDE) & (data >= 0xC0)
    total = np.zeros(len(data) + 1, np.int64)
    np.cumsum(starts, out=total[1:])
    words: IntArray = total[columns.text_stop[rows]] - total[first]
    return words


def _mark_wide(data: NDArray[np.uint8], kind: NDArray[np.uint8]) -> None:
    """Mark the UTF-8 bytes of Han characters and kana as wide, and those of CJK punctuation as white space."""
    second, third = np.append(data[1:], 0), np.append(data[2:], [0, 0])
    three = (data >= 0xE4) & (data <= 0xE9)  # U+4000 to U+9FFF
    three |= (data == 0xE3) & ((second >= 0x90) | (second >= 0x81) & (second <= 0x83))  # U+3400 on; kana
    three |= (data == 0xEF) & (second >= 0xA4) & (second <= 0xAB)  # compatibility ideographs
    four = (data == 0xF0) & (second >= 0xA0)  # U+20000 on
    stop = (data == 0xE3) & (second == 0x80)  # U+3000 to U+303F
    symbols = (third >= 0x81) & (third <= 0x8F) | (third >= 0x9A) & (third <= 0xA0)
    stop |= (data == 0xEF) & (second == 0xBC) & symbols  # full-width punctuation
    for where, width, what in ((three, 3, _WIDE), (four, 4, _WIDE), (stop, 3, _SPACE)):
        at = np.flatnonzero(where)
        for i in range(width):
            kind[np.minimum(at + i, len(kind) - 1)] = what


def _between_texts(columns: Columns, chosen: NDArray[np.bool_]) -> IntArray:
    """The number of tags of the chosen elements between each text row and the one before it, and after the last."""
    started = np.concatenate(([0], np.cumsum(chosen)))  # before each row
    closes = chosen & ~np.isin(columns.tag, VOID)
    ended = np.cumsum(np.bincount(columns.end[closes], minlength=len(columns) + 1))  # up to each row
    rows = np.append(columns.text_rows, len(columns))
    between: IntArray = np.diff(started[rows] + ended[rows], prepend=0)
    return between
