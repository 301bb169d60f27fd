"""Parameters of a method that its user sets, checked by name and type before any page is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from scrapy_denoise.methods.method import Method
from scrapy_denoise.methods.validators import Between

NamedMethod = Callable[[str], Method]

_METHOD = re.compile(r"\bMethod\b")


def with_options(method: Method, options: Mapping[str, Any], named: NamedMethod) -> Method:
    """The same method with other values of some of its parameters.

    options: values by the names of parameters. A parameter that has parameters of its own, such as `region`, takes a
    dict of those that change; where the profile has None in its place, the others are those of the default profile.
    named: gives the method of a name, for parameters that are methods, such as `fallback`.

    Raises ValueError, with the names or values that are allowed, for a parameter that the method does not have, for a
    value of another type than the parameter's, and for one that the parameter's own check refuses.
    """
    found: Method = _evolved(method, method.name, options, named)
    return found


def _evolved(present: Any, owner: str, options: Mapping[str, Any], named: NamedMethod) -> Any:
    """A copy of a method, or of a parameter that has parameters, with some of them changed. owner: its name."""
    cls = type(present)
    fields = {field.name: field for field in attrs.fields(cls)} if attrs.has(cls) else {}
    changes = {}
    for name, value in options.items():
        if name not in fields:
            there = f"there are: {', '.join(fields)}" if fields else "it has none"
            raise ValueError(f"{owner} has no parameter {name!r}; {there}")
        changes[name] = _converted(getattr(present, name), fields[name], f"{name} of {owner}", value, named)
    return attrs.evolve(present, **changes)


def _converted(present: object, field: attrs.Attribute[Any], owner: str, value: object, named: NamedMethod) -> Any:
    """A value as settings or the command line give it, in the type that the parameter has. Raises ValueError."""
    annotation = str(field.type)
    if value is None and "None" in annotation:
        return None
    if isinstance(value, str) and _METHOD.search(annotation):
        return named(value)
    group: Any = field.default if present is None else present
    if attrs.has(type(group)) and not isinstance(group, Method):
        if isinstance(value, Mapping):
            return _evolved(group, owner, value, named)
        allowed = f"a dict with some of {', '.join(part.name for part in attrs.fields(type(group)))}"
    else:
        allowed = _allowed(present, annotation, value)
        if not allowed and isinstance(field.validator, Between) and not field.validator.holds(value):  # type: ignore[arg-type]
            allowed = str(field.validator)
    if allowed:
        raise ValueError(f"{owner} is {value!r}; allowed: {allowed}" + (" or None" if "None" in annotation else ""))
    return tuple(value) if isinstance(value, list) else value


def _allowed(present: object, annotation: str, value: object) -> str:
    """What may stand in place of the present value, in words; empty where this value may."""
    kind: type | tuple[type, ...]
    if isinstance(present, bool):
        kind, words = bool, "True or False"
    elif isinstance(present, float) or "float" in annotation:
        kind, words = (int, float), "a number" + (f", such as {present:g}" if isinstance(present, float) else "")
    elif isinstance(present, int):
        kind, words = int, "a whole number"
    elif isinstance(present, tuple):
        example = f'["{value}"]' if isinstance(value, str) and value[:1] not in ("", "[") else list(present)
        kind, words = (list, tuple), "a list" + (f", such as {example}" if example else "")
    elif isinstance(present, str):
        kind, words = str, "a string"
    else:
        return "the name of a method" if isinstance(present, Method) else "nothing: it cannot be set here"
    right = isinstance(value, kind) and isinstance(value, bool) == isinstance(present, bool)
    return "" if right else words
