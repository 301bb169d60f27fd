# cython: wraparound=True
"""The compiled part of `scrapy_denoise.document.tree`."""

include "formula.pxi"
include "inline.pxi"
include "open_element.pxi"
include "node_stack.pxi"
include "structural_rows.pxi"
