"""Formulas in TeX that a page writes in its text, for a script to show them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from scrapy_denoise.document.nodes import Math
from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import scripts_naming
from scrapy_denoise.page.native.lazy import cached_attribute

if TYPE_CHECKING:
    from scrapy_denoise.page.dom.element import Element

MAX_SCRIPTS = 500
"""Scripts of a page that are asked whether they render TeX."""

_OPENERS = {"\\(": ("\\)", False), "\\[": ("\\]", True), "$$": ("$$", True), "$": ("$", False)}
"""By what a formula begins with in a page's text: what it ends with, and whether it stands on a line of its own."""

_EVIDENT = re.compile(
    r"\\[A-Za-z]{2}|[\w)}\]][_^]\{|(?<![\w-])[A-Za-z](?:[_^][\w\\(-])|[\d)}\]]\^[\w\\(-]|(?<![\w-])[A-Za-z]\s?=\s?[\w\\(-]"
)
"""What is TeX by itself: the name of a command, a power or an index, something that is equal to another. The names of
variables in templates and of a shell (``$user_name$``) are none."""

MAX_EVIDENT = 1_000
"""Characters of a formula that nothing but its own signs says to be one."""

_BEGINS = re.compile("|".join(map(re.escape, _OPENERS)))
_RENDERERS = (b"mathjax", b"MathJax", b"katex", b"KaTeX")
_DOLLAR = re.compile(r"""(['"])\$\1""")
_NAMED = re.compile(rb"(?<![\w-])(?:math|arithmatex|tex2jax_process|mathjax_process)(?![\w-])")
_BEGINNINGS = (b"math", b"arithmatex", b"tex2jax")
"""One of which each of these names has: to look for them takes a tenth of the time of the pattern."""


class TexInText:
    """Finds the formulas that a page writes in TeX in its text, for a script to show them.

    shown: gives what a formula begins with there that the page's script shows, of `_OPENERS`; between the others a
    formula must have evident TeX in it. It is asked for the first part between two signs: few pages have one in their
    content, though prices have dollar signs too.
    """

    def __init__(self, shown: Callable[[], frozenset[str]]) -> None:
        self._asked = shown

    @cached_attribute
    def _shown(self) -> frozenset[str]:
        return self._asked()

    def parts(self, text: str) -> list[str | Math]:
        """A text, whose lines end with ``\\n``, as texts and formulas, in order; a sign that nothing closes is text."""
        found: list[str | Math] = []
        unclosed: set[str] = set()
        start = at = 0
        evident = -1  # where the next evident TeX begins, so that it is looked for once and not behind each sign
        while (sign := _BEGINS.search(text, at)) is not None:
            closing, display = _OPENERS[sign[0]]
            at = sign.end()
            if sign[0] in unclosed or (sign[0][0] == "$" and text[sign.start() - 1 : sign.start()] == "\\"):
                continue
            end = text.find(closing, at)
            if end < 0:
                unclosed.add(sign[0])
                continue
            stop = end + len(closing)
            source = text[at:end].strip()
            if sign[0] not in self._shown:
                if evident < at:
                    evident = match.start() if (match := _EVIDENT.search(text, at)) else len(text)
                if evident == len(text) and not self._shown:
                    break
                if evident >= end or not _is_evident(text, sign, end):
                    # What ends one part between dollar signs can begin the next.
                    at = end if sign[0] == "$" else stop
                    continue
            if source:
                found += [text[start : sign.start()], Math(source, "tex", display)]
                start = stop
            at = stop
        return [part for part in (*found, text[start:]) if part]


def _is_evident(text: str, sign: re.Match[str], end: int) -> bool:
    """Whether what follows a sign, up to some place, is a formula by itself. Between single dollar signs it is on one
    line, has no space at its ends, and touches no letter of ASCII and no figure outside."""
    first, last = sign.end(), end - 1
    if not 0 <= last - first < MAX_EVIDENT or _EVIDENT.search(text, first, end) is None:
        return False
    if sign[0] != "$":
        return True
    around = text[max(sign.start() - 1, 0) : sign.start()] + text[end + 1 : end + 2]
    inside = text[first] + text[last]
    return not (any(c.isspace() for c in inside) or any(c.isascii() and c.isalnum() for c in around)) and (
        "\n" not in text[first:end]
    )


def tex_in_text(page: Page) -> TexInText | None:
    """What finds the formulas in a page's text; None where it has no sign of one. To be asked for with ``page.cached``.

    A page says that a script shows them by one of MathJax or KaTeX, or by the class of an element; single dollar signs
    count where the settings of the script name them. Many a page loads its script in a way that nobody can see who
    does not run it: formulas are there what is evident.
    """
    text = page.columns.text
    if (b"\\" not in text or (b"\\(" not in text and b"\\[" not in text)) and text.count(b"$") < 2:
        return None
    return TexInText(partial(_shown_by_scripts, page.root, page.columns.class_id_values))


def _shown_by_scripts(tree: Element | None, names: bytes) -> frozenset[str]:
    """What formulas begin with that the scripts of a page show. names: `Columns.class_id_values`."""
    scripts = scripts_naming(tree, _RENDERERS, MAX_SCRIPTS) if tree is not None else []
    if not scripts and not (any(map(names.__contains__, _BEGINNINGS)) and _NAMED.search(names)):
        return frozenset()
    dollar = any(_DOLLAR.search(script.text or "") for script in scripts)
    return frozenset(_OPENERS if dollar else _OPENERS.keys() - {"$"})
