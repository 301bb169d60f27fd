import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.blocks.text_blocks import TextBlocks
from scrapy_denoise.page.signature import Signature

class VotedScores:
    siblings: int
    of_scores: bytes
    of_repeated: bytes
    of_varied: bytes
    @property
    def scores(self) -> NDArray[np.float32]: ...
    @property
    def repeated(self) -> NDArray[np.float32]: ...
    @property
    def varied(self) -> NDArray[np.bool_]: ...

def vote_alone(signature: Signature, blocks: TextBlocks, scores: bytes) -> VotedScores: ...
