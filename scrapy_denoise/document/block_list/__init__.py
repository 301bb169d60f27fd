"""The list of a page's blocks, each kept or removed, with its XPath, type, score and reason.

In: a page and a `Selection`. Out: a list of `Block`, or columns.
"""
