"""Writes rows of documents, and reads them back.

In: results. Out: record batches, and a folder with a manifest.
"""
