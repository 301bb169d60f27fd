"""Reads pages from archives, tables and folders.

In: files. Out: `RawPage`, one by one, and a `Skip` for each input that was left out, with the reason.
"""
