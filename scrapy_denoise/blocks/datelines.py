"""Dates and bylines in text: the patterns of the lines that say when a page was written, and by whom."""

from __future__ import annotations

import re

_YEAR = r"(?:19[6-9]\d|20[0-4]\d)"

DATE = re.compile(
    rf"\b{_YEAR}\s?[-/.年]\s?\d{{1,2}}|\d{{1,2}}[-/.]\d{{1,2}}[-/.]{_YEAR}|\d{{1,2}}\.?\s+\w{{3,}}\.?,?\s+{_YEAR}"
    rf"|\w{{3,}}\.?\s+\d{{1,2}},?\s+{_YEAR}|{_YEAR}-يىل"
)
"""A date with its year, in figures or with the name of the month, in the orders of the languages that we know."""

BYLINE = re.compile(
    r"^\W*(?:by|von|par|por|di|door|av|od|autor|author|posted by|written by|автор|текст|συντ[αά]κτης|του|της)\b"
    r"|作者|记者|責任|责任编辑|编辑[:：]|来源[:：]|ئاپتور|مۇھەررىر",
    re.IGNORECASE,
)
"""A line that names an author: it begins with a word such as "by", or has one of the Chinese or Uyghur labels."""
