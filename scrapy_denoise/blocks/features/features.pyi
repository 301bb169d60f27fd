from scrapy_denoise.blocks.features.class_names import NamePairs
from scrapy_denoise.page import Columns

NAMES: list[str]

def block_features(
    columns: Columns,
    nodes: bytes,
    names: NamePairs,
    address: bytes,
) -> tuple[bytes, bytes, bytes]: ...
