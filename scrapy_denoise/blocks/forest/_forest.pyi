from numpy import float32, int32, uint8
from numpy.typing import NDArray

class Trees:
    def __init__(
        self,
        nodes: NDArray[uint8],
        values: NDArray[float32],
        roots: NDArray[int32],
        depths: NDArray[uint8],
        wide: bool = True,
        rest: Trees | None = None,
        exit_margin: float = 0,
        scale: float = 1,
    ) -> None: ...
    def predict(self, rows: NDArray[float32], known: NDArray[float32] | None = None) -> bytes: ...
    def predict_bytes(self, table: bytes, width: int, known: bytes | None = None) -> bytes: ...
    def contributions(self, row: NDArray[float32]) -> bytes: ...

def interpolated(x: float, points: bytes) -> float: ...
