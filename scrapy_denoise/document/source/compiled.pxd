"""What other compiled modules use of `scrapy_denoise.document.source.compiled`."""

include "known_keys_declarations.pxi"
