"""VIPS: visual blocks of a page that a browser has drawn.

In: a page with boxes. Out: a `Selection`.
"""
