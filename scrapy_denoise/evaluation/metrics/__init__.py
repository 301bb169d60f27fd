"""Metrics: compare a result with gold by text, structure, fields and blocks.

In: two texts or results. Out: a `Score`, or shares.
"""
