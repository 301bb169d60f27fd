"""What other compiled modules use of `scrapy_denoise.blocks.features.compiled`."""

include "class_names_declarations.pxi"
include "text_counts_declarations.pxi"
include "measures_declarations.pxi"
include "landmarks_declarations.pxi"
include "feature_groups_declarations.pxi"
