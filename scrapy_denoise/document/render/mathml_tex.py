"""MathML as TeX, for Markdown."""

from __future__ import annotations

from lxml.etree import XMLSyntaxError, _Element, fromstring

_SCRIPTS = {
    "msub": ("_",),
    "msup": ("^",),
    "msubsup": ("_", "^"),
    "munder": ("_",),
    "mover": ("^",),
    "munderover": ("_", "^"),
}
_ACCENTS = {
    "^": "hat",
    "\u02c6": "hat",
    "~": "tilde",
    "\u02dc": "tilde",
    "\u00af": "overline",
    "\u203e": "overline",
    "_": "underline",
    "\u2192": "vec",
    "\u20d7": "vec",
    "\u02d9": "dot",
    ".": "dot",
}
_ESCAPED = {sign: f"\\{sign}" for sign in "{}#$%&_"} | {"\\": "\\backslash ", "^": "\\hat{}", "~": "\\sim "}
_INVISIBLE = str.maketrans("", "", "\u2061\u2062\u2063\u2064\u200b")
"""Signs for the application of a function, for multiplication and the like, which nothing shows."""


def tex_of_mathml(markup: str) -> str:
    """The formula of a ``math`` element as TeX on one line; empty where that is no XML.

    What TeX has no sign for is written as it is: renderers take letters and signs of Unicode.
    """
    try:
        return _tex(fromstring(markup)).strip()
    except XMLSyntaxError:
        return ""


def _tex(element: _Element) -> str:
    name, children = element.tag, list(element)
    if name in _SCRIPTS and children:
        return _with_scripts(name, children)
    if name == "mfrac" and len(children) == 2:
        return rf"\frac{_braced(children[0])}{_braced(children[1])}"
    if name == "mroot" and len(children) == 2:
        return rf"\sqrt[{_tex(children[1])}]{_braced(children[0])}"
    if name == "mtable":
        rows = r" \\ ".join(" & ".join(map(_tex, row)) for row in children)
        return rf"\begin{{matrix}}{rows}\end{{matrix}}"
    inner = "".join(map(_tex, children))
    if name == "msqrt":
        return rf"\sqrt{{{inner}}}"
    if name == "mfenced":
        return f"({','.join(map(_tex, children))})"
    if name == "mphantom":
        return ""
    return inner if children else _words(name, element.text or "")


def _words(name: str, text: str) -> str:
    text = "".join(_ESCAPED.get(sign, sign) for sign in text.translate(_INVISIBLE).strip())
    if name in ("mtext", "ms"):
        return rf"\text{{{text}}}" if text else ""
    if name == "mi" and len(text) > 1 and text.isalpha():
        return rf"\mathrm{{{text}}}"
    return text


def _with_scripts(name: str, children: list[_Element]) -> str:
    base, *scripts = children
    sign = (scripts[0].text or "").strip() if name in ("munder", "mover") and scripts and scripts[0].tag == "mo" else ""
    if accent := _ACCENTS.get(sign):
        return rf"\{accent}{_braced(base)}"
    inner = _tex(base)
    base_tex = inner if len(inner) <= 1 or base.tag in ("mi", "mo", "mn") else f"{{{inner}}}"
    return base_tex + "".join(sign + _braced(script) for sign, script in zip(_SCRIPTS[name], scripts, strict=False))


def _braced(element: _Element) -> str:
    return f"{{{_tex(element)}}}"
