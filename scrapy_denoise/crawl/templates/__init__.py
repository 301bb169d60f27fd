"""The templates of a crawl: a cache in front of the store, and two ways to wait for other pages of a site (siblings).

In: pages of a crawl. Out: the templates of their sites. Where pages are compared with them in threads, it keeps the
order of the pages of each site.
"""
