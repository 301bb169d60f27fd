"""Parameters of a method that its user sets: checked by name and type before any page is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from scrapy_denoise.methods.base import Method

_METHOD = re.compile(r"\bMethod\b")


def with_options(method: Method, options: Mapping[str, Any], named: Callable[[str], Method]) -> Method:
    """The same method with other values of some of its parameters.

    named: gives the method of a name, for parameters that are methods, such as `fallback`.

    Raises ValueError, with what there is, for a parameter that the method does not have, and for a value of another
    type than the one that it has (or, for parameters that check more, a value that they refuse).
    """
    cls = type(method)
    fields = {field.name: field for field in attrs.fields(cls)} if attrs.has(cls) else {}
    for name, value in options.items():
        if name not in fields:
            there = f"there are: {', '.join(fields)}" if fields else "it has none"
            raise ValueError(f"{method.name} has no parameter {name!r}; {there}")
        if isinstance(value, str) and _METHOD.search(str(fields[name].type)):
            continue
        allowed = _allowed(getattr(method, name), str(fields[name].type), value)
        if allowed:
            raise ValueError(f"{name} of {method.name} is {value!r}; allowed: {allowed}")
    changed: Any = method
    found: Method = attrs.evolve(
        changed, **{name: _converted(value, str(fields[name].type), named) for name, value in options.items()}
    )
    return found


def _converted(value: Any, annotation: str, named: Callable[[str], Method]) -> Any:
    """A value as it comes from settings or the command line, as the parameter has it."""
    if isinstance(value, str) and _METHOD.search(annotation):
        return named(value)
    return tuple(value) if isinstance(value, list) else value


def _allowed(present: object, annotation: str, value: object) -> str:
    """What may stand in place of the present value; empty where this value may."""
    optional = "None" in annotation
    if value is None and optional:
        return ""
    kind: type | tuple[type, ...]
    if isinstance(present, bool):
        kind, words = bool, "True or False"
    elif isinstance(present, float) or "float" in annotation:
        kind, words = (int, float), "a number"
    elif isinstance(present, int):
        kind, words = int, "a whole number"
    elif isinstance(present, tuple):
        kind, words = (list, tuple), "a list"
    elif isinstance(present, str):
        kind, words = str, "a string"
    else:
        return "the name of a method" if isinstance(present, Method) else "nothing: it cannot be set here"
    right = isinstance(value, kind) and isinstance(value, bool) == isinstance(present, bool)
    return "" if right else words + (" or None" if optional else "")
