from scrapy_denoise.document.selection.kept_rows import KeptRows

LABEL_ENDS: str
MAX_LABEL: int

_Candidates = tuple[list[int], list[tuple[int, int]], list[tuple[int, int, int]], list[tuple[list[int], list[int]]]]

def module_candidates(part: KeptRows) -> _Candidates | None: ...
def small_elements(part: KeptRows, rows: list[int]) -> list[int]: ...
def linked_around(part: KeptRows, heading: int) -> int: ...
