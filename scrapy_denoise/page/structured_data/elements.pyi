from lxml.etree import _Element

class StatedElements:
    homes: list[_Element]
    times: list[_Element]
    noscripts: list[_Element]
    def __init__(
        self, root: _Element | None = ..., homes: frozenset[str] = ..., most: int = ..., anchors: int = ...
    ) -> None: ...
