from numpy import float32, int32, int64, uint8, uint64
from numpy.typing import NDArray

def agree(
    texts: NDArray[uint64],
    has: NDArray[uint8],
    siblings: NDArray[int64],
    starts: NDArray[int64],
    paths: NDArray[uint64],
    places: NDArray[int64],
    scores: NDArray[uint8],
    chars: NDArray[int32],
    own_paths: NDArray[uint64],
    own_texts: NDArray[uint64],
    own_chars: NDArray[int32],
    block_of: NDArray[int32],
    own_scores: NDArray[float32],
    found: NDArray[float32],
    repeated: NDArray[float32],
) -> None: ...
