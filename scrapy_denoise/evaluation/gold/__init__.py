"""Pages with their gold, and their division by site.

In: a folder or an archive. Out: `GoldPage`.
"""
