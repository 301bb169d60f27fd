"""Reads pages with their gold, and divides them by site.

In: a folder or an archive. Out: `GoldPage`.
"""
