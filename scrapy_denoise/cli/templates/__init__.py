"""``scrapy-denoise templates``: lists, shows, copies and deletes the stored templates of sites.

In: the name of a store. Out: lists, outlines, copies.
"""
