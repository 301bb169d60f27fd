"""Runs an evaluation in several processes; an interrupted run can be continued.

In: corpora and extractors. Out: stored rows.
"""
