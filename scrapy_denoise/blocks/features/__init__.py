"""What is measured of each text block.

In: a `Page` and its blocks. Out: a table of float32, a row a block.
"""
