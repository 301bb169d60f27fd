from numpy import float32, int32, int64, uint8, uint32, uint64
from numpy.typing import NDArray

from scrapy_denoise.page import Columns
from scrapy_denoise.page.signature import Signature

class Samples:
    def __init__(
        self,
        sketches: NDArray[uint32],
        digests: NDArray[uint64],
        contents: NDArray[uint64],
        texts: NDArray[uint64],
        has: NDArray[uint8],
        means: NDArray[float32],
        starts: NDArray[int64],
        paths: NDArray[uint64],
        ancestors: NDArray[uint64],
        places: NDArray[int64],
        exact_places: NDArray[int64],
        scores: NDArray[uint8],
        chars: NDArray[int32],
        scored: NDArray[uint8],
        fields: NDArray[uint8],
    ) -> None: ...
    def similar_samples(self, sketch: bytes, digest: int, content: int, least: float, relative: float) -> list[int]: ...
    def places_of(self, signature: Signature, exact: bool = False) -> bytes: ...
    def other_articles(
        self, signature: Signature, places: bytes, samples: list[int], duplicate: float
    ) -> list[int]: ...
    def voters(
        self,
        columns: Columns,
        signature: Signature,
        places: bytes,
        row_blocks: bytes,
        scores: bytes,
        samples: list[int],
        whole: float,
    ) -> tuple[list[int], list[int], list[int]]: ...
    def sibling_scores(self, places: bytes, row_blocks: bytes, n_blocks: int, siblings: list[int]) -> bytes: ...
