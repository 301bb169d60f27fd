"""The compiled part of `scrapy_denoise.page.walk`: the one pass over a page's nodes."""

include "visibility.pxi"
include "walk.pxi"
include "elements.pxi"
