"""Pages from archives, tables and folders.

In: files. Out: `RawPage`, one by one, and what was left out and why.
"""
