# cython: wraparound=True, boundscheck=True
"""The compiled part of `scrapy_denoise.document.render`."""

include "html.pxi"
include "markdown_inline.pxi"
include "markdown.pxi"
include "text.pxi"
