"""The TeX of a formula that a page shows as a picture: its alternative text, or what its address asks for."""

from __future__ import annotations

import re
from urllib.parse import unquote, unquote_plus

MAX_TEX = 10_000
"""Characters of a formula that is read from an attribute."""

_COMMAND = re.compile(r"\\[A-Za-z]{2}|[\^_]\{|\{\\|\\[,;:!{|%&]")
"""What is TeX by itself: a command, or a power or an index in braces."""

_WORD = re.compile(r"(?<![A-Za-z\\])[^\W\d_]{3,}")
"""A word. Letters of a formula are one or two; longer names are commands."""

_LIKE = re.compile(r"[^\W_]")
_DELIMITERS = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$"))
_PARAMETER = re.compile(r"(?:^|[?&;])(?:latex|tex|math|equation|eq|formula|chl|from)=([^&]*)", re.IGNORECASE)
_SERVICE = re.compile(r"(?:latex|tex(?:\.cgi)?)\?(.+)", re.IGNORECASE | re.DOTALL)
_SPACE = "&space;"


def tex_of_picture(alt: str, address: str, named: bool) -> str:
    """The TeX of a picture that may be a formula; empty for another picture.

    named: whether its class or its address names it as one. A text that is no evident TeX is a formula only then, and
    only if it has no words.
    """
    alt = _bare(alt)
    if _COMMAND.search(alt) and (named or alt.startswith(("\\", "{\\")) or ("{" in alt and "}" in alt)):
        return alt
    if not named:
        return ""
    if is_like_tex(alt):
        return alt
    stated = _asked(address)
    return stated if _COMMAND.search(stated) or is_like_tex(stated) else ""


def is_like_tex(text: str) -> bool:
    """Whether a text has commands of TeX, or letters and figures but no words."""
    return bool(_COMMAND.search(text) or (_LIKE.search(text) and not _WORD.search(text))) and len(text) <= MAX_TEX


def states_tex(text: str) -> bool:
    """Whether the value of an attribute for formulas is one: in TeX, or an equation without words."""
    return bool(_COMMAND.search(text) or (re.search(r"[=^_+\\]", text) and is_like_tex(text))) and len(text) <= MAX_TEX


def _bare(text: str) -> str:
    """A text without the signs around a formula."""
    text = text.strip()
    for opening, closing in _DELIMITERS:
        if text.startswith(opening) and text.endswith(closing) and len(text) > len(opening) + len(closing):
            return text[len(opening) : -len(closing)].strip()
    return text


def _asked(address: str) -> str:
    """What an address asks a service to draw: its parameter for a formula, or all behind the name of the service."""
    if found := _PARAMETER.search(address[address.find("?") :] if "?" in address else ""):
        return _bare(unquote_plus(found[1]))
    if found := _SERVICE.search(address):
        return _bare(unquote(found[1].replace(_SPACE, " ").replace("+", "%2B")))
    return ""
