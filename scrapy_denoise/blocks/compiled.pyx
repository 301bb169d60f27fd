"""The compiled part of `scrapy_denoise.blocks`, but for its features and regions."""

include "_block_types.pxi"
include "_notices.pxi"
include "_page_columns.pxi"
include "_word_language.pxi"
include "forest/_forest.pxi"
include "page_texts.pxi"
include "path_votes.pxi"
