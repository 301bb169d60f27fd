"""The title of a thread in what the software of a forum writes around it."""

from __future__ import annotations

import re

_LABELS = "|".join(
    (
        *("view topic", "view thread", "thema anzeigen", "voir le sujet", "afficher le sujet", "ver tema"),
        *("leggi argomento", "ver tópico", "exibir tópico", "bekijk onderwerp", "zobacz temat", "zobrazit téma"),
        *("visa tråd", "visa ämne", "просмотр темы", "перегляд теми", "başlığı görüntüle"),
        *("阅读主题", "查看主题", "檢視主題", "閱讀主題"),
    )
)
_BEHIND = re.compile(rf"(?i)(?:\A|[•:|·»–-]\s)(?:{_LABELS})\s?[-–:]\s(?=.*\w)")
_BEFORE = re.compile(rf"(?i)(?<=\S)\s\((?:{_LABELS})\)(?:\s*\Z|\s+[•:|·«-])")


def thread_title(title: str) -> str:
    """What stands in the title of a page behind a label such as "View topic - ", or before one in brackets; empty where
    there is none.

    >>> thread_title("The Mill :: View topic - The river - rose")
    'The river - rose'
    >>> thread_title("The river rose (View topic) • The Mill")
    'The river rose'
    """
    if (": " in title or "- " in title or "– " in title) and (label := _BEHIND.search(title)):
        return title[label.end() :].strip()
    label = _BEFORE.search(title) if " (" in title else None
    return title[: label.start()].strip() if label else ""
