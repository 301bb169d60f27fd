from scrapy_denoise.blocks.path_votes import VotedScores
from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites._sample_table import Samples

def vote(
    samples: Samples,
    signature: Signature,
    blocks: TextBlocks,
    scores: bytes,
    places: bytes,
    fields: bytes,
    siblings: list[int],
) -> VotedScores: ...
