"""Comparisons of a result with gold: text, structure, fields, blocks.

In: two texts or results. Out: a `Score`, or shares.
"""
