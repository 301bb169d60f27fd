"""The drawing of a page by a browser: boxes, styles, and elements that nobody sees.

In: the answer of `rendered.js` and lxml's tree. Out: one box and one style per row, and the elements that are hidden.
"""
