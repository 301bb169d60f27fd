"""Quark: a recogniser of blocks and a naive Bayesian posterior (paper 003).

In: a page. Out: a `Selection`, with block types.
"""
