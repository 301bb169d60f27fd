"""Feature trees of a page and its siblings (paper 002).

In: a page and its siblings' signatures. Out: a `Selection`.
"""
