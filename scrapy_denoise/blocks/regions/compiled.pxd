"""What other compiled modules use of `scrapy_denoise.blocks.regions.compiled`."""

include "kept_blocks_declarations.pxi"
