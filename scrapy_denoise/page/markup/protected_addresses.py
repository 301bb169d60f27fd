"""Addresses of mail that Cloudflare writes into a page in disguise, for its script to show them."""

from __future__ import annotations

PROTECTION = "/cdn-cgi/l/email-protection"
"""The path to which links with such an address lead, followed by ``#`` and the disguised address."""

MAX_DISGUISED = 2_000
"""Characters of a disguised address."""


def protected_address(disguised: str) -> str:
    """The address that a disguised one stands for; empty for what is none.

    disguised: hexadecimal bytes of UTF-8, of which the first is what each of the others is combined with by XOR.

    >>> protected_address("01606f6f417368776473766e736d652f6e7366")
    'ann@riverworld.org'
    >>> protected_address("not in disguise")
    ''
    """
    if len(disguised) > MAX_DISGUISED:
        return ""
    try:
        key, *rest = bytes.fromhex(disguised)
        found = bytes(key ^ byte for byte in rest).decode()
    except ValueError:  # no hexadecimal bytes, none at all, or no UTF-8
        return ""
    return found if "@" in found and found.isprintable() else ""
