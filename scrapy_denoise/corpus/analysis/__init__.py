"""Analyses of a folder of documents: duplicates, ranks, classes.

In: rows of documents. Out: a table.
"""
