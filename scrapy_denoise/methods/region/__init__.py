"""The element that holds the content, a step that five methods share.

In: weights of text rows. Out: the rows of the region, without link lists, with the title above it.
"""
