from scrapy_denoise.methods.feature_tree.cnode_tree cimport CNodeTree

cdef int reduce_pair(CNodeTree one, CNodeTree two, CNodeTree less_one, CNodeTree less_two) except -1
