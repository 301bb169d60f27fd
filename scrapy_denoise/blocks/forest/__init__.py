"""The evaluation of boosted trees, compiled.

In: a table of features. Out: a score a row.
"""
