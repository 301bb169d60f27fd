"""Finds the title of a page, without the name of its site.

In: what the page states and shows, its address, titles of other pages of the site. Out: the headline.
"""
