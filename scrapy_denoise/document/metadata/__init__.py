"""Title, authors, dates and the like: what the page states before what it shows.

In: a page and what is kept. Out: `Metadata`, with the source of each field.
"""
