"""Reads the product that a page offers: candidates from what it states and shows, and a ranking of them.

In: a page and its type. Out: a `Product` whose fields each have a source and a confidence, or None.
"""
