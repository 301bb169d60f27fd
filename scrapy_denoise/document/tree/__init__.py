"""The kept rows as a tree of nodes.

In: a page and what is kept. Out: a `Document`, and its JSON.
"""
