from scrapy_denoise.page.structured_data.elements import StatedElements

MAX_ELEMENTS: int
MAX_CONTENT_CHARS: int

Meta = dict[str, list[str]]

def read_meta(stated: StatedElements) -> Meta: ...
