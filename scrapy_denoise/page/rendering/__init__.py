"""The drawing of a page by a browser: boxes, styles, and elements that nobody sees.

In: the answer of `rendered.js` and lxml's tree. Out: a box and a style a row, and the elements that are hidden.
"""
