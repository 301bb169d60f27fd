"""The language of a text by its most frequent words, of those that share their letters with others."""

from __future__ import annotations

from functools import cache

from scrapy_denoise.blocks.compiled import KnownWords
from scrapy_denoise.blocks.lexicon import sections

SAMPLE = 4_000
"""Bytes of a text that are looked at, around its middle."""

MIN_WORDS = 40
"""Fewest words of a text whose language is decided."""

SHARE = 0.12
"""The part of a text's words that are among the most frequent ones of its language, at least; lists have fewer."""

MIN_LEAD = 1.2
"""How many times as many words there are of the language as of the one that comes second."""

DOUBTED = 2.0
"""How many times as many as of the language that the page states, where it is another one."""


def language_of_words(text: bytes, stated: str = "") -> str:
    """The language of a text in UTF-8 by its words, as its code of ISO 639; empty where they do not decide it, or where
    they agree with the language that the page states.

    stated: the language that the page states, as a tag.

    >>> text = b"It is said that the river rose in the night and that it was at the bridge by the morning. "
    >>> language_of_words(text * 3), language_of_words(text * 3, "en-GB"), language_of_words(text * 3, "pl")
    ('en', '', 'en')
    """
    start = max((len(text) - SAMPLE) // 2, 0)
    names, known = _languages()
    words, counts = known.count(text[start : start + SAMPLE].decode("utf-8", "ignore"))
    if words < MIN_WORDS:
        return ""
    second, most = sorted(counts)[-2:]
    first = names[counts.index(most)]
    if most < SHARE * words or most < MIN_LEAD * second:
        return ""
    said = stated.replace("_", "-").partition("-")[0].strip().lower()
    if not said:
        return first
    return first if said in names and most >= DOUBTED * counts[names.index(said)] else ""


@cache
def _languages() -> tuple[list[str], KnownWords]:
    """The languages whose most frequent words are known, and these words."""
    lexicon = sections("function_words")
    found: dict[str, list[int]] = {}
    for number, lines in enumerate(lexicon.values()):
        for word in {word for line in lines for word in line.split()}:
            found.setdefault(word, []).append(number)
    return list(lexicon), KnownWords(found)
