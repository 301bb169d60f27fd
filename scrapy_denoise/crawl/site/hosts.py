"""Whether addresses are of the site that is crawled."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit


def host_of(url: str) -> str:
    """The host of an address without ``www.``, with a port that is named; empty for what is no address of the web.

    >>> host_of("https://www.Gazette.example/news"), host_of("http://127.0.0.1:8000/"), host_of("mailto:a@b.example")
    ('gazette.example', '127.0.0.1:8000', '')
    """
    try:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            return ""
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    return parts.hostname.lower().removeprefix("www.") + port


def with_path(url: str) -> str:
    """An address as responses have it: that of a host alone ends with a slash.

    >>> with_path("https://gazette.example")
    'https://gazette.example/'
    """
    _, found, rest = url.partition("://")
    return f"{url}/" if found and not set("/?#") & set(rest) else url


def is_of(url: str, hosts: Collection[str]) -> bool:
    """Whether an address is of one of some hosts, or of a host below it."""
    host = host_of(url)
    return any(host == other or host.endswith("." + other) for other in hosts)
