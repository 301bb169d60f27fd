"""A correction: selectors for the pages of a site, and how they are applied to a page."""

from __future__ import annotations

from functools import partial
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from scrapy_denoise.corrections.errors import CorrectionError
from scrapy_denoise.corrections.selectors import chosen_rows, compiled, first_text, is_given_up
from scrapy_denoise.methods.method import Selection
from scrapy_denoise.page import Page

METHOD = "correction"
"""Stands for the name of the method in a result that a correction has decided."""

MAX_SELECTORS = 100
"""The most selectors of a field."""

MAX_TEXT = 2_000
"""The most characters that are read of a title, a date or a name."""


def _several(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list | tuple) or not all(isinstance(part, str) for part in value):
        raise CorrectionError(f"expected a selector or a list of selectors, found {value!r}")
    if len(value) > MAX_SELECTORS:
        raise CorrectionError(f"at most {MAX_SELECTORS} selectors, found {len(value)}")
    return tuple(str(part) for part in value)


def _check(_: object, field: attrs.Attribute[Any], value: Any) -> None:
    for selector in value if isinstance(value, tuple) else filter(None, [value]):
        try:
            compiled(selector)
        except CorrectionError as error:
            raise CorrectionError(f"{field.name}: {error}") from error


@attrs.frozen(eq=False)
class _Said:
    """The text rows that each selector of a correction finds in a page, those for ``drop`` first."""

    site: str
    rows: int
    found: tuple[tuple[str, str, NDArray[np.bool_]], ...]

    def any(self, wanted: str) -> NDArray[np.bool_]:
        """The text rows that a selector for ``content`` or ``drop`` finds."""
        chosen = np.zeros(self.rows, np.bool_)
        for word, _, rows in self.found:
            if word == wanted:
                chosen |= rows
        return chosen

    def explain(self, method: Selection | None, position: int) -> tuple[str, ...]:
        """Why a text was kept or removed: the selector that decided, or the method's own reasons."""
        for word, selector, rows in self.found:
            if rows[position]:
                return (f"the correction of {self.site} says {word}: {selector}",)
        if method is None:
            return (f"the correction of {self.site} says what is content, and this is not in it",)
        return method.reasons(position)


@attrs.frozen
class Correction:
    """Says by selectors where the content of a site's pages is. Each field is a CSS selector or an XPath, or several.

    site: of which site or addresses (`Corrections`). content: elements whose text is content, and no other text is;
    empty leaves it to the method. drop: elements whose text is not, wherever they stand. title, date, author: the
    elements, or with XPath the attributes, that hold these. Raises CorrectionError for a wrong selector.
    """

    site: str
    content: tuple[str, ...] = attrs.field(default=(), converter=_several, validator=_check)
    drop: tuple[str, ...] = attrs.field(default=(), converter=_several, validator=_check)
    title: str = attrs.field(default="", validator=[attrs.validators.instance_of(str), _check])
    date: str = attrs.field(default="", validator=[attrs.validators.instance_of(str), _check])
    author: str = attrs.field(default="", validator=[attrs.validators.instance_of(str), _check])

    def select(self, page: Page) -> Selection | None:
        """The decision for a page; None where ``content`` finds no text that is left, or where there is none."""
        if not self.content:
            return None
        said = self._said(page)
        kept = said.any("content") & ~said.any("drop")
        return Selection(kept, METHOD, confidence=1.0, explain=partial(said.explain, None)) if kept.any() else None

    def without_dropped(self, page: Page, found: Selection) -> Selection:
        """A method's decision without the elements that the correction drops."""
        said = self._said(page)
        dropped = said.any("drop")
        if not (dropped & found.kept).any():
            return found
        kept = found.kept & ~dropped
        return attrs.evolve(
            found,
            kept=kept,
            reason=found.reason if kept.any() else "no_content",
            types=None,
            explain=partial(said.explain, found),
            related=None if found.related is None else found.related & ~dropped,
            edits=(),
        )

    def _said(self, page: Page) -> _Said:
        both = [("drop", selector) for selector in self.drop] + [("content", selector) for selector in self.content]
        rows = tuple((word, selector, chosen_rows(page, selector)) for word, selector in both)
        return _Said(self.site, len(page.columns.text_rows), rows)

    def stated(self, page: Page) -> dict[str, str]:
        """The title, the date and the author of a page, where the correction finds them."""
        texts = {
            name: first_text(page, selector)
            for name in ("title", "date", "author")
            if (selector := getattr(self, name))
        }
        return {name: text[:MAX_TEXT] for name, text in texts.items() if text}

    def given_up(self) -> tuple[str, ...]:
        """The selectors that are not used any longer in this process, since they took too long on a page."""
        selectors = [*self.content, *self.drop, self.title, self.date, self.author]
        return tuple(selector for selector in selectors if is_given_up(selector))

    def to_dict(self) -> dict[str, Any]:
        """The fields that are not empty, except the site, in the form of TOML."""
        fields = attrs.asdict(self, filter=lambda field, value: field.name != "site" and bool(value))
        return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}
