"""A page as columns: the format of the buffers, for Python and for compiled code.

In: the buffers of a walk. Out: `Columns`, an array a fact, a row a node; the codes of tags.
"""
