from lxml.etree import _Element

from scrapy_denoise.page.structured_data.open_graph import StatedHead

DISCUSSIONS: tuple[bytes, ...]
QUESTION: bytes
QUESTIONS: bytes
ARTICLE_BODY: bytes
PRODUCT: bytes
VACANCY: bytes
RATED: bytes
RATING: bytes

Meta = dict[str, list[str]]

class PageStatements:
    base: str | None
    types: set[bytes]
    words: set[bytes]
    links: list[tuple[str, str, str]]
    names_author: bool
    has_streamed: bool
    head: StatedHead
    told: Meta
    def __init__(self, root: _Element | None = ..., most: int = ..., walked: bool = ...) -> None: ...
    @property
    def has_properties(self) -> bool: ...
    def scripts(self, most: int) -> list[_Element]: ...
    def properties(self, most: int) -> list[_Element]: ...
    def item_types(self, most: int) -> list[tuple[str, str]]: ...
    def meta(self) -> Meta: ...
