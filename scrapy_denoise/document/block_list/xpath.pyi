from scrapy_denoise.page import Page

MAX_STEPS: int
MAX_COUNTED: int

class XPaths:
    def __init__(self, page: Page) -> None: ...
    def xpath(self, row: int) -> str: ...

def node_test(name: str) -> str | None: ...
