"""Candidates for a field of a page, each with what speaks for it, and their ranking.

In: the places of a page that give a value. Out: the different values in their order, each with how sure it is.
"""
