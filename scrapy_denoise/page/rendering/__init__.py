"""What a browser has drawn of a page: boxes, styles, and what nobody sees.

In: the answer of `rendered.js` and lxml's tree. Out: a box and a style a row, and the elements that are hidden.
"""
