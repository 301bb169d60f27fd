"""The kept content as text, HTML, Markdown and plain text.

In: a `Document`, or rows. Out: str.
"""
