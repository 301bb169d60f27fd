"""Reads the tag of a language (BCP 47) as pages write it."""

from __future__ import annotations

import re

MAX_TAGS = 50
"""Texts that are read."""

_LANGUAGE = re.compile(r"([a-zA-Z]{2,3})((?:-[a-zA-Z0-9]{2,8}){0,4})(?![\w-])")
_CODES = dict(
    pair.split(":")
    for pair in (
        "ara:ar bul:bg cat:ca ces:cs chi:zh chs:zh cht:zh cn:zh cz:cs cze:cs dan:da deu:de dk:da dut:nl "
        "ell:el eng:en enu:en esn:es esp:es est:et fas:fa fin:fi fra:fr fre:fr ger:de gr:el gre:el heb:he "
        "hin:hi hrv:hr hun:hu ind:id ita:it iw:he jp:ja jpn:ja kor:ko lav:lv lit:lt nld:nl nor:no per:fa "
        "pol:pl por:pt ptb:pt ron:ro rum:ro rus:ru slk:sk slo:sk slv:sl spa:es srp:sr swe:sv tha:th tur:tr "
        "ua:uk uig:ug ukr:uk urd:ur vie:vi zho:zh"
    ).split()
)
"""The code of two letters for those of three, and of countries, that pages state as a language."""


def language_tag(texts: list[str]) -> str:
    """The first of some texts that is a tag, in its usual letters.

    >>> language_tag(["", "en_us"]), language_tag(["spa-esp"]), language_tag(["utf-8 (default)"])
    ('en-US', 'es', '')
    """
    for text in texts[:MAX_TAGS]:
        if tag := _LANGUAGE.match(text.strip().replace("_", "-")):
            break
    else:
        return ""
    language, others = tag[1].lower(), tag[2].split("-")[1:]
    code = _CODES.get(language, language)
    if code != language:
        others = [part for part in others if len(part) != 3]
    cased = (part.upper() if len(part) == 2 else part.title() if len(part) == 4 else part for part in others)
    return "-".join((code, *cased))
