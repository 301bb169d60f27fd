"""Rows as a record batch of Arrow.

``RecordBatch.from_pylist`` gives the same. It takes three times as long, and imports pandas where that is installed,
which takes as long as to clean fifty pages.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np

from scrapy_denoise.corpus.optional_arrow import pyarrow as pa
from scrapy_denoise.corpus.records import Records

MAX_BYTES = 2**31 - 1
"""Bytes of a column of strings, of which Arrow counts the places in four bytes."""


def record_batch(rows: list[dict[str, Any]], schema: Any) -> Any:
    """A column for each field of the schema; None where a row has no such key. Raises OverflowError above MAX_BYTES."""
    columns = [_array([row.get(field.name) for row in rows], field.type) for field in schema]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _array(values: list[Any], kind: Any) -> Any:
    """An array of values of a type: a string, bytes, a bool, a number, or a list, a map or a struct of such."""
    if pa.types.is_string(kind):
        return _strings(values, kind)
    mask = _mask(values)
    if pa.types.is_struct(kind):
        children = [_array([value and value[field.name] for value in values], field.type) for field in kind]
        return pa.Array.from_buffers(kind, len(values), [mask], children=children)
    if pa.types.is_boolean(kind):
        return pa.Array.from_buffers(kind, len(values), [mask, _bits(values)])
    if pa.types.is_primitive(kind):
        dtype = f"{'f' if pa.types.is_floating(kind) else 'i'}{kind.bit_width // 8}"
        numbers = np.array([0 if value is None else value for value in values] if mask else values, dtype)
        return pa.Array.from_buffers(kind, len(values), [mask, pa.py_buffer(numbers)])
    empty: Any = b"" if pa.types.is_binary(kind) else ()
    held = [value or empty for value in values] if mask else values
    places = _places(held)
    if pa.types.is_map(kind):
        keys, items = ([pair[side] for pair in chain(*held)] for side in (0, 1))
        entries = pa.struct([kind.key_field, kind.item_field])
        sides = [_array(keys, kind.key_type), _array(items, kind.item_type)]
        inner = pa.Array.from_buffers(entries, len(keys), [None], children=sides)
    elif pa.types.is_list(kind):
        inner = _records(held, kind.value_type) if pa.types.is_struct(kind.value_type) else _joined(held, kind)
    else:
        return pa.Array.from_buffers(kind, len(values), [mask, places, pa.py_buffer(b"".join(held))])
    return pa.Array.from_buffers(kind, len(values), [mask, places], children=[inner])


def _strings(values: list[Any], kind: Any) -> Any:
    try:
        mask, texts = None, values
        text = "".join(values)
    except TypeError:  # one of them is None
        mask, texts = _mask(values), [value or "" for value in values]
        text = "".join(texts)
    # As long as in UTF-8 are the texts themselves where all are of ASCII, as addresses, paths and names are.
    held = texts if text.isascii() else [own.encode() for own in texts]
    data = text.encode() if held is texts else b"".join(held)
    return pa.Array.from_buffers(kind, len(values), [mask, _places(held), pa.py_buffer(data)])


def _joined(held: list[Any], kind: Any) -> Any:
    """The values of lists one after the other."""
    return _array(list(chain(*held)), kind.value_type)


def _records(held: list[Any], kind: Any) -> Any:
    """The records of lists one after the other, each list of dicts or `Records`."""
    columns = {field.name: [value for records in held for value in _column(records, field.name)] for field in kind}
    children = [_array(columns[field.name], field.type) for field in kind]
    return pa.Array.from_buffers(kind, sum(map(len, held)), [None], children=children)


def _column(records: Any, name: str) -> Any:
    if isinstance(records, Records):
        return records.columns.get(name, ())
    return [record[name] for record in records]


def _mask(values: list[Any]) -> Any:
    """Which values are not None; None where all are."""
    valid = [value is not None for value in values]
    return None if all(valid) else _bits(valid)


def _bits(values: list[Any]) -> Any:
    return pa.py_buffer(np.packbits(np.array(values, np.bool_), bitorder="little"))


def _places(held: list[Any]) -> Any:
    """Where each value begins among all that there are one after the other, and where the last one ends."""
    places = np.zeros(len(held) + 1, np.int64)
    np.cumsum(list(map(len, held)), out=places[1:])
    if places[-1] > MAX_BYTES:
        raise OverflowError(f"a column has {places[-1]:,} bytes or values, more than {MAX_BYTES:,}")
    return pa.py_buffer(places.astype(np.int32))
