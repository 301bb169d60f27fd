"""Attributes that are computed when they are first asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, overload

from scrapy_denoise.page.compiled import cached_get

if TYPE_CHECKING:
    from typing_extensions import Self

T = TypeVar("T")


class cached_attribute(cached_property[T]):  # noqa: N801
    """A ``cached_property`` that sets an attribute of its object, without a lock.

    Python keeps the attributes of an object without a dict until one asks for its ``__dict__``, as ``cached_property``
    does: that alone took a tenth of the instructions of Python that a page takes. Not for frozen classes, nor where two
    threads share an object and must not compute its value twice.
    """

    if TYPE_CHECKING:

        @overload
        def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...
        @overload
        def __get__(self, instance: object, owner: type[Any] | None = None) -> T: ...
        def __get__(self, instance: object | None, owner: type[Any] | None = None) -> Self | T: ...
    else:
        __get__ = cached_get
