"""Texts that a page states in its data, which may have markup."""

from __future__ import annotations

import re
from html import escape, unescape

from scrapy_denoise.document.source.compiled import NOT_XML
from scrapy_denoise.page import Page, PageTooLarge

MAX_PARAGRAPHS = 5_000

TAG = re.compile(r"</?[a-zA-Z][^<>]{0,500}>")


def paragraphs_of(text: str) -> list[str]:
    """The paragraphs of a text that may have markup, or markup that is escaped once more."""
    if "&lt;" in text and not TAG.search(text):
        text = unescape(text)
    if not TAG.search(text):
        text = "".join(f"<p>{escape(unescape(line), quote=False)}</p>" for line in text.splitlines() if line.strip())
    try:
        lines = Page.from_html(NOT_XML.sub("", text)).text.splitlines()
    except PageTooLarge:
        return []
    return [line for line in lines if line.strip()][:MAX_PARAGRAPHS]
