"""A page as columns: the format of the buffers, for Python and for compiled code.

In: the buffers of a walk. Out: `Columns`, one array per fact, one row per node; the codes of tags.
"""
