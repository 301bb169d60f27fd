"""Rows as a record batch of Arrow.

``RecordBatch.from_pylist`` gives the same. It takes three times as long, and imports pandas where that is installed,
which takes as long as to clean fifty pages.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np

from scrapy_denoise.corpus.optional_arrow import pyarrow as pa

MAX_BYTES = 2**31 - 1
"""Bytes of a column of strings, of which Arrow counts the places in four bytes."""


def record_batch(rows: list[dict[str, Any]], schema: Any) -> Any:
    """A column for each field of the schema; None where a row has no such key. Raises OverflowError above MAX_BYTES."""
    columns = [_array([row.get(field.name) for row in rows], field.type) for field in schema]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _array(values: list[Any], kind: Any) -> Any:
    """An array of values of a type: a string, bytes, a bool, a number, or a list, a map or a struct of such."""
    valid = [value is not None for value in values]
    mask = None if all(valid) else _bits(valid)
    if pa.types.is_struct(kind):
        children = [_array([value and value[field.name] for value in values], field.type) for field in kind]
        return pa.Array.from_buffers(kind, len(values), [mask], children=children)
    if pa.types.is_boolean(kind):
        return pa.Array.from_buffers(kind, len(values), [mask, _bits(values)])
    if pa.types.is_primitive(kind):
        dtype = f"{'f' if pa.types.is_floating(kind) else 'i'}{kind.bit_width // 8}"
        numbers = np.array([0 if value is None else value for value in values], dtype)
        return pa.Array.from_buffers(kind, len(values), [mask, pa.py_buffer(numbers)])
    if pa.types.is_string(kind):
        held, data = _encoded([value or "" for value in values] if mask else values)
        return pa.Array.from_buffers(kind, len(values), [mask, _places(held), pa.py_buffer(data)])
    held = [value or () for value in values]
    places = _places(held)
    if pa.types.is_map(kind):
        keys, items = ([pair[side] for pair in chain(*held)] for side in (0, 1))
        entries = pa.struct([kind.key_field, kind.item_field])
        sides = [_array(keys, kind.key_type), _array(items, kind.item_type)]
        inner = pa.Array.from_buffers(entries, len(keys), [None], children=sides)
    elif pa.types.is_list(kind):
        inner = _array(list(chain(*held)), kind.value_type)
    else:
        data = b"".join(value or b"" for value in values)
        return pa.Array.from_buffers(kind, len(values), [mask, places, pa.py_buffer(data)])
    return pa.Array.from_buffers(kind, len(values), [mask, places], children=[inner])


def _encoded(texts: list[str]) -> tuple[list[Any], bytes]:
    """Texts that are each as long as in UTF-8, in which all of them are given too."""
    text = "".join(texts)
    if text.isascii():  # as addresses, paths and names are
        return texts, text.encode()
    encoded = [text.encode() for text in texts]
    return encoded, b"".join(encoded)


def _bits(values: list[Any]) -> Any:
    return pa.py_buffer(np.packbits(np.array(values, np.bool_), bitorder="little"))


def _places(held: list[Any]) -> Any:
    """Where each value begins among all that there are one after the other, and where the last one ends."""
    places = np.zeros(len(held) + 1, np.int64)
    np.cumsum(list(map(len, held)), out=places[1:])
    if places[-1] > MAX_BYTES:
        raise OverflowError(f"a column has {places[-1]:,} bytes or values, more than {MAX_BYTES:,}")
    return pa.py_buffer(places.astype(np.int32))
