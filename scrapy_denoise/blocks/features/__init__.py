"""The features of text blocks.

In: a `Page` and its blocks. Out: a table of float32, one row per block.
"""
