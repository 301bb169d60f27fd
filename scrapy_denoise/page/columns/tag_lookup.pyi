from enum import IntFlag

class Tag(IntFlag):
    TEXT = 0
