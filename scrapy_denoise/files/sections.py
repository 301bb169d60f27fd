"""Files of lines in sections such as ``[en]``: comments (``#``) and blank lines are left out."""

from __future__ import annotations


class LineError(ValueError):
    """A file that the user has written is wrong. The message names the file, the line, and what is allowed."""


def read_sections(text: str, file: str) -> dict[str, list[tuple[int, str]]]:
    """The lines by section, each with its number from 1, in the order of the file.

    file: its name, for the message of the LineError that a line above the first section raises.
    """
    found: dict[str, list[tuple[int, str]]] = {}
    lines: list[tuple[int, str]] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        if stripped.startswith("[") and stripped.endswith("]"):
            lines = found.setdefault(stripped[1:-1], [])
        elif lines is None:
            raise LineError(f"{file}, line {number}: {stripped!r} stands in no section; begin with one such as [en]")
        else:
            lines.append((number, stripped))
    return found
