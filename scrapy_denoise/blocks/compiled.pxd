"""What other compiled modules use of `scrapy_denoise.blocks.compiled`."""

include "path_votes_declarations.pxi"
