"""The boxes of a page's elements on the screen: left, top, width and height in CSS pixels, as a browser drew them."""

NO_BOX = -(2**31)
"""Left, top, width and height of a row without a known box: texts, and elements that the browser did not tell of."""

LARGEST = 2**30
"""Coordinates in pixels are clipped to this magnitude."""
