"""No rendering of a real page invents or loses a word."""

import re

import pytest
from fuzz.properties import captions_beside
from helpers.corpora import NAMES, corpus_sample
from helpers.html_pages import squeeze
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from scrapy_denoise import denoise
from scrapy_denoise.document.render.compiled import render_text
from scrapy_denoise.document.tree.tex import tex_in_text

PARSER = MarkdownIt("commonmark", {"maxNesting": 1000}).enable(["table", "strikethrough"])
CONTROLS = dict.fromkeys([*range(32), 0xFFFE, 0xFFFF])
FORMULA = re.compile(r"\$(`+[^`]+`+)\$")


def letters(text):
    return sorted(squeeze(text).translate(CONTROLS))


def without_signs(found):
    """The text with what a thread quotes again, and without the signs around formulas in TeX, in place of which the
    other renderings have their own."""
    if found.selection is None:
        return found.text
    tex, text = found.page.cached(tex_in_text), render_text(found.page.columns, found.selection.kept)
    if tex is None:
        return text
    return "".join(part if isinstance(part, str) else part.source for part in tex.parts(text))


@pytest.mark.corpus
@pytest.mark.parametrize("name", NAMES)
def test_the_renderings_of_a_corpus_have_the_same_words(name):
    for gold in corpus_sample(name, 12):
        found = denoise(gold.html, gold.url)
        if "<math" in found.html:  # MathML has a form of its own in each rendering
            continue
        expected = letters(without_signs(found) + captions_beside(found.document))
        # A formula stands between dollar signs in Markdown, which are no part of the page.
        markdown = FORMULA.sub(r"\1", found.markdown)
        for markup in (found.html, PARSER.render(markdown)):
            tree = lxml_html.fromstring(f"<div>{markup}</div>")
            assert letters(tree.text_content()) == expected, f"{name}/{gold.id}"
