"""Refuses an XPath that cannot work, or whose time could grow with more than the square of a page's size.

libxml2 cannot be interrupted while it evaluates an expression, so that all this is read from the expression itself.
"""

from __future__ import annotations

import re

import attrs

MAX_SEARCHES = 50
"""The most steps of a selector that search the page."""

FUNCTIONS = {
    "last": (0, 0), "position": (0, 0), "count": (1, 1), "id": (1, 1), "local-name": (0, 1), "namespace-uri": (0, 1),
    "name": (0, 1), "string": (0, 1), "concat": (2, 20), "starts-with": (2, 2), "contains": (2, 2),
    "substring-before": (2, 2), "substring-after": (2, 2), "substring": (2, 3), "string-length": (0, 1),
    "normalize-space": (0, 1), "translate": (3, 3), "boolean": (1, 1), "not": (1, 1), "true": (0, 0), "false": (0, 0),
    "lang": (1, 1), "number": (0, 1), "sum": (1, 1), "floor": (1, 1), "ceiling": (1, 1), "round": (1, 1),
    "has-class": (1, 20),
}  # fmt: skip
"""The functions of XPath 1.0 and `has-class` of parsel, with the fewest and the most arguments of each. XPath has no
upper limit for ``concat``, whose text is as long as all its arguments together."""

NODE_TYPES = frozenset({"comment", "text", "processing-instruction", "node"})

_DESCENT, SIBLINGS, FAR = 2, 3, 4
"""How much of a page a step walks through for one node: what is below or above it, its siblings, or the whole page."""

_AXES = {
    "ancestor": _DESCENT, "ancestor-or-self": _DESCENT, "descendant": _DESCENT, "descendant-or-self": _DESCENT,
    "following-sibling": SIBLINGS, "preceding-sibling": SIBLINGS, "following": FAR, "preceding": FAR,
    "self": 0, "child": 0, "attribute": 0, "namespace": 0, "parent": 0,
}  # fmt: skip

_MAX_PREDICATE = _DESCENT + SIBLINGS
"""The most that the steps of one path in a predicate add up to, with the widest step of the path that it stands in:
one far search, or two others that are not both of siblings. CSS has ``:has(a ~ b)``, which is so much."""

_TOKEN = re.compile(
    r"""\s*(?:(?P<literal>"[^"]*"|'[^']*'|\d+(?:\.\d*)?|\.\d+)|(?P<name>[^\W\d][\w.-]*)|(?P<mark>//|::|\.\.|[!<>]=|\S))"""
)


class XPathRefused(ValueError):
    """An expression that cannot work, or that may take too long. The message says why."""


@attrs.define
class _Part:
    """The part of an expression since a bracket or parenthesis was opened."""

    opened_by: str
    function: str = ""
    arguments: int = 0
    walked: int = 0  # by the path that is being read
    most_walked: int = 0  # by one of the paths
    widest: int = 0  # step of the path that is being read
    searches: bool = False
    nested: int = 0  # how many predicates that search stand within one another

    def search(self, walk: int) -> None:
        """Add a step that walks through so much of the page."""
        self.walked += walk
        self.most_walked = max(self.most_walked, self.walked)
        if walk > _DESCENT:  # what is below or above is no more than a tree is deep
            self.widest = max(self.widest, walk)
        self.searches = True

    def end_path(self) -> None:
        """What follows is a path of its own."""
        self.walked = self.widest = 0


def check_xpath(expression: str) -> int:
    """Check an expression that can be compiled. Returns how far its widest axis goes: SIBLINGS, FAR, or less. Raises
    XPathRefused, with the reason.

    >>> check_xpath("//div[.//h2]/p[not(@class)]"), check_xpath("//h2/following-sibling::p") == SIBLINGS
    (0, True)
    >>> check_xpath("//p[matches(., 'a')]")
    Traceback (most recent call last):
    scrapy_denoise.corrections.xpath_limits.XPathRefused: there is no function matches in XPath 1.0
    """
    tokens = [(match.lastgroup, match[match.lastgroup or 0]) for match in _TOKEN.finditer(expression)]
    parts, searches, function, widest = [_Part("")], 0, "", 0
    operand = False  # whether the last sign ends an operand, so that a name or * is an operator
    for (kind, sign), (_, following) in zip(tokens, [*tokens[1:], (None, "")], strict=True):
        part, after_operand, operand = parts[-1], operand, kind == "literal" or sign in (")", "]", ".", "..")
        if part.function and not part.arguments and sign != ")":
            part.arguments = 1
        walk = 0
        if kind == "name" and after_operand:
            part.end_path()
        elif kind == "name" and following == "::":
            walk = _AXES.get(sign, 0)
            widest = max(widest, walk)
            part.searches |= sign == "parent"
        elif kind == "name" and following == "(":
            function = "" if sign in NODE_TYPES else sign
        elif kind == "name" and following == ":":
            raise XPathRefused(f"the prefix {sign} is not known, and none is")
        elif kind == "name" or (sign == "*" and not after_operand):
            operand = True
        elif sign == "$":
            raise XPathRefused("it has a variable, and none has a value")
        elif sign in ("/", "//"):
            if not after_operand:
                part.end_path()
                walk = FAR if len(parts) > 1 else _DESCENT
            elif sign == "//":
                walk = _DESCENT
        elif sign == "..":
            part.searches = True  # it leads to siblings
        elif sign in ("[", "("):
            parts.append(_Part(sign, function if sign == "(" else ""))
            function = ""
        elif sign in ("]", ")"):
            _close(parts)
        elif sign == ",":
            part.arguments += 1
            part.end_path()
        elif kind == "mark" and sign not in (".", "@", "::"):
            part.end_path()
        if walk:
            searches += 1
            part.search(walk)
    if searches > MAX_SEARCHES:
        raise XPathRefused(f"it has {searches} steps that search the page, the limit is {MAX_SEARCHES}")
    return widest


def _close(parts: list[_Part]) -> None:
    """Judge what ends with a bracket or a parenthesis, and add it to what it stands in."""
    part = parts.pop()
    outer = parts[-1]
    if part.opened_by == "(":
        if part.function:
            _check_call(part.function, part.arguments)
            if part.function == "concat" and any(outside.function == "concat" for outside in parts):
                raise XPathRefused("a concat stands in another, which makes long texts")
        # A path may go on after it.
        outer.walked += part.most_walked
        outer.most_walked = max(outer.most_walked, outer.walked)
        outer.widest = max(outer.widest, part.widest)
        outer.searches |= part.searches
        outer.nested = max(outer.nested, part.nested)
        return
    nested = part.nested + part.searches
    if nested > 1:
        raise XPathRefused("a predicate that searches the page stands in another that does, which takes too long")
    if part.most_walked and outer.widest + part.most_walked > _MAX_PREDICATE:
        raise XPathRefused("a predicate searches too much of the page for each element, which takes too long")
    outer.nested = max(outer.nested, nested)


def _check_call(function: str, arguments: int) -> None:
    if function not in FUNCTIONS:
        raise XPathRefused(f"there is no function {function} in XPath 1.0")
    least, most = FUNCTIONS[function]
    if not least <= arguments <= most:
        allowed = str(least) if least == most else f"{least} to {most}"
        raise XPathRefused(f"{function} has {allowed} arguments, not {arguments}")
