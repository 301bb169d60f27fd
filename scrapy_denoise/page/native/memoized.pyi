from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

class Memoized:
    def cached(self, compute: Callable[[Any], T]) -> T: ...

def cached_get(attribute: Any, instance: object | None, owner: type[Any] | None = None) -> Any: ...
