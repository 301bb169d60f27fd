"""From bytes to lxml's tree: encoding, limits and the parser.

In: bytes or text, an address. Out: the tree and its text, or PageTooLarge.
"""
