"""The language of a text, where the letters that it is written in tell it."""

from __future__ import annotations

import re

SAMPLE = 12_000
"""Bytes of a text that are looked at, around its middle: the ends of a page are often in another language."""

MIN_LETTERS = 40
"""Letters of a text that tells its language."""

KANA = 20
"""One of so many Han characters and kana is a kana in Japanese, at least. Chinese has some in names."""

_LETTER = re.compile(r"[^\W\d_]+")
_HAN = re.compile("[\u3400-\u9fff]+")
_KANA = re.compile("[\u3041-\u30fa\u30fd-\u30ff]+")
_ARABIC = re.compile("[\u0620-\u064a\u066e-\u06d3\u06d5-\u06ff]+")
_UYGHUR = ("\u06d0", "\u06c7", "\u06c8")
"""Letters (e, u and ü) that Uyghur has all of, and no other language that is written in Arabic letters."""

_CYRILLIC = re.compile("[\u0400-\u052f]+")
_RUSSIAN, _UKRAINIAN = "ы", ("ї", "є")
_NOT_RUSSIAN = re.compile("[ўіђѓѕјљњћќџґғқңөүұһәӣӯҳҷӡ]")
"""Cyrillic letters of other languages than Russian."""

_OF_SCRIPTS = (
    ("ko", re.compile("[\uac00-\ud7a3]+")),
    ("el", re.compile("[\u0370-\u03ff\u1f00-\u1fff]+")),
    ("th", re.compile("[\u0e01-\u0e2e]+")),
    ("he", re.compile("[\u05d0-\u05ea]+")),
    ("ka", re.compile("[\u10a0-\u10ff]+")),
    ("hy", re.compile("[\u0531-\u0587]+")),
)

_ALSO = {
    "zh": "cmn yue wuu lzh nan hak gan hsn cdo ii ja ko",
    "ja": "ain ryu",
    "el": "grc",
    "th": "nod tts sou",
    "he": "iw yi",
    "ka": "xmf sva",
    "hy": "hyw xcl",
    "ug": "kk ky",
    "ru": "be uk bg sr mk kk ky tt ba cv mn tg os ce av",
    "uk": "rue ru be",
}
"""Of a language that letters tell, others that are written in the same, by their codes."""


def written_language(text: bytes) -> str:
    """The language of a text in UTF-8, as its code of ISO 639; empty where the letters alone do not tell.

    Told are Chinese, Japanese, Korean, Russian, Ukrainian, Greek, Thai, Hebrew, Georgian, Armenian and Uyghur, where
    more than half of the letters are theirs.

    >>> written_language(("昨夜的雨下得很大，河水漫过了下游的石桥。" * 3).encode())
    'zh'
    >>> written_language(b"The river rose in the night, and by the morning the lower road was under water.")
    ''
    """
    start = max((len(text) - SAMPLE) // 2, 0)
    if (part := text[start : start + SAMPLE]).isascii():
        return ""
    sample = part.decode("utf-8", "ignore")
    letters = _count(_LETTER, sample)
    if letters < MIN_LETTERS:
        return ""
    kana = _count(_KANA, sample)
    if 2 * (wide := _count(_HAN, sample) + kana) > letters:
        return "ja" if KANA * kana >= wide else "zh"
    if 2 * _count(_ARABIC, sample) > letters:
        return "ug" if all(letter in sample for letter in _UYGHUR) else ""
    if 2 * _count(_CYRILLIC, sample) > letters:
        return _of_cyrillic(sample.lower())
    return next((language for language, own in _OF_SCRIPTS if 2 * _count(own, sample) > letters), "")


def _of_cyrillic(sample: str) -> str:
    """Russian has letters that Ukrainian has not, and the other way round; a text with both is left open."""
    russian = _RUSSIAN in sample
    if any(letter in sample for letter in _UKRAINIAN):
        return "" if russian else "uk"
    return "ru" if russian and not _NOT_RUSSIAN.search(sample) else ""


def may_be_written_so(tag: str, language: str) -> bool:
    """Whether a text in the language of a tag, such as ``zh-Hant``, may have the letters of this one.

    >>> may_be_written_so("zh-TW", "zh"), may_be_written_so("yue", "zh"), may_be_written_so("en", "zh")
    (True, True, False)
    """
    primary = tag.replace("_", "-").partition("-")[0].strip().lower()
    return primary == language or primary in _ALSO.get(language, "").split()


def _count(pattern: re.Pattern[str], text: str) -> int:
    return sum(map(len, pattern.findall(text)))
