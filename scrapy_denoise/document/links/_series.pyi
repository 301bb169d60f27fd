from collections.abc import Callable

END: str
ARTICLE: str
PREVIOUS: str
NEXT: str
DIRECTIONS: dict[str, str]
MORE: tuple[str, ...]

def telling_links(
    texts: list[str], rels: list[str], around: str, of_rel: Callable[[str], str]
) -> list[tuple[int, str, str, str, bool]]: ...
def direction_of(label: str, around: str) -> str: ...
