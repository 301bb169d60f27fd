"""What other compiled modules use of `scrapy_denoise.document.source.compiled`."""

include "beginnings_declarations.pxi"
include "known_keys_declarations.pxi"
