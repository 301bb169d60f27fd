"""Baselines that weigh subtrees by their text and their links.

In: a page. Out: a `Selection`.
"""
