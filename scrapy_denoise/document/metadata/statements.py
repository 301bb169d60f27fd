"""What one source says of a page: texts by the fields of `Metadata`, as they stand there."""

from __future__ import annotations

Statements = dict[str, list[str]]
