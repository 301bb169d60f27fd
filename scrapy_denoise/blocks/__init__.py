"""The text blocks of a page: what is measured of them, how likely each is content, what type each is."""

from scrapy_denoise.blocks.classifier import BlockScores
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.blocks.types import BLOCK_TYPES

__all__ = ["BLOCK_TYPES", "BlockScores", "TextBlocks"]
