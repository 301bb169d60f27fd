"""Signs of a template that nothing filled in: shortcodes of a plugin that is gone, and expressions for a script."""

from __future__ import annotations

import re

MAX_BESIDE = 40
"""Bytes of text beside expressions, up to which they are left out: what says more may be about them."""

_NAME = rb"[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*"
_ATTRIBUTES = rb"\s+[a-z][a-z0-9_-]*\s*=[^\]]*"
_SHORTCODE = re.compile(rb"\[(/?)(%s)(%s)?\s*/?\]" % (_NAME, _ATTRIBUTES), re.IGNORECASE)
_RUN = rb"(?:\s*\[/?%s(?:%s)?\s*/?\])+\s*" % (_NAME, _ATTRIBUTES)
_BEGINS = re.compile(rb"\A" + _RUN, re.IGNORECASE)
_EXPRESSION = re.compile(
    rb"\{\{\{?\s*(?:[#/^>@&]|\w*[^{}\s\w]|\w*_\w|[a-z]+[A-Z])[^{}\n]{0,200}\}?\}\}|\{%[^{}\n]{1,200}%\}"
    rb"|<%[^<>\n]{1,200}%>|\$\{[a-zA-Z_]\w*(?:\.\w+|\[\w+\])+\}"
)


def without_leftovers(text: bytes) -> bytes:
    """A text in UTF-8 without the shortcodes with which it begins and ends, if one of them has attributes, or closes
    another and has a name of several words; and without expressions in braces or ``<% %>`` that have next to nothing
    beside them."""
    stop = text.rfind(b"]") + 1  # behind it the patterns would be tried up to the end at each bracket
    if stop and any(map(_is_evident, _SHORTCODE.finditer(text, 0, stop))):
        text = _without_ending(_BEGINS.sub(b" ", text[:stop]) + text[stop:])
    if (b"{" in text or b"<%" in text) and _EXPRESSION.search(text):
        rest = _EXPRESSION.sub(b" ", text)
        text = rest if len(b" ".join(rest.split())) <= MAX_BESIDE else text
    return text


def _is_evident(shortcode: re.Match[bytes]) -> bool:
    return bool(shortcode[3]) or (bool(shortcode[1]) and (b"_" in shortcode[2] or b"-" in shortcode[2]))


def _without_ending(text: bytes) -> bytes:
    """A text without the shortcodes with which it ends. They are taken off one by one: a pattern for all of them would
    be tried at each."""
    stop = len(text.rstrip())
    while (found := _SHORTCODE.fullmatch(text, text.rfind(b"[", 0, stop), stop)) is not None:
        stop = found.start()
        while stop and text[stop - 1 : stop].isspace():
            stop -= 1
    return text[:stop]
