"""Words and phrases by which blocks are recognised: one a line, in sections such as ``[en]``; data, not code.

In: the name of a list. Out: its phrases, by section or all, those of the user's own files included.
"""

from scrapy_denoise.blocks.lexicon.word_lists import FOLDER, lines_of, phrases, sections

__all__ = ["FOLDER", "lines_of", "phrases", "sections"]
