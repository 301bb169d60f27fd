"""What other compiled modules use of `scrapy_denoise.page.walk.compiled`."""

include "visibility_declarations.pxi"
include "walk_declarations.pxi"
