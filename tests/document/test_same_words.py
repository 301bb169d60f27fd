"""No rendering of a real page invents or loses a word."""

import os
import re
from pathlib import Path

import pytest
from fuzz.properties import captions_beside
from helpers.html_pages import squeeze
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from scrapy_denoise import denoise
from scrapy_denoise.evaluation import read_corpus

CORPORA = Path(os.environ.get("DENOISE_CORPORA", Path(__file__).parents[3] / "shared" / "corpora"))
NAMES = sorted({path.name.split(".tar")[0] for path in CORPORA.glob("*")} - {"README.md", "held-out.bin"})
PARSER = MarkdownIt("commonmark", {"maxNesting": 1000}).enable(["table", "strikethrough"])
CONTROLS = dict.fromkeys([*range(32), 0xFFFE, 0xFFFF])
FORMULA = re.compile(r"\$(`+[^`]+`+)\$")
PAGES = 12
"""Pages of each corpus; DENOISE_ALL_PAGES=1: all."""


def letters(text):
    return sorted(squeeze(text).translate(CONTROLS))


@pytest.mark.corpus
@pytest.mark.parametrize("name", NAMES)
def test_the_renderings_of_a_corpus_have_the_same_words(name):
    path = next(path for path in (CORPORA / name, CORPORA / f"{name}.tar.xz") if path.exists())
    pages = read_corpus(path)
    every = bool(os.environ.get("DENOISE_ALL_PAGES"))
    for gold in pages if every else pages[:: max(1, len(pages) // PAGES)]:
        found = denoise(gold.html, gold.url)
        expected = letters(found.text + captions_beside(found.document))
        # A formula stands between dollar signs in Markdown, which are no part of the page.
        markdown = FORMULA.sub(r"\1", found.markdown)
        for markup in (found.html, PARSER.render(markdown)):
            tree = lxml_html.fromstring(f"<div>{markup}</div>")
            assert letters(tree.text_content()) == expected, f"{name}/{gold.id}"
