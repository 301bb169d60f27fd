"""The compiled part of `scrapy_denoise.page.walk`: the one pass over lxml's tree."""

include "visibility.pxi"
include "walk.pxi"
include "elements.pxi"
