"""Other extractors, to compare with: each adapter gives a function of decoded HTML and its language.

None of them is a dependency: ``pip install 'scrapy-denoise[peers]'`` brings them all. Each gets what it needs (text,
the language where the corpus knows it) and runs with its own settings, but for what the gold leaves out: comments and
captions.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from attrs import frozen
from lxml import etree

from scrapy_denoise.evaluation.metrics.fields import PageFields

Extract = Callable[[str, str], str]
"""A function of HTML and a language code (empty if unknown) that returns the content as text."""

Describe = Callable[[str, str, str], PageFields]
"""A function of HTML, address and language code (empty if unknown) that returns the page's title, date and so on."""


@frozen
class Peer:
    """An extractor: its name, the module and the distribution it is in, its settings in words, and how to load it.

    load_fields: how to load what it finds of a page besides its text; None where it finds text alone.
    """

    name: str
    module: str
    distribution: str
    settings: str
    load: Callable[[], Extract]
    load_fields: Callable[[], Describe] | None = None

    @property
    def installed(self) -> bool:
        return importlib.util.find_spec(self.module) is not None

    @property
    def version(self) -> str:
        """The version of the distribution; empty if it is not installed."""
        try:
            return version(self.distribution)
        except PackageNotFoundError:
            return ""


def _trafilatura(fast: bool = False) -> Extract:
    from trafilatura import extract

    return lambda html, lang: extract(html, include_comments=False, fast=fast) or ""


def _trafilatura_fields(fast: bool = False) -> Describe:
    from trafilatura import extract, extract_metadata

    def describe(html: str, url: str, lang: str) -> PageFields:
        found = extract_metadata(html, default_url=url or None)
        shown = extract(
            html, output_format="html", include_comments=False, include_images=True, include_formatting=True, fast=fast
        )
        names = tuple((found.author or "").split("; ")) if found else ()
        title, date = (found.title or "", found.date or "") if found else ("", "")
        return PageFields(title, date, names, shown or "")

    return describe


def _readability() -> Extract:
    from html_text import extract_text
    from readability import Document

    return lambda html, lang: extract_text(Document(html).summary())


def _readability_fields() -> Describe:
    from readability import Document

    def describe(html: str, url: str, lang: str) -> PageFields:
        document = Document(html)
        return PageFields(title=document.short_title() or "", html=document.summary())

    return describe


def _resiliparse() -> Extract:
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html, lang: extract_plain_text(html, main_content=True, alt_texts=False)


def _resiliparse_fields() -> Describe:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    def describe(html: str, url: str, lang: str) -> PageFields:
        tree = HTMLTree.parse(html)
        # Of its two kinds of output the one with markup: headings, lists and tables.
        shown = extract_plain_text(tree, main_content=True, alt_texts=False, preserve_formatting="minimal_html")
        return PageFields(title=tree.title or "", html=shown)

    return describe


# The languages of the corpora that jusText has a list of stop words for.
_STOP_LISTS = {"en": "English", "ru": "Russian", "pl": "Polish", "el": "Greek", "de": "German", "fr": "French"}


def _justext() -> Extract:
    from justext import get_stoplist, justext

    def extract(html: str, lang: str) -> str:
        known = _STOP_LISTS.get(lang or "en")
        # For other languages its manual recommends no stop words, so that length and links decide.
        none = {"stoplist": frozenset(), "stopwords_low": 0, "stopwords_high": 0}
        stop = {"stoplist": get_stoplist(known)} if known else none
        return "\n".join(paragraph.text for paragraph in justext(html, **stop) if not paragraph.is_boilerplate)

    return extract


def _boilerpy3() -> Extract:
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor()
    return lambda html, lang: extractor.get_content(html)


def _boilerpy3_fields() -> Describe:
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor()
    return lambda html, url, lang: PageFields(title=extractor.get_doc(html).title or "")


def _newspaper4k() -> Extract:
    from newspaper import Article
    from newspaper.languages import valid_languages

    languages = set(valid_languages())

    def extract(html: str, lang: str) -> str:
        known = {"language": lang} if lang in languages else {}
        article = Article("https://example.org/", fetch_images=False, **known)
        article.download(input_html=html)
        article.parse()
        return str(article.text)

    return extract


