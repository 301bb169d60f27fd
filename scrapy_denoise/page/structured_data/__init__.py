"""What a page states of itself in its markup, as it stands there.

In: lxml's tree. Out: JSON-LD objects, microdata, meta elements, OpenGraph, and whether the page waits for its scripts.
"""
