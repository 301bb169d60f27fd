"""The text blocks of a page: their features, their probability of being content, and their types.

In: a `Page`. Out: features, scores and types a block, regions, the page's type. Knows models and word lists, no site.
"""

from scrapy_denoise.blocks.block_model import BlockScores
from scrapy_denoise.blocks.block_types import BLOCK_TYPES
from scrapy_denoise.blocks.text_blocks import TextBlocks

__all__ = ["BLOCK_TYPES", "BlockScores", "TextBlocks"]
