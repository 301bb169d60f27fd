"""The default method: scores of blocks, votes of siblings, a cut by expected F1.

In: a page and what is known of its site. Out: a `Selection`.
"""
