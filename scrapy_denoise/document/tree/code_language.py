"""The language that a page names for its preformatted code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy_denoise.page.dom.element import Element

MAX_BEFORE_CODE = 50
"""Elements of preformatted text among which its ``code`` is looked for."""

_ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language", "language")

_NAME = re.compile(r"[A-Za-z0-9+#._-]{1,30}")
_CLASS = re.compile(
    r"(?:^|\s)(?:(?:mw-highlight-|code-)?lang(?:uage)?-|gatsby-code-|highlight-(?:source-|text-(?:html-(?!basic))?)?|brush:\s*|sourceCode\s+)"
    r"([A-Za-z0-9+#._-]{1,30})"
)
_FIGURE = re.compile(r"^highlight\s+([A-Za-z0-9+#._-]{1,30})$")
_GRAMMARS = {"html-basic": "html"}
"""Names of grammars by which GitHub calls a language."""

_NO_LANGUAGE = frozenset(
    "none text plain plaintext plain-text wrapper highlight code source default nohighlight".split()
)
_LANGUAGES = frozenset(
    "apache asm assembly bash batch c++ clojure cmake console cpp csharp css dart diff dockerfile elixir erlang fortran"
    " golang graphql groovy haskell html ini java javascript js json jsx julia kotlin latex less lua makefile matlab"
    " nginx objc objectivec ocaml pascal perl php powershell protobuf py pycon python python3 ruby rust sass scala"
    " scheme scss sh shell sql swift toml ts tsx typescript vim xml yaml yml".split()
)
"""Names that are a language also where they stand alone, as a class or the ``lang`` of the code: no other words."""


def code_language(element: Element | None) -> str:
    """The language of preformatted code: from its element, the ``code`` in it, those around, and its figure, in which
    Hexo writes the lines and their numbers as a table."""
    if element is None:
        return ""
    above = element.getparent()
    code = next((inner for inner in islice(element.iter("*"), MAX_BEFORE_CODE) if inner.tag == "code"), None)
    own = [one for one in (element, code) if one is not None]
    places = (above, above.getparent() if above is not None else None)
    around = [one for one in places if one is not None]
    figure = next(element.iterancestors("figure"), None)
    named = [*(name for one in (*own, *around) for name in _named(one, _CLASS)), *_named(figure, _FIGURE)]
    words = [word for one in own for word in (*_class(one).split(), one.get("lang", "")[:30])]
    alone = [word for word in map(str.lower, words) if word in _LANGUAGES]
    return next(chain(named, alone), "")


def _named(element: Element | None, pattern: re.Pattern[str]) -> Iterator[str]:
    """The names of languages in the attributes of an element, and in its classes after a word that says so."""
    if element is None:
        return
    for attribute in _ATTRIBUTES:
        if _NAME.fullmatch(value := element.get(attribute, "")):
            yield value.lower()
    for found in pattern.finditer(_class(element)):
        if (name := str(found[1]).lower()) not in _NO_LANGUAGE:
            yield _GRAMMARS.get(name, name)


def _class(element: Element) -> str:
    return str(element.get("class", ""))[:400]
