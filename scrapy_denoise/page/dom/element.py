"""`Element`: an element of a page, as lxml has it or as its nodes were read without a tree."""

from __future__ import annotations

from typing import TypeAlias

from lxml.etree import _Element

from scrapy_denoise.page.compiled import NodeElement

Element: TypeAlias = _Element | NodeElement
"""Both have the same methods for reading: those of `NodeElement`."""
