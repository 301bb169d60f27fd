"""Recognises the language of a text by its letters, for languages whose letters identify them."""

from __future__ import annotations

import re

from scrapy_denoise.page.compiled import count_letters

SAMPLE = 4_000
"""Bytes of a text that are looked at, around its middle: the ends of a page are often in another language."""

MIN_LETTERS = 40
"""The least number of letters of a text whose language can be recognised."""

KANA = 20
"""One of so many Han characters and kana is a kana in Japanese, at least. Chinese has some in names."""

WIDE = 3
"""Letters that a Han character or a kana counts as: a word of them is shorter. Pages about programs have much code."""

_RANGES = (
    ("latin", 0x41, 0x5B), ("latin", 0x61, 0x7B), ("latin", 0xC0, 0x250), ("el", 0x370, 0x400),
    ("cyrillic", 0x400, 0x530),
    ("hy", 0x531, 0x588), ("he", 0x5D0, 0x5EB), ("arabic", 0x620, 0x700), ("other", 0x700, 0xE00), ("th", 0xE01, 0xE5C),
    ("other", 0xE80, 0x10A0), ("ka", 0x10A0, 0x1100), ("other", 0x1100, 0x1F00), ("el", 0x1F00, 0x2000),
    ("kana", 0x3041, 0x30FB), ("kana", 0x30FD, 0x3100), ("han", 0x3400, 0xA000), ("ko", 0xAC00, 0xD7A4),
)  # fmt: skip
"""Code points of letters by script: the first, and one past the last. A script in which only one of the languages that
are recognised here is written has the code of that language ("el", "hy") for its name."""

_SCRIPTS = [script for script, _, _ in _RANGES]
_EDGES = [edge for _, *edges in _RANGES for edge in edges]

_UYGHUR = ("\u06d0", "\u06c7", "\u06c8")
"""Letters (e, u and ü) that Uyghur has all of, and no other language that is written in Arabic letters.
`is_uyghur` asks for one of more: it tells Uyghur from Arabic, Persian and Urdu alone."""

_RUSSIAN, _UKRAINIAN = "ы", ("ї", "є")
_NOT_RUSSIAN = re.compile("[ўіђѓѕјљњћќџґғқңөүұһәӣӯҳҷӡ]")
"""Cyrillic letters of other languages than Russian."""

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
"""For the language that a script stands for, the codes of other languages that are written in the same script."""


def written_language(text: bytes) -> str:
    """The language of a text in UTF-8, as its code of ISO 639; empty where the letters alone do not decide.

    Told are Chinese, Japanese, Korean, Russian, Ukrainian, Greek, Thai, Hebrew, Georgian, Armenian and Uyghur, where
    more than half of the letters are theirs, a Han character counted as `WIDE` letters.

    >>> written_language(("昨夜的雨下得很大，河水漫过了下游的石桥。" * 3).encode())
    'zh'
    >>> written_language(b"The river rose in the night, and by the morning the lower road was under water.")
    ''
    """
    start = max((len(text) - SAMPLE) // 2, 0)
    part = text[start : start + SAMPLE]
    # No letter of these scripts takes less than two bytes, and no wide one less than three.
    if not (counts := count_letters(part, _EDGES)):
        return ""
    if sum(counts) < MIN_LETTERS:
        return ""
    letters = dict.fromkeys(_SCRIPTS, 0)
    for script, count in zip(_SCRIPTS, counts, strict=True):
        letters[script] += count
    for script in ("han", "kana"):
        letters[script] *= WIDE
    half = sum(letters.values()) / 2
    if (wide := letters["han"] + letters["kana"]) > half:
        return "ja" if KANA * letters["kana"] >= wide else "zh"
    script = max(letters, key=letters.__getitem__)
    if letters[script] <= half or script in ("latin", "other"):
        return ""
    if script == "arabic":
        return "ug" if all(letter.encode() in part for letter in _UYGHUR) else ""
    return _of_cyrillic(part.decode("utf-8", "ignore").lower()) if script == "cyrillic" else script


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
