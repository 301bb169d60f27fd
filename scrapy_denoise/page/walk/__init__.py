"""The one pass over lxml's tree, compiled.

In: a tree. Out: the buffers that `page.columns` describes, with texts, names and what is hidden.
"""
