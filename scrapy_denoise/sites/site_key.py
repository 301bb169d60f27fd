"""Which site a page belongs to."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import urlsplit

from scrapy_denoise.sites.public_suffixes import registrable_domain

logger = logging.getLogger(__name__)

DEFAULT_PORTS = {"http": 80, "https": 443}
MAX_KEY_CHARS = 255
"""Characters of a key: as long as a host name can be."""

_HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
_PLAIN = re.compile(rf"https?://({_HOST.pattern})")
_ADDRESS = re.compile(r"[0-9a-f:.]+")


def host_key(url: str) -> str:
    """The host in lower case, with the port where it is not the scheme's own; empty where there is no valid one.

    >>> host_key("https://user@News.Example.org.:8080/a")
    'news.example.org:8080'
    """
    return _host_key("/".join(url.split("/", 3)[:3]))


@lru_cache(maxsize=4096)
def _host_key(url: str) -> str:
    if (plain := _PLAIN.fullmatch(url)) and len(plain[1]) <= MAX_KEY_CHARS:  # as most are
        return plain[1]
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return ""
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            return ""
    if ":" in host and _ADDRESS.fullmatch(host):
        host = f"[{host}]"  # or its last part would look like a port
    elif not _HOST.fullmatch(host):
        return ""
    if port is not None and port != DEFAULT_PORTS.get(parts.scheme):
        host = f"{host}:{port}"
    return host if len(host) <= MAX_KEY_CHARS else ""


def domain_key(url: str) -> str:
    """The registrable domain, by the list of public suffixes that tldextract ships; the host where it has none.

    >>> domain_key("https://news.example.co.uk/a")
    'example.co.uk'
    """
    return _domain_key(host_key(url))


@lru_cache(maxsize=4096)
def _domain_key(host: str) -> str:
    name = "" if host.startswith("[") else host.partition(":")[0]
    return registrable_domain(name) or host


def is_key(key: str) -> bool:
    """Whether a site may have a key: text of 1 to MAX_KEY_CHARS characters, without lone surrogates.

    >>> is_key("news.example.org"), is_key(""), is_key("\\ud800")
    (True, False, False)
    """
    return 0 < len(key) <= MAX_KEY_CHARS and not any("\ud800" <= character <= "\udfff" for character in key)


class ProjectKey:
    """A function of a project that gives keys. An address for which it raises, or gives what no site may have for a
    key, belongs to no site; the first is logged. Nothing (an empty text, None) means no site.

    >>> ProjectKey(lambda url: url.split("/")[3])("https://example.org")
    ''
    """

    def __init__(self, key: Callable[[str], str]) -> None:
        self._key = key
        self._told = False

    def __call__(self, url: str) -> str:
        try:
            key = self._key(url)
            if not key or (isinstance(key, str) and is_key(key)):
                return key or ""
            raise ValueError(f"a key is a text of at most {MAX_KEY_CHARS} characters, not {repr(key)[:100]}")
        except Exception as error:  # noqa: BLE001 - it is not ours, and no address may cost a page
            if not self._told:
                self._told = True
                logger.error("DENOISE_SITE_KEY: no key for %s (%r); such pages are cleaned one by one", url, error)
            return ""


SITE_KEYS: dict[str, Callable[[str], str]] = {"host": host_key, "domain": domain_key}
"""By the names that settings and the command line have for them."""
