"""The posts of a thread and the comments below an article, with authors and dates.

In: a page and what is kept. Out: rows of each post, and who wrote it when.
"""
