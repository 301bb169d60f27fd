"""The pictures of a page: which belong to the content, where they stand, where they are.

In: a page and what is kept. Out: places and addresses of pictures.
"""
