"""The command line, one command a module.

In: arguments. Out: an exit status, files, lines on a terminal. A module is imported when its command is called.
"""
