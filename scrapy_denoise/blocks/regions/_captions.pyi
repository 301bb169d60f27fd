from scrapy_denoise.blocks.features.class_names import ClassIdPairs

def caption_rows(
    names: ClassIdPairs, max_caption: int, max_beside: int, levels: int, max_named: int
) -> tuple[list[int], list[int], list[tuple[int, int]]]: ...
