from collections.abc import Mapping

class NameWords:
    def __init__(self, families: Mapping[str, str]) -> None: ...
