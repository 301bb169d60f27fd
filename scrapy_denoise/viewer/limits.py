"""How much of a page the block viewer shows; read without what the viewer needs."""

MAX_BLOCKS = 3_000
"""Blocks that a view shows, the first ones of the page: a block takes as long to show as a kilobyte to parse."""

ROWS_OF_BLOCK = 6
CHARS_OF_BLOCK = 300
"""Elements and texts, and characters of text, that a view shows for each block that it may show."""
