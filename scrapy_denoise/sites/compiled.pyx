"""The compiled part of `scrapy_denoise.sites`."""

include "_layout.pxi"
include "_sample_table.pxi"
include "codec/_column_codec.pxi"
include "repetition.pxi"
include "votes.pxi"
