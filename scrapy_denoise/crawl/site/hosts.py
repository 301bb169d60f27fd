"""Checks of hosts: does an address belong to the site that is crawled, and is it inside the network?"""

from __future__ import annotations

import socket
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from scrapy_denoise.page.url import split_url


def host_of(url: str) -> str:
    """The host of an address without ``www.``, with its port if it has one; empty if it is no web address.

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
    """An address as responses have it: an address without a path gets the path ``/``.

    >>> with_path("https://gazette.example")
    'https://gazette.example/'
    """
    _, found, rest = url.partition("://")
    return f"{url}/" if found and not set("/?#") & set(rest) else url


def is_of(url: str, hosts: Collection[str]) -> bool:
    """True if the host of an address is one of `hosts` or a subdomain of one."""
    host = host_of(url)
    return any(host == other or host.endswith("." + other) for other in hosts)


def is_internal(url: str) -> bool:
    """True if the host of an address is this machine or an IP address inside a network, in any notation. Names are not
    looked up.

    >>> [is_internal(f"http://{host}/") for host in ("127.0.0.1:80", "0x7f.1", "[::1]", "10.1.2.3", "app.localhost")]
    [True, True, True, True, True]
    >>> [is_internal(f"http://{host}/") for host in ("gazette.example", "8.8.8.8", "169.254.169.254")]
    [False, False, True]
    """
    host = (split_url(url).hostname or "").rstrip(".")
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        number = ip_address(socket.inet_aton(host)) if ":" not in host else ip_address(host.partition("%")[0])
    except (OSError, ValueError):
        return False
    mapped = getattr(number, "ipv4_mapped", None)
    return not (mapped or number).is_global
