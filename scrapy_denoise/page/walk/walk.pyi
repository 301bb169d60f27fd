from collections.abc import Callable

from lxml.etree import _Element

from scrapy_denoise.page.rendering.dom_match import RenderedDomMatch
from scrapy_denoise.page.structured_data.statements import PageStatements

def tag_hash(name: str) -> int: ...
def walk(
    root: _Element,
    normalise: Callable[[str], str],
    max_rows: int,
    reveal: bool = ...,
    drawn: RenderedDomMatch | None = ...,
    with_hidden: bool = ...,
    statements: PageStatements | None = ...,
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, tuple[str, ...]]: ...
def name_hash(name: str) -> int: ...
