"""The one pass over a page's nodes, compiled.

In: a tree. Out: the buffers that `page.columns` describes, with texts, names and what is hidden.
"""
