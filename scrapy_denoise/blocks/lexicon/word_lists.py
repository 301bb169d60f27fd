"""Words and phrases that tell what a block is: one a line, in sections such as ``[en]``; data, not code."""

from __future__ import annotations

from importlib.resources import files


def sections(name: str) -> dict[str, list[str]]:
    """The lines of a lexicon, by section, in the order of the file; comments (``#``) and blank lines left out.

    name: of the file, without ``.txt``.
    """
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in files(__package__).joinpath(f"{name}.txt").read_text(encoding="utf-8").splitlines():
        text = line.strip()
        if text.startswith("[") and text.endswith("]"):
            lines = found.setdefault(text[1:-1], [])
        elif text and not text.startswith("#"):
            lines.append(text)
    return found


def phrases(name: str) -> list[str]:
    """The lines of all sections: the phrases of every language."""
    return [phrase for lines in sections(name).values() for phrase in lines]
