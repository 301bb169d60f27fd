"""The work of an evaluation, in processes; it goes on where it stopped.

In: corpora and extractors. Out: stored rows.
"""
