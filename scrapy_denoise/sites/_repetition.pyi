from scrapy_denoise.page.signature import Signature

SHORT: int
LABEL: int

def field_flags(signature: Signature) -> bytes: ...
