from lxml.etree import _Element

def elements_having(
    root: _Element,
    attribute: bytes,
    names: tuple[bytes, ...] = ...,
    values: frozenset[str] | None = ...,
    most: int = ...,
    among: int = ...,
) -> list[_Element]: ...
def metas(root: _Element, most: int) -> list[tuple[str, str, str, str]]: ...
def script_says(root: _Element, word: bytes) -> bool: ...
