"""Baselines that remove what pages of a site have in common.

In: a page and its siblings. Out: a `Selection`.
"""
