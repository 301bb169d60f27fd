from enum import IntFlag

class Tag(IntFlag):
    TEXT = 0

def hash_of_tag(code: int) -> int: ...
