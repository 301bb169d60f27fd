from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

class Derived:
    def once(self, compute: Callable[[Any], T]) -> T: ...
