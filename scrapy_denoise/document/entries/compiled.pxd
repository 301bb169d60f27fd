"""What other compiled modules use of `scrapy_denoise.document.entries.compiled`."""

include "_records_declarations.pxi"
