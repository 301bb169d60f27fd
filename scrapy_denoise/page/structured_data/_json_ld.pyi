from collections.abc import Callable, Iterable
from typing import Any

Object = dict[str, Any]

def gathered(
    scripts: Iterable[Any], most: int, types_of: Callable[[Object], tuple[str, ...]]
) -> tuple[list[Object], dict[str, Object], dict[str, list[Object]]]: ...
