"""Paths of nodes, clustered and compared by LCS (paper 001).

In: a page and its siblings' signatures. Out: a `Selection`.
"""
