"""``scrapy-denoise templates``: what is known of sites.

In: the name of a store. Out: lists, outlines, copies.
"""
