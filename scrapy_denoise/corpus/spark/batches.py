"""What the steps of Spark's jobs are made of: functions of record batches, and schemas in the words of Spark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Batches = Iterator[Any]

Step = Callable[[Batches], Batches]
"""A function for ``mapInArrow``."""


def ddl(schema: Any) -> str:
    """A schema in the words of Spark."""
    names = {"int16": "smallint", "int32": "int", "int64": "bigint", "bool": "boolean"}
    return ", ".join(f"`{field.name}` {names.get(str(field.type), str(field.type))}" for field in schema)
