"""What other compiled modules use of `scrapy_denoise.document.render.compiled`."""

include "markdown_inline_declarations.pxi"
include "text_declarations.pxi"
