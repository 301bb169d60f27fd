from lxml.etree import _Element

DISCUSSIONS: tuple[bytes, ...]
QUESTION: bytes
QUESTIONS: bytes

Meta = dict[str, list[str]]

class PageStatements:
    base: str | None
    types: set[bytes]
    properties: list[_Element]
    scripts: list[_Element]
    links: list[tuple[str, str, str]]
    names_author: bool
    def __init__(self, root: _Element | None = ..., most: int = ...) -> None: ...
    def meta(self) -> Meta: ...
