"""The evaluation of boosted trees, compiled.

In: a table of features. Out: one score per row.
"""
