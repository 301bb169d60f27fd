from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page.signature import Signature
from scrapy_denoise.sites.samples import Samples

def agree(
    samples: Samples,
    signature: Signature,
    blocks: TextBlocks,
    scores: bytes,
    places: bytes | None,
    siblings: list[int],
) -> tuple[bytes, bytes]: ...
