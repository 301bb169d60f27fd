"""An evaluation as a table, plots and HTML.

In: rows. Out: summaries and files.
"""
