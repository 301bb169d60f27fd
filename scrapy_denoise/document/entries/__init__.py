"""The entries of a page's lists: records found by the paths of their links, and what each says.

In: a page. Out: its records as columns of rows, the texts of them that are read, and an `Entry` each.
"""
