from scrapy_denoise.blocks.features.class_names import ClassIdPairs
from scrapy_denoise.page import Columns

NAMES: list[str]

def block_features(
    columns: Columns,
    nodes: bytes,
    names: ClassIdPairs,
    address: bytes,
) -> tuple[bytes, bytes, bytes]: ...
