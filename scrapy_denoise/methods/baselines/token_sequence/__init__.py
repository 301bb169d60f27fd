"""Baselines that read a page as a sequence of words and tags.

In: a page. Out: a `Selection`.
"""
