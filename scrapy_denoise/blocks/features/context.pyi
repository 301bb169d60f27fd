from scrapy_denoise.page import Columns

CONTEXT: list[str]

def in_context(
    columns: Columns, table: bytes, block_columns: bytes, scores: bytes, known: bytes | None = None
) -> tuple[bytes, bytes] | None: ...
def averaged(first: bytes, second: bytes, left: bytes) -> bytes: ...
