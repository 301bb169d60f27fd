from scrapy_denoise.document.selection.kept_rows import KeptRows

def module_candidates(
    part: KeptRows,
) -> (
    tuple[
        list[int],
        list[tuple[int, int]],
        list[tuple[int, int, str]],
        list[tuple[int, str]],
        list[tuple[list[int], list[int]]],
    ]
    | None
): ...
def small_elements(part: KeptRows, rows: list[int]) -> list[int]: ...
def linked_around(part: KeptRows, heading: int) -> int: ...
