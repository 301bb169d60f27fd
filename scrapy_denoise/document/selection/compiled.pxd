"""What other compiled modules use of `scrapy_denoise.document.selection.compiled`."""

include "kept_rows_declarations.pxi"
