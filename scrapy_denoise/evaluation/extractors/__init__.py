"""What is compared: our methods and other extractors, under one interface.

In: a page. Out: a text.
"""
