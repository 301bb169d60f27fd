from lxml.etree import _Element

BODY: tuple[bytes, ...]

def stated_text(root: _Element | None) -> tuple[bytes, bytes, bytes]: ...
