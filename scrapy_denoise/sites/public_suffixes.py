"""Registrable domains, by the list of public suffixes (https://publicsuffix.org/list/) that tldextract ships.

The list alone is read. To import tldextract, which can fetch newer lists and so imports requests, and to have it build
its tree of the list, takes as long as to clean ten pages, in every process.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

LIST_FILE = ".tld_set_snapshot"
"""The file of the list in tldextract."""

PRIVATE_SECTION = "// ===BEGIN PRIVATE DOMAINS==="
"""The line of the list after which suffixes are of companies, such as those that give hosts to users."""


def registrable_domain(host: str) -> str:
    """The public suffix of a host, of those that registries give, and the label before it; empty where it has none.

    host: in lower case, and in ASCII.

    >>> registrable_domain("news.example.co.uk"), registrable_domain("co.uk"), registrable_domain("localhost")
    ('example.co.uk', '', '')
    """
    labels = host.split(".")
    rules, named = _rules(), list(map(_letters, labels))
    for i in range(len(labels)):  # the longest suffix is the one that counts
        suffix, parent = ".".join(named[i:]), ".".join(named[i + 1 :])
        if f"!{suffix}" in rules:  # it is none, whatever the wildcard says
            return ".".join(labels[i:])
        if suffix in rules or f"*.{parent}" in rules:
            return ".".join(labels[i - 1 :]) if i else ""
    return ""


def _letters(label: str) -> str:
    """A label as the list writes it: not in Punycode."""
    if not label.startswith("xn--"):
        return label
    code = label[4:].encode()
    try:
        name = code.decode("punycode")
        return name if not name.isascii() and name.encode("punycode") == code else label
    except UnicodeError:
        return label


@cache
def _rules() -> frozenset[str]:
    """The rules of the list, without those of companies."""
    package = find_spec("tldextract")
    path = Path(package.origin if package and package.origin else "").with_name(LIST_FILE)
    if not path.is_file():  # tldextract has it elsewhere: its name is no promise
        from tldextract import TLDExtract

        return frozenset(TLDExtract(suffix_list_urls=(), cache_dir=None).tlds)
    lines = path.read_text(encoding="utf-8").partition(PRIVATE_SECTION)[0].splitlines()
    return frozenset(line.split(maxsplit=1)[0] for line in lines if line and not line.startswith("//"))
