"""The values that a number among a method's parameters may have, declared where the parameter is defined."""

from __future__ import annotations

from math import inf
from typing import Any

import attrs


@attrs.frozen
class Between:
    """A validator of attrs fields: the least and the most that a number may be. None passes."""

    least: float
    most: float = inf

    def holds(self, value: float | None) -> bool:
        """Whether the value is in the range; not a number, nan, never is."""
        return value is None or self.least <= value <= self.most

    def __call__(self, owner: object, field: attrs.Attribute[Any], value: float | None) -> None:
        """Raises ValueError for a value outside of the range."""
        if not self.holds(value):
            raise ValueError(f"{field.name} is {value!r}; allowed: {self}")

    def __str__(self) -> str:
        return f"a number from {self.least:g} " + ("up" if self.most == inf else f"to {self.most:g}")


def fraction(default: float | None, most: float = 1) -> Any:
    """A parameter that is a share, a similarity or a probability: from 0 to 1.

    most: 2 where a value above 1, which nothing reaches, switches the rule off.
    """
    return attrs.field(default=default, validator=Between(0, most))


def amount(default: float | None, least: float = 0) -> Any:
    """A parameter that counts or measures something: from `least` up."""
    return attrs.field(default=default, validator=Between(least))