def _newspaper4k_fields() -> Describe:
    from newspaper import Article
    from newspaper.languages import valid_languages

    languages = set(valid_languages())

    def describe(html: str, url: str, lang: str) -> PageFields:
        known = {"language": lang} if lang in languages else {}
        article = Article(url or "https://example.org/", fetch_images=False, keep_article_html=True, **known)
        article.download(input_html=html)
        article.parse()
        date = article.publish_date
        written = date.isoformat() if hasattr(date, "isoformat") else str(date or "")
        return PageFields(article.title or "", written, tuple(article.authors), article.article_html or "")

    return describe


def _gne() -> Extract:
    from gne import GeneralNewsExtractor

    extractor = GeneralNewsExtractor()
    return lambda html, lang: extractor.extract(html)["content"]


def _gne_fields() -> Describe:
    from gne import GeneralNewsExtractor

    extractor = GeneralNewsExtractor()

    def describe(html: str, url: str, lang: str) -> PageFields:
        found = extractor.extract(html, with_body_html=True)
        names = (found["author"],) if found["author"] else ()
        return PageFields(found["title"], found["publish_time"], names, found.get("body_html") or "")

    return describe


def _goose3() -> Extract:
    western, eastern = _gooses()
    return lambda html, lang: (eastern if lang == "zh" else western).extract(raw_html=html).cleaned_text


def _goose3_fields() -> Describe:
    western, eastern = _gooses()

    def describe(html: str, url: str, lang: str) -> PageFields:
        found = (eastern if lang == "zh" else western).extract(raw_html=html)
        shown = etree.tostring(found.top_node, encoding="unicode") if found.top_node is not None else ""
        return PageFields(found.title or "", str(found.publish_date or ""), tuple(found.authors), shown)

    return describe


def _gooses() -> tuple[Any, Any]:
    from goose3 import Goose
    from goose3.text import StopWordsChinese

    chinese = {"stopwords_class": StopWordsChinese, "use_meta_language": False, "target_language": "zh"}
    return Goose(), Goose(chinese)


def _chromerag() -> Extract:
    from chromerag import ChromeRAG

    extractor = ChromeRAG()
    return lambda html, lang: extractor.extract(html).markdown


PEERS = {
    peer.name: peer
    for peer in (
        Peer("trafilatura", "trafilatura", "trafilatura", "include_comments=False", _trafilatura, _trafilatura_fields),
        Peer("trafilatura-fast", "trafilatura", "trafilatura", "include_comments=False, fast=True",
             partial(_trafilatura, fast=True), partial(_trafilatura_fields, fast=True)),
        Peer("readability-lxml", "readability", "readability-lxml", "default, text by html-text", _readability,
             _readability_fields),
        Peer("resiliparse", "resiliparse", "resiliparse", "main_content=True, alt_texts=False", _resiliparse,
             _resiliparse_fields),
        Peer("justext", "justext", "jusText", "default, the language's stop words or none", _justext),
        Peer("boilerpy3", "boilerpy3", "boilerpy3", "ArticleExtractor", _boilerpy3, _boilerpy3_fields),
        Peer("newspaper4k", "newspaper", "newspaper4k", "default, with the language", _newspaper4k,
             _newspaper4k_fields),
        Peer("chromerag", "chromerag", "chromerag", "default, each page alone, its Markdown", _chromerag),
        Peer("gne", "gne", "gne", "default", _gne, _gne_fields),
        Peer("goose3", "goose3", "goose3", "default, Chinese stop words for Chinese", _goose3, _goose3_fields),
    )
}  # fmt: skip


@cache
def load_peer(name: str) -> Extract:
    """The peer's function. Raises ImportError where it, or what it needs, is not installed."""
    return PEERS[name].load()


@cache
def load_fields(name: str) -> Describe | None:
    """What else the peer finds of a page; None where it finds text alone. Raises ImportError as `load_peer`."""
    load = PEERS[name].load_fields
    return load() if load is not None else None
