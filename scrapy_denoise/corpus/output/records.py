"""Records of one page, such as its blocks, as columns: most readers of a document view read them so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs


@attrs.frozen
class Records:
    """Records with the same fields. columns: of each field its values, one for each record."""

    columns: dict[str, list[Any]]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The records one by one."""
        return (dict(zip(self.columns, values, strict=True)) for values in zip(*self.columns.values(), strict=True))
