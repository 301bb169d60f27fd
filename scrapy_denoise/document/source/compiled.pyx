"""The compiled part of `scrapy_denoise.document.source`."""

include "_data_tables.pxi"
include "_decks.pxi"
include "beginnings.pxi"
include "fast_attrs.pxi"
include "known_keys.pxi"
include "urls.pxi"
include "xml_chars.pxi"
