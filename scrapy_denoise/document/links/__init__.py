"""The links of a page, each with its text and its kind.

In: a page and what is kept. Out: a list of `Link`.
"""
