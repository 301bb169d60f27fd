"""The templates of a crawl: a cache before the store, and two ways to wait for siblings.

In: pages of a crawl. Out: what is known of a page's site.
"""
