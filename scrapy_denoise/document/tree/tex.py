"""Formulas in TeX that a page writes in its text, for a script to show them."""

from __future__ import annotations

import re

from scrapy_denoise.document.nodes import Math
from scrapy_denoise.page import Page

MAX_SCRIPTS = 500
"""Scripts of a page that are asked whether they render TeX."""

_OPENERS = {"\\(": ("\\)", False), "\\[": ("\\]", True), "$$": ("$$", True), "$": ("$", False)}
"""By what a formula begins with in a page's text: what it ends with, and whether it stands on a line of its own."""

_RENDERERS = ("mathjax", "MathJax", "katex", "KaTeX")
_DOLLAR = re.compile(r"""(['"])\$\1""")
_NAMED = re.compile(rb"(?<![\w-])(?:math|arithmatex|tex2jax_process|mathjax_process)(?![\w-])")
_BEGINNINGS = (b"math", b"arithmatex", b"tex2jax")
"""One of which each of these names has: to look for them takes a tenth of the time of the pattern."""


class TexInText:
    """Finds the formulas that a page writes in TeX in its text, for a script to show them.

    signs: what a formula begins with there, of `_OPENERS`.
    """

    def __init__(self, signs: frozenset[str]) -> None:
        self._begins = re.compile("|".join(re.escape(sign) for sign in _OPENERS if sign in signs))

    def parts(self, text: str) -> list[str | Math]:
        """A text as texts and formulas, in order; a sign that nothing closes is text."""
        found: list[str | Math] = []
        unclosed: set[str] = set()
        start = at = 0
        while (sign := self._begins.search(text, at)) is not None:
            closing, display = _OPENERS[sign[0]]
            at = sign.end()
            if sign[0] in unclosed or (sign[0][0] == "$" and text[sign.start() - 1 : sign.start()] == "\\"):
                continue
            end = text.find(closing, at)
            if end < 0:
                unclosed.add(sign[0])
                continue
            if source := text[at:end].strip():
                found += [text[start : sign.start()], Math(source, "tex", display)]
                start = end + len(closing)
            at = end + len(closing)
        return [part for part in (*found, text[start:]) if part]


def tex_in_text(page: Page) -> TexInText | None:
    """What finds the formulas in a page's text; None where no script shows them. To be asked for with ``page.once``.

    A page says so by a script of MathJax or KaTeX, or by the class of an element; single dollar signs count where the
    settings of the script name them.
    """
    text, names = page.columns.text, page.columns.class_and_id
    if b"\\(" not in text and b"\\[" not in text and text.count(b"$") < 2:
        return None
    rendered, dollar = any(map(names.__contains__, _BEGINNINGS)) and _NAMED.search(names) is not None, False
    scripts = page.tree.iter("script") if page.tree is not None else ()
    for script, _ in zip(scripts, range(MAX_SCRIPTS), strict=False):
        words = script.text or ""
        if any(name in words or name in script.get("src", "") for name in _RENDERERS):
            rendered = True
            dollar = dollar or _DOLLAR.search(words) is not None
    return TexInText(frozenset(_OPENERS) - ({"$"} if not dollar else set())) if rendered else None
