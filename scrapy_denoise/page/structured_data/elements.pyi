from lxml.etree import _Element

class StatedElements:
    base: str | None
    metas: list[tuple[str, str]]
    properties: list[_Element]
    links: list[tuple[str, str, str]]
    names_author: bool
    homes: list[_Element]
    scripts: list[_Element]
    times: list[_Element]
    noscripts: list[_Element]
    def __init__(
        self, root: _Element | None = ..., homes: frozenset[str] = ..., most: int = ..., anchors: int = ...
    ) -> None: ...
