"""The extractors that an evaluation compares: our methods and other libraries, with one interface.

In: a page. Out: a text.
"""
