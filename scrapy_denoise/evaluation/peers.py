"""Other extractors, to compare with: each adapter gives a function of decoded HTML and its language.

None of them is a dependency: ``pip install 'scrapy-denoise[peers]'`` brings them all. Each gets what it needs (text,
the language where the corpus knows it) and runs with its own settings, but for what the gold leaves out: comments and
captions.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from attrs import frozen

Extract = Callable[[str, str], str]
"""HTML and a language code, empty where unknown; the content as text."""


@frozen
class Peer:
    """An extractor: its name, the module and the distribution it is in, its settings in words, how to load it."""

    name: str
    module: str
    distribution: str
    settings: str
    load: Callable[[], Extract]

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


def _trafilatura() -> Extract:
    from trafilatura import extract

    return lambda html, lang: extract(html, include_comments=False) or ""


def _trafilatura_fast() -> Extract:
    from trafilatura import extract

    return lambda html, lang: extract(html, include_comments=False, fast=True) or ""


def _readability() -> Extract:
    from html_text import extract_text
    from readability import Document

    return lambda html, lang: extract_text(Document(html).summary())


def _resiliparse() -> Extract:
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html, lang: extract_plain_text(html, main_content=True, alt_texts=False)


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


def _gne() -> Extract:
    from gne import GeneralNewsExtractor

    extractor = GeneralNewsExtractor()
    return lambda html, lang: extractor.extract(html)["content"]


def _goose3() -> Extract:
    from goose3 import Goose
    from goose3.text import StopWordsChinese

    chinese = {"stopwords_class": StopWordsChinese, "use_meta_language": False, "target_language": "zh"}
    western, eastern = Goose(), Goose(chinese)
    return lambda html, lang: (eastern if lang == "zh" else western).extract(raw_html=html).cleaned_text


PEERS = {
    peer.name: peer
    for peer in (
        Peer("trafilatura", "trafilatura", "trafilatura", "include_comments=False", _trafilatura),
        Peer("trafilatura-fast", "trafilatura", "trafilatura", "include_comments=False, fast=True", _trafilatura_fast),
        Peer("readability-lxml", "readability", "readability-lxml", "default, text by html-text", _readability),
        Peer("resiliparse", "resiliparse", "resiliparse", "main_content=True, alt_texts=False", _resiliparse),
        Peer("justext", "justext", "jusText", "default, the language's stop words or none", _justext),
        Peer("boilerpy3", "boilerpy3", "boilerpy3", "ArticleExtractor", _boilerpy3),
        Peer("newspaper4k", "newspaper", "newspaper4k", "default, with the language", _newspaper4k),
        Peer("gne", "gne", "gne", "default", _gne),
        Peer("goose3", "goose3", "goose3", "default, Chinese stop words for Chinese", _goose3),
    )
}


@cache
def load_peer(name: str) -> Extract:
    """The peer's function. Raises ImportError where it, or what it needs, is not installed."""
    return PEERS[name].load()
