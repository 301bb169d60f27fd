"""The command line; each command is a module.

In: arguments. Out: an exit status, files, lines on a terminal. A module is imported when its command is called.
"""
