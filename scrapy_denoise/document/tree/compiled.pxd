"""What other compiled modules use of `scrapy_denoise.document.tree.compiled`."""

include "open_element_declarations.pxi"
