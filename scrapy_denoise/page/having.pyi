from lxml.etree import _Element

def elements_having(
    root: _Element,
    attribute: bytes,
    names: tuple[bytes, ...] = ...,
    values: frozenset[str] | None = ...,
    most: int = ...,
    among: int = ...,
) -> list[_Element]: ...
def script_says(root: _Element, word: bytes) -> bool: ...
