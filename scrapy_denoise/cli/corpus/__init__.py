"""``scrapy-denoise corpus``: archives.

In: arguments. Out: calls of `scrapy_denoise.corpus`, and what came of them.
"""
