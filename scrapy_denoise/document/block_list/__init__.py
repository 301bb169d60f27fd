"""What became of each block: kept or removed, with its XPath, type, score and reason.

In: a page and a `Selection`. Out: a list of `Block`, or columns.
"""
