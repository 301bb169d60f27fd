"""Decides if a text that differs from texts of other pages only in figures counts as a repetition."""

from __future__ import annotations

import re

import numpy as np

from scrapy_denoise.blocks.regions.bylines import MAX_BYLINE_CHARS, SENTENCE_END
from scrapy_denoise.blocks.regions.date_scan import date_span
from scrapy_denoise.page import Page
from scrapy_denoise.sites._repetition import field_flags

__all__ = ["field_flags", "is_time_line", "repeated_texts"]

CLOCK_TIME = re.compile(r"(?<![\d:])\d{1,2}:\d\d(?!\d)")
"""A time of day."""

_MASKED_BYTES = 4 * MAX_BYLINE_CHARS


def repeated_texts(page: Page, masked: bytes, exact: bytes) -> tuple[bytes, bytes]:
    """Of each text row of a page the place of the text that counts as its repetition, and its `field_flags`.

    masked, exact: the place of its text among those of the samples, without and with its digits (`Samples.places_of`);
    -1 where none has it. What differs in its figures is another text, a price or a measure; only a line with a date or
    a time of day is the same line on every page that has one in the same words, and no field. Returns the bytes of an
    int64 and of a uint8 array.
    """
    fields = field_flags(page.signature)
    if masked == exact:
        return exact, fields
    same, places = np.frombuffer(masked, np.int64), np.frombuffer(exact, np.int64).copy()
    flags = bytearray(fields)
    columns = page.columns
    for position in np.flatnonzero((same >= 0) & (same != places)).tolist():
        row = columns.text_rows[position]
        start, stop = columns.text_start[row], columns.text_stop[row]
        if stop - start <= _MASKED_BYTES and is_time_line(columns.text[start:stop].decode()):
            places[position] = same[position]
            flags[position] = 0
    return places.tobytes(), bytes(flags)


def is_time_line(text: str) -> bool:
    """True if a text is a line with a date or a time of day and not a sentence."""
    if len(text) > MAX_BYLINE_CHARS or SENTENCE_END.search(text):
        return False
    return CLOCK_TIME.search(text) is not None or date_span(text) is not None
