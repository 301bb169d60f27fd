"""Style sheets and style attributes of a page, without anything that loads or runs.

This is the first of two defences: the frame's content security policy does not let styles load anything either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from scrapy_denoise.optional import tinycss2

if TYPE_CHECKING:
    from scrapy_denoise.page.dom.element import Element

MAX_STYLES = 512 * 1024
"""The style sheets of a page have at most this many characters in all; further sheets are left out."""

MAX_DECLARATIONS = 4096
"""A style attribute with more characters is left out."""

MAX_PARSED = 32 * 1024
"""The style attributes of a page that must be parsed, because they may load something or end their element, have at
most this many characters in all, equal ones counted once; further ones are left out. To parse them takes fifty times as
long as to parse the page."""

_LOADING = frozenset(
    "url url-prefix src image image-set -webkit-image-set cross-fade -webkit-cross-fade element -moz-element paint "
    "expression".split()
)
_BLOCKS = frozenset("media supports layer container scope keyframes -webkit-keyframes starting-style".split())
"""At-rules that group or animate; all others are left out, such as imports, fonts and namespaces."""

_MAX_NESTING = 32

# A value can load something or end its element only with one of these, or with a function that loads. Without these,
# a function's name stands in it as it is, right before its parenthesis.
_SUSPECT = re.compile(r"[\\@<{}]|/\*")
_LOADING_NAMES = tuple(_LOADING)
# Links of the page have no address in the frame; the sheet's rules for links must still apply to them.
_LINK = re.compile(r":(?:any-)?link\b", re.IGNORECASE)


def clean_sheet(css: str) -> str:
    """A style sheet without imports, fonts and addresses, to stand inside a ``style`` element."""
    rules = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    kept = [rule for rule in rules if _keeps(rule)]
    for rule in kept:
        rule.prelude = _inert(rule.prelude)
        if rule.content is not None:
            rule.content = _inert(rule.content)
    return _closed(_LINK.sub("[data-dn-href]", tinycss2.serialize(kept)))


class StyleAttributes:
    """Cleans the values of a page's ``style`` attributes."""

    def __init__(self) -> None:
        self._left = MAX_PARSED
        self._parsed: dict[str, str] = {}

    @property
    def whole(self) -> bool:
        """Whether none had to be left out for MAX_PARSED."""
        return self._left >= 0

    def clean(self, css: str) -> str:
        """The value of an attribute, without addresses."""
        if len(css) > MAX_DECLARATIONS:
            return ""
        if not _is_suspect(css):
            return css
        if css not in self._parsed:
            self._left -= len(css)
            self._parsed[css] = _clean_declarations(css) if self._left >= 0 else ""
        return self._parsed[css]


def _is_suspect(css: str) -> bool:
    if _SUSPECT.search(css):
        return True
    return "(" in css and any(before.endswith(_LOADING_NAMES) for before in css.lower().split("(")[:-1])


def _clean_declarations(css: str) -> str:
    found = [
        item
        for item in tinycss2.parse_declaration_list(css, skip_comments=True, skip_whitespace=True)
        if item.type == "declaration"
    ]
    for declaration in found:
        declaration.value = _inert(declaration.value)
    return _closed(tinycss2.serialize(found))


def page_styles(tree: Element) -> list[tuple[str, str]]:
    """The page's own style sheets, cleaned: (media, CSS) in document order, up to MAX_STYLES in all."""
    found, left = [], MAX_STYLES
    for style in tree.iter("style"):
        css = style.text or ""
        kind = (style.get("type") or "text/css").strip().lower()
        if kind == "text/css" and 0 < len(css) <= left:
            left -= len(css)
            found.append((style.get("media") or "", clean_sheet(css)))
    return found


def _keeps(rule: Any) -> bool:
    if rule.type == "qualified-rule":
        return True
    return bool(rule.type == "at-rule" and rule.lower_at_keyword in _BLOCKS)


def _inert(tokens: Iterable[Any], nesting: int = 0) -> list[Any]:
    """The component values that load nothing and are not nested too deep."""
    kept: list[Any] = []
    for token in tokens:
        kind = token.type
        if kind in ("url", "bad-url", "comment", "error") or (
            kind == "at-keyword" and token.lower_value not in _BLOCKS
        ):
            continue
        if kind == "function":
            if token.lower_name in _LOADING or nesting >= _MAX_NESTING:
                continue
            token.arguments = _inert(token.arguments, nesting + 1)
        elif kind in ("{} block", "[] block", "() block"):
            if nesting >= _MAX_NESTING:
                continue
            token.content = _inert(token.content, nesting + 1)
        kept.append(token)
    return kept


def _closed(css: str) -> str:
    """CSS that cannot end the element that contains it."""
    return css.replace("</", "<\\/")
