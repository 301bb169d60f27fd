"""``scrapy-denoise clean``: one page or many.

In: files, folders, patterns, JSON lines. Out: text, or one file per page.
"""
