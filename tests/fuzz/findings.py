"""A finding as a folder: the page, its siblings, and what was wrong, in the form of tests/pages."""

import hashlib
import json
from pathlib import Path


def write_finding(folder: Path, what: str, details: str, page: bytes, siblings: list[bytes], repeat: str) -> Path:
    """Write page.html, sibling-N.html and meta.json into a folder of its own; gives that folder.

    what: the property, in words. details: a traceback, or figures. repeat: the command that does it again.
    """
    words = "_".join("".join(c if c.isalnum() else " " for c in what.lower()).split())[:60]
    found = folder / f"{words}-{hashlib.sha256(page).hexdigest()[:8]}"
    found.mkdir(parents=True, exist_ok=True)
    (found / "page.html").write_bytes(page)
    for number, sibling in enumerate(siblings):
        (found / f"sibling-{number}.html").write_bytes(sibling)
    meta = {"url": "https://a.example/page", "what": what, "details": details, "repeat": repeat}
    (found / "meta.json").write_text(json.dumps(meta, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return found
