import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page.signature import Signature

class CNodeTree:
    n: int
    n_levels: int
    n_rows: int
    has_boxes: bool
    def __init__(
        self,
        page: Signature,
        body: int,
        content_tags: NDArray[np.uint32],
        text_rate: float,
        exact: bool,
        texts: bool,
        drawn: bool = True,
    ) -> None: ...
    def rows(self) -> NDArray[np.intp]: ...
    def content_nodes(self) -> NDArray[np.bool_]: ...
