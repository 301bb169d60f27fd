"""Regions that the page itself marks: comments, consent dialogs, related links, captions, posts, the article's head.

In: a `Page`, its class names and word lists. Out: masks of rows.
"""
