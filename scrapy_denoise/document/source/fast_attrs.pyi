from collections.abc import Iterable
from typing import Any, TypeVar

T = TypeVar("T")

def instances(cls: type[T], names: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> list[T]: ...
def instance(cls: type[T], names: tuple[str, ...], values: tuple[Any, ...]) -> T: ...

class Record:
    __slots__ = ()
    __match_args__: tuple[str, ...]
