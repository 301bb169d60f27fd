"""The compiled part of `scrapy_denoise.blocks.regions`."""

include "_boilerplate.pxi"
include "_captions.pxi"
include "kept_blocks.pxi"
include "article_head.pxi"
