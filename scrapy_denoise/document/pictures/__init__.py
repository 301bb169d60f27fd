"""Finds the pictures of the content, with their places in the page and their addresses.

In: a page and what is kept. Out: places and addresses of pictures.
"""
