"""Rows of documents, written and read back.

In: results. Out: record batches, and a folder with a manifest.
"""
