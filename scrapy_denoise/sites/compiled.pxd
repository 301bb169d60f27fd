"""What other compiled modules use of `scrapy_denoise.sites.compiled`."""

include "_sample_table_declarations.pxi"
