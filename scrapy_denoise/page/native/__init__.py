"""What compiled code shares: hashes, tables, memory and attributes that are computed once. Knows nothing of pages.

In: numbers, bytes and objects. Out: the same, found faster.
"""
