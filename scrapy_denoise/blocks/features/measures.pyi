COUNTED: tuple[str, ...]
KINDS: dict[str, str]
