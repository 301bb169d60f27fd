"""Semantic blocks, compared with the body by TF-IDF (paper 000).

In: a page. Out: a `Selection`.
"""
