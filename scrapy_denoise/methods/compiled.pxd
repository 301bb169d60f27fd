"""What other compiled modules use of `scrapy_denoise.methods.compiled`."""

include "feature_tree/cnode_tree_declarations.pxi"
include "feature_tree/reduction_declarations.pxi"
