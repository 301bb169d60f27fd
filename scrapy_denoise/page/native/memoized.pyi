from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

class Derived:
    def once(self, compute: Callable[[Any], T]) -> T: ...

def get_once(attribute: Any, instance: object | None, owner: type[Any] | None = None) -> Any: ...
