import re

NOT_XML: re.Pattern[str]

def has_not_xml(text: bytes) -> bool: ...
