"""The compiled part of `scrapy_denoise.document.entries`."""

include "_records.pxi"
include "_link_paths.pxi"
include "bounds.pxi"
include "_list_weights.pxi"
include "labels.pxi"
include "record_lines.pxi"
