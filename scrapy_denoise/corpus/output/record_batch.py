"""Rows as a record batch of Arrow.

``RecordBatch.from_pylist`` gives the same. It takes ten times as long, and imports pandas where that is installed,
which takes as long as to clean fifty pages.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np

from scrapy_denoise.corpus.output.compiled import bits, places_of, text_bytes, valid_bits
from scrapy_denoise.corpus.output.records import Records
from scrapy_denoise.optional import pyarrow as pa

MAX_BYTES = 2**31 - 1
"""Bytes of a column of strings, of which Arrow counts the places in four bytes."""


def record_batch(rows: list[dict[str, Any]], schema: Any) -> Any:
    """A column for each field of the schema; None where a row has no such key. Raises OverflowError above MAX_BYTES."""
    columns = [_array([row.get(field.name) for row in rows], field.type) for field in schema]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _array(values: list[Any], kind: Any) -> Any:
    """An array of values of a type: a string, bytes, a bool, a number, or a list, a map or a struct of such."""
    valid, missing = valid_bits(values)
    if missing and missing == len(values):
        return pa.nulls(missing, kind)
    mask = pa.py_buffer(valid) if missing else None
    buffers: list[Any]
    children: list[Any] = []
    if pa.types.is_string(kind):
        buffers = list(text_bytes(values, MAX_BYTES))
    elif pa.types.is_struct(kind):
        buffers = []
        children = [_array([value and value[field.name] for value in values], field.type) for field in kind]
    elif pa.types.is_boolean(kind):
        buffers = [bits(values)]
    elif pa.types.is_primitive(kind):
        dtype = f"{'f' if pa.types.is_floating(kind) else 'i'}{kind.bit_width // 8}"
        numbers = [0 if value is None else value for value in values] if missing else values
        buffers = [np.fromiter(numbers, dtype, len(numbers))]
    else:
        buffers = [places_of(values, MAX_BYTES)]
        held = [value for value in values if value is not None] if missing else values
        if pa.types.is_map(kind):
            children = [_pairs(held, kind)]
        elif pa.types.is_list(kind):
            children = [_records(held, kind.value_type) if pa.types.is_struct(kind.value_type) else _joined(held, kind)]
        else:
            buffers.append(b"".join(held))
    return pa.Array.from_buffers(kind, len(values), [mask, *map(pa.py_buffer, buffers)], children=children)


def _joined(held: list[Any], kind: Any) -> Any:
    """The values of lists one after the other."""
    return _array(list(chain(*held)), kind.value_type)


def _pairs(held: list[Any], kind: Any) -> Any:
    """The pairs of maps one after the other."""
    keys, items = ([pair[side] for pair in chain(*held)] for side in (0, 1))
    sides = [_array(keys, kind.key_type), _array(items, kind.item_type)]
    entries = pa.struct([kind.key_field, kind.item_field])
    return pa.Array.from_buffers(entries, len(keys), [None], children=sides)


def _records(held: list[Any], kind: Any) -> Any:
    """The records of lists one after the other, each list of dicts or `Records`."""
    columns = {field.name: list(chain(*(_column(records, field.name) for records in held))) for field in kind}
    children = [_array(columns[field.name], field.type) for field in kind]
    return pa.Array.from_buffers(kind, sum(map(len, held)), [None], children=children)


def _column(records: Any, name: str) -> Any:
    if isinstance(records, Records):
        return records.columns.get(name, ())
    return [record[name] for record in records]
