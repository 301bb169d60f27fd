"""Files and folders that are whole or absent.

In: a text, bytes or lines, and a path. Out: a file that is complete, or none; what is read up to a limit.
"""
