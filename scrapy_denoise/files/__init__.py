"""Writes files and folders that are complete or absent, and reads files up to a limit.

In: a text, bytes or lines, and a path. Out: a file that is complete, or none; what is read up to a limit.
"""
