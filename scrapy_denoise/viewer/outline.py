"""The outline of a page for the viewer's marking: its elements by tag, id and classes, and where its texts stand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.page import Columns, Page
from scrapy_denoise.page.columns import tags

MAX_ELEMENTS = 20_000
"""Elements with text above which a page has no outline: its blocks cannot be marked."""

MAX_SAMPLES = 8
"""Other pages of the site on which the effect of a correction is shown."""

MAX_CLASSES = 4
"""Classes of an element that selectors may use."""

# What is no such name is left out: nothing of a page can end a selector, a string or a command.
_PLAIN = re.compile(r"[A-Za-z_-][A-Za-z0-9_-]{0,60}\Z", re.ASCII)
_TAG = re.compile(r"[a-z][a-z0-9]{0,20}\Z", re.ASCII)


def outline(page: Page, kept: NDArray[np.bool_], label: str = "") -> dict[str, Any] | None:
    """The outline as JSON can hold it; None for a page that is too large.

    parent, name: for each element with text, in document order, the number of the element above (-1 for the root), and
    of its name in ``names``, such as ``div#story.main.wide``. at, chars, kept: of each text the number of its element,
    its characters, and whether the method has kept it.
    """
    columns = page.columns
    rows = np.flatnonzero(_with_text(columns))
    if len(rows) > MAX_ELEMENTS:
        return None
    number = np.full(len(columns) + 1, -1, np.int64)
    number[rows] = np.arange(len(rows))
    pairs = columns.class_id_values.decode("utf-8", "replace").split("\0")
    names: dict[str, int] = {}
    known: dict[tuple[int, int], int] = {}
    of_rows = []
    codes, own = columns.own_tags[rows].tolist(), columns.class_id[rows].tolist()
    for row, code, pair in zip(rows.tolist(), codes, own, strict=True):
        if (code, pair) not in known:
            known[code, pair] = names.setdefault(element_name(columns.name(row), pairs, pair), len(names))
        of_rows.append(known[code, pair])
    texts = columns.text_rows
    return {
        "label": label or page.url or page.title,
        "parent": number[columns.parent[rows]].tolist(),
        "name": of_rows,
        "names": list(names),
        "at": number[columns.parent[texts]].tolist(),
        "chars": columns.chars[texts].tolist(),
        "kept": kept.astype(int).tolist(),
    }


def outline_numbers(page: Page, homes: Iterable[int]) -> list[int]:
    """For each block the number of its element in the outline. homes: of each block the row that stands for it."""
    columns = page.columns
    number = np.cumsum(_with_text(columns)) - 1
    rows = np.fromiter(homes, np.int64)
    elements = np.where(columns.tag[rows] == tags.TEXT, columns.parent[rows], rows)
    found: list[int] = number[elements].tolist() if len(rows) else []
    return found


def _with_text(columns: Columns) -> NDArray[np.bool_]:
    """For every row whether it is an element with text in it."""
    is_text = columns.tag == tags.TEXT
    found: NDArray[np.bool_] = (columns.subtree_sum(is_text) > 0) & ~is_text
    return found


def element_name(tag: str, pairs: list[str], pair: int) -> str:
    """An element as a compound selector, of its plain names alone. pair: the number of its class and id, from 1."""
    name = tag if _TAG.match(tag) else "*"
    if not pair:
        return name
    classes, identity = pairs[2 * pair - 2], pairs[2 * pair - 1]
    plain = [word for word in dict.fromkeys(classes.split()[:20]) if _PLAIN.match(word)][:MAX_CLASSES]
    return name + (f"#{identity}" if _PLAIN.match(identity) else "") + "".join(f".{word}" for word in plain)
